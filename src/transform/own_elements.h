// Hand-written kernels in which each thread writes elements of its own position only, `acc[pos] += e`: no other thread updates them,
// and an atomic step is an ordinary one. Ordinary steps are made vector operations of on a host, atomic ones are not.
#pragma once
#include "ir/ir.h"

namespace qc {

// The function with its atomic updates of float elements made ordinary where that holds for every global array that it writes,
// in the same dimensions for all of them: two names may be one array. A product that such a step adds is fused with it, as in loops;
// which kernels these are their text decides, so that all targets agree.
ir::Function with_own_elements(ir::Function f);

}  // namespace qc
