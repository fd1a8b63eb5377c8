// How the host's threads share sums of columns: few columns side by side, by blocks that share a chunk of the tree, or
// tiles of them. The bits are the same whatever is chosen.
#pragma once
#include <cstdint>

namespace qc {

// Lanes that a thread holds of so many columns that are summed side by side: the fewer, the more is folded in memory.
// Of wide rows eight are slower, whose elements put each other out of the caches (128 columns, ps an element on 16
// cores: 19, with four 16.5; 31 columns: 14, with four 19).
constexpr std::int64_t held_side_by_side(std::int64_t columns, std::int64_t lanes) {
  constexpr std::int64_t kNarrow = 128;
  const std::int64_t wanted = columns < kNarrow ? 8 : 4;
  return wanted < lanes ? wanted : lanes;
}
inline constexpr std::int64_t kMostHeldSideBySide = 8;

struct ColumnShape {
  std::int64_t rows = 0;     // reduced iterations
  std::int64_t columns = 0;  // neighbouring kept iterations
  std::int64_t copies = 1;   // such groups of columns
  std::int64_t chunk = 0;    // iterations of a chunk of the tree
  std::int64_t lanes = 0;    // of the tree
  std::int64_t bytes = 4;    // of a column's accumulators
};
struct ColumnBlocks {
  int chunk_parts = 0;  // side by side: blocks that share a chunk; 0: tiles
  int tile = 0;         // columns of a tile
};

// The cheapest on so many threads. side_by_side, tiles: which of the two there is.
ColumnBlocks choose_column_blocks(const ColumnShape& shape, int threads, bool side_by_side, bool tiles);

}  // namespace qc
