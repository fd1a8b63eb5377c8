// What is found of a nest that is being judged, without the rules that find it.
#include "analysis/recognize/judged_nest.h"

#include <doctest/doctest.h>

#include "ir/build.h"
#include "ir/linear_sum.h"

using namespace qc;
using namespace qc::ir;

namespace {

// for i = 0..9, for j = 0..9: x = 1; y = 2
struct Nest {
  Function f;
  VarId i = f.add_var("i", Elem::I64), j = f.add_var("j", Elem::I64), x = f.add_var("x", Elem::F32),
        y = f.add_var("y", Elem::F32);
  Block body = {{Assign{x, float_const(1, Elem::F32)}, {0, 5, 6}}, {Assign{y, float_const(2, Elem::F32)}, {0, 7, 8}}};
  For outer{i, int_const(0), int_const(1), int_const(9), {}, 0},
      inner{j, int_const(0), int_const(1), int_const(9), {}, 0};
  std::vector<const For*> covered = {&outer, &inner};
  JudgedNest judged{f, covered, body};
};

Accumulator summed(VarId v) {
  Accumulator a;
  a.op = ReduceOp::Add;
  a.var = v;
  return a;
}

}  // namespace

TEST_CASE("a condition is required once, whichever side is named first") {
  Nest n;
  const ExprP a = var(n.f, n.i), b = var(n.f, n.j);
  n.judged.require(binary(BinaryOp::Lt, a, b));
  n.judged.require(binary(BinaryOp::Lt, a, b));
  n.judged.require(binary(BinaryOp::Gt, b, a));
  CHECK(n.judged.out.plan.conditions.size() == 1);
  CHECK(n.judged.out.plan.checks == std::vector<std::string>{"i<j"});
  n.judged.require(binary(BinaryOp::Lt, b, a));
  CHECK(n.judged.out.plan.conditions.size() == 2);
  n.judged.require(binary(BinaryOp::Ge, a, b));  // no other side of j < i
  CHECK(n.judged.out.plan.conditions.size() == 3);
  n.judged.require(unary(UnaryOp::Not, binary(BinaryOp::Lt, a, b)));
  CHECK(n.judged.out.plan.conditions.size() == 4);
}

TEST_CASE("problems keep their order, lost updates are marked") {
  Nest n;
  n.f.add_array({});
  n.judged.problem(Problem::Kind::Proved, "R001", "first", {0, 1, 2}, "x");
  n.judged.lost_update("R012", "second", {0, 3, 4}, 0);
  REQUIRE(n.judged.out.problems.size() == 2);
  CHECK_FALSE(n.judged.out.problems[0].loses_updates);
  CHECK(n.judged.out.problems[1].loses_updates);
  CHECK(n.judged.out.problems[1].kind == Problem::Kind::Undecided);
  CHECK_FALSE(n.judged.out.accepted());
}

TEST_CASE("levels count the covered loops, variables know where they are assigned first") {
  Nest n;
  CHECK(n.judged.all_levels() == std::vector<int>{0, 1});
  CHECK(n.judged.first_assignment(n.y).begin == 7);
  CHECK_FALSE(n.judged.first_assignment(n.i).valid());
  CHECK_FALSE(n.judged.live_after(n.x));
  n.f.outputs = {n.x};
  CHECK(n.judged.live_after(n.x));
}

TEST_CASE("a loop runs surely where its bounds are constants that leave an iteration") {
  const auto loop = [](std::int64_t lo, std::int64_t step, std::int64_t hi) {
    return For{0, int_const(lo), int_const(step), int_const(hi), {}, 0};
  };
  CHECK(runs_surely(loop(0, 1, 0)));
  CHECK(runs_surely(loop(3, -1, 0)));
  CHECK_FALSE(runs_surely(loop(1, 1, 0)));
  CHECK_FALSE(runs_surely(loop(0, -1, 3)));
  CHECK_FALSE(runs_surely(loop(0, 0, 3)));
  Nest n;
  CHECK_FALSE(runs_surely(For{0, int_const(0), int_const(1), var(n.f, n.i), {}, 0}));
}

TEST_CASE("a minimum with companions keeps its place") {
  UpdateForm form;
  form.op = ReduceOp::Min;
  Accumulator a;
  take_form(a, form, {});
  CHECK(a.op == ReduceOp::Min);
  form.companions = {3};
  take_form(a, form, {0, 1, 2});
  CHECK(a.op == ReduceOp::ArgMin);
  CHECK(a.companions == std::vector<VarId>{3});
  form.op = ReduceOp::Max;
  take_form(a, form, {});
  CHECK(a.op == ReduceOp::ArgMax);
}

TEST_CASE("running values are independent where none is a part of what another sums up") {
  RunningValues r;
  r.scans = {summed(1)};
  r.taints = {{1, 7}};
  CHECK(r.independent_of({}));
  CHECK(r.independent_of({summed(2)}));
  CHECK_FALSE(r.independent_of({summed(7)}));  // it adds up the running value
  r.scans.push_back(summed(3));
  r.taints.push_back({3});
  CHECK(r.independent_of({}));
  r.taints.push_back({1, 3});
  CHECK_FALSE(r.independent_of({}));
  Accumulator element = summed(2);
  element.element = Access{};
  r.taints.pop_back();
  CHECK_FALSE(r.independent_of({element}));
}
