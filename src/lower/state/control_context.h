// ControlContext says where in the control flow of the text the statement at hand stands.
#pragma once
#include <vector>

#include "ir/ir.h"

namespace qc::lowering {

// See above. Nothing is put back where lowering ends early: what could not be lowered stood there.
struct ControlContext {
  int arm = 0, arms = 0;            // the arm of a condition that is being lowered now, and how many such have been
  int conditional = 0;              // inside so many branches
  int loops = 0;                    // inside so many loops
  std::vector<ir::VarId> counters;  // of the `for` loops around
  bool jumps = false;               // the nest has a break, continue or return
  int jumps_met = 0;                // of them, in the statements lowered so far

  // Whether the statement runs in every iteration of the outermost loop, once, if the iteration reaches it.
  bool once_an_iteration() const { return arm == 0 && conditional == 0 && loops == 1 && !jumps; }
  // Whether it may be passed by, or be repeated.
  bool passed_by_or_repeated() const { return conditional > 0 || loops > 0; }
  // Whether an iteration may go on without it.
  bool may_be_passed_by() const { return conditional > 0 || loops > 1 || jumps_met > 0; }
  // A pass begins; whether the nest has jumps is the text's.
  void begin_pass();
};

}  // namespace qc::lowering
