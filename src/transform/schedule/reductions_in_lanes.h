// Reductions inside a nest that runs in order, in lanes:
//
//   for i = lo..hi          n = hi - lo + 1
//       s += x[i]*y[i]      if n >= 32
//   end                         lanes of -0.0
//                               for row = 0..n/32-1
//                                   for l = 0..31: i = lo + row*32 + l; lanes[l] += x[i]*y[i]
//                               s += the lanes, folded in halves
//                               lo += n - mod(n,32)
//                           end
//                           for i = lo..hi: s += x[i]*y[i]
//
// Where the accumulator is an element, it is in a variable while the loop runs, which alone remains of this where the
// loop does not go along memory. The order is that of ir/tree_shape.h, whatever the target and the extents.
// Iterations are in the order of the text, so that the first failure is its first one, and variables have the values of
// its last iteration.
#pragma once
#include "analysis/loops/loop_plan.h"

namespace qc {

// result: of the nest, whose inner loops are in it as they were planned. Changes nothing where the nest may run in
// parallel on another machine, or is marked as serial. Not for arrays that overlap.
LoopNest with_reductions_in_lanes(LoopNest nest, const PlanResult& result);

}  // namespace qc
