// The ways out that reports offer.
#include <doctest/doctest.h>

#include "recognise.h"

namespace {

using qc_test::advice;

const char* const inputs =
    "n = 100\nm = 8\nx = zeros(n)\ny = zeros(n)\nz = zeros(n)\nA = zeros(n,n)\nw = zeros(n)\ns = 0.0\n";
bool says(const std::string& loop, const std::string& text) {
  return advice(inputs + loop + "print s, x, y, z\n").find(text) != std::string::npos;
}

TEST_CASE("a loop that may be cut by hand is told where") {
  CHECK(says("for i=1..n-1\n x[i] = y[i-1]\n y[i] = z[i]\nend\n",
             "write a loop that sets 'y', then one that sets 'x': each of them is parallel"));
  CHECK(says("for i=1..n-1\n y[i] = z[i]\n s += y[i-1]\nend\n", "write a loop that sets 'y', then one that sets 's'"));
  CHECK_FALSE(says("for i=1..n-1\n x[i] = y[i-1]\n y[i] = x[i-1]\nend\n", "write a loop"));
  CHECK_FALSE(says("for i=1..n-1\n x[i] = x[i-1]*y[i] + 1\n y[i] = x[i]\nend\n", "write a loop"));
}

TEST_CASE("an element that one iteration sets and all others read") {
  CHECK(says("for i=0..n-1\n x[i] = x[50] + y[i]\nend\n", "end the loop at the iteration that sets this element"));
  CHECK_FALSE(says("for i=1..n-1\n x[i] = x[i-1]*2 + y[i]\nend\n", "end the loop"));
}

TEST_CASE("work arrays of which iterations write other elements") {
  const std::string fills = "for i=0..n-1\n for j=0..mod(i,m)\n  w[j] = A[i,j]\n end\n x[i] = w[0]\nend\n";
  CHECK(says(fills, "if each iteration sets 'w' before it reads it, make it inside the loop"));
  CHECK_FALSE(says("for i=0..n-1\n x[3] = y[i]\nend\n", "make it inside the loop"));
}

TEST_CASE("the greatest sum of neighbours") {
  CHECK(says("for i=0..n-1\n s = max(x[i], s + x[i])\nend\n",
             "bound = min(bound, sum); sum += e; here 's' is sum - bound"));
  CHECK(says("for i=0..n-1\n s = max(0, s + x[i])\nend\n", "sum += e; bound = min(bound, sum)"));
  CHECK(says("for i=0..n-1\n s = min(s + x[i], x[i])\nend\n", "bound = max(bound, sum)"));
  CHECK_FALSE(says("for i=0..n-1\n s = min(s + x[i], y[i])\nend\n", "bound"));
  CHECK_FALSE(says("for i=0..n-1\n s = max(s*2, x[i])\nend\n", "bound"));
  CHECK_FALSE(says("for i=0..n-1\n s = max(1, s + x[i])\nend\n", "bound"));
}

TEST_CASE("a least value that the first iteration sets") {
  CHECK(says("for i=0..n-1\n if i == 0 || x[i] < s\n  s = x[i]\n end\nend\n",
             "give 's', and what is kept beside it, the value of the first iteration before the loop"));
  CHECK_FALSE(says("for i=0..n-1\n if x[i] < s*2\n  s = x[i]\n end\nend\n", "first iteration"));
}

}  // namespace
