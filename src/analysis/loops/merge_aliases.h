// Nests in which two names stand for one array: the nest is judged again with one name for both, so that `b = a` and
// `for i: b[i] = a[i-1]` is the recurrence that it is (recognition rule 8).
#pragma once
#include <functional>
#include <optional>

#include "analysis/loops/loop_plan.h"

namespace qc {

using SameArray = std::function<bool(ir::ArrayId a, ir::ArrayId b)>;

// The nest with one array in place of each set of those that `same` says are one (of one element type and rank, at
// least one of them written); nullopt: there are none. Arrays keep their numbers, those that went are no parameters.
std::optional<LoopNest> with_one_name(const LoopNest& nest, const SameArray& same);

}  // namespace qc
