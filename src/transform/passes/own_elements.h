// Hand-written kernels in which each thread writes elements of its own position only, `acc[pos] += e`: no other thread
// updates them, and an atomic step is an ordinary one. Ordinary steps are made vector operations of on a host, atomic
// ones are not.
#pragma once
#include <vector>

#include "ir/ir.h"

namespace qc {

// The function with its atomic updates of float elements made ordinary where that holds for every global array that it
// writes, in the same dimensions for all of them: two names may be one array. A product that such a step adds is fused
// with it, as in loops; which kernels these are their text decides, so that all targets agree.
ir::Function with_own_elements(ir::Function f);

// The function with those atomic updates marked (Atomic::in_block) whose elements no other block of a launch updates,
// where a block goes along the whole of the axes in `whole`: acc[pos[0],pos[1]] += e over a third dimension that all
// blocks have whole. The arrays that it updates are to be different ones.
ir::Function with_block_elements(ir::Function f, const std::vector<bool>& whole);
bool has_block_elements(const ir::Function& f, const std::vector<bool>& whole);

}  // namespace qc
