#include "analysis/recognize/map_distribution.h"

#include <doctest/doctest.h>

#include "analysis/recognize/plan_loop.h"
#include "tests/analysis/lowering.h"

using namespace qc;

namespace {

// The parts of the first loop, "partial i,j + s | map i,j"; "whole" where it is not cut.
std::string parts(const std::string& loop) {
  const LoopNest nest = qc_test::lower_one(
      "x = zeros(50,60)\ny = zeros(50,60)\nz = zeros(50)\nk = ivec(50)\nt = 0.0\n" + loop + "print t\n");
  const PlanResult planned = plan_loop(nest);
  const auto cut = distribute_map(planned.nest_of(nest), planned);
  if (!cut) return "whole";
  std::string out;
  for (const DistributedMap::Part& p : cut->parts)
    out += (out.empty() ? "" : " | ") + qc_test::described(p.planned.plan);
  return out;
}

}  // namespace

TEST_CASE("a map of several inner loops is cut into nests that reduce or cover them") {
  struct Case {
    const char *loop, *parts;
  };
  const Case cases[] = {
      // rows that are summed up, and changed by what that gives
      {"for i=0..49\n s = 0.0\n for j=0..59\n  s += x[i,j]\n end\n for j=0..59\n  y[i,j] = x[i,j] - s\n end\nend\n",
       "partial i,j + s | map i,j"},
      {"for i=0..49\n s = 0.0\n for j=0..59\n  s += x[i,j]\n end\n z[i] = s\n for j=0..59\n  y[i,j] = x[i,j] - s/60\n "
       "end\nend\n",
       "partial i,j + s | map i,j"},
      {"for i=0..49\n m = -inf\n for j=0..59\n  m = max(m, x[i,j])\n end\n s = 0.0\n for j=0..59\n  y[i,j] = "
       "exp(x[i,j] - m)\n  s += y[i,j]\n end\n for j=0..59\n  y[i,j] /= s\n end\nend\n",
       "partial i,j max m | map i,j | partial i,j + s | map i,j"},
      // what a row was is summed up before it is overwritten
      {"for i=0..49\n s = 0.0\n for j=0..59\n  s += y[i,j]\n  y[i,j] = j\n end\n for j=0..59\n  y[i,j] += s\n "
       "end\nend\n",
       "partial i,j + s | map i,j | map i,j"},
      // columns, and a value of the iteration that no loop makes
      {"for j=0..59\n w = x[0,0]*j\n for i=0..49\n  y[i,j] = w\n end\n s = w\n for i=0..49\n  s += x[i,j]\n end\n "
       "z[j] = s\nend\n",
       "map j | map j,i | partial j,i + s"},
      // a sum that goes on in the next loop
      {"for i=0..49\n s = 0.0\n for j=0..59\n  s += x[i,j]\n end\n for j=0..59\n  s += y[i,j]\n end\n z[i] = s\nend\n",
       "partial i,j + s | partial i,j + s"},
      // near misses: one inner loop, a triangle, running values, a row's elements that hang on each other
      {"for i=0..49\n s = 0.0\n for j=0..59\n  s += x[i,j]\n end\n z[i] = s\nend\n", "whole"},
      {"for i=0..49\n s = 0.0\n for j=0..i\n  s += x[i,j]\n end\n for j=0..i\n  y[i,j] = s\n end\nend\n", "whole"},
      {"for i=0..49\n s = 0.0\n for j=0..59\n  s += x[i,j]\n  y[i,j] = s\n end\n for j=0..59\n  y[i,j] -= s\n "
       "end\nend\n",
       "whole"},
      {"for i=0..49\n s = 0.0\n for j=0..59\n  s += x[i,j]\n end\n for j=1..59\n  y[i,j] = y[i,j-1] + s\n end\nend\n",
       "whole"},
      // an element that is read, stored and read again in one sum
      {"for i=0..49\n s = 0.0\n for j=0..58\n  s += y[i,j]\n  y[i,j] = j\n  s += y[i,j]\n end\n for j=0..59\n  x[i,j] "
       "= "
       "s\n end\nend\n",
       "whole"},
      // sums of an element that an inner loop stores several times
      {"for i=0..49\n s = 0.0\n for j=0..59\n  for q=0..4\n   y[i,j] += q\n   s += y[i,j]\n  end\n end\n for j=0..59\n "
       " x[i,j] = s\n end\nend\n",
       "whole"},
      // no map: a sum over all rows
      {"for i=0..49\n s = 0.0\n for j=0..59\n  s += x[i,j]\n end\n for j=0..59\n  y[i,j] = s\n end\n t += s\nend\n",
       "whole"},
  };
  for (const Case& c : cases) CHECK_MESSAGE(parts(c.loop) == c.parts, std::string(c.loop));
}
