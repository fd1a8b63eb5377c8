// What a plan asks for beyond the limits of a block.
#pragma once
#include <optional>

#include "analysis/loops/loop_plan.h"
#include "support/diagnostic.h"

namespace qc {

inline constexpr std::int64_t kFullBlockBytes = 128;  // of accumulators that run at the full block size

// A warning (Q0502, reason R030) for a parallel reduction whose accumulators take more than kFullBlockBytes: how many
// there are, the limit, and what is done.
std::optional<Diagnostic> accumulator_limit(const LoopPlan& plan);

}  // namespace qc
