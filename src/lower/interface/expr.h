// Expressions to values: operators, literals, fixed-size values by their components (src/lower/expr.cpp).
#pragma once
#include <functional>
#include <string>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// Each element changed.
Value map(LowerContext& cx, const Value& a, const std::function<Value(const Value&)>& each);
// Two values element by element; a number, and an extent of 1, meet all elements of the other.
Value zip(LowerContext& cx, const Value& a, const Value& b, Span span,
          const std::function<Value(const Value&, const Value&)>& each);
// The value of an expression.
Value expr(LowerContext& cx, const ast::Expr& e);
// The value of a name.
Value read_name(LowerContext& cx, const std::string& n, Span span);
// An operand of a sum, which keeps the factors of a product.
Operand operand(LowerContext& cx, const ast::Expr& e);
// a*b + c, or -(a)*b + c, a*b - c; component by component.
Value fuse(LowerContext& cx, bool negate_product, const Value& a, const Value& b, bool negate_addend, const Value& c,
           Span span);
// l + r or l - r; a product in it is fused (language.md section 4).
Value sum(LowerContext& cx, bool subtract, const Operand& l, const Operand& r, Span span);
// An arithmetic operator, of values of every kind.
Value arithmetic(LowerContext& cx, ast::BinaryOp op, const Value& a, const Value& b, Span span);
// An arithmetic operator of complex numbers; without fused steps, as in value/complex_product.h.
Value complex_arithmetic(LowerContext& cx, ast::BinaryOp op, const Value& a, const Value& b, Span span);
// The chain of fused steps s += x*y from 0 on that an element of a matrix product is a sum of (ir/product_shape.h):
// values of fixed extents have no more elements than a chain of real numbers has steps.
Value next_of_chain(LowerContext& cx, const Value& s, const Value& x, const Value& y, Span span);
// The first product of a sum of products.
Value first_of_chain(LowerContext& cx, const Value& x, const Value& y, Span span);
// A comparison.
Value compare(LowerContext& cx, ast::BinaryOp op, const Value& a, const Value& b, Span span);

}  // namespace qc::lowering
