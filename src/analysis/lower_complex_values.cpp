// Complex numbers as values of compiled code: their parts, functions (lower_complex.h) and powers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "analysis/lower_complex.h"
#include "analysis/lower_impl.h"
#include "analysis/type_words.h"

namespace qc::lowering {

namespace {

using ir::ExprP;
using ir::MathFn;

ExprP real_const(double d, const ExprP& like) { return ir::float_const(d, like->type); }
ExprP equals(const ExprP& a, const ExprP& b) { return ir::binary(ir::BinaryOp::Eq, a, b); }

}  // namespace

std::optional<Value> Lowerer::complex_call(const std::string& name, const std::vector<Value>& args, Span span) {
  if (name == "complex") {
    if (args.size() != 2) error("Q0204", span, fmt::format("'complex' takes 2 arguments, not {}", args.size()));
    Elem t = join_elem(args[0].literal ? Elem::Bool : args[0].type.elem, args[1].literal ? Elem::Bool : args[1].type.elem);
    t = float_elem(t, options_.scalar);
    Value v;
    v.type = Type::number(t, true);
    v.parts = {number(args[0], t, span), number(args[1], t, span)};
    return v;
  }
  if (!args.empty() && args[0].type.complex && args.size() == 2 && name == "pow")
    return zip(args[0], args[1], span, [&](const Value& x, const Value& y) { return complex_power(x, y, span); });
  if (args.size() == 1 && args[0].type.complex)
    if (auto v = complex_math(name, args[0], span)) return v;
  if (name == "arg") return complex_call("angle", args, span);
  const bool part_of = name == "real" || name == "imag" || name == "conj" || name == "abs" || name == "angle";
  if (!part_of || args.empty()) return {};
  if (!args[0].type.complex && name == "abs") return {};
  if (args.size() != 1) error("Q0204", span, fmt::format("'{}' takes 1 argument, not {}", name, args.size()));
  require_value(args[0], span, "a number");
  return map(args[0], [&](const Value& x) {
    if (!x.type.complex) {
      if (name == "angle") {  // 0 or pi
        const ExprP v = part(x, 0, float_elem(x.type.elem, options_.scalar));
        return of(std::make_shared<const ir::Expr>(ir::Expr{ir::Math{MathFn::Atan2, {ir::float_const(0, v->type), v}}, v->type, span}));
      }
      if (name != "imag") return x;
      return is_float(x.type.elem) ? of(ir::float_const(0, x.type.elem)) : of(ir::int_const(0));
    }
    const ir::ExprP re = x.parts[0], im = x.parts[1];
    if (name == "real") return of(re);
    if (name == "imag") return of(im);
    if (name == "abs") return of(complex_size(re, im));
    if (name == "angle") return of(std::make_shared<const ir::Expr>(ir::Expr{ir::Math{ir::MathFn::Atan2, {im, re}}, re->type, span}));
    Value c = x;
    c.parts[1] = ir::unary(ir::UnaryOp::Neg, im);
    return c;
  });
}

// The value in variables, where its parts are used more than once.
Value Lowerer::kept(const Value& v, Span span) {
  Value out = v;
  out.literal = false;
  for (auto& p : out.parts) {
    if (std::holds_alternative<ir::VarRef>(p->node) || std::holds_alternative<ir::ConstFloat>(p->node)) continue;
    const ir::VarId t = temp("z", p->type);
    emit(ir::Assign{t, p}, span);
    p = ir::var(f, t);
  }
  return out;
}

std::optional<Value> Lowerer::complex_math(const std::string& name, const Value& given, Span span) {
  static const char* const known[] = {"exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "exp2", "log2", "log10", "floor", "ceil", "round"};
  if (std::none_of(std::begin(known), std::end(known), [&](const char* k) { return name == k; })) return {};
  return map(given, [&](const Value& each) {
    const Value x = kept(convert(each, Type::number(float_elem(each.type.elem, options_.scalar), true), span), span);
    const ExprP &re = x.parts[0], &im = x.parts[1];
    auto pair = [&](ExprP a, ExprP b) {
      Value v;
      v.type = Type::number(re->type, true);
      v.parts = {std::move(a), std::move(b)};
      return v;
    };
    auto scaled = [&](const Value& v, double by) { return pair(ir::mul(v.parts[0], real_const(by, re)), ir::mul(v.parts[1], real_const(by, re))); };
    constexpr double kLn2 = 0.69314718055994531;
    if (name == "floor" || name == "ceil" || name == "round") {
      const auto op = name == "floor" ? ir::UnaryOp::Floor : name == "ceil" ? ir::UnaryOp::Ceil : ir::UnaryOp::Round;
      return pair(ir::unary(op, re), ir::unary(op, im));
    }
    if (name == "exp2") return *complex_math("exp", scaled(x, kLn2), span);
    if (name == "log2") return scaled(*complex_math("log", x, span), 1 / kLn2);
    if (name == "log10") return scaled(*complex_math("log", x, span), 0.43429448190325183);
    if (name == "tan") return complex_arithmetic(ast::BinaryOp::Div, kept(*complex_math("sin", x, span), span), kept(*complex_math("cos", x, span), span), span);
    if (name == "tanh") return complex_arithmetic(ast::BinaryOp::Div, kept(*complex_math("sinh", x, span), span), kept(*complex_math("cosh", x, span), span), span);
    const auto parts = complex_function(name, re, im, span);
    return pair(parts[0], parts[1]);
  });
}

// a^b: products for whole constant exponents, otherwise exp(b log a) with 0^b = 0.
Value Lowerer::complex_power(const Value& a, const Value& b, Span span) {
  Elem t = Elem::Bool;
  for (const Value* v : {&a, &b})
    if (!v->literal) t = join_elem(t, v->type.elem);
  const Type type = Type::number(float_elem(t, options_.scalar), true);
  constexpr std::int64_t kMostFactors = 64;
  std::optional<std::int64_t> whole;
  if (!b.type.complex) {
    if (b.literal && b.number == std::floor(b.number) && std::fabs(b.number) <= double(kMostFactors)) whole = std::int64_t(b.number);
    else if (auto c = ir::as_int(*b.parts[0])) whole = *c;
  }
  const Value base = kept(convert(a, type, span), span);
  if (whole && std::abs(*whole) <= kMostFactors) {
    Value power = base, result = convert(of(ir::int_const(1)), type, span);
    bool first = true;
    for (auto n = std::uint64_t(std::abs(*whole)); n > 0; n /= 2) {
      if (n & 1) result = first ? power : kept(complex_arithmetic(ast::BinaryOp::Mul, result, power, span), span);
      first = first && !(n & 1);
      if (n > 1) power = kept(complex_arithmetic(ast::BinaryOp::Mul, power, power, span), span);
    }
    return *whole >= 0 ? result : complex_arithmetic(ast::BinaryOp::Div, convert(of(ir::int_const(1)), type, span), result, span);
  }
  const Value exponent = convert(b, type, span);
  const Value turned = kept(complex_arithmetic(ast::BinaryOp::Mul, exponent, kept(*complex_math("log", base, span), span), span), span);
  Value out = *complex_math("exp", turned, span);
  const ExprP zero = ir::logical_and(equals(base.parts[0], real_const(0, base.parts[0])), equals(base.parts[1], real_const(0, base.parts[0])));
  const ExprP none = b.type.complex ? ir::logical_and(equals(exponent.parts[0], real_const(0, exponent.parts[0])), equals(exponent.parts[1], real_const(0, exponent.parts[0])))
                                    : equals(exponent.parts[0], real_const(0, exponent.parts[0]));
  out.parts[0] = ir::select(zero, ir::select(none, real_const(1, out.parts[0]), real_const(0, out.parts[0])), out.parts[0]);
  out.parts[1] = ir::select(zero, real_const(0, out.parts[1]), out.parts[1]);
  return out;
}

}  // namespace qc::lowering
