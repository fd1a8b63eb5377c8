// Statements of which nothing is seen but what is computed of them beside them: `t = 0; for k ..: t += x[k] end` where
// t is read by what stands with them alone. They may be run in more iterations than those in which the loop runs them,
// or in fewer.
#pragma once
#include "ir/ir.h"

namespace qc {

// Whether `statements` are such: assignments, branches, loops, failures, and stores to arrays of the iteration. `with`
// holds them and all that may read what they compute, in the order in which it runs.
bool are_own(const ir::Function& f, const ir::Block& statements, const ir::Block& with);

// The arm of an update by comparison, `if e < v then t = 0; for k ..: t += x[k] end; v = e; s = t; at = i end`: what it
// leaves, and what computes that, which only the iteration that is kept has to run.
struct UpdateArm {
  ir::Block sets;       // v, s and at
  ir::Block computing;  // are_own; empty where something in the arm is neither
};
UpdateArm update_arm(const ir::Function& f, const ir::Block& arm);

}  // namespace qc
