#include "analysis/recognize/plan_with_constants.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "analysis/loops/merge_aliases.h"
#include "analysis/loops/specialize_values.h"
#include "analysis/recognize/judge.h"
#include "analysis/recognize/plan_loop.h"
#include "analysis/recognize/split_minmax_chain.h"
#include "ir/build.h"
#include "ir/range_count.h"

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

// Where two names of the nest are known to be one array.
static std::optional<PlanResult> plan_of_shared(LoopNest& nest, const qc::Scope& scope) {
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

namespace {

// What an expression that is evaluated before the nest is, as far as the scope knows numbers and extents: a constant,
// or what is left.
ExprP with_known(const ExprP& e, const Function& f, const qc::Scope& scope) {
  return rewrite_expr(e, [&](const ExprP& x) -> ExprP {
    std::optional<std::int64_t> value;
    if (auto* v = std::get_if<VarRef>(&x->node); v && x->type == Elem::I64)
      value = whole(scope.constant_of(f.vars[v->var].name));
    if (auto* n = std::get_if<Extent>(&x->node)) {
      std::vector<std::int64_t> all = scope.extents_of(f.arrays[n->array].name);
      if (!all.empty() && f.arrays[n->array].rank == int(all.size()) + 1) all.push_back(2);  // parts of complex numbers
      if (n->dim >= 0 && n->dim < int(all.size())) value = all[std::size_t(n->dim)];
      if (n->dim < 0 && !all.empty())
        value = std::accumulate(all.begin(), all.end(), std::int64_t(1), std::multiplies());
    }
    if (value) return int_const(*value);
    auto* b = std::get_if<Binary>(&x->node);
    return b && b->site == kNoSite ? binary(b->op, b->a, b->b) : x;
  });
}

// Whether a condition of a plan holds before the nest.
std::optional<bool> known_to_hold(const ExprP& c, const Function& f, const qc::Scope& scope) {
  if (const auto known = as_int(*with_known(c, f, scope))) return *known != 0;
  // `lo <= hi` of two floats
  auto* n = std::get_if<Binary>(&c->node);
  auto *a = n && n->op == BinaryOp::Le ? std::get_if<VarRef>(&n->a->node) : nullptr,
       *b = a ? std::get_if<VarRef>(&n->b->node) : nullptr;
  if (!b) return {};
  const auto x = scope.constant_of(f.vars[a->var].name), y = scope.constant_of(f.vars[b->var].name);
  if (!x || !y) return {};
  return *x <= *y;
}

bool has_extents(const ExprP& c) {
  bool found = false;
  for_each_expr(*c, [&](const Expr& e) { found = found || std::holds_alternative<Extent>(e.node); });
  return found;
}

// The order of two starts that the nest changes: `lo <= hi`.
bool is_of_starts(const ExprP& c) {
  auto* n = std::get_if<Binary>(&c->node);
  return n && n->op == BinaryOp::Le && std::holds_alternative<VarRef>(n->a->node) &&
         std::holds_alternative<VarRef>(n->b->node);
}

bool has_empty_loop(const LoopPlan& p, const Function& f, const qc::Scope& scope) {
  for (std::size_t k = 1; k < p.loops.size(); ++k) {
    const For& loop = planned_loop(p, f, int(k));
    const auto number = [&](const ExprP& e) -> std::optional<RangeNumber> {
      const auto v = as_int(*with_known(e, f, scope));
      return v ? std::optional(RangeNumber::integer(*v)) : std::nullopt;
    };
    const auto lo = number(loop.lo), step = number(loop.step), hi = number(loop.hi);
    if (!lo || !step || !hi) continue;
    const auto range = count_range(*lo, *step, *hi);
    if (!range || range->count == 0) return true;
  }
  return false;
}

// What a launch asks (OneRun::choose in host/loops/run_loop.cpp), as far as the scope knows it: starts that are surely
// in order need no check; a check that surely does not hold makes another plan, or none that is parallel.
PlanResult settled(PlanResult result, const LoopNest& nest, const qc::Scope& scope) {
  LoopPlan& p = result.plan;
  if (!runs_parallel(p)) return result;
  const Function& f = result.launched(nest).function;
  if (has_empty_loop(p, f, scope)) {
    run_in_order(result, "an inner loop has no iteration");
    return result;
  }
  bool fails = false;
  for (std::size_t k = p.checks.size() == p.conditions.size() ? p.conditions.size() : 0; k-- > 0;) {
    const bool of_starts = is_of_starts(p.conditions[k]);
    if (!of_starts && !has_extents(p.conditions[k])) continue;  // numbers make another nest
    const auto holds = known_to_hold(p.conditions[k], f, scope);
    if (holds == false && of_starts) return plan_with_minmax_chains(nest);
    fails = fails || holds == false;
    if (holds != true || !of_starts) continue;  // extents are those of one run: the check stays
    p.conditions.erase(p.conditions.begin() + std::ptrdiff_t(k));
    p.checks.erase(p.checks.begin() + std::ptrdiff_t(k));
  }
  if (fails) run_in_order(result, "a check that it hangs on does not hold");
  return result;
}

}  // namespace

PlanResult plan_with_constants(LoopNest& nest, const qc::Scope& scope) {
  if (auto shared = plan_of_shared(nest, scope)) return std::move(*shared);
  PlanResult result = settled(plan_loop(nest), nest, scope);
  if (!open(result.plan)) return result;
  auto bound = with_known_values(nest, [&](const std::string& name) { return whole(scope.constant_of(name)); });
  if (!bound) return result;
  PlanResult again = settled(plan_loop(*bound), *bound, scope);
  name_as_written(again.plan, nest.function);
  nest = std::move(*bound);
  return again;
}

}  // namespace qc
