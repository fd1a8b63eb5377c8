// Which recognised loops have a parallel schedule. A verdict says what a loop is; a few shapes of arg-reductions, bins
// and scans are nevertheless run in order, and say why.
#pragma once
#include <string>

#include "analysis/loops/loop_plan.h"

namespace qc {

// Empty: schedule_loop() has a parallel kernel for the plan. Otherwise what stands against it, for reports. Asked about
// ArgReduce, Bins and Scan plans; others give an empty text.
std::string why_not_schedulable(const LoopPlan& plan, const ir::Function& nest);

}  // namespace qc
