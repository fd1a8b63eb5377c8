// Statements to IR: blocks, branches and loops (src/lower/stmt.cpp).
#pragma once
#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// Statements, one after another.
void block(LowerContext& cx, const ast::Block& b);
// One statement.
void statement(LowerContext& cx, const ast::Stmt& s);
// A `for` loop.
void for_statement(LowerContext& cx, const ast::For& n, Span span);
// syncthreads, syncthreads(warp|block|grid), memfence(block|grid)
bool kernel_statement(LowerContext& cx, const ast::Expr& e, Span span);
// An expression as a statement: a call.
void call_statement(LowerContext& cx, const ast::Expr& e, Span span);

// Whether a return stands in a loop or a match, so that it is no end of an arm of an `if`; whether one stands anywhere.
bool has_inner_return(const ast::Block& b);
bool has_return_anywhere(const ast::Block& b);

}  // namespace qc::lowering
