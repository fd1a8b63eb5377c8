// Elementwise built-ins of two and more arguments; numbers and extents of 1 are repeated.
#include <fmt/format.h>

#include <cmath>

#include "host/builtin_parts.h"
#include "host/complex_math.h"
#include "host/tree_fold.h"
#include "host/typed_map.h"

namespace qc::host {

namespace {

using ir::MathFn;

void refuse_complex(const CallContext& c, const Args& a, const char* name, const char* why) {
  for (const Value& v : a)
    if (kind_of(c, v).complex) fail("Q0301", c.span, fmt::format("'{}' of complex numbers: {}", name, why));
}
void refuse_floats(const CallContext& c, const Args& a, const char* name) {
  for (const Value& v : a)
    if (const Elem t = kind_of(c, v).type; is_float(t))
      fail("Q0301", c.span, fmt::format("'{}' works on integers, not on {}", name, type_name(Type::number(t), c.session.options().scalar)), "convert with int(x)");
}

template <class T> constexpr bool is_int = std::is_same_v<T, std::int64_t>;

Results pow_(CallContext& c, Args& a) {
  want_arguments(c, a, "pow", 2, 2);
  return {zip_typed<true>(c, a[0], a[1], [](auto x, auto y) {
    using T = decltype(x);
    if constexpr (is_complex_v<T>) return complex_pow(x, y);
    else if constexpr (is_int<T>) return host_math(MathFn::Pow, double(x), double(y));
    else return host_math(MathFn::Pow, x, y);
  })};
}
Results atan2_(CallContext& c, Args& a) {
  want_arguments(c, a, "atan2", 2, 2);
  refuse_complex(c, a, "atan2", "they have no order");
  return {zip_typed<true>(c, a[0], a[1], [](auto x, auto y) {
    using T = decltype(x);
    if constexpr (is_complex_v<T>) return x.real();
    else if constexpr (is_int<T>) return host_math(MathFn::Atan2, double(x), double(y));
    else return host_math(MathFn::Atan2, x, y);
  })};
}

template <bool kMax>
Value extremum(const CallContext& c, const Value& a, const Value& b) {
  return zip_typed<false>(c, a, b, [](auto x, auto y) {
    if constexpr (is_complex_v<decltype(x)>) return x;
    else return Extreme<kMax>{}(x, y);
  });
}

// max(x), max(x, [], dim): of the elements; max(a, b, ...): element by element.
template <bool kMax>
Results extreme(CallContext& c, Args& a) {
  const char* name = kMax ? "max" : "min";
  want_arguments(c, a, name, 1, 16);
  if (a.size() == 1 || left_out(a[1])) return reduction_builtins().at(kMax ? "$max" : "$min")(c, a);
  refuse_complex(c, a, name, "they have no order");
  Value v = a[0];
  for (std::size_t k = 1; k < a.size(); ++k) v = extremum<kMax>(c, v, a[k]);
  return {v};
}

// clamp(x, lowest, highest), clamp(x, highest): from 0
Results clamp(CallContext& c, Args& a) {
  want_arguments(c, a, "clamp", 2, 3);
  refuse_complex(c, a, "clamp", "they have no order");
  if (a.size() == 2) a.insert(a.begin() + 1, Value(Number::integer(0)));
  return {extremum<false>(c, extremum<true>(c, a[0], a[1]), a[2])};
}

Results lerp(CallContext& c, Args& a) {  // fma(t, b - a, a), as in loops
  want_arguments(c, a, "lerp", 3, 3);
  const Elem s = c.session.options().scalar;
  return {fused_value(a[2], binary_value(ast::BinaryOp::Sub, a[1], a[0], s, c.span), a[0], false, false, s, c.span)};
}

// mod has the sign of the dividend, periodize is not negative.
template <bool positive>
Results modulo(CallContext& c, Args& a) {
  const char* name = positive ? "periodize" : "mod";
  want_arguments(c, a, name, 2, 2);
  refuse_complex(c, a, name, "they have no order");
  return {zip_typed<false>(c, a[0], a[1], [&](auto x, auto y) -> decltype(x) {
    using T = decltype(x);
    if constexpr (is_complex_v<T>) return x;
    else if constexpr (is_int<T>) {
      if (y == 0) fail("Q0402", c.span, "integer division by zero");
      std::int64_t r = y == -1 ? 0 : x % y;
      if (positive && r < 0) r = std::int64_t(std::uint64_t(r) + (y < 0 ? 0 - std::uint64_t(y) : std::uint64_t(y)));
      return r;
    } else {
      const T r = std::fmod(x, y);
      return positive && r < 0 ? r + std::fabs(y) : r;
    }
  })};
}

std::int64_t shift(std::int64_t x, std::int64_t n, bool left) {  // by 64 or more, and by negative counts: 0 or the sign
  if (n < 0 || n > 63) return left ? 0 : x < 0 ? -1 : 0;
  return left ? std::int64_t(std::uint64_t(x) << n) : x >> n;
}

bool is_bool(const Value& v) {
  if (auto* p = std::get_if<ArrayP>(&v.v)) return (*p)->elem == Elem::Bool;
  auto* n = std::get_if<Number>(&v.v);
  return n && n->type == Elem::Bool;
}

// On the bits of ints; of two masks a mask.
template <class F>
Results bits(CallContext& c, Args& a, const char* name, bool keeps_masks, const F& f) {
  want_arguments(c, a, name, 2, 2);
  refuse_complex(c, a, name, "it works on integers");
  refuse_floats(c, a, name);
  const auto apply = [&](auto x, auto y) -> std::int64_t {
    if constexpr (is_int<decltype(x)>) return f(x, y);
    else return 0;
  };
  if (keeps_masks && is_bool(a[0]) && is_bool(a[1]))
    return {zip_as<std::int64_t>(c.span, a[0], a[1], [&](std::int64_t x, std::int64_t y) -> bool { return f(x, y) != 0; })};
  return {zip_typed<false>(c, a[0], a[1], apply)};
}
Results and_(CallContext& c, Args& a) { return bits(c, a, "and", true, [](std::int64_t x, std::int64_t y) { return x & y; }); }
Results or_(CallContext& c, Args& a) { return bits(c, a, "or", true, [](std::int64_t x, std::int64_t y) { return x | y; }); }
Results xor_(CallContext& c, Args& a) { return bits(c, a, "xor", true, [](std::int64_t x, std::int64_t y) { return x ^ y; }); }
Results shl(CallContext& c, Args& a) { return bits(c, a, "shl", false, [](std::int64_t x, std::int64_t n) { return shift(x, n, true); }); }
Results shr(CallContext& c, Args& a) { return bits(c, a, "shr", false, [](std::int64_t x, std::int64_t n) { return shift(x, n, false); }); }

}  // namespace

const BuiltinTable& pair_builtins() {
  static const BuiltinTable table = {
      {"pow", pow_}, {"power", pow_}, {"atan2", atan2_}, {"min", extreme<false>}, {"max", extreme<true>}, {"clamp", clamp}, {"lerp", lerp},
      {"mod", modulo<false>}, {"periodize", modulo<true>}, {"and", and_}, {"or", or_}, {"xor", xor_}, {"shl", shl}, {"shr", shr}};
  return table;
}

}  // namespace qc::host
