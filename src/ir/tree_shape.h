// The shape of the reduction tree. It is part of the language (version 1): it depends on the number of iterations and
// the bytes of the accumulators alone, never on a target, so that the same bits come out everywhere.
//
// The linear iteration space is cut into at most 1024 contiguous chunks of `chunk` iterations (the last may be
// shorter). Iteration i of a chunk belongs to lane i mod lanes, and a lane combines its iterations in order. Lanes are
// folded in halves, l = l op (l + h) for h = lanes/2 .. 1, then the chunks' values in the same way over the next power
// of two. What is absent is skipped. The start value joins last, on the left: init op tree.
//
// A reduction inside a nest that runs in order has a tree of its own, the short one: as many whole rows of kShortLanes
// iterations as there are go to that many lanes, each of which combines its iterations in order. The lanes are folded
// in halves, the result joins what the accumulator held, on the right, and the iterations behind the last whole row
// follow in order. So fewer iterations than lanes are combined as the text says.
#pragma once
#include <algorithm>
#include <cstdint>

namespace qc {

inline constexpr int kTreeVersion = 1;
inline constexpr std::int64_t kMaxChunks = 1024;
inline constexpr std::int64_t kShortLanes = 32;  // four vectors of eight floats: as many as hide the latency of a sum

struct TreeShape {
  std::int64_t lanes;   // a power of two
  std::int64_t chunk;   // iterations a chunk, a multiple of 4 * lanes
  std::int64_t chunks;  // at least 1
};

// Fewer lanes for wider sets of accumulators, so that a block's lanes fit into registers and shared memory.
constexpr std::int64_t tree_lanes(std::int64_t accumulator_bytes) {
  return accumulator_bytes <= 16    ? 2048
         : accumulator_bytes <= 32  ? 1024
         : accumulator_bytes <= 128 ? 512
         : accumulator_bytes <= 256 ? 256
                                    : 128;
}
// The unit of chunks is four rows of lanes.
constexpr TreeShape tree_shape(std::int64_t iterations, std::int64_t accumulator_bytes) {
  const std::int64_t lanes = tree_lanes(accumulator_bytes), unit = 4 * lanes;
  const std::int64_t units = (iterations + unit - 1) / unit;
  const std::int64_t chunk = std::max<std::int64_t>(1, (units + kMaxChunks - 1) / kMaxChunks) * unit;
  return {lanes, chunk, std::max<std::int64_t>(1, (iterations + chunk - 1) / chunk)};
}

}  // namespace qc
