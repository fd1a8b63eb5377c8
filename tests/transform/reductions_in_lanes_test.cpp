// Sums inside a nest that runs in order: which loops have lanes, and what stands in their place.
#include "transform/schedule/reductions_in_lanes.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "ir/build.h"
#include "ir/in_order_mark.h"
#include "ir/print_ir.h"

using namespace qc;
using namespace qc::ir;

namespace {

// for i=0..9: for j=0..n: s += x[j] end end, with the verdicts serial and reduction.
struct Sums {
  LoopNest nest;
  PlanResult result;
  Function& f = nest.function;
  VarId i = f.add_var("i", Elem::I64), j = f.add_var("j", Elem::I64), n = f.add_var("n", Elem::I64);
  VarId s = f.add_var("s", Elem::F32), t = f.add_var("t", Elem::F32);
  ArrayId x = array("x");
  For inner{j, int_const(0), int_const(1), var(f, n), {}};
  Block before;  // the inner loop

  Sums() {
    f.kind = Function::Kind::LoopNest;
    f.params = {{Param::Kind::Array, x}, {Param::Kind::Scalar, n}, {Param::Kind::Scalar, s}};
    f.outputs = {s};
    set(s, add(var(f, s), read(var(f, j))));
    result.plan.reason = Reason{"R011", "", {}, {}, "", ""};
    result.plan.loops = {{i, "i", false, {}}};
    LoopPlan sum;
    sum.verdict = Verdict::Reduction;
    sum.loops = {{j, "j", true, {}}};
    sum.accumulators.emplace_back();
    sum.accumulators[0].var = s;
    result.inner = {sum};
  }
  ArrayId array(const char* name) {
    Array out;
    out.name = name;
    return f.add_array(out);
  }
  Access at(ExprP place, Boundary boundary = Boundary::Unchecked) const {
    return {x, {std::move(place)}, false, boundary, boundary == Boundary::Checked ? 0 : kNoSite};
  }
  ExprP read(ExprP place) const { return load(f, at(std::move(place))); }
  void set(VarId v, ExprP value) { inner.body.push_back({Assign{v, std::move(value)}, {}}); }
  Accumulator& accumulator() { return result.inner[0].accumulators[0]; }
  // The sum is that of the element x[i], at a place that is checked.
  void sum_up_element() {
    accumulator().var = kNoVar;
    accumulator().element = at(var(f, i), Boundary::Checked);
    const ExprP sum = add(load(f, *accumulator().element), read(var(f, j)));
    inner.body = {{Store{*accumulator().element, sum}, {}}};
  }
  std::string in_lanes() {
    Block body = before;
    body.push_back({inner, {}});
    f.body = {{For{i, int_const(0), int_const(1), int_const(9), std::move(body)}, {}}};
    return print(with_reductions_in_lanes(nest, result).function);
  }
  bool has_lanes() { return in_lanes().find("$lanes") != std::string::npos; }
};

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("whole rows of a sum go to lanes, what is left follows in order") {
  Sums sums;
  const std::string text = sums.in_lanes();
  CAPTURE(text);
  CHECK(contains(text, "if (32<=$n)\n"));
  CHECK(contains(text, "$lanes[$lane_1] = $lanes[$lane_1]+x[j]"));
  CHECK(contains(text, "$lanes[$lane_2] = $lanes[$lane_2]+$lanes[$lane_2+16]"));
  CHECK(contains(text, "s = s+$lanes[0]"));
  CHECK(contains(text, "for j=$lo..$hi\n"));
  CHECK(contains(text, "s = s+x[j]"));
}

TEST_CASE("an element that may be outside its array is looked at before") {
  Sums sums;
  sums.sum_up_element();
  const std::string text = sums.in_lanes();
  CAPTURE(text);
  CHECK(contains(text, "if (1<=$n && (0<=i && i<size(x,1)))"));
  CHECK(contains(text, "$lanes[$lane_1] = $lanes[$lane_1]+x[j]"));
  CHECK(contains(text, "$held = $held+$lanes[0]"));
}

TEST_CASE("loops without lanes") {
  const auto stays = [](const char* why, auto change) {
    Sums sums;
    change(sums);
    CHECK_MESSAGE(!sums.has_lanes(), why);
  };
  CHECK(Sums().has_lanes());
  stays("a nest that is marked", [](Sums& s) { s.result.plan.reason->code = "R017"; });
  stays("a nest that runs in parallel elsewhere", [](Sums& s) { s.result.plan.verdict = Verdict::Map; });
  stays("a loop that is marked", [](Sums& s) {
    s.before.push_back({Assign{s.f.add_var(kInOrderMark, Elem::I64), int_const(0)}, {}});
  });
  stays("a loop of another verdict", [](Sums& s) { s.result.inner[0].verdict = Verdict::Scan; });
  stays("a condition", [](Sums& s) { s.result.inner[0].conditions.push_back(bool_const(true)); });
  stays("copies", [](Sums& s) { s.result.inner[0].needs_copies = true; });
  stays("a comparison", [](Sums& s) { s.accumulator().compare_form = true; });
  stays("half precision", [](Sums& s) { s.accumulator().type = s.f.vars[s.s].type = Elem::F16; });
  stays("a step that is not known", [](Sums& s) { s.inner.step = var(s.f, s.n); });
  stays("elements that are far apart", [](Sums& s) {
    s.inner.body.clear();
    s.set(s.s, add(var(s.f, s.s), s.read(mul(int_const(3), var(s.f, s.j)))));
  });
  stays("a gather", [](Sums& s) {
    s.inner.body.clear();
    s.set(s.s, add(var(s.f, s.s), s.read(cast(Elem::I64, s.read(var(s.f, s.j))))));
  });
  stays("a branch", [](Sums& s) {
    s.inner.body = {{If{lt(var(s.f, s.j), int_const(5)), std::move(s.inner.body), {}}, {}}};
  });
  stays("another place for each iteration", [](Sums& s) {
    s.sum_up_element();
    s.accumulator().element->index = {var(s.f, s.j)};
  });
  stays("a sum that is read", [](Sums& s) { s.set(s.t, var(s.f, s.s)); });
  stays("ints alone", [](Sums& s) {
    s.accumulator().type = s.f.vars[s.s].type = Elem::I64;
    s.inner.body = {{Assign{s.s, add(var(s.f, s.s), var(s.f, s.j))}, {}}};
  });
}

TEST_CASE("variables of an iteration, and ints beside floats, are in the body of lanes") {
  Sums sums;
  sums.inner.body.clear();
  sums.set(sums.t, sums.read(var(sums.f, sums.j)));
  sums.set(sums.s, add(var(sums.f, sums.s), mul(var(sums.f, sums.t), var(sums.f, sums.t))));
  CHECK(sums.has_lanes());
  const VarId count = sums.f.add_var("count", Elem::I64);
  sums.set(count, add(var(sums.f, count), var(sums.f, sums.j)));
  Accumulator a;
  a.var = count;
  a.type = Elem::I64;
  sums.result.inner[0].accumulators.push_back(a);
  CHECK(contains(sums.in_lanes(), "count = count+$lanes_1[0]"));
}

TEST_CASE("places that the number of an iteration gives are those of a row and a lane") {
  Sums sums;
  sums.inner.step = int_const(2);
  sums.inner.lo = int_const(4);
  const ExprP round = round_of(sums.f, sums.inner);
  sums.inner.body.clear();
  sums.set(sums.s, add(var(sums.f, sums.s), sums.read(add(var(sums.f, sums.n), round))));
  const std::string text = sums.in_lanes();
  CAPTURE(text);
  CHECK(contains(text, "x[n+($row*32+$lane_1)]"));
  CHECK(contains(text, "s = s+x[n+int((j-4)/2)]"));
  sums.inner.step = int_const(3);
  CHECK(!sums.has_lanes());
}
