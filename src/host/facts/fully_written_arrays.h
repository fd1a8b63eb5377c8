// Arrays that a loop nest writes whole and does not read: the zeros that they were made of need not be in memory
// before.
//
// y = zeros(h, w)
// for i=0..h-1
//     for j=0..w-1
//         y[i,j] = f(x[i,j])
//
// A store after loops inside counts too: y[i,j] = best, the smallest of the neighbours of x[i,j]. So do several that
// take turns: y[i,2*j] = a, y[i,2*j+1] = b. Loops may begin anywhere: y[i-1,j] from i=1 on. Channels may be literals:
// y[i,j,0] = a, y[i,j,1] = b, y[i,j,2] = c.
#pragma once
#include <cstdint>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "host/facts/loop_facts.h"
#include "ir/ir.h"

namespace qc::host {

constexpr int kNoLoop = -1;

// An array with a store in every iteration of the `around` outermost planned loops to each of the places
// (turns[0]*(v0 + moved[0]) + c0, turns[1]*(v1 + moved[1]) + c1, ..) with 0 <= c[d] < turns[d]. loops: whose variables
// those are, by the plan's numbers, one for each dimension of the array; kNoLoop: the places there are c[d] alone.
struct OverwrittenArray {
  ir::ArrayId array;
  std::vector<int> loops;
  int around;
  std::vector<std::int64_t> turns, moved;
};
std::vector<OverwrittenArray> overwritten_arrays(const ir::Function& nest, const LoopPlan& plan);

// Whether these bounds take the loops through all elements of an array with these extents.
bool covers(const OverwrittenArray& o, const std::vector<LoopBounds>& bounds, const std::vector<std::int64_t>& dims);

}  // namespace qc::host
