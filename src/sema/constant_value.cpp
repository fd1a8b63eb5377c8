#include "sema/constant_value.h"

namespace qc {

std::optional<double> constant_value(const ast::Expr& e,
                                     const std::function<std::optional<double>(const std::string&)>& known) {
  if (auto* n = std::get_if<ast::IntLit>(&e.node)) return double(n->value);
  if (auto* n = std::get_if<ast::FloatLit>(&e.node)) return n->value;
  if (auto* n = std::get_if<ast::Name>(&e.node)) return known(n->name);
  if (auto* n = std::get_if<ast::Unary>(&e.node)) {
    const auto v = n->op == ast::UnaryOp::Not ? std::nullopt : constant_value(*n->operand, known);
    return v && n->op == ast::UnaryOp::Neg ? -*v : v;
  }
  auto* n = std::get_if<ast::Binary>(&e.node);
  if (!n) return {};
  const auto a = constant_value(*n->left, known), b = constant_value(*n->right, known);
  if (!a || !b) return {};
  switch (n->op) {
    case ast::BinaryOp::Add:
      return *a + *b;
    case ast::BinaryOp::Sub:
      return *a - *b;
    case ast::BinaryOp::Mul:
    case ast::BinaryOp::ElemMul:
      return *a * *b;
    case ast::BinaryOp::Div:
    case ast::BinaryOp::ElemDiv:
      return *a / *b;
    default:
      return {};
  }
}

}  // namespace qc
