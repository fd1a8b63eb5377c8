// A kernel that cannot see the shape of its blocks, made for blocks that are one row of threads along the last dimension: what
// belongs to the other dimensions is then the same for all threads of a block, and the host computes it once.
#pragma once
#include "ir/ir.h"

namespace qc {

ir::Function one_row(const ir::Function& kernel);

}  // namespace qc
