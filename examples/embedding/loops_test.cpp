// Tests of a program's loops in a C++ project: that they are parallel, and what they compute. Needs doctest.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "qc/testing.h"

namespace {

constexpr const char* kBrightness = R"(
im = ones(48, 64)
total = 0.0
low = inf
for m = 0..size(im,0)-1
  for n = 0..size(im,1)-1
    total += 0.5*im[m,n]
    low = min(low, im[m,n])
  end
end
)";

constexpr const char* kSignal = R"(
x = zeros(8)
y = zeros(8)
for k = 0..7
  x[k] = k + 1
end
for k = 1..7
  y[k] = 0.5*y[k-1]*y[k-1] + x[k]
end
high = -inf
at = -1
for k = 0..7
  if x[k] > high
    high = x[k]
    at = k
  end
end
)";

}  // namespace

TEST_CASE("the brightness of an image is one reduction") {
  CHECK_REDUCTION(kBrightness, "total", "+");
  CHECK_REDUCTION(kBrightness, "low", "min");
  CHECK_VALUE(kBrightness, "total", 1536);
  CHECK_VALUE(kBrightness, "low", 1.0);
}

TEST_CASE("of a signal's loops the filter alone runs in order") {
  CHECK_MAP(qc::testing::at(kSignal, "for k = 0..7"));
  CHECK_SERIAL(qc::testing::at(kSignal, "for k = 1..7"), "R007");
  CHECK_VALUE(kSignal, "x", std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK_VALUE(kSignal, "at", 7);
}
