// Every expression, or statement, of a piece of syntax, from the outside inwards; lambdas and nested functions are
// looked into.
#pragma once
#include <functional>

#include "ast/ast.h"

namespace qc {

// False: the parts of this one are passed over.
using ExpressionVisitor = std::function<bool(const ast::Expr&)>;

// Call `visit` for an expression before its parts, and for those of a statement or block in the order of the text.
void for_each_expression(const ast::Expr& e, const ExpressionVisitor& visit);
void for_each_expression(const ast::Stmt& s, const ExpressionVisitor& visit);
void for_each_expression(const ast::Block& b, const ExpressionVisitor& visit);

// Every statement of a block, those inside others and inside lambdas with statements too.
void for_each_statement(const ast::Block& b, const std::function<void(const ast::Stmt&)>& visit);

}  // namespace qc
