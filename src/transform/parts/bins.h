// What a bins plan accumulates into, and how it may be counted.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "transform/policy/schedule_types.h"

namespace qc {

struct BinArray {
  ir::ArrayId array;  // of the nest
  ReduceOp op;
  Elem elem;          // of the array
  std::size_t first;  // an accumulator of the plan that updates it
};
// Each array once, in the order of the accumulators.
std::vector<BinArray> bin_arrays(const LoopPlan& plan, const ir::Function& nest);
// Bytes of one copy of all bins, as bins_shape wants them. `count`: elements of an array of the nest.
std::int64_t bins_copy_bytes(const std::vector<BinArray>& arrays,
                             const std::function<std::int64_t(ir::ArrayId)>& count);
// The facts about bins for these extents; `iterations` of the loops that run as one.
BinFacts find_bin_facts(const LoopPlan& plan, const ir::Function& nest, std::int64_t iterations,
                        const std::function<std::int64_t(ir::ArrayId)>& count);

}  // namespace qc
