#include "transform/policy/column_blocks.h"

#include <algorithm>
#include <bit>

namespace qc {

namespace {

std::int64_t pieces(std::int64_t n, std::int64_t size) { return (n + size - 1) / size; }

// Costs are times of an element in the best case.
constexpr double kBlock = 8192;    // of a block: to begin it and, at worst, to wake a thread for it
constexpr double kRowOfTile = 32;  // of beginning a row of a tile
constexpr double kTile = 1.125;    // of an element there: nothing foresees the next row
constexpr double kLeft = 3;        // of an element that another thread left

// Threads take blocks as they come: the last one ends half a block later than they would if all ended together.
double time_of(double all, double largest, std::int64_t blocks, int threads) {
  const double even = (all + double(blocks) * kBlock) / threads;
  return std::max(largest, even + largest / 2 * (threads - 1) / threads);
}

}  // namespace

ColumnBlocks choose_column_blocks(const ColumnShape& s, int threads, bool side_by_side, bool tiles) {
  constexpr std::int64_t kMostOfBlock = 1 << 17;  // elements that the threads of a block leave: the second cache
  constexpr std::int64_t kMostParts = 32;
  constexpr std::int64_t kNarrowestTile = 16, kTileBytes = 8192;  // a dozen such rows stay in the second cache
  const std::int64_t rows = std::min(s.rows, s.chunk), chunks = std::max<std::int64_t>(1, pieces(s.rows, s.chunk));
  const std::int64_t all = s.columns * s.copies;
  const double elements = double(s.rows) * double(all);
  ColumnBlocks best;
  double least = 0;
  const auto offer = [&](const ColumnBlocks& blocks, double time) {
    if ((best.chunk_parts > 0 || best.tile > 0) && time >= least) return;
    best = blocks;
    least = time;
  };
  if (side_by_side) {
    const std::int64_t lanes = s.lanes / held_side_by_side(all, s.lanes), left = lanes * all;
    for (std::int64_t parts = 1; parts <= kMostParts && (parts == 1 || 2 * parts <= lanes); parts *= 2) {
      if (left / parts > kMostOfBlock) continue;
      // Two meet, then two of these: so many times, one after the other.
      const double met = double(std::countr_zero(std::uint64_t(parts))) * double(left) / double(parts),
                   met_by_all = double(parts - 1) / double(parts) * double(left) * double(s.rows) / double(rows);
      const double part = double(rows) * double(all) / double(parts);
      offer({int(parts), 0}, time_of(elements + kLeft * met_by_all, part + kLeft * met, chunks * parts, threads));
    }
  }
  const std::int64_t widest = std::max<std::int64_t>(kNarrowestTile, kTileBytes / s.bytes);
  for (std::int64_t tile = kNarrowestTile; tiles && tile <= widest; tile *= 2) {
    if (tile > kNarrowestTile && tile / 2 >= s.columns) break;
    const std::int64_t row = pieces(s.columns, tile);
    const double begun = double(s.rows) * double(s.copies) * double(row) * kRowOfTile,
                 largest = double(rows) * (double(std::min(tile, s.columns)) + kRowOfTile);
    offer({0, int(tile)}, time_of(kTile * (elements + begun), kTile * largest, chunks * s.copies * row, threads));
  }
  return best;
}

}  // namespace qc
