#include "analysis/dataflow/walk_syntax.h"

namespace qc {

namespace {

struct Walk {
  const ExpressionVisitor& visit;
  const std::function<void(const ast::Stmt&)>* statement = nullptr;

  void operator()(const ast::Expr& e) const {
    if (visit(e)) std::visit(*this, e.node);
  }
  void operator()(const ast::ExprP& e) const {
    if (e) (*this)(*e);
  }
  void operator()(const std::vector<ast::ExprP>& list) const {
    for (const auto& e : list) (*this)(e);
  }
  void operator()(const ast::Stmt& s) const {
    if (statement) (*statement)(s);
    std::visit(*this, s.node);
  }
  void operator()(const ast::Block& b) const {
    for (const auto& s : b) (*this)(s);
  }

  template <class T>
  void operator()(const T&) const {}  // literals, names, types; statements without expressions
  void operator()(const ast::Unary& n) const { (*this)(n.operand); }
  void operator()(const ast::Binary& n) const {
    (*this)(n.left);
    (*this)(n.right);
  }
  void operator()(const ast::Conditional& n) const {
    (*this)(n.condition);
    (*this)(n.yes);
    (*this)(n.no);
  }
  void operator()(const ast::Range& n) const {
    (*this)(n.lo);
    (*this)(n.step);
    (*this)(n.hi);
  }
  void operator()(const ast::Call& n) const {
    (*this)(n.callee);
    for (const auto& a : n.arguments) (*this)(a.value);
  }
  void operator()(const ast::Index& n) const {
    (*this)(n.base);
    (*this)(n.indices);
  }
  void operator()(const ast::Field& n) const { (*this)(n.base); }
  void operator()(const ast::ArrayLit& n) const { (*this)(n.elements); }
  void operator()(const ast::CellLit& n) const { (*this)(n.elements); }
  void operator()(const ast::TypeAssert& n) const { (*this)(n.value); }
  void operator()(const ast::Lambda& n) const {
    (*this)(n.body);
    if (n.assignment) (*this)(*n.assignment);
    (*this)(n.statements);
  }

  void operator()(const ast::ExprStmt& n) const { (*this)(n.value); }
  void operator()(const ast::Assign& n) const {
    for (const auto& t : n.targets) (*this)(t.place);
    (*this)(n.value);
  }
  void operator()(const ast::If& n) const {
    for (const auto& arm : n.arms) {
      (*this)(arm.condition);
      (*this)(arm.body);
    }
    (*this)(n.otherwise);
  }
  void operator()(const ast::While& n) const {
    (*this)(n.condition);
    (*this)(n.body);
  }
  void operator()(const ast::Repeat& n) const {
    (*this)(n.body);
    (*this)(n.until);
  }
  void operator()(const ast::For& n) const {
    (*this)(n.lo);
    (*this)(n.step);
    (*this)(n.hi);
    (*this)(n.body);
  }
  void operator()(const ast::Match& n) const {
    (*this)(n.value);
    for (const auto& arm : n.arms) {
      (*this)(arm.pattern);
      (*this)(arm.body);
    }
  }
  void operator()(const ast::Try& n) const {
    (*this)(n.body);
    (*this)(n.handler);
  }
  void operator()(const ast::Print& n) const { (*this)(n.items); }
  void operator()(const Box<ast::FunctionDef>& n) const {
    for (const auto& p : n->parameters) (*this)(p.default_value);
    (*this)(n->body);
  }
};

}  // namespace

void for_each_expression(const ast::Expr& e, const ExpressionVisitor& visit) { Walk{visit}(e); }
void for_each_expression(const ast::Stmt& s, const ExpressionVisitor& visit) { Walk{visit}(s); }
void for_each_expression(const ast::Block& b, const ExpressionVisitor& visit) { Walk{visit}(b); }

void for_each_statement(const ast::Block& b, const std::function<void(const ast::Stmt&)>& visit) {
  const ExpressionVisitor inside = [](const ast::Expr&) { return true; };
  Walk{inside, &visit}(b);
}

}  // namespace qc
