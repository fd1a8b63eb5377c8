#include "host/arrays/arith.h"

#include <cmath>
#include <limits>

#include "codegen/host_math.h"
#include "host/arrays/complex_arith.h"
#include "host/arrays/elementwise.h"
#include "host/arrays/matrix_product.h"
#include "ir/half.h"
#include "sema/broadcast_extents.h"
#include "value/complex_math.h"
#include "value/convert_number.h"

namespace qc::host {

using ast::BinaryOp;

Number to_number(const Value& v, Span span, const char* what) {
  if (auto* n = std::get_if<Number>(&v.v)) return *n;
  if (auto* p = std::get_if<Pending>(&v.v)) return resolve(*p);
  if (auto* a = std::get_if<ArrayP>(&v.v); a && (*a)->count() == 1)
    return get_element(**a, (*a)->buffer->host_read(), 0);
  if (std::holds_alternative<Nothing>(v.v))
    fail("Q0301", span, fmt::format("expected {}, not nullptr", what),
         "an item or field that was never set is nullptr");
  if (auto* f = std::get_if<std::shared_ptr<Closure>>(&v.v); f && *f && !(*f)->name.empty() && (*f)->name != "lambda")
    fail("Q0301", span, fmt::format("expected {}, not the function '{}'", what, (*f)->name),
         (*f)->name == "not" ? "'not' is written '!'" : fmt::format("a call is written {}(...)", (*f)->name));
  const bool text = std::holds_alternative<std::string>(v.v), condition = std::string_view(what) == "a condition";
  fail("Q0301", span, fmt::format("expected {}, not {}", what, a_type(host_type_name(host_type_of(v), Elem::F32))),
       text && condition ? "a comparison is one: s == \"text\""
       : text            ? "cast(s, vec[uint8]) gives the bytes of a string, str2num(s) the number that it spells"
                         : "");
}

static bool is_not_zero(const Number& x) { return x.as_double() != 0 || (x.complex && x.im != 0); }

bool to_bool(const Value& v, Span span) {
  if (auto* a = std::get_if<ArrayP>(&v.v); a && (*a)->count() != 1)
    fail("Q0301", span, fmt::format("expected a condition, not {}", a_type(host_type_name(host_type_of(v), Elem::F32))),
         "any(x) asks for one that is true, all(x) for all of them");
  return is_not_zero(to_number(v, span, "a condition"));
}

std::int64_t to_index(const Value& v, Span span) {
  const Number n = to_number(v, span, "an int");
  if (!is_float(n.type)) return n.i;
  if (std::floor(n.re) != n.re || std::fabs(n.re) > 9e18)
    fail("Q0301", span, fmt::format("expected an int, not {}", format_number(n)),
         "int(x) cuts the fraction off, round(x) takes the nearest int");
  return std::int64_t(n.re);
}

ArrayP to_array(const Value& v, Span span) {
  if (auto* a = std::get_if<ArrayP>(&v.v)) return *a;
  fail("Q0301", span, fmt::format("expected an array, not {}", a_type(host_type_name(host_type_of(v), Elem::F32))));
}

// ---- elements ----
namespace {

template <class T>
T load_as(const void* data, std::int64_t i) {
  return static_cast<const T*>(data)[i];
}

// What storing a float into an integer element gives: truncated, saturated, NaN is 0.
template <class T>
T saturated(double v) {
  if (std::isnan(v)) return 0;
  if (v <= double(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  if (v >= double(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  return T(v);
}
template <class T>
void store_int(void* data, std::int64_t i, const Number& n) {
  static_cast<T*>(data)[i] = is_float(n.type) ? saturated<T>(n.re) : T(n.i);
}

}  // namespace

Number get_element(const Array& a, const void* data, std::int64_t i) {
  if (a.complex) {
    Number n = Number::real(0, a.elem);
    n.complex = true;
    n.re = a.elem == Elem::F32 ? double(load_as<float>(data, 2 * i)) : load_as<double>(data, 2 * i);
    n.im = a.elem == Elem::F32 ? double(load_as<float>(data, 2 * i + 1)) : load_as<double>(data, 2 * i + 1);
    return n;
  }
  switch (a.elem) {
    case Elem::Bool:
      return Number::boolean(load_as<std::uint8_t>(data, i));
    case Elem::I8:
      return Number::integer(load_as<std::int8_t>(data, i));
    case Elem::I16:
      return Number::integer(load_as<std::int16_t>(data, i));
    case Elem::I32:
      return Number::integer(load_as<std::int32_t>(data, i));
    case Elem::I64:
    case Elem::U64:
      return Number::integer(load_as<std::int64_t>(data, i));
    case Elem::U8:
      return Number::integer(load_as<std::uint8_t>(data, i));
    case Elem::U16:
      return Number::integer(load_as<std::uint16_t>(data, i));
    case Elem::U32:
      return Number::integer(load_as<std::uint32_t>(data, i));
    case Elem::F64:
      return Number::real(load_as<double>(data, i), Elem::F64);
    case Elem::F32:
      return Number::real(load_as<float>(data, i), Elem::F32);
    case Elem::F16:
      return Number::real(half_value(load_as<std::uint16_t>(data, i)), Elem::F32);
  }
  internal_error("evaluator", "an array of an element type that is not executed");
}

Number get_element(const Array& a, std::int64_t i) {
  const std::size_t bytes = std::size_t(byte_size(a.elem)) * (a.complex ? 2 : 1);
  alignas(double) std::byte room[2 * sizeof(double)];
  return get_element(a, a.buffer->host_read_part(std::size_t(i) * bytes, bytes, room), 0);
}

void set_element(Array& a, void* data, std::int64_t i, const Number& n) {
  if (a.complex) {
    const double re = n.as_double(), im = n.complex ? n.im : 0;
    if (a.elem == Elem::F32) {
      static_cast<float*>(data)[2 * i] = float(re);
      static_cast<float*>(data)[2 * i + 1] = float(im);
    } else {
      static_cast<double*>(data)[2 * i] = re;
      static_cast<double*>(data)[2 * i + 1] = im;
    }
    return;
  }
  switch (a.elem) {
    case Elem::Bool:
      static_cast<std::uint8_t*>(data)[i] = n.as_double() != 0;
      return;
    case Elem::I8:
      return store_int<std::int8_t>(data, i, n);
    case Elem::I16:
      return store_int<std::int16_t>(data, i, n);
    case Elem::I32:
      return store_int<std::int32_t>(data, i, n);
    case Elem::I64:
      return store_int<std::int64_t>(data, i, n);
    case Elem::U8:
      return store_int<std::uint8_t>(data, i, n);
    case Elem::U16:
      return store_int<std::uint16_t>(data, i, n);
    case Elem::U32:
      return store_int<std::uint32_t>(data, i, n);
    case Elem::U64:
      return store_int<std::uint64_t>(data, i, n);
    case Elem::F32:
      static_cast<float*>(data)[i] = float(n.as_double());
      return;
    case Elem::F64:
      static_cast<double*>(data)[i] = n.as_double();
      return;
    case Elem::F16:
      static_cast<std::uint16_t*>(data)[i] = half_bits(n.as_double());
      return;
  }
  internal_error("evaluator", "an array of an element type that is not executed");
}

// ---- numbers ----
namespace {

// The type in which two operands meet: bool and ints in int, an int with a float in the float, the wider float
// otherwise.
Elem common_type(const Number& a, const Number& b) {
  if (!is_float(a.type) && !is_float(b.type)) return Elem::I64;
  if (!is_float(a.type)) return b.type;
  if (!is_float(b.type)) return a.type;
  return a.type == Elem::F64 || b.type == Elem::F64 ? Elem::F64 : Elem::F32;
}

bool compare(BinaryOp op, const Number& a, const Number& b) {
  auto by = [op](auto x, auto y) {
    switch (op) {
      case BinaryOp::Eq:
        return x == y;
      case BinaryOp::Ne:
        return x != y;
      case BinaryOp::Lt:
        return x < y;
      case BinaryOp::Le:
        return x <= y;
      case BinaryOp::Gt:
        return x > y;
      default:
        return x >= y;
    }
  };
  if (a.complex || b.complex) {
    const bool same = a.as_double() == b.as_double() && (a.complex ? a.im : 0) == (b.complex ? b.im : 0);
    return op == BinaryOp::Eq ? same : !same;
  }
  const Elem t = common_type(a, b);
  if (t == Elem::I64) return by(a.i, b.i);
  return by(convert_number(a, t).re, convert_number(b, t).re);
}

template <class T>
T float_op(BinaryOp op, T x, T y) {
  switch (op) {
    case BinaryOp::Add:
      return x + y;
    case BinaryOp::Sub:
      return x - y;
    case BinaryOp::Mul:
    case BinaryOp::ElemMul:
      return x * y;
    case BinaryOp::Div:
    case BinaryOp::ElemDiv:
      return x / y;
    default:
      return host_math(ir::MathFn::Pow, x, y);
  }
}

Number complex_number(double re, double im, Elem t) {
  Number n = Number::real(re, t);
  n.complex = true;
  n.im = Number::real(im, t).re;
  return n;
}

template <class T>
Number complex_op(BinaryOp op, const Number& a, const Number& b, Elem t) {
  using C = std::complex<T>;
  const auto number = [&](C v) { return complex_number(v.real(), v.imag(), t); };
  const C x(T(a.as_double()), T(a.complex ? a.im : 0)), y(T(b.as_double()), T(b.complex ? b.im : 0));
  switch (op) {
    case BinaryOp::Add:
      return number(x + y);
    case BinaryOp::Sub:
      return number(x - y);
    case BinaryOp::Mul:
    case BinaryOp::ElemMul:
      return number(!b.complex   ? complex_times(x, y.real())
                    : !a.complex ? complex_times(y, x.real())
                                 : complex_times(x, y));
    case BinaryOp::Div:
    case BinaryOp::ElemDiv:
      return number(b.complex ? complex_over(x, y) : complex_over(x, y.real()));
    default:
      return number(complex_pow(x, y));
  }
}
Number complex_op(BinaryOp op, const Number& a, const Number& b, Elem t) {
  return t == Elem::F64 ? complex_op<double>(op, a, b, t) : complex_op<float>(op, a, b, t);
}

std::int64_t int_power(std::int64_t base, std::int64_t exponent) {
  std::uint64_t r = 1, b = std::uint64_t(base);
  for (; exponent > 0; exponent /= 2, b *= b)
    if (exponent & 1) r *= b;
  return std::int64_t(r);
}

// By squares, in the order of the compiled loops.
double wide_power(double base, std::int64_t exponent) {
  if (exponent == 1) return base;
  const double half = wide_power(base, exponent / 2), square = half * half;
  return exponent % 2 ? square * base : square;
}

// In 64 bits by squares, each a product and what it lost (precise_power in src/lower/expr.cpp).
double precise_power(double base, std::int64_t n) {
  double high = base, low = 0;
  int bit = 63;
  while (!(n >> bit & 1)) --bit;
  bool lost_any = false;
  const auto times = [&](double factor, double of_low) {
    const double product = high * factor, lost = std::fma(high, factor, -product);
    low = lost_any ? std::fma(of_low, low, lost) : lost;
    lost_any = true;
    high = product;
  };
  for (--bit; bit >= 0; --bit) {
    times(high, high + high);
    if (n >> bit & 1) times(base, base);
  }
  return std::fabs(high) < std::numeric_limits<double>::infinity() ? high + low : high;
}

}  // namespace

Value literal_power(const Value& v, std::int64_t exponent, Elem scalar, Span span) {
  constexpr std::int64_t kProducts = 4;  // small powers of floats are products, in loops as well
  const bool products = is_float(type_of(v).elem) && !type_of(v).complex && exponent >= 1 && exponent <= kProducts;
  if (products && exponent == 1) return map_value(v, span, [](const Number& x) { return x; });
  if (products) {  // (x*x)*x, (x*x)*(x*x)
    const Value square = binary_value(BinaryOp::ElemMul, v, v, scalar, span);
    if (exponent == 2) return square;
    return binary_value(BinaryOp::ElemMul, square, exponent == 3 ? v : square, scalar, span);
  }
  constexpr std::int64_t kWideProducts = 64;  // in twice the bits
  return map_value(v, span, [&](const Number& x) {
    if (!is_float(x.type)) return Number::integer(int_power(x.i, exponent));
    if (x.type == Elem::F32 && !x.complex && exponent > kProducts && exponent <= kWideProducts)
      return Number::real(float(wide_power(x.re, exponent)), Elem::F32);
    if (x.type == Elem::F64 && !x.complex && exponent > kProducts && exponent <= kWideProducts)
      return Number::real(precise_power(x.re, exponent), Elem::F64);
    return binary_number(BinaryOp::Pow, x, Number::integer(exponent), scalar, span);
  });
}

Number binary_number(BinaryOp op, const Number& a, const Number& b, Elem scalar, Span span) {
  if (op >= BinaryOp::Lt && op <= BinaryOp::Ge && (a.complex || b.complex))
    fail("Q0301", span, "complex numbers have no order", "abs(x) or real(x) can be ordered");
  if (op >= BinaryOp::Eq && op <= BinaryOp::Ge) return Number::boolean(compare(op, a, b));
  if (op == BinaryOp::And) return Number::boolean(is_not_zero(a) && is_not_zero(b));
  if (op == BinaryOp::Or) return Number::boolean(is_not_zero(a) || is_not_zero(b));
  Elem t = common_type(a, b);
  if (a.complex || b.complex) return complex_op(op, a, b, is_float(t) ? t : scalar);
  if (t == Elem::I64) {
    const auto x = std::uint64_t(a.i), y = std::uint64_t(b.i);
    if (op == BinaryOp::Add) return Number::integer(std::int64_t(x + y));
    if (op == BinaryOp::Sub) return Number::integer(std::int64_t(x - y));
    if (op == BinaryOp::Mul || op == BinaryOp::ElemMul) return Number::integer(std::int64_t(x * y));
    t = scalar;  // quotients and powers of ints are scalars
  }
  const double x = convert_number(a, t).re, y = convert_number(b, t).re;
  if (t == Elem::F32) return Number::real(double(float_op(op, float(x), float(y))), t);
  return Number::real(float_op(op, x, y), t);
}

namespace {

// Numbers, or arrays of the same extents with equal elements.
bool equal_arrays(const Value& a, const Value& b) {
  auto *x = std::get_if<ArrayP>(&a.v), *y = std::get_if<ArrayP>(&b.v);
  if (!x && !y) return compare(BinaryOp::Eq, to_number(a, {}), to_number(b, {}));
  if (!x || !y || (*x)->dims != (*y)->dims) return false;
  const void *dx = (*x)->buffer->host_read(), *dy = (*y)->buffer->host_read();
  for (std::int64_t i = 0; i < (*x)->count(); ++i)
    if (!compare(BinaryOp::Eq, get_element(**x, dx, i), get_element(**y, dy, i))) return false;
  return true;
}

}  // namespace

std::optional<bool> equal_objects(const Value& a, const Value& b) {
  auto numeric = [](const Value& v) {
    return std::holds_alternative<Number>(v.v) || std::holds_alternative<Pending>(v.v) ||
           std::holds_alternative<ArrayP>(v.v);
  };
  if (numeric(a) && numeric(b)) return {};
  if (auto* s = std::get_if<std::string>(&a.v), *t = std::get_if<std::string>(&b.v); s && t) return *s == *t;
  auto *ta = std::get_if<HostTypeP>(&a.v), *tb = std::get_if<HostTypeP>(&b.v);
  if (ta && tb) return same_host_type(**ta, **tb);
  if (ta || tb) {  // type(x) == "mat"
    auto* text = std::get_if<std::string>(ta ? &b.v : &a.v);
    return text && (host_type_name(ta ? **ta : **tb, Elem::F32) == *text ||
                    host_type_name(ta ? **ta : **tb, Elem::F64) == *text);
  }
  if (a.v.index() != b.v.index()) return false;
  if (std::holds_alternative<Nothing>(a.v)) return true;
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&a.v)) {
    const auto& other = std::get<std::shared_ptr<Record>>(b.v);
    if (*r == other) return true;
    if (!(*r)->is_value || !other->is_value || (*r)->type_name != other->type_name) return false;
    for (const auto& [name, v] : (*r)->fields) {
      const Value* w = other->find(name);
      if (!w) return false;
      const auto same = equal_objects(v, *w);
      if (same ? !*same : !equal_arrays(v, *w)) return false;
    }
    return true;
  }
  if (auto* c = std::get_if<std::shared_ptr<Cell>>(&a.v)) return *c == std::get<std::shared_ptr<Cell>>(b.v);
  auto *f = std::get_if<std::shared_ptr<Closure>>(&a.v), *g = std::get_if<std::shared_ptr<Closure>>(&b.v);
  if (f && g)
    return *f == *g || ((*f)->name == (*g)->name && (*f)->def == (*g)->def && (*f)->lambda == (*g)->lambda &&
                        (*f)->captured == (*g)->captured);
  return false;
}

Value binary_value(BinaryOp op, const Value& a, const Value& b, Elem scalar, Span span) {
  if (op == BinaryOp::Eq || op == BinaryOp::Ne)
    if (const auto same = equal_objects(a, b)) return Value(Number::boolean(*same == (op == BinaryOp::Eq)));
  if (auto* s = std::get_if<std::string>(&a.v)) {
    if (op == BinaryOp::Add)
      return Value(*s + (std::holds_alternative<std::string>(b.v) ? std::get<std::string>(b.v) : format_value(b)));
    if (auto* t = std::get_if<std::string>(&b.v); t && op >= BinaryOp::Lt && op <= BinaryOp::Ge) {
      const int order = s->compare(*t);
      return Value(Number::boolean(op == BinaryOp::Lt   ? order < 0
                                   : op == BinaryOp::Le ? order <= 0
                                   : op == BinaryOp::Gt ? order > 0
                                                        : order >= 0));
    }
    fail("Q0301", span,
         fmt::format("a string cannot be computed with: beside it stands {}",
                     a_type(host_type_name(host_type_of(b), scalar))),
         "strings are joined with + and compared; str2num(s) is the number that one spells");
  }
  if (auto* t = std::get_if<std::string>(&b.v); t && op == BinaryOp::Add) return Value(format_value(a) + *t);
  if (op == BinaryOp::Mul) {
    auto *x = std::get_if<ArrayP>(&a.v), *y = std::get_if<ArrayP>(&b.v);
    if (x && y && is_matrix_product((*x)->dims, (*y)->dims)) return matrix_product(*x, *y, span, nullptr);
  }
  if (auto v = fast_binary(op, a, b, scalar, span)) return *v;
  if (auto v = complex_binary(op, a, b, span)) return *v;
  return zip_values(a, b, span,
                    [&](const Number& x, const Number& y) { return binary_number(op, x, y, scalar, span); });
}

Number fused_number(const Number& a, const Number& b, const Number& c, bool negate_product, bool negate_addend) {
  const Elem t = common_type(Number::real(0, common_type(a, b)), c);
  const double p = convert_number(a, t).re * (negate_product ? -1 : 1), q = convert_number(b, t).re,
               w = convert_number(c, t).re * (negate_addend ? -1 : 1);
  return t == Elem::F32 ? Number::real(double(std::fma(float(p), float(q), float(w))), t)
                        : Number::real(std::fma(p, q, w), t);
}

Value fused_value(const Value& a, const Value& b, const Value& c, bool negate_product, bool negate_addend, Elem scalar,
                  Span span) {
  if (auto v = fast_fused(a, b, c, negate_product, negate_addend, span)) return *v;
  auto one = [&](const Number& x, const Number& y, const Number& z) {
    if (x.complex || y.complex || z.complex ||
        !is_float(common_type(x, y))) {  // products of ints and of complex numbers are not fused
      Number p = binary_number(BinaryOp::Mul, x, y, scalar, span), w = z;
      const BinaryOp op = negate_product != negate_addend ? BinaryOp::Sub : BinaryOp::Add;
      return negate_product ? binary_number(op, w, p, scalar, span) : binary_number(op, p, w, scalar, span);
    }
    return fused_number(x, y, z, negate_product, negate_addend);
  };
  auto is_array = [](const Value& v) { return std::holds_alternative<ArrayP>(v.v); };
  if (!is_array(a) && !is_array(b) && !is_array(c))
    return Value(one(to_number(a, span), to_number(b, span), to_number(c, span)));
  if (!is_array(a) && !is_array(b)) {
    const Number x = to_number(a, span), y = to_number(b, span);
    return map_value(c, span, [&](const Number& z) { return one(x, y, z); });
  }
  if (!is_array(c)) {
    const Number z = to_number(c, span);
    return zip_values(a, b, span, [&](const Number& x, const Number& y) { return one(x, y, z); });
  }
  if (!is_array(a) || !is_array(b)) {
    const Number x = to_number(is_array(a) ? b : a, span);
    return zip_values(is_array(a) ? a : b, c, span, [&](const Number& y, const Number& z) { return one(x, y, z); });
  }
  // Three arrays: element by element in the extents that they share.
  const ArrayP pa = to_array(a, span), pb = to_array(b, span), pc = to_array(c, span);
  const auto dims = detail::broadcast_dims(detail::broadcast_dims(pa->dims, pb->dims, span), pc->dims, span);
  const detail::Walker wa(pa->dims, dims), wb(pb->dims, dims), wc(pc->dims, dims);
  const void *da = pa->buffer->host_read(), *db = pb->buffer->host_read(), *dc = pc->buffer->host_read();
  std::int64_t n = 1;
  for (auto d : dims) n *= d;
  std::vector<std::int64_t> position(dims.size(), 0);
  ArrayP out;
  void* data = nullptr;
  for (std::int64_t i = 0; i < n; ++i, detail::advance(position, dims)) {
    const Number r = one(get_element(*pa, da, wa.at(position)), get_element(*pb, db, wb.at(position)),
                         get_element(*pc, dc, wc.at(position)));
    if (!out) {
      out = make_array(r.type, dims, false, r.complex);
      data = out->buffer->host_overwrite();
    }
    set_element(*out, data, i, r);
  }
  return Value(out ? out : make_array(scalar, dims));
}

Value logical_not(const Value& v, Span span) {
  if (auto fast = fast_map(FastMap::Not, v)) return *fast;
  return map_value(v, span, [](const Number& x) { return Number::boolean(!is_not_zero(x)); });
}

Value negate(const Value& v, Span span) {
  if (auto fast = fast_map(FastMap::Negate, v)) return *fast;
  return map_value(v, span, [](Number n) {
    if (!is_float(n.type)) return Number::integer(std::int64_t(0 - std::uint64_t(n.i)));
    n.re = -n.re;
    n.im = -n.im;
    return n;
  });
}

namespace detail {

std::vector<std::int64_t> broadcast_dims(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b,
                                         Span span) {
  // A vec is a 1 x N row: it meets a mat from the right; a mat meets a cube from the left (channels come last).
  std::vector<std::int64_t> x = a, y = b;
  if (x.size() == 1 && y.size() > 1) x.insert(x.begin(), 1);
  if (y.size() == 1 && x.size() > 1) y.insert(y.begin(), 1);
  while (x.size() < y.size()) x.push_back(1);
  while (y.size() < x.size()) y.push_back(1);
  std::vector<std::int64_t> out(x.size());
  for (std::size_t d = 0; d < x.size(); ++d) {
    if (x[d] != y[d] && x[d] != 1 && y[d] != 1) {
      const lowering::Misfit said = lowering::elements_do_not_fit(a, b);
      fail("Q0302", span, said.message, said.help);
    }
    out[d] = x[d] == 1 ? y[d] : x[d];
  }
  return out;
}

Walker::Walker(const std::vector<std::int64_t>& own, const std::vector<std::int64_t>& common) {
  std::vector<std::int64_t> dims = own;
  if (dims.size() == 1 && common.size() > 1) dims.insert(dims.begin(), 1);
  while (dims.size() < common.size()) dims.push_back(1);
  strides.assign(dims.size(), 0);
  std::int64_t s = 1;
  for (std::size_t d = dims.size(); d-- > 0;) {
    strides[d] = dims[d] == 1 ? 0 : s;
    s *= dims[d];
  }
}
std::int64_t Walker::at(const std::vector<std::int64_t>& position) const {
  std::int64_t i = 0;
  for (std::size_t d = 0; d < position.size(); ++d) i += position[d] * strides[d];
  return i;
}
bool advance(std::vector<std::int64_t>& position, const std::vector<std::int64_t>& dims) {
  for (std::size_t d = dims.size(); d-- > 0;) {
    if (++position[d] < dims[d]) return true;
    position[d] = 0;
  }
  return false;
}

}  // namespace detail

}  // namespace qc::host
