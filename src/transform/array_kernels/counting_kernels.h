// Kernels that count elements of global memory: each block in shared memory, then all blocks together. Counts are ints,
// so that their order does not matter.
#pragma once
#include <cstdint>

#include "ir/ir.h"

namespace qc {

// Of keys that are ordered as floats of `bytes` bytes (their bits, negative ones flipped): how many of those that
// are `prefix` under `mask` have each digit, kDigitBits bits from `shift` on; and behind these counts how many floats
// are no numbers. Parameters: the floats' bits, counts (kDigits + 1 I64, which are added to), then I64 numbers: n,
// mask, prefix, shift and the number of threads. Any number of blocks of kMovingThreads.
inline constexpr int kDigitBits = 11;
inline constexpr std::int64_t kDigits = std::int64_t(1) << kDigitBits;
ir::Function count_digits_kernel(int bytes);

// How many numbers v have edges[k] <= v < edges[k+1], for bins of about equal width; the last one holds its upper edge
// too. Parameters: the numbers, counts (kMostBins I64, which are added to), edges (F64), then I64 numbers: n, the last
// bin's number and the number of threads; then F64 numbers: the first edge, the last one, and 1 / width. Blocks as
// above.
inline constexpr std::int64_t kMostBins = 4096;
ir::Function count_bins_kernel(Elem elem);

}  // namespace qc
