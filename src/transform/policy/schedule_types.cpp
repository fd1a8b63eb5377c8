#include "transform/policy/schedule_types.h"

#include "transform/policy/fold_items.h"

namespace qc {

SchedulePolicy gpu_policy() { return {}; }

SchedulePolicy host_policy() {
  SchedulePolicy p;
  p.lanes_per_thread = 1;
  p.unroll = 4;
  p.map_threads = 4096;
  p.map_per_thread = 1;
  p.min_blocks = 0;
  p.column_tile = 2048;
  p.column_rows = 1;
  p.warps = false;
  p.aligned = false;
  return p;
}

int outer_loops(const LoopPlan& plan, const LoopFacts& facts) {
  return int(plan.loops.size()) - (facts.channels > 0 ? 1 : 0);
}

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

}  // namespace qc
