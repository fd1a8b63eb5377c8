// `if e < lo then lo = e else if e > hi then hi = e end end` becomes two comparisons, one behind the other. What lowers
// lo is not above hi while lo <= hi, which then stays so: that it is so before the nest is a condition.
#pragma once
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "ir/ir.h"

namespace qc {

// Rewrites all such statements of the nest; false: there are none, and the nest is as it was.
bool split_minmax_chains(ir::Function& nest, std::vector<ir::ExprP>& conditions);

// plan_loop for starts that are known not to hold the condition.
PlanResult plan_with_minmax_chains(const LoopNest& nest);

}  // namespace qc
