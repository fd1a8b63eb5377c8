// Judges one choice of covered loops: every soundness condition that fails is a problem; without one the plan stands.
#pragma once
#include <vector>

#include "analysis/loops/array_privatization.h"
#include "analysis/loops/loop_plan.h"
#include "analysis/loops/nest_model.h"

namespace qc {

struct Problem {
  enum class Kind {
    Proved,     // the iterations depend on each other: a forced loop is an error
    Undecided,  // nothing is known: a forced loop is obeyed
    Refused  // a running value or a form that is not executed in parallel: a forced loop runs in order, with a warning
  } kind;
  Reason reason;
  bool loses_updates = false;  // several iterations may change one element: never a matter of the programmer's word
};

struct Judgement {
  LoopPlan plan;  // meaningful when there is no problem, or when all are Undecided and the programmer's word is taken
  std::vector<Problem> problems;
  std::vector<ir::Access>
      from_copy;  // reads of elements that later iterations overwrite: the plan stands when they read from a copy
  std::vector<PrivateArray> private_arrays;  // outer arrays of which each iteration has its own
  bool accepted() const { return problems.empty(); }
};

// covered: perfectly nested loops, outermost first; body: what is inside the innermost one.
// spread: element accumulators that are reduced over other loops than the rest count as bins.
Judgement judge(const ir::Function& f, const std::vector<const ir::For*>& covered, const ir::Block& body,
                bool spread = false);

// The element as IR is printed, "h[b]", for messages.
std::string element_name(const ir::Function& f, const ir::Access& a);

}  // namespace qc
