// The part of a loop body that decides what the accumulators receive: updates, the conditions around them and the
// private values and arrays of the iteration that these need. A scan computes it ahead of the body itself.
#pragma once
#include "analysis/loops/loop_plan.h"
#include "ir/ir.h"

namespace qc {

// Statements of the nest; no stores but to arrays of the iteration, no failures of its own (accesses keep their
// boundaries).
ir::Block update_slice(const LoopPlan& plan, const ir::Function& nest);

}  // namespace qc
