#include "transform/policy/limits.h"

#include <fmt/format.h>

#include "ir/tree_shape.h"
#include "transform/policy/schedule_types.h"

namespace qc {

std::optional<Diagnostic> accumulator_limit(const LoopPlan& plan) {
  if (plan.accumulators.empty() || !runs_parallel(plan)) return {};
  const std::int64_t bytes = accumulator_bytes(plan);
  if (bytes <= kFullBlockBytes) return {};
  return Diagnostic{
      "Q0502",
      Severity::Warning,
      plan.span,
      fmt::format("the loop has {} accumulators of {} bytes together, more than the {} of a full block; it runs with "
                  "{} lanes a block instead of {} (R030)",
                  plan.accumulators.size(), bytes, kFullBlockBytes, tree_lanes(bytes), tree_lanes(kFullBlockBytes)),
      "split the loop into several with fewer accumulators each if it is slow",
      {}};
}

}  // namespace qc
