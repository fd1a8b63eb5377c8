// Values in all lanes of a group, active or not: what an inactive lane computes is never looked at, and nothing here
// traps.
#pragma once
#include "emulator/code.h"
#include "emulator/lockstep_group.h"

namespace qc::emulator {

// Unary .. Cast (code.h).
void compute(LockstepGroup& g, const Ins& i);

}  // namespace qc::emulator
