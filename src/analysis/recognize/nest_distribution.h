// A map whose iterations hold several inner loops is cut into nests that run one after another, each over all
// iterations at once:
//   for i: s = 0; for j: s += x[i,j] end; for j: y[i,j] = x[i,j] - s end end
// becomes sums of rows, which keep their s, and a map over i and j that reads them. No order between iterations can be
// broken: there is none in a map.
#pragma once
#include <optional>
#include <vector>

#include "analysis/loops/loop_plan.h"

namespace qc {

struct DistributedMap {
  struct Part {
    LoopNest nest;
    PlanResult planned;
  };
  std::vector<Part> parts;        // all with the variables and arrays of the first
  std::vector<ir::ArrayId> kept;  // arrays of the parts with an element for each iteration of the covered loops
};

// nest: canonical; planned: its plan, a map. nullopt: it has at most one inner loop, or not each part reduces or covers
// the inner loop that it has. The parts stand for the nest where each inner loop has an iteration and nothing fails.
std::optional<DistributedMap> distribute_map(const LoopNest& nest, const PlanResult& planned);

}  // namespace qc
