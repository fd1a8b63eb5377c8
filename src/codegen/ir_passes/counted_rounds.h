// Loops whose iterations are counted by their variable: in `for i=lo..5..hi: x[k + int((i-lo)/5)]` the quotient is a
// variable that goes up by one. LLVM sees no step in a division, and would gather what lies side by side.
#pragma once
#include "ir/ir.h"

namespace qc::codegen {

// The kernel with such a variable in each loop that divides so.
ir::Function counted_rounds(const ir::Function& kernel);

}  // namespace qc::codegen
