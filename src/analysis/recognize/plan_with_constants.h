// A plan that stands under a condition on symbols is made again with their values where these are known: `a[i*inc] +=
// b[i]` with inc == 0 is a reduction, `a[i] = a[i-k]` with k == 3 a proved dependence.
#pragma once
#include "analysis/loops/loop_plan.h"
#include "lower/lower.h"

namespace qc {

// plan_loop, told what `scope` says of constants: where the plan would hang on a condition, or nothing could be
// decided, the nest is replaced by one with the constants in it and judged again.
PlanResult plan_with_constants(LoopNest& nest, const Scope& scope);

}  // namespace qc
