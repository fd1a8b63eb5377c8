// Complex numbers as values of compiled code: their parts, functions (complex_math.h) and powers.
#include "lower/interface/complex_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lower/complex_math.h"
#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
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
static Value complex_in_double(LowerContext& cx, ir::MathFn function, const Value& given, Span span) {
  ExprOps ops;
  ops.span = span;
  ops.keep = [&](const ExprP& e) {
    const ir::VarId t = cx.code.temp("z", e->type);
    cx.code.emit(ir::Assign{t, e}, span);
    return ir::var(cx.code.f, t);
  };
  return map(cx, given, [&](const Value& each) {
    const Value x = convert(cx, each, Type::number(float_elem(each.type.elem, cx.options.scalar), true), span);
    const auto r = ComplexForms<ExprOps>(ops)(function, ops.keep(ir::cast(Elem::F64, x.parts()[0])),
                                              ops.keep(ir::cast(Elem::F64, x.parts()[1])));
    return of_scalars(x.type, {ir::cast(x.parts()[0]->type, r[0]), ir::cast(x.parts()[1]->type, r[1])});
  });
}

std::optional<Value> complex_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                  Span span) {
  if (name == "complex") {
    if (args.empty() || args.size() > 2)
      error("Q0204", span, fmt::format("'complex' takes 1 to 2 arguments, not {}", args.size()));
    if (args.size() == 1)
      return map(cx, args[0], [&](const Value& re) {
        return convert(cx, re, Type::number(float_elem(re.type.elem, cx.options.scalar), true), span);
      });
    if (!args[0].type.is_number() || !args[1].type.is_number())
      return zip(cx, args[0], args[1], span, [&](const Value& re, const Value& im) {
        return *complex_call(cx, name, {re, im}, span);
      });
    const Elem t = float_elem(join_elem(args[0].type.elem, args[1].type.elem), cx.options.scalar);
    return of_scalars(Type::number(t, true), {number(cx, args[0], t, span), number(cx, args[1], t, span)});
  }
  if (!args.empty() && args[0].type.complex && args.size() == 2 && name == "pow")
    return zip(cx, args[0], args[1], span,
               [&](const Value& x, const Value& y) { return complex_power(cx, x, y, span); });
  if (args.size() == 1 && args[0].type.complex)
    if (auto v = complex_math(cx, name, args[0], span)) return v;
  if (name == "arg") return complex_call(cx, "angle", args, span);
  if ((name == "iscomplex" || name == "isreal") && args.size() == 1 && !is_lazy(args[0])) {
    const Type& t = args[0].type;
    const bool numbers = t.is_number() || t.is_array() || t.kind == Type::Kind::Fixed;
    if (numbers) return one_number(ir::bool_const(t.complex == (name == "iscomplex")));
  }
  const BuiltinInfo* row = builtin_info(name);
  const bool part_of = row && row->complex == ComplexForm::Part;
  if (!part_of || args.empty()) return {};
  if (!args[0].type.complex && name == "abs") return {};
  if (args.size() != 1) error("Q0204", span, fmt::format("'{}' takes 1 argument, not {}", name, args.size()));
  require_value(cx, args[0], span, "a number");
  return map(cx, args[0], [&](const Value& x) {
    if (!x.type.complex) {
      if (name == "angle") {  // 0 or pi
        const ExprP v = part(x, 0, float_elem(x.type.elem, cx.options.scalar));
        return one_number(std::make_shared<const ir::Expr>(
            ir::Expr{ir::Math{MathFn::Atan2, {ir::float_const(0, v->type), v}}, v->type, span}));
      }
      if (name != "imag") return x.type.elem == Elem::Bool ? convert_elem(cx, x, Elem::I64, span) : x;
      return is_float(x.type.elem) ? one_number(ir::float_const(0, x.type.elem)) : one_number(ir::int_const(0));
    }
    const ir::ExprP re = x.parts()[0], im = x.parts()[1];
    if (name == "real") return one_number(re);
    if (name == "imag") return one_number(im);
    if (name == "abs") return one_number(complex_size(re, im, span));
    if (name == "angle")
      return one_number(
          std::make_shared<const ir::Expr>(ir::Expr{ir::Math{ir::MathFn::Atan2, {im, re}}, re->type, span}));
    Value c = x;
    c.parts()[1] = ir::unary(ir::UnaryOp::Neg, im);
    return c;
  });
}

std::optional<Value> complex_math(LowerContext& cx, const std::string& name, const Value& given, Span span) {
  const BuiltinInfo* row = builtin_info(name);
  if (!row || row->complex == ComplexForm::None || row->complex == ComplexForm::Part) return {};
  if (row->complex == ComplexForm::InDouble) return complex_in_double(cx, *row->as<MathFn>(), given, span);
  return map(cx, given, [&](const Value& each) {
    const Value x =
        cx.code.kept(convert(cx, each, Type::number(float_elem(each.type.elem, cx.options.scalar), true), span), span);
    const ExprP &re = x.parts()[0], &im = x.parts()[1];
    auto pair = [&](ExprP a, ExprP b) {
      return of_scalars(Type::number(re->type, true), {std::move(a), std::move(b)});
    };
    if (name == "sign") {  // z/|z|, of 0 itself
      const ExprP zero = ir::logical_and(equals(re, real_const(0, re)), equals(im, real_const(0, im)));
      const Value size = cx.code.kept(one_number(complex_size(re, im, span)), span);
      const auto over = [&](const ExprP& e) {
        return ir::select(zero, e, ir::binary(ir::BinaryOp::Div, e, size.parts()[0]));
      };
      return pair(over(re), over(im));
    }
    if (row->types == type_rules::to_bool) {  // a test
      const Value a = *math_call(cx, name, {one_number(re)}, span), b = *math_call(cx, name, {one_number(im)}, span);
      return one_number(
          ir::binary(name == "isfinite" ? ir::BinaryOp::And : ir::BinaryOp::Or, a.parts()[0], b.parts()[0]));
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
static Value complex_whole_power(LowerContext& cx, const Value& base, std::int64_t n, Span span) {
  const Value one = convert(cx, one_number(ir::int_const(1)), base.type, span);
  Value power = base, result = one;
  bool first = true;
  for (auto rest = std::uint64_t(std::abs(n)); rest > 0; rest /= 2) {
    if (rest & 1)
      result = first ? power : cx.code.kept(complex_arithmetic(cx, ast::BinaryOp::Mul, result, power, span), span);
    first = first && !(rest & 1);
    if (rest > 1) power = cx.code.kept(complex_arithmetic(cx, ast::BinaryOp::Mul, power, power, span), span);
  }
  return n >= 0 ? result : complex_arithmetic(cx, ast::BinaryOp::Div, one, result, span);
}

static Value complex_choice(const ExprP& condition, const Value& a, const Value& b) {
  Value out = a;
  for (std::size_t k = 0; k < 2; ++k) out.parts()[k] = ir::select(condition, a.parts()[k], b.parts()[k]);
  return out;
}

// The same for an exponent that is whole, but computed: the steps for all its bits, of which those that it has are
// taken.
static Value complex_counted_power(LowerContext& cx, const Value& base, const ExprP& exponent, Span span) {
  const Value one = convert(cx, one_number(ir::int_const(1)), base.type, span);
  const auto keep = [&](const ExprP& e) {
    const ir::VarId t = cx.code.temp("n", e->type);
    cx.code.emit(ir::Assign{t, e}, span);
    return ir::var(cx.code.f, t);
  };
  const ExprP whole = keep(is_float(exponent->type) ? ir::cast(Elem::I64, exponent) : exponent);
  const ExprP size = keep(ir::unary(ir::UnaryOp::Abs, whole));
  Value power = base, result = one;
  for (std::int64_t bit = 1; bit <= kMostComplexFactors; bit *= 2) {
    const ExprP taken =
        ir::binary(ir::BinaryOp::Ne, ir::binary(ir::BinaryOp::BitAnd, size, ir::int_const(bit)), ir::int_const(0));
    const ExprP first = equals(ir::binary(ir::BinaryOp::BitAnd, size, ir::int_const(bit - 1)), ir::int_const(0));
    const Value joined = complex_choice(first, power, complex_arithmetic(cx, ast::BinaryOp::Mul, result, power, span));
    result = cx.code.kept(complex_choice(taken, joined, result), span);
    if (bit < kMostComplexFactors)
      power = cx.code.kept(complex_arithmetic(cx, ast::BinaryOp::Mul, power, power, span), span);
  }
  const ExprP negative = ir::binary(ir::BinaryOp::Lt, whole, ir::int_const(0));
  return complex_choice(negative, complex_arithmetic(cx, ast::BinaryOp::Div, one, result, span), result);
}

Value complex_power(LowerContext& cx, const Value& a, const Value& b, Span span) {
  const Type type = Type::number(float_elem(join_elem(a.type.elem, b.type.elem), cx.options.scalar), true);
  const Value base = cx.code.kept(convert(cx, a, type, span), span);
  const auto literal = literal_of(b);
  std::optional<std::int64_t> whole;
  if (!b.type.complex) {
    if (literal && *literal == std::floor(*literal) && std::fabs(*literal) <= double(kMostComplexFactors))
      whole = std::int64_t(*literal);
    else if (auto c = ir::as_int(*b.parts()[0]))
      whole = *c;
  }
  if (whole && std::abs(*whole) <= kMostComplexFactors) return complex_whole_power(cx, base, *whole, span);
  const Value exponent = cx.code.kept(convert(cx, b, type, span), span);
  const Value rotated = cx.code.kept(complex_arithmetic(cx, ast::BinaryOp::Mul, exponent,
                                                        cx.code.kept(*complex_math(cx, "log", base, span), span), span),
                                     span);
  const ExprP zero = real_const(0, base.parts()[0]), one = real_const(1, base.parts()[0]);
  const ExprP nothing = ir::logical_and(equals(base.parts()[0], zero), equals(base.parts()[1], zero));
  const ExprP none = ir::logical_and(equals(exponent.parts()[0], zero), equals(exponent.parts()[1], zero));
  Value of_zero = base;
  const ExprP vanishes = ir::binary(ir::BinaryOp::Or, none, ir::binary(ir::BinaryOp::Gt, exponent.parts()[0], zero)),
              nan = real_const(NAN, zero);
  of_zero.parts() = {ir::select(none, one, ir::select(vanishes, zero, nan)), ir::select(vanishes, zero, nan)};
  const Value general = cx.code.kept(complex_choice(nothing, of_zero, *complex_math(cx, "exp", rotated, span)), span);
  if (whole || literal) return general;
  const ExprP n = exponent.parts()[0], most = real_const(double(kMostComplexFactors), n);
  const ExprP products =
      ir::logical_and(ir::logical_and(equals(exponent.parts()[1], zero), equals(ir::unary(ir::UnaryOp::Floor, n), n)),
                      ir::binary(ir::BinaryOp::Le, ir::unary(ir::UnaryOp::Abs, n), most));
  return cx.code.kept(complex_choice(products, complex_counted_power(cx, base, n, span), general), span);
}

}  // namespace qc::lowering
