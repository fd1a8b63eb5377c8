// Rows of a nest that runs in order, several of them at a time, each some elements behind the one before it:
//
//   for i = lo..hi                          for g = lo..8..hi-7
//       for j = l..h                            the first elements of rows g..g+6, row after row
//           x[i,j] = (x[i,j-1] +                for t = l+7*s..h
//                     x[i-1,j])/2                   x[g,t] = ..; x[g+1,t-s] = ..; .. x[g+7,t-7*s] = ..
//       end                                     the last elements of rows g+1..g+7, row after row
//   end                                     end
//                                           for i = the rows that are left: for j = l..h: x[i,j] = ..
//
// An element waits for the one before it in its row, so that a row alone is a chain of latencies; rows side by side are
// as many chains. Each iteration does what it did, after those that it needs and before those that need it (Wolfe: Loop
// skewing: the wavefront method revisited, 1986), so that values have the bits of the text's order.
#pragma once
#include "analysis/loops/loop_nest.h"
#include "transform/policy/schedule_types.h"

namespace qc {

// In place of two loops, of which the inner one stands alone in the outer one, over assignments that cannot fail, where
// the distances between iterations that meet at an element are known. Not for arrays that overlap.
LoopNest with_rows_side_by_side(LoopNest nest, const LoopFacts& facts);

}  // namespace qc
