// A statement with some of its expressions replaced: what every pass over the syntax that changes a loop's text does
// alike.
#pragma once
#include <optional>

#include "ast/ast.h"

namespace qc {

class TextRewriter {
 public:
  virtual ~TextRewriter() = default;
  ast::Stmt statement(const ast::Stmt& s);

 protected:
  // What stands for an expression; nothing: it stays, and its parts are looked at. Asked from the outside inwards.
  // Lambdas inside expressions stay as they are.
  virtual std::optional<ast::Expr> replaced(const ast::Expr& e) = 0;
  // An assignment whose parts have been rewritten, and what it was.
  virtual void in_assignment(const ast::Assign&, ast::Assign&) {}
  // Before and after the bounds of a loop.
  virtual void in_bounds(bool) {}
  ast::Expr expression(const ast::Expr& e);

 private:
  void rewrite(ast::ExprP& e) {
    if (e) e = ast::ExprP(expression(*e));
  }
  void rewrite(std::vector<ast::ExprP>& list) {
    for (auto& e : list) rewrite(e);
  }
  void rewrite(ast::Block& b) {
    for (auto& s : b) s = statement(s);
  }

  template <class T>
  void inside(T&) {}  // literals, names, types, lambdas
  void inside(ast::Unary& n) { rewrite(n.operand); }
  void inside(ast::Binary& n) {
    rewrite(n.left);
    rewrite(n.right);
  }
  void inside(ast::Conditional& n) {
    rewrite(n.condition);
    rewrite(n.yes);
    rewrite(n.no);
  }
  void inside(ast::Range& n) {
    rewrite(n.lo);
    rewrite(n.step);
    rewrite(n.hi);
  }
  void inside(ast::Call& n) {
    rewrite(n.callee);
    for (auto& a : n.arguments) rewrite(a.value);
  }
  void inside(ast::Index& n) {
    rewrite(n.base);
    rewrite(n.indices);
  }
  void inside(ast::Field& n) { rewrite(n.base); }
  void inside(ast::ArrayLit& n) { rewrite(n.elements); }
  void inside(ast::CellLit& n) { rewrite(n.elements); }
  void inside(ast::TypeAssert& n) { rewrite(n.value); }

  template <class T>
  void rewrite(T&) {}  // statements without expressions
  void rewrite(ast::ExprStmt& n);
  void rewrite(Box<ast::FunctionDef>& n);
  void rewrite(ast::Assign& n) {
    const ast::Assign before = n;
    for (auto& t : n.targets) rewrite(t.place);
    rewrite(n.value);
    in_assignment(before, n);
  }
  void rewrite(ast::If& n) {
    for (auto& arm : n.arms) {
      rewrite(arm.condition);
      rewrite(arm.body);
    }
    rewrite(n.otherwise);
  }
  void rewrite(ast::While& n) {
    rewrite(n.condition);
    rewrite(n.body);
  }
  void rewrite(ast::Repeat& n) {
    rewrite(n.body);
    rewrite(n.until);
  }
  void rewrite(ast::For& n) {
    in_bounds(true);
    rewrite(n.lo);
    rewrite(n.step);
    rewrite(n.hi);
    in_bounds(false);
    rewrite(n.body);
  }
  void rewrite(ast::Match& n) {
    rewrite(n.value);
    for (auto& arm : n.arms) {
      rewrite(arm.pattern);
      rewrite(arm.body);
    }
  }
  void rewrite(ast::Print& n) { rewrite(n.items); }
};

}  // namespace qc
