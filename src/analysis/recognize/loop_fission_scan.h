// A running value that other statements of its loop need in ways that one scan does not serve, `s += x[i]; t += s` or
// `c = x[i] > 0 ? c + 1 : 0; longest = max(longest, c)`: the loop is cut into loops that run one after another. The
// first computes the running values alone and keeps what each iteration reads of them, the second is the rest and reads
// that:
//   for i: s += x[i]; kept[i] = s end        for i: t += kept[i] end
// Both are judged as usual; the second may be cut again.
#pragma once
#include <optional>
#include <string>

#include "analysis/loops/loop_plan.h"

namespace qc {

struct StagedLoop {
  LoopPlan plan;      // a Scan with stages
  LoopNest launched;  // the nest, with the variables and arrays of all stages
  std::vector<Temporary> temporaries;
  std::vector<CopiedArray> copies;
};
// nest: canonical. nullopt: it cannot be cut so that each part runs in parallel.
std::optional<StagedLoop> fission_loop_at_scan(const LoopNest& nest);

// For what cuts loops:
bool is_stage(const PlanResult& part);  // it runs in parallel, and may be one of several loops if it needs no copies
bool is_regular_loop(const ir::For& loop);  // a constant step, bounds that the loop does not change
bool is_kept_stage(const ir::Function& f, const ir::For& loop);  // it keeps running values for a second one
void join_plans(LoopPlan& whole, const LoopPlan& part);          // accumulators, privates, checks and conditions

}  // namespace qc
