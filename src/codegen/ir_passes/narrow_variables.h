// Variables of threads that hold bytes or other small ints alone, `below : uint8 = 0`, in memory of that width. The
// threads of a block are lanes of vectors, and what lives through a loop around them lies in memory, a lane beside the
// next: ints of 64 bits take eight times the vectors that bytes take.
#pragma once
#include "ir/ir.h"

namespace qc::codegen {

// f whose variables have the type of what they are given, where all of that is of one narrow type. A VarRef's own type
// stays that of a value, I64.
ir::Function narrow_variables(ir::Function f);

}  // namespace qc::codegen
