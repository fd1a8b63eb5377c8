#include "host/device/launch.h"

#include <doctest/doctest.h>

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

TEST_CASE("code made with little effort runs for as much work as it has left") {
  LoadedKernel kernel;
  CHECK(kernel.suffices({}));  // made with full effort
  kernel.work_left = 100'000;
  CHECK(kernel.suffices(60'000));
  CHECK_FALSE(kernel.suffices(60'000));
  CHECK_FALSE(kernel.suffices({}));
  CHECK(kernel.suffices(40'000));
}

TEST_CASE("code made with little effort runs for a limited number of launches") {
  LoadedKernel kernel;
  kernel.work_left = 100'000;
  int launches = 0;
  while (kernel.suffices(1) && launches < 100'000) ++launches;
  CHECK(launches < 100);
}
