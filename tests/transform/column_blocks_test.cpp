#include "transform/policy/column_blocks.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "ir/tree_shape.h"

using namespace qc;

namespace {

constexpr std::int64_t kMany = std::int64_t(1) << 23;  // elements

// Columns of floats that lie side by side.
ColumnBlocks beside(std::int64_t rows, std::int64_t columns, int threads) {
  const TreeShape tree = tree_shape(rows, 4);
  return choose_column_blocks({rows, columns, 1, tree.chunk, tree.lanes}, threads, true, true);
}
std::int64_t blocks(std::int64_t rows, std::int64_t columns, const ColumnBlocks& chosen) {
  const std::int64_t chunks = tree_shape(rows, 4).chunks;
  return chosen.chunk_parts > 0 ? chunks * chosen.chunk_parts : chunks * ((columns + chosen.tile - 1) / chosen.tile);
}

}  // namespace

TEST_CASE("one thread takes whole chunks of columns that lie side by side") {
  for (const std::int64_t columns : {2, 10, 64, 65, 256})
    CHECK_MESSAGE(beside(kMany / columns, columns, 1).chunk_parts == 1, columns);
}

TEST_CASE("blocks of columns fill the threads, of any number of columns") {
  for (const int threads : {2, 7, 16, 32})
    for (std::int64_t columns = 2; columns <= 4097; columns += columns < 300 ? 1 : 97) {
      const std::int64_t rows = kMany / columns;
      const ColumnBlocks chosen = beside(rows, columns, threads);
      CHECK_MESSAGE((chosen.chunk_parts > 0) != (chosen.tile > 0), columns);
      CHECK_MESSAGE(5 * blocks(rows, columns, chosen) >= 4 * threads, columns << " columns, " << threads << " threads");
    }
}

TEST_CASE("neighbouring numbers of columns are shared alike") {
  for (const std::int64_t columns : {64, 128, 256, 512, 1024}) {
    const ColumnBlocks chosen = beside(kMany / columns, columns, 16);
    CHECK_MESSAGE(chosen.chunk_parts > 1, columns);
    for (const std::int64_t next : {columns - 1, columns + 1}) {
      const ColumnBlocks other = beside(kMany / next, next, 16);
      CHECK_MESSAGE(
          std::max(other.chunk_parts, chosen.chunk_parts) <= 2 * std::min(other.chunk_parts, chosen.chunk_parts), next);
    }
  }
}

TEST_CASE("the threads of a block that shares a chunk hold two rows of columns or more, which are folded in it") {
  for (const int threads : {2, 16, 256})
    for (std::int64_t lanes = 1; lanes <= 2048; lanes *= 2)
      for (const std::int64_t columns : {2, 3, 17, 64, 500}) {
        const ColumnBlocks chosen = choose_column_blocks({lanes, columns, 1, 8192, lanes}, threads, true, false);
        REQUIRE(chosen.chunk_parts > 0);
        CHECK((chosen.chunk_parts == 1 || 2 * chosen.chunk_parts <= lanes / held_side_by_side(columns, lanes)));
      }
}

TEST_CASE("tiles of columns are narrower where wide ones would leave threads idle") {
  const auto tile = [](std::int64_t copies, int threads) {
    return choose_column_blocks({8192, 512, copies, 8192, 2048}, threads, false, true).tile;
  };
  CHECK(tile(1, 1) == 512);
  CHECK(tile(100, 16) == 512);
  CHECK(tile(1, 16) < 128);
  CHECK(choose_column_blocks({8192, 20, 1, 8192, 2048}, 1, false, true).tile == 32);
}

TEST_CASE("tiles are as wide as a row of accumulators may be") {
  const auto tile = [](std::int64_t bytes) {
    return choose_column_blocks({256, 1 << 16, 1, 8192, 256, bytes}, 1, true, true).tile;
  };
  CHECK(tile(4) == 2048);
  CHECK(tile(8) == 1024);
  CHECK(tile(64) == 128);
}
