// guard_unset() is the definite assignment of a nest's own variables: where one may be read before anything has set it,
// the loop fails there as the evaluator does, and one that may never be set keeps a mark of whether it was.
#pragma once
#include <vector>

#include "ir/ir.h"
#include "lower/state/own_variable.h"

namespace qc::lowering {

// Brings the nest into that form. `mark = 0` and `if mark == 0 then Fail` of variables that are always set are dropped.
// The mark of an output that the nest may leave unset is an output too; its Var::set_of says so.
void guard_unset(ir::Function& nest, const std::vector<OwnVariable>& own);

}  // namespace qc::lowering
