// Loads, stores and atomics of a group, lane after lane.
#pragma once
#include "emulator/launch.h"

namespace qc::emulator {

// The instruction in all active lanes, checked (check.h).
void load(Launch& l, BlockRun& b, LockstepGroup& g, const Ins& i);
void store(Launch& l, BlockRun& b, LockstepGroup& g, const Ins& i);
void atomic(Launch& l, BlockRun& b, LockstepGroup& g, const Ins& i);

}  // namespace qc::emulator
