// What hand-written kernels ask of a grid and a GPU does not have by itself. Each adds parameters behind those of the
// kernel.
#pragma once
#include <cstdint>
#include <optional>

#include "ir/ir.h"

namespace qc {

// Along axes 1 and 2 a GPU numbers so many blocks; along axis 0, 2^31 - 1.
inline constexpr std::int64_t kMostBlocksAcross = 65535;

// The kernel for a grid whose blocks are all numbered along axis 0, the first axis fastest. Three I64 parameters: the
// blocks along each axis.
ir::Function with_linear_grid(ir::Function f);

// The first barrier of the whole grid.
std::optional<Span> grid_barrier(const ir::Function& f);

// Barriers of the whole grid by a count of the blocks that have arrived. One array parameter: an int64 that is zero
// when the launch begins. All blocks must be on the device at once.
ir::Function with_grid_barriers(ir::Function f);

}  // namespace qc
