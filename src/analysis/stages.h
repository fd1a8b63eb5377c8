// A running value that other statements of its loop need in ways that one scan does not serve, `s += x[i]; t += s` or
// `c = x[i] > 0 ? c + 1 : 0; longest = max(longest, c)`: the loop is cut into loops that run one after another. The first
// computes the running values alone and keeps what each iteration reads of them, the second is the rest and reads that:
//   for i: s += x[i]; kept[i] = s end        for i: t += kept[i] end
// Both are judged as usual; the second may be cut again.
#pragma once
#include <optional>
#include <string>

#include "analysis/plan.h"

namespace qc {

struct StagedLoop {
  LoopPlan plan;    // a Scan with stages
  LoopNest launched;  // the nest, with the variables and arrays of all stages
  std::vector<ir::ArrayId> temporaries;
};
// nest: normalised. nullopt: it cannot be cut so that each part runs in parallel.
std::optional<StagedLoop> split_into_stages(const LoopNest& nest);

}  // namespace qc
