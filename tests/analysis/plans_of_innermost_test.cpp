// Which plan of those of loops inside a nest an innermost loop stands in.
#include "analysis/loops/plans_of_innermost.h"

#include <doctest/doctest.h>

#include <functional>

#include "ir/build.h"

using namespace qc;
using namespace qc::ir;

namespace {

// Loops of variables 1, 2, .. at the places 10, 20, ..
For loop(VarId v) { return {v, int_const(0), int_const(1), int_const(9), {}, 0}; }
Span place(VarId v) {
  Span s;
  s.begin = 10 * v;
  s.end = s.begin + 1;
  return s;
}

LoopPlan plan_of(Verdict verdict, std::vector<VarId> vars) {
  LoopPlan p;
  p.verdict = verdict;
  for (VarId v : vars) p.loops.push_back({v, "i", false, place(v)});
  return p;
}

const LoopPlan* found(const std::vector<LoopPlan>& plans, VarId v) {
  return PlansOfInnermost(plans).of(loop(v), place(v));
}
// What an end is that the plans have; "none".
std::string split(const std::vector<LoopPlan>& plans, VarId v) {
  const ExprP at = PlansOfInnermost(plans).split_of(loop(v), place(v));
  return at ? std::to_string(*as_int(*at)) : "none";
}

}  // namespace

TEST_CASE("the plan of a loop is that of which it is the last one") {
  const std::vector<LoopPlan> one = {plan_of(Verdict::Map, {1, 2})};
  CHECK(found(one, 2) == &one[0]);
  CHECK(found(one, 1) == nullptr);
  CHECK(found(one, 3) == nullptr);
  CHECK(PlansOfInnermost(one).of(loop(2), place(3)) == nullptr);
}

TEST_CASE("loops of one place have one plan where all have its verdict") {
  const std::vector<LoopPlan> alike = {plan_of(Verdict::Map, {1, 2}), plan_of(Verdict::Map, {2})},
                              others = {plan_of(Verdict::Map, {2}), plan_of(Verdict::Scan, {2})},
                              not_last = {plan_of(Verdict::Map, {2}), plan_of(Verdict::Map, {2, 1})},
                              first_not_last = {plan_of(Verdict::Map, {2, 1}), plan_of(Verdict::Map, {2})};
  CHECK(found(alike, 2) == &alike[0]);
  CHECK(found(others, 2) == nullptr);
  CHECK(found(not_last, 2) == nullptr);
  CHECK(found(first_not_last, 2) == nullptr);
}

TEST_CASE("a plan that hangs on values is none") {
  const std::function<void(LoopPlan&)> changes[] = {
      [](LoopPlan& p) { p.forced = true; },           [](LoopPlan& p) { p.conditions.push_back(bool_const(true)); },
      [](LoopPlan& p) { p.needs_copies = true; },     [](LoopPlan& p) { p.speculates = true; },
      [](LoopPlan& p) { p.may_misspeculate = true; }, [](LoopPlan& p) { p.stages.emplace_back(); },
  };
  for (const auto& change : changes) {
    std::vector<LoopPlan> plans = {plan_of(Verdict::Map, {1})};
    change(plans[0]);
    CHECK(found(plans, 1) == nullptr);
  }
}

TEST_CASE("loops of one place are split where all plans say so, at one value") {
  const auto at = [](const ExprP& value, std::vector<VarId> vars = {1}) {
    LoopPlan p = plan_of(Verdict::Serial, std::move(vars));
    p.split_at = value;
    return p;
  };
  const ExprP two = int_const(2);
  CHECK(split({at(two)}, 1) == "2");
  CHECK(split({at(two)}, 2) == "none");
  CHECK(split({at(two), at(int_const(2))}, 1) == "2");
  CHECK(split({at(two), at(int_const(3))}, 1) == "none");
  CHECK(split({at(two), at(nullptr)}, 1) == "none");
  CHECK(split({at(nullptr), at(two)}, 1) == "none");
  CHECK(split({at(two, {1, 2})}, 1) == "none");
}
