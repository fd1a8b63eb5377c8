#include "analysis/recognize/loop_interchange.h"

#include <doctest/doctest.h>

#include <functional>

#include "analysis/recognize/plan_loop.h"
#include "tests/analysis/lowering.h"

using namespace qc;

namespace {

std::string interchanged(const std::string& loop) {
  const LoopNest nest = qc_test::lower_one(
      "x = zeros(50,60)\ny = zeros(50,60)\nz = zeros(50)\nt = 0.0\nk = ivec(50)\nm = 0\n"
      "c = 1j\no = true\nn : int8 = 0\nb = ivec(50) > 1\n" +
      loop + "print t, m, c, o, b, n\n");
  const auto other = interchange_loops(nest, plan_loop(nest), {1, 0});
  return other ? qc_test::described(plan_loop(*other).plan) : "as written";
}
std::string of_body(const std::string& body) {
  return interchanged("for j=0..59\n for i=0..49\n" + body + " end\nend\n");
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

TEST_CASE("what an accumulator hangs on decides whether loops change places") {
  CHECK(of_body("  z[k[i]] += x[i,j]\n") == "bins i,j + z[k[i]]");
  CHECK(of_body("  if k[i] > m\n   m = k[i]\n  end\n") == "reduction i,j max m");
  CHECK(of_body("  if x[i,j] <= t\n   t = x[i,j]\n  end\n") == "as written");
  CHECK(of_body("  t /= x[i,j]\n") == "as written");
  CHECK(of_body("  c *= complex(x[i,j], 1)\n") == "as written");
  // ends that are no counters, truth values, what a NaN decides
  CHECK(interchanged("for j=0..m\n for i=0..m\n  y[i,j] = x[i,j]*2\n end\nend\n") == "map i,j");
  CHECK(of_body("  o = o && x[i,j] > 3\n") == "reduction i,j && o");
  CHECK(of_body("  t = t > x[i,j] ? t : x[i,j]\n") == "as written");
  CHECK(of_body("  n = max(n, k[i])\n") == "as written");  // where one wraps, the loop runs in order
  CHECK(of_body("  if o\n   o = x[i,j] > 3\n  end\n") == "reduction i,j && o");
  // bins in order, copies of what is overwritten, elements that are kept, arrays of the iteration
  CHECK(of_body("  z[k[i]] = max(z[k[i]], x[i,j])\n  z[k[j]] += 1\n") == "as written");
  CHECK(of_body("  b[k[i]] = b[k[i]] && x[i,j] > 3\n") == "as written");
  CHECK(interchanged("for j=0..58\n for i=0..49\n  x[i,j] = x[i,j+1]\n end\nend\n") == "as written");
  CHECK(of_body("  w = zeros(2)\n  w[mod(i,2)] = x[i,j]\n  y[i,j] = w[mod(j,2)]\n") == "as written");
  CHECK(of_body("  if x[i,j] > z[3]\n   z[3] = x[i,j]\n  end\n") == "as written");
}

TEST_CASE("a plan that hangs on values, or needs more than its nest, is no plain one") {
  LoopNest nest = qc_test::lower_one("x = zeros(50)\nfor i=0..49\n x[i] = 2*x[i]\nend\n");
  const PlanResult plain = plan_loop(nest);
  CHECK(is_plain_plan(nest, plain));
  const std::function<void(PlanResult&)> changes[] = {
      [](PlanResult& p) { p.plan.verdict = Verdict::Serial; },
      [](PlanResult& p) { p.plan.speculates = true; },
      [](PlanResult& p) { p.plan.may_misspeculate = true; },
      [](PlanResult& p) { p.plan.private_arrays.push_back(0); },
      [](PlanResult& p) { p.plan.stages.emplace_back(); },
      [&](PlanResult& p) { p.copying = nest; },
      [](PlanResult& p) {
        p.diagnostics.push_back({"Q0502", Severity::Warning, {}, "", "", {}});
      },
  };
  for (const auto& change : changes) {
    PlanResult other = plain;
    change(other);
    CHECK_FALSE(is_plain_plan(nest, other));
  }
  nest.updated_in_place.push_back({"x", true});
  CHECK_FALSE(is_plain_plan(nest, plain));
}
