// Ways out of loops around shuffles, as conditions. A block on the host runs such a loop with a mask of the lanes that
// go on (LaneNode::Kind::MaskedLoop), which knows one way out of an iteration, `if c { break }` directly in its body; a
// GPU brings the threads of a warp together again where branches end, but not behind one that a jump leaves. (A thread
// that returns takes no part any more.)
#pragma once
#include "ir/ir.h"

namespace qc::codegen {

// f with the `continue` and the other `break` of such loops written as flags of their threads:
//   while c { if p { a; continue }; b }    while c { left = false; if p { a; left = true }; barrier(warp); if !left { b
//   } }
ir::Function jumps_as_conditions(ir::Function f);

// `if c { break }`.
bool only_breaks(const ir::Stmt& s);

}  // namespace qc::codegen
