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
  bool several_parts = false;  // whether the inner dimension is longer than a chain
};
inline constexpr int kProductThreads = 256;

// c = a * b. Parameters: a (m x k), b (k x n), c (m x n), as numbers of `elem`, of which a complex element has two;
// then I64 numbers: m, k, n, at least 1, and how many tiles lie side by side. A block of kProductThreads threads for
// each tile, row by row.
ir::Function product_kernel(Elem elem, bool complex, const ProductTile& tile);
std::string product_name(Elem elem, bool complex, const ProductTile& tile);

// The tile for a product of these extents on so many multiprocessors: a large one reads less memory, small ones are
// more blocks.
ProductTile product_tile(std::int64_t m, std::int64_t k, std::int64_t n, Elem elem, bool complex, int multiprocessors);

}  // namespace qc
