// Which product of a sum is fused with it (language.md section 4). One decision for the lowering and for the evaluator,
// so that a loop and the same statement outside a loop give the same bits.
#pragma once
#include "ast/ast.h"

namespace qc {

// The expression as a product `a * b` or `a .* b`, or null. Whether it is one of floats only the caller knows.
inline const ast::Binary* as_product(const ast::Expr& e) {
  auto* b = std::get_if<ast::Binary>(&e.node);
  return b && (b->op == ast::BinaryOp::Mul || b->op == ast::BinaryOp::ElemMul) ? b : nullptr;
}

enum class Fused { None, Left, Right };

// For `left + right` and `left - right` (of a compound assignment: left is the target). An operand counts when
// as_product is not null and the product is elementwise and of real floats.
//   Right of +: fma(a, b, left)    Right of -: fma(-a, b, left)
//   Left of +:  fma(a, b, right)   Left of -:  fma(a, b, -right)
inline Fused fused_side(bool left_is_float_product, bool right_is_float_product) {
  if (right_is_float_product) return Fused::Right;
  return left_is_float_product ? Fused::Left : Fused::None;
}

}  // namespace qc
