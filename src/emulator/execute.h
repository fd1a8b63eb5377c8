// Instructions of one lockstep group: control flow under masks, values of active lanes, divisions.
#pragma once
#include "emulator/launch.h"

namespace qc::emulator {

// Runs the group until `budget` accesses of memory that threads share are done, or it has to wait, or it ends.
void slice(Launch& l, BlockRun& block, LockstepGroup& g, int budget);
// Runs code that only computes values, to its end.
void run_values(Launch& l, BlockRun& block, LockstepGroup& g, const std::vector<Ins>& code);

}  // namespace qc::emulator
