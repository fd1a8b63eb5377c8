// A loop whose iterations hold inner loops is cut into nests that run one after another, each over all iterations at
// once:
//   for i: s = 0; for j: s += x[i,j] end; for j: y[i,j] = x[i,j] - s end end
// becomes sums of rows, which keep their s, and a map over i and j that reads them. In a map no order between
// iterations can be broken: there is none. Elsewhere statements that depend on each other in a circle over the
// iterations stay together, and the others come in the order that their dependences want (statement_circles.h).
#pragma once
#include <optional>
#include <vector>

#include "analysis/loops/loop_plan.h"

namespace qc {

struct DistributedNest {
  struct Planned {
    LoopNest nest;
    PlanResult planned;
  };
  struct Part {
    Planned usual;
    // Of a part that reduces loops around one that it keeps and reads elements again and again, `for k: for j: c[i,j]
    // += a[i,k]*b[k,j]`: a map over those that it keeps, whose iterations reduce in the order of the text, as the whole
    // nest does. A tree has more to do, and memory does not hide that.
    std::optional<Planned> in_order;
  };
  std::vector<Part> parts;        // all with the variables and arrays of the first
  std::vector<ir::ArrayId> kept;  // arrays of the parts with an element for each iteration of the covered loops
};

// Whether a loop of this plan is one that is cut, if its statements let it: it has inner loops, and nobody asked for it
// to run in order.
bool may_distribute(const LoopNest& nest, const PlanResult& planned);

// nest: canonical; planned: its plan. nullopt: it may not be distributed, or has no inner loops that can be cut apart,
// or a part would run in order; in parts of a map each inner loop is reduced or covered. The parts stand for the nest
// where each loop has an iteration, nothing fails, and no two of its arrays are one.
std::optional<DistributedNest> distribute_nest(const LoopNest& nest, const PlanResult& planned);

}  // namespace qc
