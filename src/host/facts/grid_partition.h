// How the iterations of a judged loop are cut over the grid of one launch.
#pragma once
#include <cstdint>
#include <vector>

#include "host/facts/loop_facts.h"
#include "transform/schedule/schedule.h"

namespace qc::host {

struct LaunchCut {
  std::int64_t
      run = 1,
      kept = 1;  // iterations of the loops that run as one, and of the others; Bins: kept is the bins of all arrays
  std::int64_t row_tiles = 1, kept_tiles = 1, kept_groups = 1;
  std::int64_t chunk_units = 1, chunks = 1;         // of the tree or the scan
  std::int64_t tickets = 1, left = 0;               // Reduce: what blocks draw, and the values that they leave
  std::int64_t grid(const LaunchRule& rule) const;  // blocks
};

// What a launch is cut by: the loop as it is reached. bounds: one for each covered loop.
struct ReachedLoop {
  const LoopPlan& plan;
  const ir::Function& nest;
  const NestValues& values;
  const std::vector<LoopBounds>& bounds;
  std::int64_t iterations() const;  // of all covered loops together
};
LaunchCut cut_launch(const ReachedLoop& loop, const LaunchRule& rule, const LoopFacts& facts);

}  // namespace qc::host
