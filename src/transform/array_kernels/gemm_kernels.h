// Matrix products on GPUs. Each element of the result is a sum of chains as ir/product_shape.h has it, so that its bits
// are those of the host's product (host/arrays/products/gemm.h) whatever the tiles are.
#pragma once
#include <cstdint>
#include <string>

#include "ir/ir.h"

namespace qc {

// What a block computes: rows x columns elements of the result, `depth` steps at a time out of shared memory. A thread
// holds row_items x column_items of them; where the tile has fewer than kProductThreads times as many, the other
// threads only load. All are powers of two.
struct ProductTile {
  int rows, columns, depth, row_items, column_items;
  enum class Parts {
    One,      // the inner dimension is no longer than a chain
    Several,  // one block computes all of them
    Apart     // a block computes one part; part_sums_kernel adds them up
  } parts = Parts::One;
  bool shared_totals = false;  // of several parts: what is finished of them lies in shared memory, not in the result
  bool a_transposed = false, b_transposed = false;  // how the operands lie in memory: a as k x m, b as n x k
};
inline constexpr int kProductThreads = 256;

// c = a * b. Parameters: a (m x k), b (k x n), c (m x n), as numbers of `elem`, of which a complex element has two;
// then I64 numbers: m, k, n, at least 1, and how many tiles lie side by side. A block of kProductThreads threads for
// each tile, row by row. Parts apart: c has m x n numbers for each part; one more number says which part is the first
// of them, and the blocks of a part follow those of the part before.
ir::Function product_kernel(Elem elem, bool complex, const ProductTile& tile);
std::string product_name(Elem elem, bool complex, const ProductTile& tile);

// c = c + parts[0] + parts[1] + .., in order; the first of them in place of c where `fresh` is not 0. Parameters: the
// parts, c; then I64 numbers: of c, of parts, fresh. A thread for each number of c, blocks of kPartSumThreads.
inline constexpr int kPartSumThreads = 64;
ir::Function part_sums_kernel(Elem elem);

// The tile for a product of these extents on so many multiprocessors, whose blocks may have so many bytes of shared
// memory: a large one reads less memory, small ones are more blocks.
ProductTile product_tile(std::int64_t m, std::int64_t k, std::int64_t n, Elem elem, bool complex, int multiprocessors,
                         std::size_t shared_bytes);

}  // namespace qc
