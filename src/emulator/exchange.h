// Where threads meet: exchanges between the lanes of a warp, and barriers.
//
// A warp has 32 threads whatever the lockstep width. Groups of fewer wait at an exchange until every other group of the
// warp waits too; those that wait at the same instruction then take part together.
#pragma once
#include "emulator/launch.h"

namespace qc::emulator {

// The group has come to an exchange or a barrier. False: it waits.
bool arrive(Launch& l, BlockRun& b, LockstepGroup& g, const Ins& i);
// No group of the block can go on by itself: the exchanges of each warp happen, or the barrier opens. False: all have
// ended.
bool settle(Launch& l, BlockRun& b);
// All blocks that have not ended wait at barriers of the grid. What was accessed before is as of another launch.
void release_grid(Launch& l);

}  // namespace qc::emulator
