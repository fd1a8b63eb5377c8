// Statements and control flow.
#pragma once
#include "codegen/emit/emit_context.h"

namespace qc::codegen {

// One statement after another.
void emit_block(EmitContext& e, const ir::Block& statements);
// One statement.
void emit_stmt(EmitContext& e, const ir::Stmt& s);

// A variable's new value; that of an output goes into its slot too.
void assign(EmitContext& e, ir::VarId v, Value* value);

// Loops around code that `body` makes. of: the statements of the body, where a failure leaves the loop as far as it
// may.
void while_loop(EmitContext& e, const std::function<Value*()>& condition, const InstructionBuilder::Body& body,
                const ir::Block* of = nullptr);
void for_loop(EmitContext& e, const ir::For& loop, const InstructionBuilder::Body& body);

}  // namespace qc::codegen
