#include "host/facts/grid_partition.h"

#include <algorithm>

#include "ir/tree_shape.h"
#include "transform/parts/bins.h"
#include "transform/policy/bins_shape.h"
#include "transform/policy/scan_shape.h"

namespace qc::host {

namespace {

using Kind = LaunchRule::Kind;

std::int64_t tiles(std::int64_t n, std::int64_t size) { return (n + size - 1) / size; }

LaunchCut cut_bins(const ReachedLoop& loop, const LaunchRule& rule) {
  LaunchCut c;
  c.run = loop.iterations();
  const auto arrays = bin_arrays(loop.plan, loop.nest);
  auto count = [&](ir::ArrayId a) { return loop.values.arrays[a]->count() * (loop.values.arrays[a]->complex ? 2 : 1); };
  const BinsShape shape = bins_shape(c.run, bins_copy_bytes(arrays, count));
  c.kept = 0;
  for (const BinArray& b : arrays) c.kept += count(b.array);
  c.chunks = shape.chunks;
  c.chunk_units = shape.chunk / kBinsRun;
  c.kept_tiles = shape.chunks;  // the grid
  if (rule.atomic || rule.kind == Kind::BinsAtomic || rule.kind == Kind::BinsAtomicLarge) {
    constexpr std::int64_t kBlocks = 1024;
    c.chunk_units = std::max<std::int64_t>(1, tiles(tiles(c.run, kBlocks), kBinsAtomicRow));
    c.kept_tiles = tiles(c.run, c.chunk_units * kBinsAtomicRow);
    c.chunks = shape.small ? c.kept_tiles : 1;
  }
  if (rule.kind == Kind::BinsLarge) c.kept_tiles = tiles(shape.chunks, rule.per_block);
  if (rule.kind == Kind::BinsClear) c.kept_tiles = tiles(c.chunks * c.kept, rule.per_block);
  if (rule.kind == Kind::BinsMerge) c.kept_tiles = tiles(count(rule.array), rule.per_block);
  return c;
}

// Iterations of the loops that run as one.
std::int64_t run_iterations(const ReachedLoop& loop, const LoopFacts& facts) {
  std::int64_t n = 1;
  if (!loop.bounds.empty())
    for (int k : run_loops(loop.plan, facts)) n *= loop.bounds[std::size_t(k)].count;
  return n;
}

}  // namespace

std::int64_t ReachedLoop::iterations() const {
  __int128 n = 1;
  for (const LoopBounds& b : bounds) n = std::min<__int128>(n * b.count, INT64_MAX);
  return std::int64_t(n);
}

std::int64_t LaunchCut::grid(const LaunchRule& rule) const {
  switch (rule.kind) {
    case Kind::Serial:
      return 1;
    case Kind::Map:
      return row_tiles * kept_tiles;
    case Kind::Reduce:
      return (rule.chunks_in_block ? 1 : chunks) * kept_tiles * rule.chunk_parts;
    default:
      return kept_tiles;
  }
}

LaunchCut cut_launch(const ReachedLoop& loop, const LaunchRule& rule, const LoopFacts& facts) {
  if (rule.kind >= Kind::BinsLanes) return cut_bins(loop, rule);
  LaunchCut c;
  c.run = run_iterations(loop, facts);
  c.kept = c.run > 0 && !loop.bounds.empty() ? loop.iterations() / c.run / std::max(1, facts.channels) : 1;
  c.tickets = c.kept;
  if (rule.kind == Kind::Scan) {
    const ScanShape scan = scan_shape(c.run);
    c.kept_tiles = scan.tiles;
    c.chunks = scan.nodes;
    return c;
  }
  const TreeShape tree = tree_shape(c.run, rule.accumulator_bytes);
  c.chunk_units = tree.chunk / (4 * tree.lanes);
  c.chunks = tree.chunks;
  if (rule.chunk_parts > 1) c.tickets += c.chunks * rule.chunk_parts;
  c.left = c.chunks * rule.left_of_chunk;
  const auto along = [&] { return loop.bounds[std::size_t(rule.tiled)].count; };
  const auto groups = [&](std::int64_t kept) {  // where a thread takes neighbours
    if (rule.grouped < 0) return kept;
    const std::int64_t n = loop.bounds[std::size_t(rule.grouped)].count;
    return kept / n * tiles(n, rule.rows_of_thread);
  };
  if (rule.kind == Kind::Map) {
    c.row_tiles = tiles(c.run + rule.run_before, rule.per_block);
    c.kept_groups = groups(c.kept);
    c.kept_tiles = tiles(c.kept_groups, rule.kept_per_block);
  } else if (rule.tiled >= 0) {
    c.row_tiles = tiles(along(), rule.kept_per_block);
    c.kept_tiles = groups(c.kept / along() / rule.kept_of_thread) * c.row_tiles;
  } else {
    c.kept_tiles = tiles(c.kept, rule.kept_per_block);
  }
  return c;
}

}  // namespace qc::host
