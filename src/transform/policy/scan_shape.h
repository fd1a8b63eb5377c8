// The shape of a scan's tree. It is part of the language (version 2): it depends on the number of iterations alone,
// never on a target, so that the same bits come out everywhere. Integers equal the loop in order whatever the shape.
//
// The iterations are cut into tiles of 8 rows; a row is 256 lanes of 4 consecutive iterations.
//  * A lane's value is its iterations in order. block_scan over a row's lanes gives each the combination of the lanes
//    before it, and the row's value. What is before a lane in its tile: the rows before, in order, op the lanes before.
//    The tile's value is that of its rows in order.
//  * Tiles are the leaves of a tree with 32 children a node. The value of a node is the last of group_scan
//    over its children; what stands before a tile combines, from the tile upwards, what group_scan has before it among
//    its siblings:
//    E = ((.. op before at level 1) op before at level 0).
//  * A lane starts from init op (E op what is before it in the tile) and runs its iterations as they are written.
// group_scan: v[t] = v[t-d] op v[t] for d = 1, 2, 4, 8, 16 where t >= d. block_scan: group_scan in groups of 32 lanes,
// then the groups' last values in order.
#pragma once
#include <algorithm>
#include <cstdint>

namespace qc {

inline constexpr int kScanVersion = 2;
inline constexpr std::int64_t kScanLanes = 256, kScanRun = 4, kScanRow = kScanLanes * kScanRun;
inline constexpr std::int64_t kScanRows = 8, kScanTile = kScanRows * kScanRow;
inline constexpr std::int64_t kScanGroup = 32;  // lanes of a group, children of a node

struct ScanShape {
  std::int64_t tiles;  // at least 1
  std::int64_t nodes;  // of the tree, tiles included: level by level, each with a 32nd of the one below, rounded up
};

// The tree of a scan; one without iterations has a tile too.
constexpr ScanShape scan_shape(std::int64_t iterations) {
  const std::int64_t tiles = std::max<std::int64_t>(1, (iterations + kScanTile - 1) / kScanTile);
  std::int64_t nodes = tiles;
  for (std::int64_t width = tiles; width > 1; nodes += width) width = (width + kScanGroup - 1) / kScanGroup;
  return {tiles, nodes};
}

}  // namespace qc
