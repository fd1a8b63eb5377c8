// Nests in which outer variables are replaced by the values that they are known to have. A plan that stands under a
// condition on symbols is made again so: `a[i*inc] += b[i]` with inc == 0 is a reduction, `a[i] = a[i-k]` with k == 3 a
// proved dependence.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "analysis/lower.h"
#include "analysis/plan.h"

namespace qc {

using KnownInt = std::function<std::optional<std::int64_t>(const std::string& name)>;

// The whole numbers that the nest reads and does not assign, replaced where `value` knows them; nullopt: it knows none.
std::optional<LoopNest> with_known_values(const LoopNest& nest, const KnownInt& value);

// plan_loop, told what `scope` says of constants: where the plan would hang on a condition, or nothing could be decided, the
// nest is replaced by one with the constants in it and judged again.
PlanResult plan_with_constants(LoopNest& nest, const Scope& scope);

}  // namespace qc
