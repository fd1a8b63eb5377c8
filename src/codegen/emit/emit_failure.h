// Failures: the record keeps the one with the lowest order (failure_record.h); loops end where a failure makes the rest
// pointless (failing_loops.h).
#pragma once
#include "codegen/emit/emit_context.h"

namespace qc::codegen {

// The thread that comes here fails; loops that it leaves by that are left.
void emit_fail(EmitContext& e, ir::SiteId site, Value* v0, Value* v1, Value* v2);

// A while loop's condition. Where a failure may be what would have ended the loop, some of its rounds ask for one.
// `rounds` counts them: made by rounds_of_while before the loop, null where nothing has to be asked.
llvm::AllocaInst* rounds_of_while(EmitContext& e);
Value* and_not_failed(EmitContext& e, const ir::ExprP& condition, llvm::AllocaInst* rounds);

// For a loop around lanes: what counts its rounds, null where a failure does not end it; and, in its body, an end to
// it once nothing that any of the lanes meets could come before a failure. Some of the rounds ask.
llvm::AllocaInst* rounds_until_failure(EmitContext& e, const ir::Block& body);
void leave_if_failed(EmitContext& e, llvm::AllocaInst* rounds);

}  // namespace qc::codegen
