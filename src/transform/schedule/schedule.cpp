#include "transform/schedule/schedule.h"

#include <algorithm>
#include <iterator>

#include "ir/build.h"
#include "ir/effects.h"
#include "transform/parts/fold.h"
#include "transform/passes/decided_conditions.h"
#include "transform/passes/failures_in_order.h"
#include "transform/schedule/schedules.h"

namespace qc {

// What --reduce does not speak of keeps its own schedule: arg-reductions, and anything on a target without warps.
static SchedulePolicy choice_for(const LoopPlan& plan, SchedulePolicy policy) {
  const bool plain = std::all_of(plan.accumulators.begin(), plan.accumulators.end(),
                                 [](const Accumulator& a) { return fold_items(a).size() == 1; });
  if (plan.verdict != Verdict::Reduction || !plain || !policy.warps) policy.reduce = {};
  return policy;
}

// One stage's kernels after another's.
static Scheduled schedule_stages(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                                 const SchedulePolicy& wanted) {
  std::vector<Scheduled> all;
  std::string summary;
  for (const LoopStage& stage : plan.stages) {
    LoopNest part = nest;
    part.function = stage.function;
    Scheduled s = schedule_loop(part, stage.plan, facts, wanted);
    summary += (summary.empty() ? "" : ", then ") + s.summary;
    std::vector<Scheduled> before = std::move(s.before);
    s.before.clear();
    std::move(before.begin(), before.end(), std::back_inserter(all));
    all.push_back(std::move(s));
  }
  Scheduled last = std::move(all.back());
  all.pop_back();
  last.before = std::move(all);
  last.summary = std::move(summary);
  return last;
}

// The kernels of the schedule that fits: the first of those that serve such plans best.
static Scheduled choose_schedule(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                                 const SchedulePolicy& wanted) {
  if (!plan.stages.empty() && runs_parallel(plan)) return schedule_stages(nest, plan, facts, wanted);
  const SchedulePolicy policy = choice_for(plan, wanted);
  if (!runs_parallel(plan)) {
    Scheduled in_order = schedule_serial(nest, facts);
    if (!plan.in_order.empty()) in_order.summary += ": " + plan.in_order;
    return in_order;
  }
  if (plan.verdict == Verdict::Map && stencil_fits(nest, plan, facts, policy))
    return schedule_stencil(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Map && turned_fits(nest, plan, facts, policy))
    return schedule_turned(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Map) return schedule_map(nest, plan, facts, policy);
  const bool walked = facts.window && policy.warps;  // or written out there
  if (plan.verdict == Verdict::Partial && !walked && unrolled_window_fits(nest, plan, facts))
    return schedule_unrolled_window(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Partial && window_fits(nest, plan, facts))
    return schedule_window(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Partial && columns_fit(nest, plan, facts))
    return schedule_columns(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Partial && !facts.kept_together && block_rows_fit(nest, plan, facts, policy))
    return schedule_block_rows(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Partial && !facts.kept_together && rows_fit(nest, plan, facts, policy))
    return schedule_rows(nest, plan, facts, policy);
  if (is_first_match(plan) || last_match_fits(nest, plan, facts, policy))
    return schedule_search(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Bins) return schedule_bins(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Scan) return schedule_scan(nest, plan, facts, policy);
  if (policy.reduce.strategy == ReduceStrategy::Atomic) return schedule_reduce_atomic(nest, plan, facts, policy);
  return schedule_reduce(nest, plan, facts, policy);
}

// An int of 64 bits that is made a float.
static bool widens(const ir::Expr& e) {
  auto* c = std::get_if<ir::Cast>(&e.node);
  if (!c || !is_float(c->to) || c->a->type != Elem::I64 || ir::as_int(*c->a)) return false;
  auto* inner = std::get_if<ir::Cast>(&c->a->node);
  return !inner || inner->to != Elem::I32;
}
static bool widens(const ir::Block& block) {
  bool found = false;
  ir::for_each_expr(block, [&](const ir::Expr& e) { found = found || widens(e); });
  return found;
}
// Vectors of such ints are made floats one by one where there is no AVX-512.
static ir::ExprP with_short_int(const ir::ExprP& e) {
  if (!widens(*e)) return e;
  const auto& c = std::get<ir::Cast>(e->node);
  return ir::cast(c.to, ir::cast(Elem::I32, c.a));
}
static ir::Block with_short_ints(const ir::Block& block) { return ir::rewrite_exprs(block, with_short_int); }
// The plan's places are written as those of the nest: an update is known by its place.
static LoopPlan with_short_ints(LoopPlan plan) {
  const auto in_place = [](ir::Access& a) {
    for (ir::ExprP& i : a.index) i = ir::rewrite_expr(i, with_short_int);
  };
  for (Accumulator& a : plan.accumulators) {
    if (a.element) in_place(*a.element);
    if (a.start) a.start = ir::rewrite_expr(a.start, with_short_int);
  }
  for (KeptElement& e : plan.elements) in_place(e.element);
  plan.prologue = with_short_ints(plan.prologue);
  plan.epilogue = with_short_ints(plan.epilogue);
  for (LoopStage& s : plan.stages) {
    s.function.body = with_short_ints(s.function.body);
    s.plan = with_short_ints(std::move(s.plan));
  }
  return plan;
}

Scheduled schedule_loop(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                        const SchedulePolicy& wanted) {
  if (!facts.truths.empty()) {
    LoopNest decided = nest;
    LoopPlan its = plan;
    LoopFacts others = facts;
    others.truths.clear();
    decide_conditions(decided.function, its, facts.truths);
    return schedule_loop(decided, its, others, wanted);
  }
  if (facts.short_ints && widens(nest.function.body)) {
    LoopNest narrow = nest;
    narrow.function.body = with_short_ints(nest.function.body);
    return schedule_loop(narrow, with_short_ints(plan), facts, wanted);
  }
  if (plan.verdict == Verdict::Partial && (facts.checked || ir::may_divide_by_zero(plan.epilogue))) {
    LoopNest ordered = nest;
    LoopPlan its = plan;
    if (put_failures_in_order(ordered.function, its)) return schedule_loop(ordered, its, facts, wanted);
  }
  Scheduled s = choose_schedule(nest, plan, facts, wanted);
  for (Scheduled& before : s.before) before.kernel = with_failures_in_order(std::move(before.kernel));
  s.kernel = with_failures_in_order(std::move(s.kernel));
  return s;
}

}  // namespace qc
