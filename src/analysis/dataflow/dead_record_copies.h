// q = bodies[k] copies all fields of the item into variables of the code's own, those too that the kernel never looks
// at:
//   $q_x = bodies[].x[k]; $q_m = bodies[].m[k]; s += $q_x    becomes  $q_x = bodies[].x[k]; s += $q_x
// Such a read is none of the program's: other threads may write those fields meanwhile, and the emulator would report
// it.
#pragma once
#include "ir/ir.h"

namespace qc {

// Before: any kernel. After: no variable that lowering made, of those that records are copied into, is assigned and
// never read, except by what can fail or by what all lanes of a warp take part in.
ir::Function without_unread_copies(ir::Function kernel);

}  // namespace qc
