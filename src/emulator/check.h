// Races: each access is compared with the ones that its element remembers (race.h).
#pragma once
#include "emulator/launch.h"
#include "emulator/reports.h"

namespace qc::emulator {

// The thread touches an element. same_value: what it writes is there already.
void touch(Launch& l, const Who& who, const Place& p, const Spot& s, Touch kind, bool same_value);

// Release and acquire: a fence of all active lanes; an atomic, which passes on what its thread made visible at its last
// fence, and meets what earlier ones passed on. fenced: it is a fence before and after it.
void fence(BlockRun& b, LockstepGroup& g, ir::SyncScope scope);
void synchronise(Launch& l, const Who& who, const Spot& s, bool fenced);
// A barrier gives the whole block what its threads know.
void hand_over(BlockRun& b);

}  // namespace qc::emulator
