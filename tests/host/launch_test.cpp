#include <doctest/doctest.h>

#include "host/launch.h"

using namespace qc;
using namespace qc::host;

TEST_CASE("a kernel that was not optimised is reported where it is launched") {
  runtime::Kernel kernel;
  const Span call{1, 7, 20};
  CHECK_FALSE(unoptimised_kernel(kernel, call));
  kernel.unoptimised = true;
  const auto warning = unoptimised_kernel(kernel, call);
  REQUIRE(warning);
  CHECK(warning->code.text() == "Q0705");
  CHECK(warning->severity == Severity::Warning);
  CHECK(warning->span.begin == 7);
  CHECK(!warning->help.empty());
}
