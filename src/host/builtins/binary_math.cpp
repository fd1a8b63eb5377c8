// Elementwise built-ins of two and more arguments; numbers and extents of 1 are repeated.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "host/arrays/elementwise.h"
#include "host/arrays/tree_fold.h"
#include "host/arrays/typed_map.h"
#include "host/builtins/families.h"
#include "sema/kept_elem.h"
#include "sema/type_words.h"
#include "value/array_expr.h"
#include "value/bits_of_fractions.h"
#include "value/complex_abs.h"
#include "value/complex_math.h"
#include "value/exact_quotient.h"

namespace qc::host {

namespace {

using ir::MathFn;

void refuse_complex(const CallContext& c, const Args& a, const char* name, const char* why) {
  for (const Value& v : a)
    if (kind_of(c, v).complex) fail("Q0301", c.span, fmt::format("'{}' of complex numbers: {}", name, why));
}

std::int64_t whole_bits(const CallContext& c, const char* name, double x, Elem type) {
  constexpr double kBeyond = 9223372036854775808.0;  // saturates, as int(x) does
  if (!(std::fabs(x) <= kBeyond) || x != std::floor(x))
    throw ProgramError(bits_of_fraction(name, Number::real(x, type), c.span));
  return x == kBeyond ? std::numeric_limits<std::int64_t>::max() : std::int64_t(x);
}

// What is given to a function of bits, as ints: floats are whole.
Value whole_bits(const CallContext& c, const char* name, const Value& v) {
  const Elem type = kind_of(c, v).type;
  if (!is_float(type)) return v;
  auto* p = std::get_if<ArrayP>(&v.v);
  if (!p) return Value(Number::integer(whole_bits(c, name, to_number(v, c.span).re, type)));
  const ArrayP from = as_elem(*p, Elem::F64);
  ArrayP out = make_array(Elem::I64, from->dims);
  out->fixed = (*p)->fixed;
  const auto* x = static_cast<const double*>(from->buffer->host_read());
  auto* to = static_cast<std::int64_t*>(out->buffer->host_overwrite());
  for (std::int64_t i = 0, n = out->count(); i < n; ++i) to[i] = whole_bits(c, name, x[i], type);
  return Value(out);
}

template <class T>
constexpr bool is_int = std::is_same_v<T, std::int64_t>;

Results pow_(CallContext& c, Args& a) {
  want_arguments(c, a, "pow", 2, 2);
  return {zip_typed<true>(c, a[0], a[1], [](auto x, auto y) {
    using T = decltype(x);
    if constexpr (is_complex_v<T>)
      return complex_pow(x, y);
    else if constexpr (is_int<T>)
      return host_math(MathFn::Pow, double(x), double(y));
    else
      return host_math(MathFn::Pow, x, y);
  })};
}
// f of two numbers that are not complex, in double where they are ints.
template <class F>
Results of_reals(CallContext& c, Args& a, const char* name, const char* help, F f) {
  want_arguments(c, a, name, 2, 2);
  refuse_complex(c, a, name, help);
  return {zip_typed<true>(c, a[0], a[1], [f](auto x, auto y) {
    using T = decltype(x);
    if constexpr (is_complex_v<T>)
      return x.real();
    else if constexpr (is_int<T>)
      return f(double(x), double(y));
    else
      return f(x, y);
  })};
}
Results atan2_(CallContext& c, Args& a) {
  return of_reals(c, a, "atan2", "they have no order", [](auto y, auto x) { return host_math(MathFn::Atan2, y, x); });
}
Results hypot_(CallContext& c, Args& a) {
  return of_reals(c, a, "hypot", "abs of each of them is meant, hypot(abs(x), abs(y))",
                  [](auto x, auto y) { return size_of(x, y); });
}

// What `function` made of two values, in the sized kind of ints that it keeps.
Value in_kept_kind(Value made, std::string_view function, const Value& a, const Value& b) {
  const auto elem = kept_elem(function, type_of(a), type_of(b));
  return elem ? Value(as_elem(std::get<ArrayP>(made.v), *elem)) : made;
}

template <bool kMax>
Value extremum(const CallContext& c, const Value& a, const Value& b) {
  if (auto large = fast_extremum(kMax, a, b, c.span))
    return in_kept_kind(std::move(*large), kMax ? "max" : "min", a, b);
  Value made = zip_typed<false>(c, a, b, [](auto x, auto y) {
    if constexpr (is_complex_v<decltype(x)>)
      return x;
    else
      return Extreme<kMax>{}(x, y);
  });
  return in_kept_kind(std::move(made), kMax ? "max" : "min", a, b);
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
    if constexpr (is_complex_v<T>)
      return x;
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

// floor(a/b) and int(a/b) of arrays of ints.
template <bool down>
Results quotient(CallContext& c, Args& a) {
  return {zip_as<std::int64_t>(c.span, a[0], a[1],
                               [&](std::int64_t x, std::int64_t y) { return whole_quotient(down, x, y, c.span); })};
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
  for (Value& v : a) v = whole_bits(c, name, v);
  const auto apply = [&](auto x, auto y) -> std::int64_t {
    if constexpr (is_int<decltype(x)>)
      return f(x, y);
    else
      return 0;
  };
  if (keeps_masks && is_bool(a[0]) && is_bool(a[1]))
    return {
        zip_as<std::int64_t>(c.span, a[0], a[1], [&](std::int64_t x, std::int64_t y) -> bool { return f(x, y) != 0; })};
  return {in_kept_kind(zip_typed<false>(c, a[0], a[1], apply), name, a[0], a[1])};
}
Results and_(CallContext& c, Args& a) {
  return bits(c, a, "and", true, [](std::int64_t x, std::int64_t y) { return x & y; });
}
Results or_(CallContext& c, Args& a) {
  return bits(c, a, "or", true, [](std::int64_t x, std::int64_t y) { return x | y; });
}
Results xor_(CallContext& c, Args& a) {
  return bits(c, a, "xor", true, [](std::int64_t x, std::int64_t y) { return x ^ y; });
}
Results shl(CallContext& c, Args& a) {
  return bits(c, a, "shl", false, [](std::int64_t x, std::int64_t n) { return shift(x, n, true); });
}
Results shr(CallContext& c, Args& a) {
  return bits(c, a, "shr", false, [](std::int64_t x, std::int64_t n) { return shift(x, n, false); });
}

// Where the elements of yes and no lie when both have the same type, narrow ones too: nothing is computed with them.
Elem chosen_elem(const Value& yes, const Value& no, const Number& y, const Number& n, Elem scalar) {
  auto *a = std::get_if<ArrayP>(&yes.v), *b = std::get_if<ArrayP>(&no.v);
  if (a && b && (*a)->elem == (*b)->elem) return (*a)->elem;
  if (y.type == Elem::Bool && n.type == Elem::Bool) return Elem::Bool;
  if (y.complex || n.complex) return float_elem(join_elem(y.type, n.type), scalar);
  return arithmetic_elem(y.type, n.type);
}

template <class T>
Value choose_as(Span span, const ArrayP& condition, const Value& yes, const Value& no) {
  const Operand<T> y(span, yes), n(span, no);
  const ArrayP c = as_elem(condition, Elem::Bool);
  std::vector<std::int64_t> dims = c->dims;
  for (const Operand<T>* o : {&y, &n})
    if (o->array) dims = detail::broadcast_dims(dims, o->array->dims, span);
  ArrayP out = make_array(elem_for<T>(), dims, false, is_complex_v<T>);
  T* to = static_cast<T*>(out->buffer->host_overwrite());
  const auto* holds = static_cast<const std::uint8_t*>(c->buffer->host_read());
  const auto alike = [&](const Operand<T>& o) { return !o.array || o.array->dims == dims; };
  if (c->dims == dims && alike(y) && alike(n)) {
    const auto at = [](const Operand<T>& o, std::int64_t i) { return o.array ? o.data[i] : o.number; };
    for (std::int64_t i = 0, count = out->count(); i < count; ++i) to[i] = holds[i] ? at(y, i) : at(n, i);
    return Value(out);
  }
  const auto walker = [&](const Operand<T>& o) {
    return detail::Walker(o.array ? o.array->dims : std::vector<std::int64_t>{1}, dims);
  };
  const detail::Walker wc(c->dims, dims), wy = walker(y), wn = walker(n);
  std::vector<std::int64_t> position(dims.size(), 0);
  for (std::int64_t i = 0, count = out->count(); i < count; ++i, detail::advance(position, dims))
    to[i] = holds[wc.at(position)] ? (y.array ? y.data[wy.at(position)] : y.number)
                                   : (n.array ? n.data[wn.at(position)] : n.number);
  return Value(out);
}

// `condition ? yes : no` with a condition that has elements: each chooses between the elements at its place.
Results choose(CallContext& c, Args& a) {
  for (const Value* v : {&a[1], &a[2]})
    if (!std::holds_alternative<ArrayP>(v->v))
      (void)to_number(*v, c.span, "a number or an array, for a condition that has elements");
  const Number y = kind_of(c, a[1]), n = kind_of(c, a[2]);
  const Elem elem = chosen_elem(a[1], a[2], y, n, c.session.options().scalar);
  const ArrayP condition = to_array(a[0], c.span);
  if (condition->complex) fail("Q0301", c.span, "a condition of complex numbers");
  const bool wide = elem == Elem::F64;
  Value out;
  if (y.complex || n.complex)
    return {wide ? choose_as<std::complex<double>>(c.span, condition, a[1], a[2])
                 : choose_as<std::complex<float>>(c.span, condition, a[1], a[2])};
  if (is_float(elem))
    out = wide ? choose_as<double>(c.span, condition, a[1], a[2]) : choose_as<float>(c.span, condition, a[1], a[2]);
  else
    out = choose_as<std::int64_t>(c.span, condition, a[1], a[2]);
  ArrayP array = as_elem(std::get<ArrayP>(out.v), elem);
  array->fixed = condition->fixed;
  return {Value(array)};
}

}  // namespace

const BuiltinTable& pair_builtins() {
  static const BuiltinTable table = {{"pow", pow_},
                                     {"power", pow_},
                                     {"atan2", atan2_},
                                     {"hypot", hypot_},
                                     {"min", extreme<false>},
                                     {"max", extreme<true>},
                                     {"clamp", clamp},
                                     {"lerp", lerp},
                                     {"mod", modulo<false>},
                                     {"periodize", modulo<true>},
                                     {"and", and_},
                                     {"or", or_},
                                     {"xor", xor_},
                                     {"shl", shl},
                                     {"shr", shr},
                                     {"$floor/", quotient<true>},
                                     {"$int/", quotient<false>},
                                     {kChoose, choose}};
  return table;
}

}  // namespace qc::host
