// slice_to_outputs() leaves out the statements of a nest that change nothing of what it leaves in its outputs (a
// backward slice; Weiser, 1981): assignments and stores that none of them hangs on, and branches and loops that hold
// nothing else.
//
//   for i=0..n-1                          for i=0..n-1
//     if x[i] > 5                           if x[i] > 5
//       s = s + x[i]                          k = k | 8
//       k = k | 8                             ...
//     y[i] = s
//
// where k is the output. What only fails is left out as well: the slice is for values with which the nest has not
// failed. So are parameters that nothing is left of.
#pragma once
#include "ir/ir.h"

namespace qc {

// Its outputs, which stay, say what is asked for.
void slice_to_outputs(ir::Function& nest);

}  // namespace qc
