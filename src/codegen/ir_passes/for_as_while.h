// Loops `for` around shuffles whose number of iterations differs between threads, as `while` loops: these a block on
// the host runs with a mask of the lanes that go on (LaneNode::Kind::MaskedLoop).
#pragma once
#include "ir/ir.h"

namespace qc::codegen {

// f with such loops written as `next = lo; while next <= hi { var = next; ...; next = next + step }`. They hold no
// `continue` (masked_jumps.h).
ir::Function for_loops_as_while(ir::Function f);

}  // namespace qc::codegen
