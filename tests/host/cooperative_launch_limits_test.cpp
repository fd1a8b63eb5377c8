#include "host/loops/cooperative_launch_limits.h"

#include <doctest/doctest.h>

using namespace qc;
using namespace qc::host;

TEST_CASE("a launch whose blocks wait for each other fits a device, or is told not to") {
  const runtime::Dims launch{{8, 3, 2}, {16, 8, 1}};
  CHECK_FALSE(beyond_cooperative_limit(launch, 48, {}));
  CHECK_FALSE(beyond_cooperative_limit(launch, 1000, {}));
  const Span barrier{1, 40, 57};
  const auto warning = beyond_cooperative_limit(launch, 47, barrier);
  REQUIRE(warning);
  CHECK(warning->code.text() == "Q0505");
  CHECK(warning->severity == Severity::Warning);
  CHECK(warning->span.begin == 40);
  CHECK(warning->message.find("48 blocks of 128 threads are more than the 47 that the device holds at once") !=
        std::string::npos);
  CHECK(!warning->help.empty());
}
