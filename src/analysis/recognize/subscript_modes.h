// Subscripts that the text moves inside their array, x[min(max(i+k, 0), n-1)] and x[mod(i+1, n)], become accesses with
// a boundary mode, x[i+k] 'clamped and x[i+1] 'circular: what serves windows and stencils with modes serves them too.
#pragma once
#include <optional>
#include <vector>

#include "analysis/loops/loop_plan.h"

namespace qc {

struct NestWithModes {
  LoopNest nest;
  std::vector<ir::ExprP> conditions;  // of ints before the nest: that the ends in the text are those of the arrays
  // A subscript that is moved no longer. Modes are for those that are inside in most iterations.
  struct Place {
    ir::ExprP subscript;
    ir::ArrayId array;
    int dim;
  };
  std::vector<Place> places;
};

// The parallel nest with such reads. It does the same where the conditions hold and every access of the nest as it is
// lies inside its array. nullopt: it has none.
std::optional<NestWithModes> with_boundary_modes(const LoopNest& nest, const PlanResult& planned);

}  // namespace qc
