#include "analysis/recognize/nest_distribution.h"

#include <doctest/doctest.h>

#include <functional>

#include "analysis/recognize/plan_loop.h"
#include "ir/print_ir.h"
#include "tests/analysis/lowering.h"

using namespace qc;

namespace {

std::optional<DistributedNest> cut(const std::string& loop) {
  const LoopNest nest = qc_test::lower_one(
      "x = zeros(50,60)\ny = zeros(50,60)\na = zeros(50,60)\nz = zeros(50)\nv = zeros(50)\nu = zeros(60)\nk = "
      "ivec(50)\nt = 0.0\nm = 3\n" +
      loop + "print t, m\n");
  const PlanResult planned = plan_loop(nest);
  return distribute_nest(planned.nest_of(nest), planned);
}

std::vector<std::string> texts(const std::string& loop) {
  std::vector<std::string> out;
  if (const auto parts = cut(loop))
    for (const DistributedNest::Part& p : parts->parts) out.push_back(ir::print(p.usual.nest.function));
  return out;
}

// The parts of the first loop, "partial i,j + s | map i,j"; "whole" where it is not cut.
std::string parts(const std::string& loop) {
  const auto found = cut(loop);
  if (!found) return "whole";
  std::string out;
  for (const DistributedNest::Part& p : found->parts)
    out += (out.empty() ? "" : " | ") + qc_test::described(p.usual.planned.plan) +
           (p.in_order ? " or " + qc_test::described(p.in_order->planned.plan) : "");
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
      // a product of matrices, whose sums may stay in the order of the text, and rows that are read once
      {"for i=0..49\n for j=0..59\n  y[i,j] *= 2\n end\n for q=0..9\n  for j=0..59\n   y[i,j] += x[i,q]*x[q,j]\n  "
       "end\n end\nend\n",
       "map i,j | partial i,q,j + y[i,j] or map i,j"},
      {"for i=0..49\n for j=0..59\n  y[i,j] *= 2\n end\n for q=0..1\n  for j=0..29\n   y[i,j] += x[i,2*j+q]\n  end\n "
       "end\nend\n",
       "map i,j | partial i,q,j + y[i,j]"},
      // sums of an element for each row are in the order of the text as they are
      {"for i=0..49\n for j=0..59\n  y[i,j] *= 2\n end\n for q=0..9\n  for j=0..59\n   z[i] += x[i,q]*x[q,j]\n  "
       "end\n end\nend\n",
       "map i,j | partial i,q,j + z[i]"},
      // what stores stays one loop, whatever it stores
      {"for i=0..49\n s = 0.0\n for j=0..59\n  y[i,j] = 2*x[i,j]\n  a[i,j] = x[i,j] + 1\n  s += y[i,j]\n end\n for "
       "j=0..59\n  y[i,j] -= s\n end\nend\n",
       "map i | map i,j | partial i,j + s | map i,j"},
      // two inner loops in each other that store and sum up
      {"for i=0..49\n s = 0.0\n for j=0..9\n  for q=0..5\n   y[i,6*j+q] = 2*x[i,6*j+q]\n   s += y[i,6*j+q]\n  end\n "
       "end\n for j=0..59\n  a[i,j] = s\n end\nend\n",
       "map i | map i,j,q | partial i,j,q + s | map i,j"},
      // a start whose loop comes behind a store
      {"for i=0..49\n s = 0.0\n z[i] = 1\n for j=0..59\n  s += x[i,j]\n end\n for j=0..59\n  y[i,j] = s\n end\nend\n",
       "map i | partial i,j + s | map i,j"},
      // a start that something else reads, one that is set again, and one of what changes before the loop
      {"for i=0..49\n s = v[i]\n w = s + 1\n for j=0..59\n  s += x[i,j]\n end\n for j=0..59\n  y[i,j] = s + w\n "
       "end\nend\n",
       "map i | partial i,j + s | map i,j"},
      {"for i=0..49\n w = v[i]\n s = w\n w = z[i]\n for j=0..59\n  s += x[i,j]\n end\n for j=0..59\n  y[i,j] = s + w\n "
       "end\nend\n",
       "map i | partial i,j + s | map i,j"},
      // a loop behind which its iteration goes on
      {"for i=0..49\n s = 0.0\n w = 0.0\n for j=0..59\n  for q=0..4\n   w += x[q,j]\n  end\n  s += x[i,j]\n end\n for "
       "j=0..59\n  y[i,j] = s + w\n end\nend\n",
       "partial i,j + s + w | map i,j"},
      // a value that only some elements have, and the last one
      {"for i=0..49\n s = 0.0\n for j=0..59\n  if x[i,j] > 0\n   w = x[i,j]*2\n   y[i,j] = w\n  end\n  s += x[i,j]\n "
       "end\n for j=0..59\n  a[i,j] = s\n end\nend\n",
       "map i | map i,j | partial i,j + s | map i,j"},
      {"for i=0..49\n s = 0.0\n for j=0..59\n  w = x[i,j]*2\n  y[i,j] = w\n  s += x[i,j]\n end\n v[i] = w\n for "
       "j=0..59\n  a[i,j] = s\n end\nend\n",
       "whole"},
      // one that is read before it is set
      {"for i=0..49\n s = 0.0\n w = v[i]\n for j=0..59\n  y[i,j] = w\n  w = z[i]*2\n  s += x[i,j]\n end\n for "
       "j=0..59\n  a[i,j] = s\n end\nend\n",
       "map i | map i,j | partial i,j + s | map i,j"},
      // near misses: bins in a row
      {"for i=0..49\n for j=0..49\n  y[i,k[j]] += x[i,j]\n end\n for j=0..59\n  a[i,j] = 2*x[i,j]\n end\nend\n",
       "whole"},
      // steps that are not known
      {"for i=0..m..49\n for j=0..59\n  y[i,j] = x[i,j]\n end\n for j=0..59\n  a[i,j] = 2*x[i,j]\n end\nend\n",
       "whole"},
      {"for i=0..49\n s = 0.0\n for j=0..m..59\n  y[i,j] = x[i,j]\n  s += y[i,j]\n end\n for j=0..59\n  a[i,j] = s\n "
       "end\nend\n",
       "whole"},
      // near misses: bins that are in order
      {"for i=0..49\n for j=0..59\n  y[i,j] = 2*x[i,j]\n end\n z[k[i]] = max(z[k[i]], u[i])\n z[k[i]] += 1\nend\n",
       "whole"},
      // near misses: a remainder that may fail; ends that hang on the row
      {"for i=0..49\n s = 0.0\n for j=0..59\n  s += x[i,j]\n end\n for j=0..59\n  y[i,j] = s + mod(j, k[i])\n "
       "end\nend\n",
       "whole"},
      {"for i=0..49\n s = 0.0\n for j=0..k[i]\n  y[i,j] = x[i,j]\n  s += y[i,j]\n end\n for j=0..59\n  a[i,j] = s\n "
       "end\nend\n",
       "whole"},
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
  };
  for (const Case& c : cases) CHECK_MESSAGE(parts(c.loop) == c.parts, std::string(c.loop));
}

TEST_CASE("a nest of many statements stays whole") {
  const auto of_statements = [](int n) {  // of the loop, two of them inner loops
    std::string loop = "for i=0..49\n";
    for (int k = 0; k < n - 2; ++k) loop += " z[i] = z[i]*2\n";
    return parts(loop + " for j=0..59\n  y[i,j] = z[i]\n end\n for j=0..59\n  u[j] += x[i,j]*z[i]\n end\nend\n");
  };
  CHECK(of_statements(24) == "map i | map i,j | partial i,j + u[j]");
  CHECK(of_statements(25) == "whole");
  const auto inside = [](int n) {  // of an inner loop
    std::string loop = "for i=0..49\n s = 0.0\n for j=0..59\n";
    for (int k = 0; k < n - 1; ++k) loop += "  y[i,j] = y[i,j]*2\n";
    return parts(loop + "  s += y[i,j]\n end\n for j=0..59\n  a[i,j] = s\n end\nend\n");
  };
  CHECK(inside(24) == "map i | map i,j | partial i,j + s | map i,j");
  CHECK(inside(25) == "whole");
}

TEST_CASE("the start of what a loop sums up stays in front of what minds") {
  const auto goes_behind = [](const std::string& start, const std::string& then, const std::string& w = "0.0",
                              std::string shown = "") {
    if (shown.empty()) shown = start;
    const std::string loop = "for i=0..49\n w = " + w + "\n " + start + "\n if z[i] > 0\n  " + then +
                             "\n end\n for j=0..59\n  s += x[i,j]\n end\n for j=0..59\n  y[i,j] = s + w\n end\nend\n";
    CHECK(parts(loop) == "map i | partial i,j + s | map i,j");
    return texts(loop)[1].find(shown) != std::string::npos;
  };
  CHECK(goes_behind("s = 2", "v[i] = 3"));
  CHECK(goes_behind("s = v[i]", "w = 1.0"));
  CHECK_FALSE(goes_behind("s = v[i]", "z[i] = 1"));  // which may be v
  CHECK_FALSE(goes_behind("s = v[i]", "s = 1.0"));
  CHECK_FALSE(goes_behind("s = 3", "z[i] = s"));
  const std::string some = "0.0\n if u[i] > 1\n  w = 3.0\n end";
  CHECK(goes_behind("s = w+1", "v[i] = 2.0", some, "]+1.0"));  // of a value that was handed on
  CHECK_FALSE(goes_behind("s = w+1", "w = 2.0", some, "]+1.0"));
}

TEST_CASE("only plans that hold for all values, or none that is parallel, are cut") {
  const std::string declared = "x = zeros(50,60)\ny = zeros(50,60)\nz = zeros(50)\nu = zeros(60)\nt = 0.0\n";
  const auto may = [&](const std::string& loop, const std::function<void(LoopNest&, PlanResult&)>& change) {
    LoopNest nest = qc_test::lower_one(declared + loop + "print t\n");
    PlanResult planned = plan_loop(nest);
    CHECK(may_distribute(nest, planned));
    change(nest, planned);
    return may_distribute(nest, planned);
  };
  const std::string map =
                        "for i=0..49\n for j=0..59\n  y[i,j] = x[i,j]\n end\n for j=0..59\n  y[i,j] *= 2\n end\nend\n",
                    serial =
                        "for i=0..49\n for j=0..59\n  z[i] += x[i,j]\n end\n for j=0..59\n  u[j] += x[i,j]*z[i]\n "
                        "end\nend\n";
  for (const std::string& loop : {map, serial}) {
    CHECK(may(loop, [](LoopNest&, PlanResult&) {}));
    CHECK_FALSE(may(loop, [](LoopNest&, PlanResult& p) { p.inner.clear(); }));
    CHECK_FALSE(may(loop, [](LoopNest&, PlanResult& p) { p.plan.verdict = Verdict::Interpreted; }));
    CHECK_FALSE(may(loop, [](LoopNest&, PlanResult& p) { p.plan.stages.emplace_back(); }));
    CHECK_FALSE(may(loop, [](LoopNest& n, PlanResult& p) { p.copying = n; }));
    CHECK_FALSE(may(loop, [](LoopNest&, PlanResult& p) {
      p.diagnostics.push_back({"Q0502", Severity::Warning, {}, "", "", {}});
    }));
    CHECK_FALSE(may(loop, [](LoopNest& n, PlanResult&) { n.updated_in_place.push_back({"x", true}); }));
  }
  CHECK_FALSE(may(map, [](LoopNest&, PlanResult& p) { p.plan.verdict = Verdict::Bins; }));
  CHECK_FALSE(may(map, [](LoopNest&, PlanResult& p) { p.plan.in_order = "so"; }));
  CHECK_FALSE(may(serial, [](LoopNest& n, PlanResult&) { n.hint = ast::LoopHint::ForceSerial; }));
}

TEST_CASE("what a part needs of those before it is handed on, and nothing else") {
  // How many arrays the parts hand on.
  const auto handed = [](const std::string& body) {
    const auto found = cut("for i=0..49\n" + body + "end\n");
    return found ? int(found->kept.size()) : -1;
  };
  const std::string first = " w = z[i]\n v[i] = w\n for j=0..59\n  y[i,j] = x[i,j]\n end\n",
                    last = " for j=0..59\n  a[i,j] = x[i,j]\n end\n", reads = " for j=0..59\n  a[i,j] = w\n end\n";
  CHECK(handed(first + last) == 0);
  CHECK(handed(first + reads) == 1);
  // set by some iterations: the others keep what it was, if something reads it then
  CHECK(handed(first + " if x[i,0] > 0\n  w = 2.0*x[i,1]\n  v[i] = w\n end\n" + last) == 0);
  CHECK(handed(first + " if x[i,0] > 0\n  w = 2.0*x[i,1]\n end\n" + reads) == 2);
  CHECK(handed(first + " w = 2.0*x[i,1]\n v[i] += w\n" + reads) == 1);
  CHECK(handed(first + " if x[i,0] > 0\n  w = 2.0*x[i,1]\n  v[i] = w\n end\n" + last +
               " w = x[i,2]\n for j=0..59\n  y[i,j] += w\n end\n") == 1);
}

TEST_CASE("counters that are used after the nest are every part's") {
  const auto found =
      cut("for i=0..49\n for j=0..59\n  y[i,j] = x[i,j]\n end\n for j=0..59\n  a[i,j] = y[i,j]\n end\nend\nprint i\n");
  REQUIRE(found);
  for (const DistributedNest::Part& p : found->parts) CHECK(p.usual.nest.function.outputs.size() == 1);
}

TEST_CASE("nests of other verdicts and with copies stay whole") {
  const auto beside = [](const std::string& statements) {
    return parts("for i=0..48\n" + statements + " for j=0..59\n  y[i,j] = x[i,j]\n end\nend\n");
  };
  CHECK(beside(" for j=0..59\n  z[k[i]] += x[i,j]\n end\n") == "whole");  // bins
  CHECK(beside(" for j=0..59\n  a[i,j] = a[i+1,j]\n end\n") == "whole");  // reads what it overwrites
  CHECK(beside(" for j=0..59\n  u[j] = x[i,j]\n end\n for j=0..59\n  a[i,j] = u[59-j]\n end\n") ==
        "whole");  // its own row
  CHECK(beside(" t = 0.5*t + z[i]\n v[i] = t\n for j=0..59\n  a[i,j] = v[i]\n end\n") == "whole");
}

TEST_CASE("a nest that runs in order is cut between statements that are in no circle") {
  struct Case {
    const char *loop, *parts;
  };
  const Case cases[] = {
      // sums of rows, and of columns that need them
      {"for i=0..49\n for j=0..59\n  z[i] += x[i,j]\n end\n for j=0..59\n  u[j] += x[i,j]*z[i]\n end\nend\n",
       "partial i,j + z[i] | partial i,j + u[j]"},
      // one inner loop that holds both
      {"for i=0..49\n v[i] = 0\n for j=0..59\n  u[j] += x[i,j]*z[i]\n  v[i] += x[i,j]\n end\nend\n",
       "map i | partial i,j + u[j] | partial i,j + v[i]"},
      // a sum over all rows beside a map
      {"for i=0..49\n s = 0.0\n for j=0..59\n  s += x[i,j]\n end\n for j=0..59\n  y[i,j] = s\n end\n t += s\nend\n",
       "partial i,j + s | map i,j | reduction i + t"},
      // a running value that rows use
      {"for i=0..49\n t += z[i]\n for j=0..59\n  y[i,j] = x[i,j]*t\n end\nend\n", "scan i + t | map i,j"},
      // what some iterations set and none behind them reads
      {"for i=0..49\n if z[i] > 0\n  w = z[i]\n  v[i] = w\n end\n for j=0..59\n  y[i,j] = x[i,j]*v[i]\n end\n for "
       "j=0..59\n  u[j] += y[i,j]\n end\nend\n",
       "map i | map i,j | partial i,j + u[j]"},
      // a value that two statements read, one of which sets it anew
      {"for i=0..49\n w = z[i]\n v[i] = w\n w = w + 1\n for j=0..59\n  y[i,j] = w\n end\n for j=0..59\n  u[j] += "
       "x[i,j]*w\n end\nend\n",
       "map i | map i,j | partial i,j + u[j]"},
      // what is set from what the text sets later, in the iteration before
      {"for i=1..49\n w = a[i-1,0]\n for j=0..59\n  y[i,j] = w\n end\n for j=0..59\n  a[i,j] = x[i,j]\n end\nend\n",
       "map i,j | map i | map i,j"},
      // a value that is set anew between two loops
      {"for i=0..49\n w = z[i]\n for j=0..59\n  u[j] += x[i,j]*w\n end\n w = w + 1\n for j=0..59\n  y[i,j] = w\n "
       "end\nend\n",
       "map i | partial i,j + u[j] | map i | map i,j"},
      {"for i=0..49\n for j=0..59\n  z[floor(i/m)] += x[i,j]\n end\n for j=0..59\n  y[i,j] = z[floor(i/m)]\n "
       "end\nend\n",
       "whole"},
      {"for i=0..49\n for j=0..59\n  z[i] += x[i,j]\n end\n for j=0..59\n  u[j] += "
       "z[k[0]*floor(i/k[0])+mod(i,k[0])]*x[i,j]\n end\nend\n",
       "whole"},
      {"for i=0..49\n for j=0..59\n  z[k[0]*floor(i/k[0])+mod(i,k[0])] += x[i,j]\n end\n for j=0..59\n  u[j] += "
       "z[i]*x[i,j]\n end\nend\n",
       "whole"},
      // a value that is read, then made anew for the next iteration by what the loop leaves alone
      {"for i=0..49\n for j=0..59\n  u[j] += x[i,j]*t\n end\n for j=0..59\n  y[i,j] = t\n end\n t = t + z[i]\nend\n",
       "whole"},
      // what the text sets later is needed first
      {"for i=1..49\n for j=0..59\n  u[j] += y[i-1,j]\n end\n for j=0..59\n  y[i,j] = x[i,j]\n end\nend\n",
       "map i,j | partial i,j + u[j]"},
      {"for i=0..48\n for j=0..59\n  u[j] += y[i+1,j]\n end\n for j=0..59\n  y[i,j] = x[i,j]\n end\nend\n",
       "partial i,j + u[j] | map i,j"},
      // near misses: a circle through w, a running column that is read, a value of the iteration before, a
      // recurrence, the word of the programmer
      {"for i=0..49\n for j=0..59\n  u[j] += x[i,j]\n end\n for j=0..59\n  y[i,j] = u[j]\n end\nend\n", "whole"},
      {"for i=0..49\n z[i] = u[0]\n for j=0..59\n  u[j] += x[i,j]*z[i]\n end\nend\n", "whole"},
      {"for i=0..49\n for j=0..59\n  y[i,j] = t\n end\n t = z[i]*t\nend\n", "whole"},
      {"for i=1..49\n for j=1..59\n  y[i,j] = y[i-1,j] + y[i,j-1]\n end\n for j=0..59\n  u[j] += x[i,j]\n end\nend\n",
       "whole"},
      // what some iterations set is used after the loop
      {"for i=0..49\n if z[i] > 0\n  t = z[i]\n end\n for j=0..59\n  y[i,j] = x[i,j]\n end\n if v[i] > 0\n  t = v[i]\n "
       "end\nend\n",
       "whole"},
      // the value of the iteration before
      {"for i=0..49\n for j=0..59\n  y[i,j] = t\n end\n t = z[i]\nend\n", "whole"},
      // loops that do not stand alone in an inner loop stay together
      {"for i=0..49\n v[i] = 0\n for j=0..59\n  for q=0..4\n   u[j] += x[i,q]\n  end\n  v[i] += x[i,j]\n end\nend\n",
       "map i | bins i,j + v[i] + u[j]"},
      // a start that reads what its loop's text has just stored
      {"for i=0..49\n z[i] = 2*v[i]\n s = z[i]\n w = s\n z[i] = w + 1\n for j=0..59\n  s += x[i,j]\n end\n for "
       "j=0..59\n  "
       "y[i,j] = s\n end\nend\n",
       "map i | partial i,j + s | map i,j"},
      // places whose quotient would have to be asked for
      {"for i=0..49\n for j=0..59\n  z[floor(i/k[0])] += x[i,j]\n end\n for j=0..59\n  y[i,j] = z[floor(i/k[0])]\n "
       "end\nend\n",
       "whole"},
      {"{!serial for}\nfor i=0..49\n for j=0..59\n  z[i] += x[i,j]\n end\n for j=0..59\n  u[j] += x[i,j]*z[i]\n "
       "end\nend\n",
       "whole"},
      {"{!interpreted for}\nfor i=0..49\n for j=0..59\n  z[i] += x[i,j]\n end\n for j=0..59\n  u[j] += x[i,j]*z[i]\n "
       "end\nend\n",
       "whole"},
  };
  for (const Case& c : cases) CHECK_MESSAGE(parts(c.loop) == c.parts, std::string(c.loop));
}
