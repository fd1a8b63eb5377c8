// `lower_and_plan` lowers the text of a loop and plans the nest, by the text and by what is known of the names
// around it. The run asks it with values, reports ask it with types (prepare_loop.h).
#pragma once
#include <variant>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "ast/ast.h"
#include "lower/arrays/scalar_replacement.h"
#include "lower/lower.h"
#include "sema/scope.h"

namespace qc {

struct PlanOptions {
  Elem scalar = Elem::F32;
  bool short_values = true;  // short arrays may become values of the loop, which the program's text does not have
  // What the scope says of numbers and names holds in every run, so that it settles what the plan hangs on. Otherwise
  // each launch asks (host/loops/run_loop.cpp).
  bool settles = false;
};

// A loop once it is lowered and planned.
struct PlannedNest {
  LoopNest nest;
  PlanResult result;
  std::vector<ShortArray> short_arrays = {};  // that are values in the nest
  bool moves = false;  // as it is written, what it updates moves with a loop (R004): extents may make another plan

  const LoopNest& launched() const { return result.launched(nest); }
};

// A text that is not lowered as it stands is lowered with short arrays as values, or else with slices of them. Throws
// ProgramError for what is wrong in every run; that a forced loop is not obeyed is among the diagnostics of the plan.
std::variant<PlannedNest, NotLowered> lower_and_plan(const ast::Stmt& text, const Scope& scope,
                                                     const PlanOptions& options);

}  // namespace qc
