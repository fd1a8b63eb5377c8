// The arguments of a launch.
#pragma once
#include "emulator/launch.h"

namespace qc::emulator {

// Reads the parameters (Program::launch), and what registers hold at the start: scalars, extents, sizes.
void bind(Launch& l, void* const* params);
// Reports what the kernel was promised about its arguments and does not hold.
void check_promises(Launch& l);
// Regions that the kernel writes remember who touched their elements, from now on.
void make_cells(Launch& l);

}  // namespace qc::emulator
