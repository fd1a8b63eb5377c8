// A loop whose iterations before and behind a certain one are maps (LoopPlan::split_at) as nests that run one after
// another: before it, that iteration, behind it. Where all that an iteration does is an inner loop that falls apart so,
// each of them is three nests over both loops: `d[i,j] = min(d[i,j], d[i,k] + d[k,j])` is nine.
#pragma once
#include <optional>

#include "analysis/recognize/nest_distribution.h"

namespace qc {

// nest: canonical; planned: its plan. nullopt: the plan has no such iteration, or a part is no map. The parts stand for
// the nest where the values of split_at are far from the least and the greatest int, nothing fails, and no two of its
// arrays are one; some of them may have no iteration. Each computes what the nest computes, bit by bit.
std::optional<DistributedNest> split_nest(const LoopNest& nest, const PlanResult& planned);

}  // namespace qc
