// Kernels that move elements of global memory without looking at them: what built-ins rearrange where it lies. Elements are `unit` bytes,
// 1, 2, 4, 8 or 16, counted in units; extents of array parameters count words, of which a unit of 16 bytes has four.
#pragma once
#include <cstdint>

#include "ir/ir.h"

namespace qc {

inline constexpr int kMostMovedDims = 4;
inline constexpr std::int64_t kMovingThreads = 256;
// Units that a thread moves: neighbouring threads move neighbouring ones.
constexpr std::int64_t moved_by_thread(int unit) { return unit == 16 ? 1 : 4; }

// to[b + sum of i_d * t_d] = from[a + sum of i_d * s_d], for all indices i below the extents n. Parameters: from, to, then I64 numbers:
// a, b and for each of `rank` dimensions n, s, t. Blocks of kMovingThreads threads, as many as the product of n asks for.
ir::Function strided_copy_kernel(int unit, int rank);

// to[i] = value for i < n. Parameters: to, then I64 numbers: n and the value's bits, of 8 bytes at most (a unit of 16 is the value twice or
// four times).
ir::Function fill_kernel(int unit);

// to[i] = from[list[i]] for i < n. Parameters: from, to, list (of type `places`), outside (an I64), then I64 numbers: n and the extent of
// `from`. An element of the list that is no place of it, or no whole number, makes outside[0] 1, and to[i] 0. Units of 8 bytes at most.
ir::Function gather_kernel(int unit, Elem places);

// if mask[i] then to[i] = value, for i < n. Parameters: to, mask (bytes), then I64 numbers: n and the value's bits. Units of 8 bytes at most.
ir::Function masked_fill_kernel(int unit);

// to[i] = the random number at place first + i of a key, or, normal, the one that places first + 2i and the next make (ir/random_numbers.h).
// Parameters: to, then I64 numbers: n, first and the key.
ir::Function random_kernel(Elem elem, bool normal);

// Of keys that are ordered as floats of `bytes` bytes (their bits, negative ones turned over): how many of those that are `prefix` under `mask`
// have each digit, kDigitBits bits from `shift` on; and behind these counts how many floats are no numbers. Parameters: the floats' bits, counts
// (kDigits + 1 I64, which are added to), then I64 numbers: n, mask, prefix, shift and the number of threads. Any number of blocks of
// kMovingThreads.
inline constexpr int kDigitBits = 11;
inline constexpr std::int64_t kDigits = std::int64_t(1) << kDigitBits;
ir::Function count_digits_kernel(int bytes);

// How many numbers v have edges[k] <= v < edges[k+1], for bins of about equal width; the last one holds its upper edge too. Parameters: the
// numbers, counts (kMostBins I64, which are added to), edges (F64), then I64 numbers: n, the last bin's number and the number of threads; then F64
// numbers: the first edge, the last one, and 1 / width. Blocks as above.
inline constexpr std::int64_t kMostBins = 4096;
ir::Function count_bins_kernel(Elem elem);

}  // namespace qc
