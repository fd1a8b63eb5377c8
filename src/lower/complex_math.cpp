#include "lower/complex_math.h"

#include "ir/build.h"

namespace qc {

using ir::BinaryOp;
using ir::ExprP;
using ir::MathFn;
using ir::UnaryOp;

namespace {

constexpr double kLn2 = 0.69314718055994531, kLog2OfE = 1.4426950408889634, kLog10OfE = 0.43429448190325183;

struct Builder {
  Span span;
  ExprP math(MathFn fn, std::vector<ExprP> a) const {
    const Elem type = a[0]->type;
    return std::make_shared<const ir::Expr>(ir::Expr{ir::Math{fn, std::move(a)}, type, span});
  }
  ExprP product(MathFn f, const ExprP& x, MathFn g, const ExprP& y) const {
    return ir::mul(math(f, {x}), math(g, {y}));
  }
};

// The root with a non-negative real part. On the negative axis the sign of the zero says from which side it is reached,
// as in C.
std::array<ExprP, 2> root(const ExprP& re, const ExprP& im, Span span) {
  const ExprP zero = ir::float_const(0, re->type), two = ir::float_const(2, re->type);
  const ExprP size = ir::add(complex_size(re, im, span), ir::unary(UnaryOp::Abs, re));
  const ExprP u = ir::unary(UnaryOp::Sqrt, ir::binary(BinaryOp::Div, size, two));
  const ExprP v = ir::binary(BinaryOp::Div, im, ir::mul(two, u));
  const ExprP none = ir::binary(BinaryOp::Eq, u, zero), right = ir::binary(BinaryOp::Ge, re, zero);
  const ExprP one = ir::float_const(1, re->type);
  const ExprP below = ir::binary(BinaryOp::Or, ir::binary(BinaryOp::Lt, im, zero),
                                 ir::binary(BinaryOp::Lt, ir::binary(BinaryOp::Div, one, im), zero));
  const ExprP y = ir::select(right, v, ir::select(below, ir::unary(UnaryOp::Neg, u), u));
  return {ir::select(none, zero, ir::select(right, u, ir::unary(UnaryOp::Abs, v))), ir::select(none, im, y)};
}

}  // namespace

ExprP complex_size(const ExprP& re, const ExprP& im, Span span) {
  return std::make_shared<const ir::Expr>(ir::Expr{ir::Math{MathFn::Hypot, {im, re}}, re->type, span});
}

std::array<ExprP, 2> complex_function(std::string_view name, const ExprP& re, const ExprP& im, Span span) {
  const Builder b{span};
  const auto scaled = [](const ExprP& x, double by) { return ir::mul(x, ir::float_const(by, x->type)); };
  if (name == "exp" || name == "exp2") {
    const bool two = name == "exp2";
    const ExprP size = b.math(two ? MathFn::Exp2 : MathFn::Exp, {re}), turn = two ? scaled(im, kLn2) : im;
    const ExprP flat = ir::binary(BinaryOp::Eq, im, ir::float_const(0, im->type));
    return {ir::select(flat, size, ir::mul(size, b.math(MathFn::Cos, {turn}))),
            ir::select(flat, im, ir::mul(size, b.math(MathFn::Sin, {turn})))};
  }
  if (name == "log2" || name == "log10") {
    const bool two = name == "log2";
    return {b.math(two ? MathFn::Log2 : MathFn::Log10, {complex_size(re, im, span)}),
            scaled(b.math(MathFn::Atan2, {im, re}), two ? kLog2OfE : kLog10OfE)};
  }
  if (name == "log") return {b.math(MathFn::Log, {complex_size(re, im, span)}), b.math(MathFn::Atan2, {im, re})};
  if (name == "sqrt") return root(re, im, span);
  if (name == "sin")
    return {b.product(MathFn::Sin, re, MathFn::Cosh, im), b.product(MathFn::Cos, re, MathFn::Sinh, im)};
  if (name == "cos")
    return {b.product(MathFn::Cos, re, MathFn::Cosh, im),
            ir::unary(UnaryOp::Neg, b.product(MathFn::Sin, re, MathFn::Sinh, im))};
  if (name == "sinh")
    return {b.product(MathFn::Sinh, re, MathFn::Cos, im), b.product(MathFn::Cosh, re, MathFn::Sin, im)};
  return {b.product(MathFn::Cosh, re, MathFn::Cos, im), b.product(MathFn::Sinh, re, MathFn::Sin, im)};
}

}  // namespace qc
