// Running values of many lines of global memory, each strictly from left to right (host/arrays/row_scan.h).
#pragma once
#include <cstdint>

#include "ir/ir.h"

namespace qc {

inline constexpr std::int64_t kRunningThreads = 32;  // a block's: few lines are as many blocks as they can be

// to[k] = to[k-1] op from[k] along each line, a thread for each, computed as IR computes with elements of `from`;
// element k of line (o, i) at (o * length + k) * inner + i. Parameters: from, to, then I64 numbers: how many lines,
// length and inner.
ir::Function running_kernel(Elem from, Elem to, ir::BinaryOp op);

}  // namespace qc
