// Kernels on the host whose accesses ask for a boundary mode: most threads of a row are nowhere near the edge.
//
//   x[m, n+k]  'mirror        if lo <= t < hi  { x[m, n+k]  unchecked }      vectors of threads, no branches
//                             else             { as it was }                the few threads on either side
//
// lo and hi are computed once for a row of threads, from what all subscripts that are affine in the thread have in
// common. Clamps around such subscripts, x[m, min(max(n+k,0),w-1)], and conditions before the reads of a window, `if
// n+k >= 0 && n+k < w`, are treated alike. Values and failures are those of the kernel as it was.
#pragma once
#include <optional>

#include "ir/ir.h"

namespace qc::codegen {

// The kernel with its interior split off; nothing where that brings nothing (no such accesses, threads that wait for or
// leave before each other).
std::optional<ir::Function> split_interior(const ir::Function& f);

}  // namespace qc::codegen
