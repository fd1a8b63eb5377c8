#include "desugar/ast_rewriter.h"

#include <utility>

namespace qc {

ast::Stmt TextRewriter::statement(const ast::Stmt& s) {
  ast::Stmt out = s;
  std::visit([&](auto& n) { rewrite(n); }, out.node);
  return out;
}

ast::Expr TextRewriter::expression(const ast::Expr& e) {
  if (auto other = replaced(e)) return std::move(*other);
  ast::Expr out = e;
  std::visit([&](auto& n) { inside(n); }, out.node);
  return out;
}

// A lambda with statements that is the statement is a kernel.
void TextRewriter::rewrite(ast::ExprStmt& n) {
  auto* l = std::get_if<ast::Lambda>(&n.value->node);
  if (!l || (!l->assignment && l->statements.empty())) return rewrite(n.value);
  ast::Lambda kernel = *l;
  if (l->assignment) kernel.assignment = Box<ast::Stmt>(statement(*l->assignment));
  rewrite(kernel.statements);
  n.value = ast::ExprP(ast::Expr{std::move(kernel), n.value->span});
}

void TextRewriter::rewrite(Box<ast::FunctionDef>& n) {
  ast::FunctionDef f = *n;
  rewrite(f.body);
  n = Box<ast::FunctionDef>(std::move(f));
}

}  // namespace qc
