// Array accesses: addresses, boundary modes, failures of accesses that are outside.
#pragma once
#include "codegen/emit/emit_context.h"

namespace qc::codegen {

// An array's extent along one dimension, or its number of elements (dim < 0).
Value* array_extent(EmitContext& e, ir::ArrayId a, int dim);
// Its number of elements.
Value* array_count(EmitContext& e, ir::ArrayId a);

// The value of an element, or of what its boundary mode gives.
Value* emit_load(EmitContext& e, const ir::Access& a);
// Runs `write` with the address of the element where there is one; where it is outside, the access fails or nothing
// happens.
void guarded_write(EmitContext& e, const ir::Access& a, const std::function<void(Value* address, llvm::Align)>& write);
// value -> element.
void emit_store(EmitContext& e, const ir::Store& n);

}  // namespace qc::codegen
