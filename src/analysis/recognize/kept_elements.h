// keep_elements puts the elements in which a nest keeps a best value and its place into variables:
// `if x[i] < b[1] then b[0] = i; b[1] = x[i] end`. The nest must use their arrays by these elements only. Each variable
// starts as its element, and its value goes back there (LoopPlan::elements).
#pragma once
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "ir/ir.h"

namespace qc {

// Rewrites the nest; empty: there are none, and the nest is as it was.
std::vector<KeptElement> keep_elements(ir::Function& nest);

}  // namespace qc
