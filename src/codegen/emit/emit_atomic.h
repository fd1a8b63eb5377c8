// Atomic updates of array elements. What LLVM has as one operation is one; the rest is a compare-and-swap loop.
#pragma once
#include "codegen/emit/emit_context.h"

namespace qc::codegen {

// The update, and the value before or after it where that is asked for.
void emit_atomic(EmitContext& e, const ir::Atomic& n);

}  // namespace qc::codegen
