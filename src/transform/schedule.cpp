#include "transform/schedule.h"

#include <algorithm>
#include <iterator>

#include "transform/fold.h"
#include "transform/schedules.h"

namespace qc {

SchedulePolicy gpu_policy() { return {}; }

SchedulePolicy host_policy() {
  SchedulePolicy p;
  p.lanes_per_thread = 1;
  p.unroll = 4;
  p.map_threads = 4096;
  p.map_per_thread = 1;
  p.min_blocks = 0;
  p.column_tile = 128;
  p.column_rows = 1;
  p.warps = false;
  p.aligned = false;
  return p;
}

int outer_loops(const LoopPlan& plan, const LoopFacts& facts) { return int(plan.loops.size()) - (facts.channels > 0 ? 1 : 0); }

std::vector<int> run_loops(const LoopPlan& plan, const LoopFacts& facts) {
  std::vector<int> run;
  const int n = outer_loops(plan, facts);
  for (int k = 0; k < n; ++k) {
    if (plan.verdict == Verdict::Partial && !plan.loops[std::size_t(k)].reduced) continue;
    if (plan.verdict == Verdict::Map && facts.row_loops && k < n - facts.row_loops) continue;
    run.push_back(k);
  }
  return run;
}

std::int64_t accumulator_bytes(const LoopPlan& plan) {
  std::int64_t bytes = 0;
  for (const Accumulator& a : plan.accumulators) {
    bytes += byte_size(value_elem(a.type)) == 1 ? 4 : byte_size(value_elem(a.type));
    const auto items = fold_items(a);
    if (items.size() > 1) bytes += byte_size(items[1].type) == 1 ? 4 : byte_size(items[1].type);
  }
  return bytes;
}

// What --reduce does not speak of keeps its own schedule: arg-reductions, and anything on a target without warps.
static SchedulePolicy choice_for(const LoopPlan& plan, SchedulePolicy policy) {
  const bool plain = std::all_of(plan.accumulators.begin(), plan.accumulators.end(), [](const Accumulator& a) { return fold_items(a).size() == 1; });
  if (plan.verdict != Verdict::Reduction || !plain || !policy.warps) policy.reduce = {};
  return policy;
}

// One stage's kernels after another's.
static Scheduled schedule_stages(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& wanted) {
  std::vector<Scheduled> all;
  std::string summary;
  for (const LoopStage& stage : plan.stages) {
    LoopNest part = nest;
    part.function = stage.function;
    Scheduled s = schedule(part, stage.plan, facts, wanted);
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

Scheduled schedule(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& wanted) {
  if (!plan.stages.empty() && runs_parallel(plan)) return schedule_stages(nest, plan, facts, wanted);
  const SchedulePolicy policy = choice_for(plan, wanted);
  if (!runs_parallel(plan)) {
    Scheduled in_order = schedule_serial(nest, facts);
    if (!plan.in_order.empty()) in_order.summary += ": " + plan.in_order;
    return in_order;
  }
  if (plan.verdict == Verdict::Map && stencil_fits(nest, plan, facts, policy)) return schedule_stencil(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Map) return schedule_map(nest, plan, facts, policy);
  const bool walked = facts.window && policy.warps;  // or written out there
  if (plan.verdict == Verdict::Partial && !walked && short_fits(nest, plan, facts)) return schedule_short(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Partial && window_fits(nest, plan, facts)) return schedule_window(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Partial && columns_fit(nest, plan, facts)) return schedule_columns(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Partial && !facts.kept_together && block_rows_fit(nest, plan, facts, policy)) return schedule_block_rows(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Partial && !facts.kept_together && rows_fit(nest, plan, facts, policy)) return schedule_rows(nest, plan, facts, policy);
  if (is_search(plan)) return schedule_search(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Bins) return schedule_bins(nest, plan, facts, policy);
  if (plan.verdict == Verdict::Scan) return schedule_scan(nest, plan, facts, policy);
  if (policy.reduce.way == ReduceWay::Atomic) return schedule_each_atomic(nest, plan, facts, policy);
  return schedule_reduce(nest, plan, facts, policy);
}

}  // namespace qc
