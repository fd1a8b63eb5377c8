// Expressions: leaves, lazy operators, elementary functions.
#pragma once
#include "codegen/emit/emit_context.h"

namespace qc::codegen {

// The value of an expression.
Value* emit_expr(EmitContext& e, const ir::Expr& x);
inline Value* emit_expr(EmitContext& e, const ir::ExprP& x) { return emit_expr(e, *x); }

// The value that a variable has.
Value* variable_value(EmitContext& e, ir::VarId v);

}  // namespace qc::codegen
