// Arrays that a loop nest writes whole and does not read: the zeros that they were made of need not be in memory
// before.
//
// y = zeros(h, w)
// for i=0..h-1
//     for j=0..w-1
//         y[i,j] = f(x[i,j])
//
// A store after loops inside counts too: y[i,j] = best, the smallest of the neighbours of x[i,j].
#pragma once
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "host/facts/loop_facts.h"
#include "ir/ir.h"

namespace qc::host {

// An array with a store in every iteration of the `around` outermost planned loops to the place that the loops'
// variables name. loops: by the plan's numbers, one for each dimension of the array.
struct OverwrittenArray {
  ir::ArrayId array;
  std::vector<int> loops;
  int around;
};
std::vector<OverwrittenArray> overwritten_arrays(const ir::Function& nest, const LoopPlan& plan);

// Whether these bounds take the loops through all elements of an array with these extents.
bool covers(const OverwrittenArray& o, const std::vector<LoopBounds>& bounds, const std::vector<std::int64_t>& dims);

}  // namespace qc::host
