// Kernels that move elements of global memory without looking at them: what built-ins rearrange where it lies. Elements
// are `unit` bytes, 1, 2, 4, 8 or 16, counted in units; extents of array parameters count words, of which a unit of 16
// bytes has four.
#pragma once
#include <cstdint>

#include "ir/ir.h"

namespace qc {

inline constexpr int kMostMovedDims = 4;
inline constexpr std::int64_t kMovingThreads = 256;
// Units that a thread moves: neighbouring threads move neighbouring ones.
constexpr std::int64_t moved_by_thread(int unit) { return unit == 16 ? 1 : 4; }

// to[b + sum of i_d * t_d] = from[a + sum of i_d * s_d], for all indices i below the extents n. Parameters: from, to,
// then I64 numbers: a, b and for each of `rank` dimensions n, s, t. Blocks of kMovingThreads threads, as many as the
// product of n asks for.
ir::Function strided_copy_kernel(int unit, int rank);

// The same for three dimensions, of which the middle one is along `from` and the last one along `to` (their strides are
// 1 or close to it): squares of kTurnedSide of these two are turned in shared memory. Parameters: from, to, then I64
// numbers: a, b and for each dimension n, s, t. A block for each square, those along the last dimension fastest, then
// the middle one. Units of 8 bytes at most.
inline constexpr std::int64_t kTurnedSide = 32;
ir::Function turned_copy_kernel(int unit);

// to[i] = value for i < n. Parameters: to, then I64 numbers: n and the value's bits, of 8 bytes at most (a unit of 16
// is the value twice or four times).
ir::Function fill_kernel(int unit);

// to[i] = lo + i * step for i < n, computed as ints where `elem` is I64, otherwise as doubles. Parameters: to, n (I64),
// then lo and step of that type.
ir::Function range_kernel(Elem elem);

// to[i] = lo + width * i / (n - 1) for i < n - 1, and hi for the last, computed as doubles. Parameters: to, n (I64),
// then lo, width, hi (F64).
ir::Function spaced_kernel(Elem elem);

// to[i] = from[list[i]] for i < n. Parameters: from, to, list (of type `places`), outside (an I64), then I64 numbers: n
// and the extent of `from`. An element of the list that is no place of it, or no whole number, makes outside[0] 1, and
// to[i] 0. Units of 8 bytes at most.
ir::Function gather_kernel(int unit, Elem places);

// to[i] = from[sum of list_d[i_d] * s_d], where i stands for the indices i_d below the extents n, row-major, and list d
// begins at places[o_d]. Parameters: from, to, places (I64), then I64 numbers, for each of `rank` dimensions n, s, o.
ir::Function gather_axes_kernel(int unit, int rank);

// to[list[i]] = from[i] for i < n, of which the last one counts where places occur more than once, in two launches. The
// first: last[list[i]] = the greatest i + 1; an element of the list that is no place of `to` makes outside[0] 1.
// Parameters: list (of type `places`), last (U32, 0 before), outside (an I64), then I64 numbers: n and the extent of
// `to`.
ir::Function last_of_places_kernel(Elem places);
// The second. Parameters: from, to, list, last, n (I64). Units of 8 bytes at most.
ir::Function scatter_last_kernel(int unit, Elem places);

// Whether all elements of a list are places of an array: outside[0] as above. Parameters: list, outside, then I64
// numbers: n and the extent.
ir::Function check_places_kernel(Elem places);
// to[list[i]] = value for i < n. Parameters: to, list, then I64 numbers: n and the value's bits. Units of 8 bytes at
// most.
ir::Function fill_places_kernel(int unit, Elem places);

// if mask[i] then to[i] = value, for i < n. Parameters: to, mask (bytes), then I64 numbers: n and the value's bits.
// Units of 8 bytes at most.
ir::Function masked_fill_kernel(int unit);

// to[i] = the random number at place first + i of a key, or, normal, the one that places first + 2i and the next make
// (ir/random_numbers.h). Parameters: to, then I64 numbers: n, first and the key.
ir::Function random_kernel(Elem elem, bool normal);
// to[i] = lowest + the random int below `count`, 2^31 at most, at place first + i. Parameters: to (I64), then I64
// numbers: n, first, the key, lowest, count.
ir::Function random_ints_kernel();

}  // namespace qc
