// Loops whose iterations before and behind one are maps: where they are split, and what the parts are.
#include "analysis/loops/iteration_split.h"

#include <doctest/doctest.h>

#include "analysis/recognize/nest_split.h"
#include "analysis/recognize/plan_loop.h"
#include "ir/print_ir.h"
#include "tests/analysis/lowering.h"

using namespace qc;

namespace {

const char* const kInputs = "x = zeros(50)\nl = zeros(50)\nd = zeros(50,50)\nv = ivec(50)\nk = 7\np = 3\nt = 0.0\n";

// "i = k" and, of inner loops, " {j = k}"; "none" where the loop is not split.
std::string splits(const std::string& loop) {
  const LoopNest nest = qc_test::lower_one(kInputs + loop + "print t\n");
  const PlanResult planned = plan_loop(nest);
  const ir::Function& f = planned.nest_of(nest).function;
  const auto of = [&](const LoopPlan& p) {
    return p.split_at ? p.loops[0].name + " = " + ir::print(f, *p.split_at) : std::string("none");
  };
  std::string out = of(planned.plan);
  for (const LoopPlan& inner : planned.inner) out += " {" + of(inner) + "}";
  return out;
}

std::string parts(const std::string& loop) {
  const LoopNest nest = qc_test::lower_one(kInputs + loop + "print t\n");
  const PlanResult planned = plan_loop(nest);
  const auto cut = split_nest(planned.nest_of(nest), planned);
  if (!cut) return "whole";
  std::string out;
  for (const DistributedNest::Part& p : cut->parts)
    out += (out.empty() ? "" : " | ") + qc_test::described(p.usual.planned.plan);
  return out;
}

}  // namespace

TEST_CASE("a loop is split at the iteration that sets what all of them use") {
  struct Case {
    const char *loop, *split;
  };
  const Case cases[] = {
      {"for i=0..49\n x[i] = x[i] + x[0]\nend\n", "i = 0"},
      {"for i=0..49\n x[i] = x[i]/x[k]\nend\n", "i = k"},
      {"for i=0..49\n x[i] -= x[k]*l[i]\nend\n", "i = k"},
      {"for i=49..-1..0\n x[i] -= x[k]*l[i]\nend\n", "i = k"},
      {"for i=1..48\n x[i+1] = x[i+1] + x[k]\nend\n", "i = k-1"},
      {"for i=0..49\n x[49-i] = x[49-i] + x[k]\nend\n", "i = 49-k"},
      // the element that stays is the one that is set
      {"for i=0..49\n x[k] = l[i]\n t = x[i]\n l[i] = t\nend\n", "none"},
      {"for i=0..49\n for j=0..49\n  d[i,j] = min(d[i,j], d[i,k] + d[k,j])\n end\nend\n", "i = k {j = k}"},
      {"for q=0..49\n for i=0..49\n  for j=0..49\n   d[i,j] = min(d[i,j], d[i,q] + d[q,j])\n  end\n end\nend\n",
       "none {i = q} {j = q}"},
      {"for i=0..49\n for j=0..49\n  d[i,j] -= d[k,j]*l[i]\n end\nend\n", "i = k {none}"},
      // near misses: two such elements, the element before, a step of two, a place that is data or that the loop moves,
      // a running value beside it
      {"for i=0..49\n x[i] = x[k] + x[p]\nend\n", "none"},
      {"for i=1..49\n x[i] = x[i-1] + x[k]\nend\n", "none"},
      {"for i=0..49\n for j=1..49\n  d[i,j] = d[i,j-1] + d[k,j]\n end\nend\n", "i = k {none}"},
      {"for i=0..2..49\n x[i] = x[i] + x[k]\nend\n", "none"},
      {"for i=0..49\n x[i] = x[i] + x[v[3]]\nend\n", "none"},
      {"for i=0..49\n k = k + 1\n x[i] = x[i] + x[k]\nend\n", "none"},
      {"for i=0..49\n t = t*0.5 + x[k]\n x[i] = t\nend\n", "none"},
      // places of other arrays, or that are only read, are no iterations to try; what is set there counts
      {"for i=0..49\n x[i] = x[i] + l[p] + l[3] + x[k]\nend\n", "i = k"},
      {"for i=0..49\n x[i] = l[i]*l[p] + l[3] + x[k]\nend\n", "i = k"},
      {"for i=0..49\n d[k,i] = d[i,3]*2\nend\n", "i = k"},
      // a number that both places hang on
      {"for i=0..40\n x[i+v[3]] += x[v[3]+k]\nend\n", "i = k"},
      // not in each iteration
      {"for i=0..49\n if l[i] > 0\n  x[i] = x[i]*2\n end\n d[0,i] = x[k]\nend\n", "none"},
      {"for i=0..49\n x[i] = l[i]*2\n if l[i] > 0\n  d[0,i] = x[k]\n end\nend\n", "none"},
      {"for i=0..49\n if l[i] > 0\n  x[i] = x[i] + x[k]\n end\nend\n", "none"},
  };
  for (const Case& c : cases) CHECK_MESSAGE(splits(c.loop) == c.split, std::string(c.loop));
}

TEST_CASE("the iterations before a split, at it and behind it are maps") {
  CHECK(parts("for i=0..49\n x[i] -= x[k]*l[i]\nend\n") == "map i | map i | map i");
  CHECK(parts("for i=0..49\n for j=0..49\n  d[i,j] = min(d[i,j], d[i,k] + d[k,j])\n end\nend\n") ==
        "map i,j | map i,j | map i,j | map i,j | map i,j | map i,j | map i,j | map i,j | map i,j");
  CHECK(parts("for i=0..49\n for j=0..49\n  d[i,j] -= d[k,j]*l[i]\n end\nend\n") == "map i,j | map i,j | map i,j");
  // inner loops that join floats in another order than the nest does
  CHECK(parts("for i=0..49\n s = 0.0\n for j=0..49\n  s += d[i,j]\n end\n x[i] = s*x[k]\nend\n") == "whole");
  CHECK(parts("for i=1..49\n x[i] = x[i-1] + x[k]\nend\n") == "whole");
  CHECK(parts("for i=0..49\n s = 0.0\n for j=0..49\n  s += d[i,j]\n end\n for j=0..49\n  d[i,j] = s\n end\n x[i] = "
              "s*x[k]\nend\n") == "whole");
  // parts that read from copies
  CHECK(parts("for i=0..48\n x[i] = x[i+1] + x[k]\nend\n") == "whole");
  // an iteration that is more than a loop
  CHECK(parts("for i=0..49\n for j=0..49\n  d[i,j] -= d[k,j]*l[i]\n end\n l[i] = 2\nend\n") == "map i | map i | map i");
}
