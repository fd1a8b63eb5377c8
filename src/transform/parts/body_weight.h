// How much work an iteration of a plan is, whatever its spelling: `b[i] += e`, and `s += e` between `s = 0` and `b[i] =
// s`, are one reduction, so what chooses a schedule asks here and never the text of the loop.
#pragma once
#include "analysis/loops/loop_plan.h"

namespace qc {

// The planned body as kernels run it: an accumulator that is an element is in a register from before the first
// iteration to behind the last, so its updates neither read nor write memory.
ir::Block iteration_body(const LoopPlan& plan, const ir::Function& nest);

// Nodes of a body and about how many bytes it reads (each array once).
struct BodyWeight {
  int nodes = 0;
  int load_bytes = 0;
  bool loops = false;
};
BodyWeight body_weight(const ir::Block& body, const ir::Function& function);
BodyWeight body_weight(const LoopPlan& plan, const ir::Function& nest);  // of its iterations

// Nodes of a body that is written out for several iterations of the loop of `counter`: what is the same in all of them
// is computed once.
int copied_nodes(const ir::Block& body, ir::VarId counter, int copies);

// Nodes of an iteration where copies of it compete with a loop: exp and its like count for many, since the loop adds
// little to them.
int reduced_weight(const LoopPlan& plan, const ir::Function& nest);

}  // namespace qc
