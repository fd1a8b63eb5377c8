// A kernel that cannot see the shape of its blocks, made for blocks that extend along the first axes only (1: a row of
// threads along the last dimension): what belongs to the other dimensions is then the same for all threads of a block,
// and the host computes it once.
#pragma once
#include "ir/ir.h"

namespace qc {

// The kernel itself where blocks extend along all its axes.
ir::Function with_block_axes(const ir::Function& kernel, int axes);

}  // namespace qc
