// Conditions that a loop nest does not change: they are known before it starts, and what they keep out need not be in
// its kernel. A branch, even one that all iterations take alike, ends the vectors of threads on the host, and keeps a
// window from its interior without boundary checks.
//
//   for i: for j: if down == 1: y[i,j] = x[i+1,j] - x[i,j]       down == 1 holds:  y[i,j] = x[i+1,j] - x[i,j]
//                 else:         y[i,j] = x[i,j+1] - x[i,j]
#pragma once
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "ir/ir.h"

namespace qc {

// Comparisons of ints that no iteration changes, joined by && and ||, around reads with boundary modes or around loops.
// Nothing where there are more than a few, and for plans that need more than the nest itself to be changed.
std::vector<ir::ExprP> lasting_conditions(const ir::Function& nest, const LoopPlan& plan);

// Leaves out the branches that are not taken when the lasting conditions are so; all of them stay where an accumulator
// would have no update left.
void decide_conditions(ir::Function& nest, LoopPlan& plan, const std::vector<bool>& truths);

}  // namespace qc
