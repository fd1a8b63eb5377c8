// Elementwise built-ins. The elementary functions are those of loops, bit for bit (codegen/host_math.h).
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <unordered_map>

#include "codegen/host_math.h"
#include "host/arith.h"
#include "host/builtin_parts.h"
#include "host/launch.h"

namespace qc::host {

namespace {

using Args = std::vector<Value>;
using Results = std::vector<Value>;
using ir::MathFn;

Number as_float(const Number& n, Elem scalar) { return convert_number(n, is_float(n.type) ? n.type : scalar); }

template <MathFn fn>
Results math(CallContext& c, Args& a) {
  want_arguments(c, a, "the function", 1, 1);
  const Elem scalar = c.session.options().scalar;
  return {map_value(a[0], c.span, [&](const Number& n) {
    if (n.complex) fail("Q0108", c.span, "elementary functions of complex numbers are not executed yet");
    const Number x = as_float(n, scalar);
    return Number::real(x.type == Elem::F32 ? double(host_math(fn, float(x.re))) : host_math(fn, x.re), x.type);
  })};
}

template <MathFn fn>
Results math2(CallContext& c, Args& a) {
  want_arguments(c, a, "the function", 2, 2);
  const Elem scalar = c.session.options().scalar;
  return {zip_values(a[0], a[1], c.span, [&](const Number& m, const Number& n) {
    const Number x = as_float(m, is_float(n.type) ? n.type : scalar), y = as_float(n, x.type);
    const Elem t = x.type == Elem::F64 || y.type == Elem::F64 ? Elem::F64 : Elem::F32;
    return Number::real(t == Elem::F32 ? double(host_math(fn, float(x.re), float(y.re))) : host_math(fn, x.re, y.re), t);
  })};
}

// f on a float in its own precision; ints become scalars first.
template <class F>
Results on_floats(CallContext& c, Args& a, const char* name, const F& f) {
  want_arguments(c, a, name, 1, 1);
  const Elem scalar = c.session.options().scalar;
  return {map_value(a[0], c.span, [&](const Number& n) {
    const Number x = as_float(n, scalar);
    return x.type == Elem::F32 ? Number::real(double(f(float(x.re))), Elem::F32) : Number::real(f(x.re), Elem::F64);
  })};
}

// Rounding functions leave ints as they are.
template <class F>
Results rounding(CallContext& c, Args& a, const char* name, const F& f) {
  want_arguments(c, a, name, 1, 1);
  return {map_value(a[0], c.span, [&](const Number& n) { return is_float(n.type) ? Number::real(f(n.re), n.type) : Number::integer(n.i); })};
}

Results sqrt_(CallContext& c, Args& a) { return on_floats(c, a, "sqrt", [](auto x) { return std::sqrt(x); }); }
Results rsqrt(CallContext& c, Args& a) { return on_floats(c, a, "rsqrt", [](auto x) { return 1 / std::sqrt(x); }); }
Results floor_(CallContext& c, Args& a) { return rounding(c, a, "floor", [](double x) { return std::floor(x); }); }
Results ceil_(CallContext& c, Args& a) { return rounding(c, a, "ceil", [](double x) { return std::ceil(x); }); }
Results round_(CallContext& c, Args& a) { return rounding(c, a, "round", [](double x) { return std::round(x); }); }
Results frac(CallContext& c, Args& a) { return on_floats(c, a, "frac", [](auto x) { return x - std::floor(x); }); }

Results abs_(CallContext& c, Args& a) {
  want_arguments(c, a, "abs", 1, 1);
  return {map_value(a[0], c.span, [](const Number& n) {
    if (n.complex) return Number::real(n.type == Elem::F32 ? double(std::sqrt(std::fma(float(n.re), float(n.re), float(n.im) * float(n.im)))) : std::sqrt(std::fma(n.re, n.re, n.im * n.im)), n.type);
    if (is_float(n.type)) return Number::real(std::fabs(n.re), n.type);
    return Number::integer(n.i < 0 ? std::int64_t(0 - std::uint64_t(n.i)) : n.i);
  })};
}
Results sign(CallContext& c, Args& a) {
  want_arguments(c, a, "sign", 1, 1);
  return {map_value(a[0], c.span, [](const Number& n) {
    if (!is_float(n.type)) return Number::integer((n.i > 0) - (n.i < 0));
    return std::isnan(n.re) ? n : Number::real((n.re > 0) - (n.re < 0), n.type);
  })};
}

// A NaN operand is ignored, -0 is below +0.
double pick(double x, double y, bool max) {
  if (std::isnan(x)) return y;
  if (std::isnan(y)) return x;
  if (x == y) return std::signbit(x) == max ? y : x;
  return (x > y) == max ? x : y;
}
Results extremum(CallContext& c, Args& a, bool max) {
  if (a.size() == 1 || (a.size() == 2 && std::holds_alternative<Nothing>(a[1].v))) return {};
  Value v = a[0];
  for (std::size_t k = 1; k < a.size(); ++k)
    v = zip_values(v, a[k], c.span, [&](const Number& x, const Number& y) {
      if (!is_float(x.type) && !is_float(y.type)) return Number::integer((x.i > y.i) == max ? x.i : y.i);
      const Elem t = x.type == Elem::F64 || y.type == Elem::F64 ? Elem::F64 : Elem::F32;
      return Number::real(pick(convert_number(x, t).re, convert_number(y, t).re, max), t);
    });
  return {v};
}
Results reduce_or(CallContext& c, Args& a, bool max, const char* reduction) {
  want_arguments(c, a, max ? "max" : "min", 1, 16);
  if (a.size() == 1) return find_reduction(reduction)(c, a);
  return extremum(c, a, max);
}
Results min_(CallContext& c, Args& a) { return reduce_or(c, a, false, "$min"); }
Results max_(CallContext& c, Args& a) { return reduce_or(c, a, true, "$max"); }
Results clamp(CallContext& c, Args& a) {
  want_arguments(c, a, "clamp", 3, 3);
  Args low{a[0], a[1]};
  Args high{extremum(c, low, true)[0], a[2]};
  return extremum(c, high, false);
}
Results saturate(CallContext& c, Args& a) {
  Args all{a.empty() ? Value(Number::integer(0)) : a[0], Value(Number::real(0, c.session.options().scalar)), Value(Number::real(1, c.session.options().scalar))};
  want_arguments(c, a, "saturate", 1, 1);
  return clamp(c, all);
}
Results lerp(CallContext& c, Args& a) {  // fma(t, b - a, a), as in loops
  want_arguments(c, a, "lerp", 3, 3);
  const Elem s = c.session.options().scalar;
  return {fused_value(a[2], binary_value(ast::BinaryOp::Sub, a[1], a[0], s, c.span), a[0], false, false, s, c.span)};
}

Results mod_(CallContext& c, Args& a, bool positive) {
  want_arguments(c, a, positive ? "periodize" : "mod", 2, 2);
  return {zip_values(a[0], a[1], c.span, [&](const Number& x, const Number& y) {
    if (!is_float(x.type) && !is_float(y.type)) {
      if (y.i == 0) fail("Q0402", c.span, "integer division by zero");
      std::int64_t r = y.i == -1 ? 0 : x.i % y.i;
      if (positive && r < 0) r += y.i < 0 ? -y.i : y.i;
      return Number::integer(r);
    }
    const Elem t = x.type == Elem::F64 || y.type == Elem::F64 ? Elem::F64 : Elem::F32;
    const double u = convert_number(x, t).re, v = convert_number(y, t).re;
    double r = t == Elem::F32 ? double(std::fmod(float(u), float(v))) : std::fmod(u, v);
    if (positive && r < 0) r += std::fabs(v);
    return Number::real(r, t);
  })};
}
Results mod(CallContext& c, Args& a) { return mod_(c, a, false); }
Results periodize(CallContext& c, Args& a) { return mod_(c, a, true); }

template <class F>
Results test(CallContext& c, Args& a, const char* name, const F& f) {
  want_arguments(c, a, name, 1, 1);
  return {map_value(a[0], c.span, [&](const Number& n) { return Number::boolean(f(n.as_double())); })};
}
Results isnan_(CallContext& c, Args& a) { return test(c, a, "isnan", [](double x) { return std::isnan(x); }); }
Results isinf_(CallContext& c, Args& a) { return test(c, a, "isinf", [](double x) { return std::isinf(x); }); }
Results isfinite_(CallContext& c, Args& a) { return test(c, a, "isfinite", [](double x) { return std::isfinite(x); }); }

template <class F>
Results bits(CallContext& c, Args& a, const char* name, const F& f) {
  want_arguments(c, a, name, 2, 2);
  return {zip_values(a[0], a[1], c.span, [&](const Number& x, const Number& y) {
    if (is_float(x.type) || is_float(y.type)) fail("Q0301", c.span, fmt::format("'{}' works on integers", name));
    const std::int64_t r = f(x.i, y.i);
    return x.type == Elem::Bool && y.type == Elem::Bool && (r == 0 || r == 1) ? Number::boolean(r) : Number::integer(r);
  })};
}
std::int64_t shift(std::int64_t x, std::int64_t n, bool left) {  // by 64 or more, and by negative counts: 0 or the sign
  if (n < 0 || n > 63) return left ? 0 : x < 0 ? -1 : 0;
  return left ? std::int64_t(std::uint64_t(x) << n) : x >> n;
}
Results and_(CallContext& c, Args& a) { return bits(c, a, "and", [](auto x, auto y) { return x & y; }); }
Results or_(CallContext& c, Args& a) { return bits(c, a, "or", [](auto x, auto y) { return x | y; }); }
Results xor_(CallContext& c, Args& a) { return bits(c, a, "xor", [](auto x, auto y) { return x ^ y; }); }
Results shl(CallContext& c, Args& a) { return bits(c, a, "shl", [](auto x, auto y) { return shift(x, y, true); }); }
Results shr(CallContext& c, Args& a) { return bits(c, a, "shr", [](auto x, auto y) { return shift(x, y, false); }); }
Results not_(CallContext& c, Args& a) {
  want_arguments(c, a, "not", 1, 1);
  return {map_value(a[0], c.span, [&](const Number& n) {
    if (is_float(n.type)) fail("Q0301", c.span, "'not' works on integers");
    return n.type == Elem::Bool ? Number::boolean(!n.i) : Number::integer(~n.i);
  })};
}

template <class F>
Results part(CallContext& c, Args& a, const char* name, const F& f) {
  want_arguments(c, a, name, 1, 1);
  return {map_value(a[0], c.span, f)};
}
Results real_(CallContext& c, Args& a) { return part(c, a, "real", [](Number n) { n.complex = false; n.im = 0; return n; }); }
Results imag_(CallContext& c, Args& a) {
  return part(c, a, "imag", [](Number n) { return n.complex ? Number::real(n.im, n.type) : is_float(n.type) ? Number::real(0, n.type) : Number::integer(0); });
}
Results conj_(CallContext& c, Args& a) { return part(c, a, "conj", [](Number n) { n.im = -n.im; return n; }); }

}  // namespace

Builtin find_elementwise(std::string_view name) {
  static const std::unordered_map<std::string_view, Builtin> table = {
      {"exp", math<MathFn::Exp>}, {"exp2", math<MathFn::Exp2>}, {"log", math<MathFn::Log>}, {"log2", math<MathFn::Log2>},
      {"log10", math<MathFn::Log10>}, {"sin", math<MathFn::Sin>}, {"cos", math<MathFn::Cos>}, {"tan", math<MathFn::Tan>},
      {"asin", math<MathFn::Asin>}, {"acos", math<MathFn::Acos>}, {"atan", math<MathFn::Atan>}, {"sinh", math<MathFn::Sinh>},
      {"cosh", math<MathFn::Cosh>}, {"tanh", math<MathFn::Tanh>}, {"asinh", math<MathFn::Asinh>}, {"acosh", math<MathFn::Acosh>},
      {"atanh", math<MathFn::Atanh>}, {"erf", math<MathFn::Erf>}, {"erfc", math<MathFn::Erfc>}, {"lgamma", math<MathFn::Lgamma>},
      {"tgamma", math<MathFn::Tgamma>}, {"pow", math2<MathFn::Pow>}, {"atan2", math2<MathFn::Atan2>}, {"sqrt", sqrt_},
      {"rsqrt", rsqrt}, {"floor", floor_}, {"ceil", ceil_}, {"round", round_}, {"frac", frac}, {"abs", abs_}, {"sign", sign},
      {"min", min_}, {"max", max_}, {"clamp", clamp}, {"saturate", saturate}, {"lerp", lerp}, {"mod", mod}, {"periodize", periodize},
      {"isnan", isnan_}, {"isinf", isinf_}, {"isfinite", isfinite_}, {"and", and_}, {"or", or_}, {"xor", xor_}, {"not", not_},
      {"shl", shl}, {"shr", shr}, {"real", real_}, {"imag", imag_}, {"conj", conj_}};
  auto it = table.find(name);
  return it == table.end() ? nullptr : it->second;
}

}  // namespace qc::host
