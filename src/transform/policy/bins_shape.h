// The shape in which bins are accumulated: private copies of the bins, combined in a fixed order. It is part of the
// language (version 1): it depends on extents alone, never on a target, so that float bins have the same bits
// everywhere. Integer bins equal the loop in order whatever the shape; targets may take another way to them.
//
// The iterations are cut into chunks; inside a chunk groups of 4 iterations go round the lanes, and each lane adds to a
// copy of the bins of its own, in order. A bin's value in a chunk combines its lanes in order, beginning with lane (bin
// mod lanes). Chunk c belongs to merge lane c mod 128; each combines its chunks in order, and the lanes are folded in
// halves as in tree_shape.h. The start value joins last: A[bin] op value.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>

namespace qc {

inline constexpr int kBinsVersion = 1;
inline constexpr std::int64_t kBinsRun = 4;                // neighbouring iterations of one lane
inline constexpr std::int64_t kBinsCopyBytes = 32 * 1024;  // all copies of a chunk, as long as one fits
inline constexpr std::int64_t kBinsMergeLanes = 128;
inline constexpr std::int64_t kBinsAtomicRow = 4096;  // chunks that are added up atomically are multiples of it

struct BinsShape {
  bool small;           // copies of all lanes together fit into kBinsCopyBytes
  std::int64_t lanes;   // a power of two; 1 when not small
  std::int64_t chunk;   // iterations, a multiple of kBinsRun * lanes
  std::int64_t chunks;  // at least 1
};

// Of all bin arrays together, each extent rounded up to a power of two: bytes in the types they are combined in.
constexpr std::int64_t bins_capacity(std::int64_t count) {
  return std::int64_t(std::bit_ceil(std::uint64_t(std::max<std::int64_t>(count, 1))));
}
constexpr std::int64_t bins_lanes(std::int64_t copy_bytes) {
  return std::clamp<std::int64_t>(
      std::int64_t(std::bit_floor(std::uint64_t(std::max<std::int64_t>(1, kBinsCopyBytes / copy_bytes)))), 1, 256);
}
constexpr BinsShape bins_shape(std::int64_t iterations, std::int64_t copy_bytes) {
  const bool small = copy_bytes <= kBinsCopyBytes;
  const std::int64_t lanes = small ? bins_lanes(copy_bytes) : 1, row = kBinsRun * lanes;
  // A chunk is worth its copies: to clear and to fold them costs as much as that many iterations.
  const std::int64_t most = small ? 4096 : 1024, least = small ? copy_bytes * lanes / 2 : copy_bytes / 4;
  const std::int64_t wanted = std::max((iterations + most - 1) / most, least);
  const std::int64_t chunk = (wanted + row - 1) / row * row;
  return {small, lanes, chunk, std::max<std::int64_t>(1, (iterations + chunk - 1) / chunk)};
}

}  // namespace qc
