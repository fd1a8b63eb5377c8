// `y[i] = e; s += y[i]` reads back what it has just stored: with the value in a variable, `t = e; y[i] = t; s += t`,
// the sum does not depend on the array any more.
#pragma once
#include "ir/ir.h"

namespace qc {

// Reads of elements that the same iteration has stored right before, by the same subscripts, become reads of a
// variable. Valid where no two arrays of the nest overlap. Returns whether anything changed; arrays and variables keep
// their numbers.
bool forward_stores_to_loads(ir::Function& nest);

}  // namespace qc
