// Kernels with barriers run whole blocks, also threads past the launch's dimensions. The promise of 'unchecked is one
// for the positions that the program launches; it does not speak of those threads.
#pragma once
#include "ir/ir.h"

namespace qc::host {

// The function with accesses to global arrays that were unchecked made safe: outside they read 0 and write nothing.
ir::Function safe_past_the_end(ir::Function f);

}  // namespace qc::host
