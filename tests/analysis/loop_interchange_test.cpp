#include "analysis/recognize/loop_interchange.h"

#include <doctest/doctest.h>

#include "analysis/recognize/plan_loop.h"
#include "tests/analysis/lowering.h"

using namespace qc;

namespace {

std::string interchanged(const std::string& loop) {
  const LoopNest nest =
      qc_test::lower_one("x = zeros(50,60)\ny = zeros(50,60)\nz = zeros(50)\nt = 0.0\n" + loop + "print t\n");
  const auto other = interchange_loops(nest, plan_loop(nest), {1, 0});
  return other ? qc_test::described(plan_loop(*other).plan) : "as written";
}

}  // namespace

TEST_CASE("loops change places where no result hangs on their order") {
  CHECK(interchanged("for j=0..59\n for i=0..49\n  y[i,j] = x[i,j]*2\n end\nend\n") == "map i,j");
  CHECK(interchanged("for j=0..59\n for i=0..49\n  t = x[i,j]\n  y[i,j] = t\n end\nend\n") == "as written");
  CHECK(interchanged("for j=0..59\n for i=0..49\n  t += x[i,j]\n end\nend\n") == "reduction i,j + t");
  CHECK(interchanged("for j=0..59\n for i=0..49\n  t = max(t, x[i,j])\n end\nend\n") == "reduction i,j max t");
  // which of two zeros is kept, and where the first of equal values is
  CHECK(interchanged("for j=0..59\n for i=0..49\n  if x[i,j] >= t\n   t = x[i,j]\n  end\n end\nend\n") == "as written");
  CHECK(interchanged("k = 0\nfor j=0..59\n for i=0..49\n  if x[i,j] > t\n   t = x[i,j]\n   k = i\n  end\n "
                     "end\nend\nprint k\n") == "as written");
  CHECK(interchanged("for j=0..59\n s = 0.0\n for i=0..49\n  s += x[i,j]\n end\n z[j] = s\nend\n") == "as written");
}
