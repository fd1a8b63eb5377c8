// Floating variables that grow by constants.
#pragma once
#include <vector>

#include "ir/ir.h"

namespace qc {

// Replaces those that the nest reads by closed forms. Adds the conditions under which each of their values is exact:
// comparisons of expressions over values from before the nest. Returns whether anything changed.
bool replace_float_induction(ir::Function& nest, std::vector<ir::ExprP>& conditions);

}  // namespace qc
