// Complex numbers as values of compiled code: their parts, functions (complex_math.h) and powers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lower/complex_math.h"
#include "lower/lower_impl.h"
#include "sema/complex_forms.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

using ir::ExprP;
using ir::MathFn;

ExprP real_const(double d, const ExprP& like) { return ir::float_const(d, like->type); }
constexpr std::int64_t kMostComplexFactors =
    64;  // whole exponents up to this one are products, as in value/complex_product.h
ExprP equals(const ExprP& a, const ExprP& b) { return ir::binary(ir::BinaryOp::Eq, a, b); }

struct ExprOps {
  using Number = ExprP;
  std::function<ExprP(const ExprP&)> keep;
  Span span;
  ExprP add(const ExprP& a, const ExprP& b) const { return ir::add(a, b); }
  ExprP sub(const ExprP& a, const ExprP& b) const { return ir::binary(ir::BinaryOp::Sub, a, b); }
  ExprP mul(const ExprP& a, const ExprP& b) const { return ir::mul(a, b); }
  ExprP div(const ExprP& a, const ExprP& b) const { return ir::binary(ir::BinaryOp::Div, a, b); }
  ExprP fma(const ExprP& a, const ExprP& b, const ExprP& c) const { return ir::fma(a, b, c); }
  ExprP abs(const ExprP& a) const { return ir::unary(ir::UnaryOp::Abs, a); }
  ExprP sqrt(const ExprP& a) const { return ir::unary(ir::UnaryOp::Sqrt, a); }
  ExprP neg(const ExprP& a) const { return ir::unary(ir::UnaryOp::Neg, a); }
  ExprP less(const ExprP& a, const ExprP& b) const { return ir::binary(ir::BinaryOp::Lt, a, b); }
  ExprP choose(const ExprP& c, const ExprP& a, const ExprP& b) const { return ir::select(c, a, b); }
  ExprP constant(double d) const { return ir::float_const(d, Elem::F64); }
  ExprP math(MathFn fn, const ExprP& a) const {
    return std::make_shared<const ir::Expr>(ir::Expr{ir::Math{fn, {a}}, Elem::F64, span});
  }
  ExprP size(const ExprP& x, const ExprP& y) const { return complex_size(x, y, span); }
  ExprP atan2(const ExprP& y, const ExprP& x) const {
    return std::make_shared<const ir::Expr>(ir::Expr{ir::Math{MathFn::Atan2, {y, x}}, Elem::F64, span});
  }
};

}  // namespace

// Functions whose steps are taken in double (complex_forms.h).
Value Lowerer::complex_in_double(ir::MathFn function, const Value& given, Span span) {
  ExprOps ops;
  ops.span = span;
  ops.keep = [&](const ExprP& e) {
    const ir::VarId t = temp("z", e->type);
    emit(ir::Assign{t, e}, span);
    return ir::var(f, t);
  };
  return map(given, [&](const Value& each) {
    const Value x = convert(each, Type::number(float_elem(each.type.elem, options_.scalar), true), span);
    const auto r = ComplexForms<ExprOps>(ops)(function, ops.keep(ir::cast(Elem::F64, x.parts[0])),
                                              ops.keep(ir::cast(Elem::F64, x.parts[1])));
    Value v;
    v.type = x.type;
    v.parts = {ir::cast(x.parts[0]->type, r[0]), ir::cast(x.parts[1]->type, r[1])};
    return v;
  });
}

std::optional<Value> Lowerer::complex_call(const std::string& name, const std::vector<Value>& args, Span span) {
  if (name == "complex") {
    if (args.empty() || args.size() > 2)
      error("Q0204", span, fmt::format("'complex' takes 1 to 2 arguments, not {}", args.size()));
    if (args.size() == 1)
      return map(args[0], [&](const Value& re) {
        return convert(re, Type::number(float_elem(re.type.elem, options_.scalar), true), span);
      });
    if (!args[0].type.is_number() || !args[1].type.is_number())
      return zip(args[0], args[1], span, [&](const Value& re, const Value& im) {
        return *complex_call(name, {re, im}, span);
      });
    const Elem t = float_elem(join_elem(args[0].type.elem, args[1].type.elem), options_.scalar);
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
  if ((name == "iscomplex" || name == "isreal") && args.size() == 1 && !args[0].changing) {
    const Type& t = args[0].type;
    const bool numbers = t.is_number() || t.is_array() || t.kind == Type::Kind::Fixed;
    if (numbers) return of(ir::bool_const(t.complex == (name == "iscomplex")));
  }
  const BuiltinInfo* row = builtin_info(name);
  const bool part_of = row && row->complex == ComplexForm::Part;
  if (!part_of || args.empty()) return {};
  if (!args[0].type.complex && name == "abs") return {};
  if (args.size() != 1) error("Q0204", span, fmt::format("'{}' takes 1 argument, not {}", name, args.size()));
  require_value(args[0], span, "a number");
  return map(args[0], [&](const Value& x) {
    if (!x.type.complex) {
      if (name == "angle") {  // 0 or pi
        const ExprP v = part(x, 0, float_elem(x.type.elem, options_.scalar));
        return of(std::make_shared<const ir::Expr>(
            ir::Expr{ir::Math{MathFn::Atan2, {ir::float_const(0, v->type), v}}, v->type, span}));
      }
      if (name != "imag") return x.type.elem == Elem::Bool ? convert_elem(x, Elem::I64, span) : x;
      return is_float(x.type.elem) ? of(ir::float_const(0, x.type.elem)) : of(ir::int_const(0));
    }
    const ir::ExprP re = x.parts[0], im = x.parts[1];
    if (name == "real") return of(re);
    if (name == "imag") return of(im);
    if (name == "abs") return of(complex_size(re, im, span));
    if (name == "angle")
      return of(std::make_shared<const ir::Expr>(ir::Expr{ir::Math{ir::MathFn::Atan2, {im, re}}, re->type, span}));
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
    if (std::holds_alternative<ir::VarRef>(p->node) || std::holds_alternative<ir::ConstFloat>(p->node) ||
        std::holds_alternative<ir::ConstInt>(p->node))
      continue;
    const ir::VarId t = temp("$z", p->type);
    emit(ir::Assign{t, p}, span);
    p = ir::var(f, t);
  }
  return out;
}

std::optional<Value> Lowerer::complex_math(const std::string& name, const Value& given, Span span) {
  const BuiltinInfo* row = builtin_info(name);
  if (!row || row->complex == ComplexForm::None || row->complex == ComplexForm::Part) return {};
  if (row->complex == ComplexForm::InDouble) return complex_in_double(*row->as<MathFn>(), given, span);
  return map(given, [&](const Value& each) {
    const Value x = kept(convert(each, Type::number(float_elem(each.type.elem, options_.scalar), true), span), span);
    const ExprP &re = x.parts[0], &im = x.parts[1];
    auto pair = [&](ExprP a, ExprP b) {
      Value v;
      v.type = Type::number(re->type, true);
      v.parts = {std::move(a), std::move(b)};
      return v;
    };
    if (name == "sign") {  // z/|z|, of 0 itself
      const ExprP zero = ir::logical_and(equals(re, real_const(0, re)), equals(im, real_const(0, im)));
      const Value size = kept(of(complex_size(re, im, span)), span);
      const auto over = [&](const ExprP& e) {
        return ir::select(zero, e, ir::binary(ir::BinaryOp::Div, e, size.parts[0]));
      };
      return pair(over(re), over(im));
    }
    if (row->types == type_rules::to_bool) {  // a test
      const Value a = *math_call(name, {of(re)}, span), b = *math_call(name, {of(im)}, span);
      return of(ir::binary(name == "isfinite" ? ir::BinaryOp::And : ir::BinaryOp::Or, a.parts[0], b.parts[0]));
    }
    if (row->complex == ComplexForm::Each) {  // rounding
      const ir::UnaryOp op = *row->as<ir::UnaryOp>();
      return pair(ir::unary(op, re), ir::unary(op, im));
    }
    const auto parts = complex_function(name, re, im, span);
    return pair(parts[0], parts[1]);
  });
}

// a^n by squaring; 1 / a^-n for negative n.
Value Lowerer::complex_whole_power(const Value& base, std::int64_t n, Span span) {
  const Value one = convert(of(ir::int_const(1)), base.type, span);
  Value power = base, result = one;
  bool first = true;
  for (auto rest = std::uint64_t(std::abs(n)); rest > 0; rest /= 2) {
    if (rest & 1) result = first ? power : kept(complex_arithmetic(ast::BinaryOp::Mul, result, power, span), span);
    first = first && !(rest & 1);
    if (rest > 1) power = kept(complex_arithmetic(ast::BinaryOp::Mul, power, power, span), span);
  }
  return n >= 0 ? result : complex_arithmetic(ast::BinaryOp::Div, one, result, span);
}

Value Lowerer::complex_choice(const ExprP& condition, const Value& a, const Value& b) const {
  Value out = a;
  for (std::size_t k = 0; k < 2; ++k) out.parts[k] = ir::select(condition, a.parts[k], b.parts[k]);
  return out;
}

// The same for an exponent that is whole, but computed: the steps for all its bits, of which those that it has are
// taken.
Value Lowerer::complex_counted_power(const Value& base, const ExprP& exponent, Span span) {
  const Value one = convert(of(ir::int_const(1)), base.type, span);
  const auto keep = [&](const ExprP& e) {
    const ir::VarId t = temp("n", e->type);
    emit(ir::Assign{t, e}, span);
    return ir::var(f, t);
  };
  const ExprP whole = keep(is_float(exponent->type) ? ir::cast(Elem::I64, exponent) : exponent);
  const ExprP size = keep(ir::unary(ir::UnaryOp::Abs, whole));
  Value power = base, result = one;
  for (std::int64_t bit = 1; bit <= kMostComplexFactors; bit *= 2) {
    const ExprP taken =
        ir::binary(ir::BinaryOp::Ne, ir::binary(ir::BinaryOp::BitAnd, size, ir::int_const(bit)), ir::int_const(0));
    const ExprP first = equals(ir::binary(ir::BinaryOp::BitAnd, size, ir::int_const(bit - 1)), ir::int_const(0));
    const Value joined = complex_choice(first, power, complex_arithmetic(ast::BinaryOp::Mul, result, power, span));
    result = kept(complex_choice(taken, joined, result), span);
    if (bit < kMostComplexFactors) power = kept(complex_arithmetic(ast::BinaryOp::Mul, power, power, span), span);
  }
  const ExprP negative = ir::binary(ir::BinaryOp::Lt, whole, ir::int_const(0));
  return complex_choice(negative, complex_arithmetic(ast::BinaryOp::Div, one, result, span), result);
}

// a^b: products for whole exponents, otherwise exp(b log a). 0^b is 0 where the real part of b is positive, otherwise
// no number.
Value Lowerer::complex_power(const Value& a, const Value& b, Span span) {
  const Type type = Type::number(float_elem(join_elem(a.type.elem, b.type.elem), options_.scalar), true);
  const Value base = kept(convert(a, type, span), span);
  std::optional<std::int64_t> whole;
  if (!b.type.complex) {
    if (b.literal && b.number == std::floor(b.number) && std::fabs(b.number) <= double(kMostComplexFactors))
      whole = std::int64_t(b.number);
    else if (auto c = ir::as_int(*b.parts[0]))
      whole = *c;
  }
  if (whole && std::abs(*whole) <= kMostComplexFactors) return complex_whole_power(base, *whole, span);
  const Value exponent = kept(convert(b, type, span), span);
  const Value turned =
      kept(complex_arithmetic(ast::BinaryOp::Mul, exponent, kept(*complex_math("log", base, span), span), span), span);
  const ExprP zero = real_const(0, base.parts[0]), one = real_const(1, base.parts[0]);
  const ExprP nothing = ir::logical_and(equals(base.parts[0], zero), equals(base.parts[1], zero));
  const ExprP none = ir::logical_and(equals(exponent.parts[0], zero), equals(exponent.parts[1], zero));
  Value of_zero = base;
  const ExprP vanishes = ir::binary(ir::BinaryOp::Or, none, ir::binary(ir::BinaryOp::Gt, exponent.parts[0], zero)),
              nan = real_const(NAN, zero);
  of_zero.parts = {ir::select(none, one, ir::select(vanishes, zero, nan)), ir::select(vanishes, zero, nan)};
  const Value general = kept(complex_choice(nothing, of_zero, *complex_math("exp", turned, span)), span);
  if (whole || b.literal) return general;
  const ExprP n = exponent.parts[0], most = real_const(double(kMostComplexFactors), n);
  const ExprP products =
      ir::logical_and(ir::logical_and(equals(exponent.parts[1], zero), equals(ir::unary(ir::UnaryOp::Floor, n), n)),
                      ir::binary(ir::BinaryOp::Le, ir::unary(ir::UnaryOp::Abs, n), most));
  return kept(complex_choice(products, complex_counted_power(base, n, span), general), span);
}

}  // namespace qc::lowering
