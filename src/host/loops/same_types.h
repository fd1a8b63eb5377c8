// Whether variables have the types in a compiled loop that they have where the loop is stepped.
#pragma once
#include "analysis/loops/loop_plan.h"
#include "lower/lower.h"
#include "sema/scope.h"

namespace qc::host {

// A variable of the nest keeps the type that it has: stepped, an int stays one until it is given something else.
// Those of functions that are called may have the same names: they are no outputs.
bool same_types(const LoopNest& nest, const Scope& scope);
// Whether variables of floats are given floats only: where the nest converts ints, stepping leaves them as they are.
bool assigns_one_type(const ir::Function& nest);
// Whether a float is computed from what its place held before: a sum or product, if not now, then with other values of
// the numbers around.
bool accumulates_floats(const ir::Function& nest);
// Whether a launch of it, in the form that takes least time, may join floats in an order of its own, which steps do
// not.
bool may_join_floats(const LoopNest& nest, const PlanResult& planned);

}  // namespace qc::host
