// A loop over several loops takes them in another order: that of memory, `for i: for j: y[i,j] = ..` in place of `for
// j: for i: y[i,j] = ..`. Verdicts do not depend on the order of independent iterations.
#pragma once
#include <optional>
#include <vector>

#include "analysis/loops/loop_plan.h"

namespace qc {

// Whether a loop may run in another form of it: it is planned as written, with no work arrays and no copies.
bool is_plain_plan(const LoopNest& nest, const PlanResult& planned);

// The nest with these loops, which stand alone in each other, in this order. nullopt: one ends by the counter of
// another.
std::optional<LoopNest> with_loops_in_order(const LoopNest& nest, const std::vector<PlannedLoop>& loops,
                                            const std::vector<int>& order);

// The map, reduction or bins with its covered loops in this order, where nothing fails. nullopt: more than its arrays,
// counters and accumulators is used after it, or an accumulator hangs on the order of the iterations (float sums have
// the bits of another order, as fixed as the one that was written).
std::optional<LoopNest> interchange_loops(const LoopNest& nest, const PlanResult& planned,
                                          const std::vector<int>& order);

}  // namespace qc
