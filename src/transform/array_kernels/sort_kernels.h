// Kernels that put elements of global memory in order, or find those that are meant, without changing the order of
// equals: a stable radix sort, a digit at a time, and lists of places. Each works in tiles of kOrderTile elements: one
// kernel counts in each tile, one sums the counts up, one moves. What they write does not depend on how blocks follow
// each other.
#pragma once
#include <cstdint>

#include "ir/ir.h"

namespace qc {

inline constexpr std::int64_t kOrderThreads = 256, kOrderItems = 16, kOrderTile = kOrderThreads * kOrderItems;
inline constexpr int kSortBits = 8;
inline constexpr std::int64_t kSortDigits = std::int64_t(1) << kSortBits;

// How elements are ordered by their bits. Of floats -0 and 0 are equal, and what is no number comes last, in descending
// order too.
enum class KeyKind : std::uint8_t { Unsigned, Signed, Float };

// counts[d * tiles + t] = how many elements of tile t have digit d, kSortBits bits of the key from `shift` on.
// Parameters: from, counts (U32), then I64 numbers: n, tiles, shift, and what to exclusive-or keys with (0, or all
// bits: descending). A block of kOrderThreads for each tile.
ir::Function count_keys_kernel(KeyKind kind, int bytes);

// Moves each element to its place in the order of that digit. Parameters: from, to, counts (summed up along each
// digit's tiles, which is what comes before a tile), totals (of each digit), and `with_places` two more arrays of I64:
// the places that elements came from, read and written; then the numbers as above, and with_places 1 in the first pass,
// where an element's place is where it lies.
ir::Function move_keys_kernel(KeyKind kind, int bytes, bool with_places);

// Each row of counts (U32) becomes what stands before each of its elements; totals[row] (I64) their sum. Parameters:
// counts, totals, the length of rows. A block of kOrderThreads for each row.
ir::Function sum_counts_kernel();

// Which elements a list names: those of a mask that are not 0; or those that are not equal to the one before (Bool: as
// bytes).
enum class Wanted : std::uint8_t { NotZero, Changes };
// counts[t] = how many of tile t are wanted. Parameters: from, counts (U32), n.
ir::Function count_wanted_kernel(Wanted wanted, Elem elem);
// Their places, in ascending order. Parameters: from, counts (summed up), places (I64), n.
ir::Function list_wanted_kernel(Wanted wanted, Elem elem);

// to[places[i]] = from[i] for i < n; the places are different ones, all inside. Parameters: from, to, places (I64), n.
// Blocks and units as in moving_kernels.h, 8 bytes at most.
ir::Function scatter_kernel(int unit);

// where[l] becomes the least k for which element k of line l equals best[l], if that is less than where[l] was. Lines
// lie as those of host/arrays/reduce_rows.h; best holds values as IR computes with them. Parameters: from, best, where
// (I64), then I64 numbers: n (of all elements), length and inner. Blocks as in moving_kernels.h.
ir::Function first_equal_kernel(Elem elem);

// For i < n: which line places[i] lies in, lines[i] (of type `elem`), and where in it, along[i] (I64). Parameters:
// places (I64), lines, along, then I64 numbers: n, length and inner. Blocks as in moving_kernels.h, for units of 8
// bytes.
ir::Function split_lines_kernel(Elem elem);

// The median of each line of sorted floats, in which what is no number comes last: the middle one, or the mean of the
// middle two, NaN when one of them is. Parameters: from, to, then I64 numbers: how many lines, and their length. Blocks
// as in moving_kernels.h.
ir::Function middles_kernel(Elem elem);

// out[i * rank + d] = the place along dimension d that places[i] stands for, i < n. Parameters: places, out (I64), then
// I64 numbers: n and the extents. Blocks as in moving_kernels.h, for units of 8 bytes.
ir::Function split_places_kernel(int rank);

}  // namespace qc
