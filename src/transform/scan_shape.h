// The shape of a scan's tree. It is part of the language (version 1): it depends on the number of iterations alone, never on
// a target, so that the same bits come out everywhere. Integers equal the loop in order whatever the shape.
//
// The iterations are cut into at most kMaxScanChunks chunks of whole rows; a row is 256 lanes of 8 consecutive iterations.
//  * The value of a chunk: its iterations in 1024 interleaved lanes (iteration i of the chunk in lane i mod 1024, each in
//    order), folded in halves as in tree_shape.h.
//  * The prefix E of a chunk combines the values of the chunks before it: block_scan over lanes of 8 consecutive chunks.
//  * Inside a chunk, row by row: a lane's value is its iterations in order; block_scan gives each lane the combination of
//    the lanes before it; the rows before are combined in order.
//  * A lane starts from init op (E op rows before op lanes before) and runs its iterations as they are written.
// block_scan: in groups of 32 lanes v[t] = v[t-d] op v[t] for d = 1, 2, 4, 8, 16 where t >= d in the group; then the groups'
// last values in order.
#pragma once
#include <algorithm>
#include <cstdint>

namespace qc {

inline constexpr int kScanVersion = 1;
inline constexpr std::int64_t kScanLanes = 256, kScanRun = 8, kScanRow = kScanLanes * kScanRun;
inline constexpr std::int64_t kScanTotalLanes = 1024;           // of a chunk's value
inline constexpr std::int64_t kMaxScanChunks = 2048;            // one row of chunk values

struct ScanShape {
  std::int64_t rows;    // a chunk
  std::int64_t chunks;  // at least 1
  std::int64_t chunk() const { return rows * kScanRow; }
};

constexpr ScanShape scan_shape(std::int64_t iterations) {
  const std::int64_t rows = (iterations + kScanRow - 1) / kScanRow;
  const std::int64_t each = std::max<std::int64_t>(1, (rows + kMaxScanChunks - 1) / kMaxScanChunks);
  return {each, std::max<std::int64_t>(1, (rows + each - 1) / each)};
}

}  // namespace qc
