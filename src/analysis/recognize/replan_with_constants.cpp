#include "analysis/recognize/replan_with_constants.h"

#include <cmath>

#include "analysis/loops/merge_aliases.h"
#include "analysis/loops/specialize_values.h"
#include "analysis/recognize/judge.h"
#include "analysis/recognize/plan_loop.h"
#include "analysis/recognize/split_minmax_chain.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

std::optional<std::int64_t> whole(std::optional<double> v) {
  constexpr double kExact = 9007199254740992.0;
  if (!v || std::floor(*v) != *v || std::fabs(*v) > kExact) return {};
  return std::int64_t(*v);
}

// Values might decide what symbols left open.
bool open(const LoopPlan& p) {
  if (!p.conditions.empty()) return true;
  return p.reason &&
         (p.reason->code == "R011" || p.reason->code == "R012" || p.reason->code == "R004" || p.reason->code == "R020");
}

// Elements keep the names that the program's text has for them.
void name_as_written(LoopPlan& p, const Function& written) {
  for (Accumulator& a : p.accumulators) {
    if (!a.element) continue;
    for_each_stmt(written.body, [&](const Stmt& s) {
      auto* w = std::get_if<Store>(&s.node);
      if (w && s.span.begin == a.span.begin && w->access.array == a.element->array)
        a.name = element_name(written, w->access);
    });
  }
}

}  // namespace

// Where two names of the nest are known to be one array, or one object.
static std::optional<PlanResult> plan_of_shared(LoopNest& nest, const qc::Scope& scope) {
  if (auto why = shared_field(nest, [&](const std::string& a, const std::string& b) { return scope.shares(a, b); })) {
    LoopNest stepped = nest;
    stepped.hint = ast::LoopHint::Interpreted;
    PlanResult r = plan_loop(stepped);
    r.plan.reason = std::move(why);
    r.plan.forced = nest.hint == ast::LoopHint::ForceParallel;
    return r;
  }
  auto one = with_one_name(nest, [&](ArrayId a, ArrayId b) {
    return scope.shares(nest.function.arrays[a].name, nest.function.arrays[b].name);
  });
  if (!one) return {};
  if (one->hint == ast::LoopHint::ForceParallel) one->hint = ast::LoopHint::None;  // the word was given for two arrays
  PlanResult r = plan_loop(*one);
  r.plan.forced = nest.hint == ast::LoopHint::ForceParallel;
  nest = std::move(*one);
  return r;
}

// `lo <= hi` of two variables that the nest changes: whether their values before it say so.
static std::optional<bool> known_to_hold(const ExprP& c, const Function& f, const qc::Scope& scope) {
  auto* n = std::get_if<Binary>(&c->node);
  auto *a = n && n->op == BinaryOp::Le ? std::get_if<VarRef>(&n->a->node) : nullptr,
       *b = a ? std::get_if<VarRef>(&n->b->node) : nullptr;
  if (!a || !b) return {};
  const auto x = scope.constant_of(f.vars[a->var].name), y = scope.constant_of(f.vars[b->var].name);
  if (!x || !y) return {};
  return *x <= *y;
}

// Checks of starts that are known: what surely holds is none, what surely does not makes another plan.
static PlanResult with_known_starts(PlanResult result, const LoopNest& nest, const qc::Scope& scope) {
  LoopPlan& p = result.plan;
  const Function& f = result.launched(nest).function;
  for (std::size_t k = p.checks.size() == p.conditions.size() ? p.conditions.size() : 0; k-- > 0;) {
    const auto holds = known_to_hold(p.conditions[k], f, scope);
    if (holds == false) return plan_with_joint_extremes(nest);
    if (!holds) continue;
    p.conditions.erase(p.conditions.begin() + std::ptrdiff_t(k));
    p.checks.erase(p.checks.begin() + std::ptrdiff_t(k));
  }
  return result;
}

PlanResult plan_with_constants(LoopNest& nest, const qc::Scope& scope) {
  if (auto shared = plan_of_shared(nest, scope)) return std::move(*shared);
  PlanResult result = with_known_starts(plan_loop(nest), nest, scope);
  if (!open(result.plan)) return result;
  auto bound = with_known_values(nest, [&](const std::string& name) { return whole(scope.constant_of(name)); });
  if (!bound) return result;
  PlanResult again = with_known_starts(plan_loop(*bound), *bound, scope);
  name_as_written(again.plan, nest.function);
  nest = std::move(*bound);
  return again;
}

}  // namespace qc
