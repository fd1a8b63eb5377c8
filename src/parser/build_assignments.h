// Assignments, declarations, and expressions that are statements.
#pragma once
#include "parser/build_context.h"

namespace qc {

// A statement of one line.
ast::Stmt::Node build_simple(BuildContext& b, Tk::SimpleStatementContext& c);
// a = b = e: the value is computed once, and given to each from right to left. False: it is none.
//   $value = e; b = $value; a = $value
bool build_chained(BuildContext& b, ast::Block& out, Tk::SimpleStatementContext& c);
// left op value
ast::Assign build_assignment(BuildContext& b, ast::ExprP left, Tk::AssignOperatorContext& op, ast::ExprP value);
// Reports a place that cannot be assigned to.
void check_target(BuildContext& b, const ast::Expr& e);

}  // namespace qc
