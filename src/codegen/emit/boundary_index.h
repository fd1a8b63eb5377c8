// Boundary modes that move an index into its array: 'mirror, 'circular, 'clamped.
#pragma once
#include "codegen/emit/instruction_builder.h"

namespace qc::codegen {

// Where an index stands that is outside 0..extent-1; one that is inside, the usual case, pays no division. The result
// counts only where extent > 0. outlined: by a function of the module, as small as can be and quick to compile, for
// code that few threads run.
Value* boundary_index(InstructionBuilder& b, Boundary mode, Value* index, Value* extent, bool outlined);

}  // namespace qc::codegen
