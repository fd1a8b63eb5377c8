// What statements do, as passes ask of them: which variables they set, and whether they may fail of themselves.
#pragma once
#include <set>

#include "ir/ir.h"

namespace qc::ir {

// The variables that are set anywhere in it, those of `for` loops and the old values of atomic functions included.
std::set<VarId> assigned_variables(const Block& block);

// Whether something in it divides, and may find a 0. Of accesses their boundaries and the facts of a launch tell.
bool may_divide_by_zero(const Expr& e);
bool may_divide_by_zero(const Block& block);
// Whether it may fail, whatever the arrays' extents are: by a division, an error, an assertion.
bool may_fail(const Block& block);

}  // namespace qc::ir
