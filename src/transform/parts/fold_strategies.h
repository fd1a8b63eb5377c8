// The strategies of folding that fold_lanes can be asked for beside its own (docs/reductions.md): same lanes meet, same
// bits.
#pragma once
#include "transform/parts/fold.h"

namespace qc {

// The threads' values lie in shared memory in bit-reversed order, and thread t with t mod 2s = 0 takes the one at t + s
// for s = 1, 2, 4, ...: what is 2^k apart at step k are lanes that are half of what is left apart.
void fold_threads_classic(KernelParameters& b, ir::Block& block, const FoldShape& shape,
                          const std::vector<FoldItem>& items, const std::vector<std::vector<ir::VarId>>& values);
// The steps of one warp as shuffles do them, through shared memory.
void fold_warp_simulated(KernelParameters& b, ir::Block& block, const FoldShape& shape,
                         const std::vector<FoldItem>& items, const std::vector<std::vector<ir::VarId>>& values);

}  // namespace qc
