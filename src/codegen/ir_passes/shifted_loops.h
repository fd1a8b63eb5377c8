// Loops that begin at another place for each thread and run as often for all of them, `for i=pos-n..pos+n`. The lanes
// of a vector go through a loop together when its bounds are the same for all.
#pragma once
#include "ir/ir.h"

namespace qc::codegen {

// The kernel with such loops counted from 0: `for k=0..2*n` with i = pos-n + k in its body. What a variable holds after
// its loop stays.
ir::Function shifted_loops(const ir::Function& kernel);

}  // namespace qc::codegen
