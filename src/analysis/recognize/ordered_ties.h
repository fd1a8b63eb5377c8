// order_ties finds extremes whose ties are broken by their place, `if e < m || (e == m && i < at)`, and writes them as
// comparisons of the values alone: in a loop over i the place of what was met before is the lower one, so that the
// first of equal values stays, and the last one with `i > at`. For the value and place of before the loop that is a
// condition.
#pragma once
#include <vector>

#include "ir/ir.h"

namespace qc {

// Rewrites all such statements of the nest; false: there are none, and the nest is as it was.
bool order_ties(ir::Function& nest, std::vector<ir::ExprP>& conditions);

}  // namespace qc
