#include "host/arrays/elementwise.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "codegen/host_math.h"
#include "host/arrays/arith.h"
#include "support/stop.h"
#include "value/complex_abs.h"
#include "value/convert_number.h"

namespace qc::host {

using ast::BinaryOp;

namespace {

constexpr std::int64_t kFew = 8;  // boxed numbers do these

// Loops are compiled twice, for every x86-64 and for those with AVX2 and FMA; the elements and their bits are the same.
#define QC_INLINE [[gnu::always_inline]] inline
const bool kHasFma = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");

// ---- loops over rows --------------------------------------------------------------------------------------------

// How an operand lies along the common extents: its elements, and a step of 0 along what it does not have.
struct Operand {
  const void* data = nullptr;
  std::vector<std::int64_t> strides;  // in elements, one for each dimension; empty: one number
};

// A row of the result and of up to three operands; steps are 0 or 1.
struct Row {
  std::int64_t n = 0, at = 0;  // at: where the row of the result begins
  std::int64_t from[3] = {0, 0, 0};
  bool along[3] = {false, false, false};
};

// Calls row(r) for each row of the common extents; rows that follow each other in all operands are one. Of long ones
// for parts, between which it stops when the program does.
template <class F>
void for_each_row(const std::vector<std::int64_t>& all_dims, std::vector<Operand> operands, const F& row) {
  std::vector<std::int64_t> dims = all_dims;
  for (std::size_t d = dims.size(); d-- > 1;) {
    const bool together = std::all_of(operands.begin(), operands.end(), [&](const Operand& o) {
      return o.strides.empty() || o.strides[d - 1] == o.strides[d] * dims[d];
    });
    if (!together) continue;
    for (Operand& o : operands) {
      if (o.strides.empty()) continue;
      o.strides[d - 1] = o.strides[d];
      o.strides.erase(o.strides.begin() + std::ptrdiff_t(d));
    }
    dims[d - 1] *= dims[d];
    dims.erase(dims.begin() + std::ptrdiff_t(d));
  }
  constexpr std::int64_t kPart = 1 << 20;
  const std::int64_t n = dims.back();
  Row r;
  for (std::size_t k = 0; k < operands.size(); ++k)
    r.along[k] = !operands[k].strides.empty() && operands[k].strides.back() != 0;
  dims.pop_back();
  std::int64_t rows = 1;
  for (auto d : dims) rows *= d;
  std::vector<std::int64_t> position(dims.size(), 0);
  SeldomStopped stopped;
  for (std::int64_t i = 0; i < rows; ++i, detail::advance(position, dims)) {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      r.from[k] = 0;
      for (std::size_t d = 0; d < dims.size() && !operands[k].strides.empty(); ++d)
        r.from[k] += position[d] * operands[k].strides[d];
    }
    for (std::int64_t begin = 0; begin < n; begin += r.n) {
      r.n = std::min(kPart, n - begin);
      stopped.check(r.n);
      row(r);
      r.at += r.n;
      for (std::size_t k = 0; k < operands.size(); ++k) r.from[k] += r.along[k] ? r.n : 0;
    }
  }
}

template <class To, class T, class F>
QC_INLINE void zip_row(To* to, const T* a, bool a_along, const T* b, bool b_along, std::int64_t n, const F& f) {
  if (a_along && b_along)
    for (std::int64_t i = 0; i < n; ++i) to[i] = f(a[i], b[i]);
  else if (a_along) {
    const T y = *b;
    for (std::int64_t i = 0; i < n; ++i) to[i] = f(a[i], y);
  } else if (b_along) {
    const T x = *a;
    for (std::int64_t i = 0; i < n; ++i) to[i] = f(x, b[i]);
  } else {
    const To v = f(*a, *b);
    for (std::int64_t i = 0; i < n; ++i) to[i] = v;
  }
}

enum class Op { Add, Sub, Mul, Div, Pow, Eq, Ne, Lt, Le, Gt, Ge, And, Or, Min, Max };
bool gives_mask(Op op) { return op >= Op::Eq && op <= Op::Or; }

// A NaN operand is ignored, -0 is below +0.
template <bool kMax, class T>
QC_INLINE T extreme(T x, T y) {
  if constexpr (std::is_integral_v<T>)
    return (x > y) == kMax ? x : y;
  else {
    const T ordered = kMax ? (x > y ? x : y) : (x < y ? x : y);
    const T equal = std::signbit(x) == kMax ? y : x;
    const T v = x == y ? equal : ordered;
    return x != x ? y : y != y ? x : v;
  }
}

template <class T>
QC_INLINE T wrapping(Op op, T x, T y) {
  if constexpr (std::is_integral_v<T>) {
    const auto u = std::uint64_t(x), v = std::uint64_t(y);
    return T(op == Op::Add ? u + v : op == Op::Sub ? u - v : u * v);
  } else
    return op == Op::Add ? x + y : op == Op::Sub ? x - y : x * y;
}

// Powers in blocks of functions that are compiled as vectors; one number is written out for a block.
template <class T>
void power_row(T* to, const T* a, bool a_along, const T* b, bool b_along, std::int64_t n) {
  constexpr std::int64_t kBlock = 1024;
  T base[kBlock], exponent[kBlock];
  if (!a_along) std::fill_n(base, std::min(n, kBlock), *a);
  if (!b_along) std::fill_n(exponent, std::min(n, kBlock), *b);
  for (std::int64_t i = 0; i < n; i += kBlock)
    host_math(ir::MathFn::Pow, to + i, a_along ? a + i : base, b_along ? b + i : exponent, std::min(kBlock, n - i));
}

template <class T>
QC_INLINE void binary_row_body(Op op, void* out, const T* a, bool aa, const T* b, bool ba, std::int64_t n) {
  T* to = static_cast<T*>(out);
  std::uint8_t* mask = static_cast<std::uint8_t*>(out);
  switch (op) {
    case Op::Add:
      return zip_row(to, a, aa, b, ba, n, [](T x, T y) { return wrapping(Op::Add, x, y); });
    case Op::Sub:
      return zip_row(to, a, aa, b, ba, n, [](T x, T y) { return wrapping(Op::Sub, x, y); });
    case Op::Mul:
      return zip_row(to, a, aa, b, ba, n, [](T x, T y) { return wrapping(Op::Mul, x, y); });
    case Op::Div:
      if constexpr (!std::is_integral_v<T>) zip_row(to, a, aa, b, ba, n, [](T x, T y) { return x / y; });
      return;
    case Op::Pow:
      if constexpr (!std::is_integral_v<T>) power_row(to, a, aa, b, ba, n);
      return;
    case Op::Eq:
      return zip_row(mask, a, aa, b, ba, n, [](T x, T y) { return std::uint8_t(x == y); });
    case Op::Ne:
      return zip_row(mask, a, aa, b, ba, n, [](T x, T y) { return std::uint8_t(x != y); });
    case Op::Lt:
      return zip_row(mask, a, aa, b, ba, n, [](T x, T y) { return std::uint8_t(x < y); });
    case Op::Le:
      return zip_row(mask, a, aa, b, ba, n, [](T x, T y) { return std::uint8_t(x <= y); });
    case Op::Gt:
      return zip_row(mask, a, aa, b, ba, n, [](T x, T y) { return std::uint8_t(x > y); });
    case Op::Ge:
      return zip_row(mask, a, aa, b, ba, n, [](T x, T y) { return std::uint8_t(x >= y); });
    case Op::And:
      return zip_row(mask, a, aa, b, ba, n, [](T x, T y) { return std::uint8_t((x != 0) & (y != 0)); });
    case Op::Or:
      return zip_row(mask, a, aa, b, ba, n, [](T x, T y) { return std::uint8_t((x != 0) | (y != 0)); });
    case Op::Min:
      return zip_row(to, a, aa, b, ba, n, [](T x, T y) { return extreme<false>(x, y); });
    case Op::Max:
      return zip_row(to, a, aa, b, ba, n, [](T x, T y) { return extreme<true>(x, y); });
  }
}

template <class T>
QC_INLINE void fused_row_body(T* to, const T* a, bool aa, const T* b, bool ba, const T* c, bool ca, bool np, bool nc,
                              std::int64_t n) {
  const T p = np ? T(-1) : T(1), q = nc ? T(-1) : T(1);
  if (aa && ba && ca)
    for (std::int64_t i = 0; i < n; ++i) to[i] = std::fma(p * a[i], b[i], q * c[i]);
  else if (aa && ba) {
    const T z = q * *c;
    for (std::int64_t i = 0; i < n; ++i) to[i] = std::fma(p * a[i], b[i], z);
  } else if (aa && ca) {
    const T y = *b;
    for (std::int64_t i = 0; i < n; ++i) to[i] = std::fma(p * a[i], y, q * c[i]);
  } else if (ba && ca) {
    const T x = p * *a;
    for (std::int64_t i = 0; i < n; ++i) to[i] = std::fma(x, b[i], q * c[i]);
  } else
    for (std::int64_t i = 0; i < n; ++i) to[i] = std::fma(p * a[aa ? i : 0], b[ba ? i : 0], q * c[ca ? i : 0]);
}

#define QC_ROWS(T)                                                                                           \
  [[gnu::target("avx2,fma")]] void binary_row_wide(Op op, void* o, const T* a, bool aa, const T* b, bool ba, \
                                                   std::int64_t n) {                                         \
    binary_row_body<T>(op, o, a, aa, b, ba, n);                                                              \
  }                                                                                                          \
  void binary_row(Op op, void* o, const T* a, bool aa, const T* b, bool ba, std::int64_t n) {                \
    if (kHasFma)                                                                                             \
      binary_row_wide(op, o, a, aa, b, ba, n);                                                               \
    else                                                                                                     \
      binary_row_body<T>(op, o, a, aa, b, ba, n);                                                            \
  }
#define QC_FUSED_ROWS(T)                                                                                               \
  [[gnu::target("avx2,fma")]] void fused_row_wide(T* o, const T* a, bool aa, const T* b, bool ba, const T* c, bool ca, \
                                                  bool np, bool nc, std::int64_t n) {                                  \
    fused_row_body<T>(o, a, aa, b, ba, c, ca, np, nc, n);                                                              \
  }                                                                                                                    \
  void fused_row(T* o, const T* a, bool aa, const T* b, bool ba, const T* c, bool ca, bool np, bool nc,                \
                 std::int64_t n) {                                                                                     \
    if (kHasFma)                                                                                                       \
      fused_row_wide(o, a, aa, b, ba, c, ca, np, nc, n);                                                               \
    else                                                                                                               \
      fused_row_body<T>(o, a, aa, b, ba, c, ca, np, nc, n);                                                            \
  }
QC_ROWS(float)
QC_ROWS(double)
QC_ROWS(std::int64_t)
QC_ROWS(std::uint8_t)  // And and Or of masks
QC_FUSED_ROWS(float)
QC_FUSED_ROWS(double)
#undef QC_ROWS
#undef QC_FUSED_ROWS

// ---- operands ---------------------------------------------------------------------------------------------------

struct Side {
  const Array* array = nullptr;
  Number number;
};

std::optional<Side> side_of(const Value& v) {
  Side s;
  if (auto* a = std::get_if<ArrayP>(&v.v)) {
    if ((*a)->complex || (*a)->elem == Elem::F16 || (*a)->elem == Elem::U64) return {};
    s.array = a->get();
    s.number.type = value_elem((*a)->elem);
    return s;
  }
  if (auto* p = std::get_if<Pending>(&v.v)) {
    s.number = resolve(*p);
    return s;
  }
  auto* n = std::get_if<Number>(&v.v);
  if (!n || n->complex) return {};
  s.number = *n;
  return s;
}

// The type in which two operands meet, as binary_number has it.
Elem meeting(Elem a, Elem b) {
  if (!is_float(a) && !is_float(b)) return Elem::I64;
  if (!is_float(a)) return b;
  if (!is_float(b)) return a;
  return a == Elem::F64 || b == Elem::F64 ? Elem::F64 : Elem::F32;
}

// An operand in the type of the loop; `keep` holds what had to be converted.
struct Loaded {
  Operand operand;
  ArrayP keep;
  double as_double = 0;
  float as_float = 0;
  std::int64_t as_int = 0;
};
Loaded load(const Value& v, const Side& s, Elem work, const std::vector<std::int64_t>& dims) {
  Loaded l;
  if (!s.array) {
    const Number n = convert_number(s.number, work);
    l.as_double = n.re, l.as_float = float(n.re), l.as_int = n.i;
    return l;
  }
  l.keep = elements_as(std::get<ArrayP>(v.v), work);
  l.operand.data = l.keep->buffer->host_read();
  l.operand.strides = detail::Walker(s.array->dims, dims).strides;
  return l;
}
template <class T>
const T* at(const Loaded& l, const Row& r, int k) {
  if (l.keep) return static_cast<const T*>(l.operand.data) + r.from[k];
  if constexpr (std::is_same_v<T, float>)
    return &l.as_float;
  else if constexpr (std::is_same_v<T, double>)
    return &l.as_double;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return &l.as_int;
  else
    return nullptr;  // masks are arrays
}

std::vector<std::int64_t> dims_with(const std::vector<std::int64_t>& dims, const Side& s, Span span) {
  if (!s.array) return dims;
  return dims.empty() ? s.array->dims : detail::broadcast_dims(dims, s.array->dims, span);
}
std::int64_t product(const std::vector<std::int64_t>& dims) {
  std::int64_t n = 1;
  for (auto d : dims) n *= d;
  return n;
}

// work: the operands' type; the result has it too, or is a mask.
std::optional<Value> run_binary(Op op, const Value& va, const Value& vb, Elem work, Span span) {
  const auto a = side_of(va), b = side_of(vb);
  if (!a || !b || (!a->array && !b->array)) return {};
  if (!is_float(work) && work != Elem::I64 && work != Elem::Bool) return {};
  const auto dims = dims_with(dims_with({}, *a, span), *b, span);
  if (product(dims) < kFew) return {};
  const Loaded x = load(va, *a, work, dims), y = load(vb, *b, work, dims);
  ArrayP out = make_array(gives_mask(op) ? Elem::Bool : work, dims, false);
  out->fixed = (!a->array || a->array->fixed) && (!b->array || b->array->fixed);
  char* to = static_cast<char*>(out->buffer->host_overwrite());
  const int bytes = byte_size(out->elem);
  auto as = [&]<class T>(T) {
    for_each_row(dims, {x.operand, y.operand}, [&](const Row& r) {
      binary_row(op, to + r.at * bytes, at<T>(x, r, 0), r.along[0], at<T>(y, r, 1), r.along[1], r.n);
    });
  };
  if (work == Elem::F32)
    as(float{});
  else if (work == Elem::F64)
    as(double{});
  else if (work == Elem::Bool)
    as(std::uint8_t{});
  else
    as(std::int64_t{});
  return Value(out);
}

bool is_mask(const Side& s) { return s.array && s.array->elem == Elem::Bool; }

std::optional<Op> op_of(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return Op::Add;
    case BinaryOp::Sub:
      return Op::Sub;
    case BinaryOp::Mul:
    case BinaryOp::ElemMul:
      return Op::Mul;
    case BinaryOp::Div:
    case BinaryOp::ElemDiv:
      return Op::Div;
    case BinaryOp::Pow:
    case BinaryOp::ElemPow:
      return Op::Pow;
    case BinaryOp::And:
      return Op::And;
    case BinaryOp::Or:
      return Op::Or;
    case BinaryOp::Eq:
      return Op::Eq;
    case BinaryOp::Ne:
      return Op::Ne;
    case BinaryOp::Lt:
      return Op::Lt;
    case BinaryOp::Le:
      return Op::Le;
    case BinaryOp::Gt:
      return Op::Gt;
    case BinaryOp::Ge:
      return Op::Ge;
    default:
      return {};
  }
}

template <class To, class From>
void convert_all(To* to, const From* from, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) to[i] = To(from[i]);
}
template <class To>
bool convert_from(To* to, const Array& a) {
  const void* from = a.buffer->host_read();
  const std::int64_t n = a.count();
  auto as = [&]<class T>(T) {
    convert_all(to, static_cast<const T*>(from), n);
    return true;
  };
  switch (a.elem) {
    case Elem::Bool:
    case Elem::U8:
      return as(std::uint8_t{});
    case Elem::I8:
      return as(std::int8_t{});
    case Elem::I16:
      return as(std::int16_t{});
    case Elem::U16:
      return as(std::uint16_t{});
    case Elem::I32:
      return as(std::int32_t{});
    case Elem::U32:
      return as(std::uint32_t{});
    case Elem::I64:
      return as(std::int64_t{});
    case Elem::F32:
      return !std::is_integral_v<To> && as(float{});
    case Elem::F64:
      return !std::is_integral_v<To> && as(double{});
    default:
      return false;
  }
}

}  // namespace

ArrayP elements_as(const ArrayP& a, Elem elem) {
  if (a->elem == elem) return a;
  ArrayP out = make_array(elem, a->dims, false);
  void* to = out->buffer->host_overwrite();
  const bool done = elem == Elem::F32   ? convert_from(static_cast<float*>(to), *a)
                    : elem == Elem::F64 ? convert_from(static_cast<double*>(to), *a)
                                        : elem == Elem::I64 && convert_from(static_cast<std::int64_t*>(to), *a);
  if (done) return out;
  const void* from = a->buffer->host_read();
  for (std::int64_t i = 0; i < a->count(); ++i) set_element(*out, to, i, get_element(*a, from, i));
  return out;
}

std::optional<Value> fast_binary(BinaryOp op, const Value& a, const Value& b, Elem scalar, Span span) {
  const auto what = op_of(op);
  const auto x = side_of(a), y = side_of(b);
  if (!what || !x || !y) return {};
  Elem work = meeting(x->number.type, y->number.type);
  if ((*what == Op::Div || *what == Op::Pow) && work == Elem::I64) work = scalar;
  if ((*what == Op::And || *what == Op::Or) && is_mask(*x) && is_mask(*y)) work = Elem::Bool;
  return run_binary(*what, a, b, work, span);
}

std::optional<Value> fast_extremum(bool max, const Value& a, const Value& b, Span span) {
  const auto x = side_of(a), y = side_of(b);
  if (!x || !y) return {};
  return run_binary(max ? Op::Max : Op::Min, a, b, meeting(x->number.type, y->number.type), span);
}

std::optional<Value> fast_fused(const Value& va, const Value& vb, const Value& vc, bool negate_product,
                                bool negate_addend, Span span) {
  const auto a = side_of(va), b = side_of(vb), c = side_of(vc);
  if (!a || !b || !c || (!a->array && !b->array && !c->array)) return {};
  const Elem product_type = meeting(a->number.type, b->number.type), work = meeting(product_type, c->number.type);
  if (!is_float(product_type)) return {};
  const auto dims = dims_with(dims_with(dims_with({}, *a, span), *b, span), *c, span);
  if (product(dims) < kFew) return {};
  const Loaded x = load(va, *a, work, dims), y = load(vb, *b, work, dims), z = load(vc, *c, work, dims);
  ArrayP out = make_array(work, dims, false);
  void* to = out->buffer->host_overwrite();
  out->fixed = true;
  for (const auto* s : {&*a, &*b, &*c}) out->fixed = out->fixed && (!s->array || s->array->fixed);
  auto as = [&]<class T>(T) {
    for_each_row(dims, {x.operand, y.operand, z.operand}, [&](const Row& r) {
      fused_row(static_cast<T*>(to) + r.at, at<T>(x, r, 0), r.along[0], at<T>(y, r, 1), r.along[1], at<T>(z, r, 2),
                r.along[2], negate_product, negate_addend, r.n);
    });
  };
  if (work == Elem::F32)
    as(float{});
  else
    as(double{});
  return Value(out);
}

std::optional<Value> fast_map(FastMap what, const Value& v) {
  const auto s = side_of(v);
  if (!s || !s->array || s->array->count() < kFew) return {};
  const bool rounds = what == FastMap::Floor || what == FastMap::Ceil;
  if ((rounds || what == FastMap::Sqrt) && !is_float(s->array->elem)) return {};
  const bool of_mask = what == FastMap::Not && is_mask(*s);
  const Elem work = of_mask ? Elem::Bool : is_float(s->number.type) ? s->number.type : Elem::I64;
  const ArrayP from = elements_as(std::get<ArrayP>(v.v), work);
  ArrayP out = make_array(what == FastMap::Not ? Elem::Bool : work, s->array->dims, false);
  out->fixed = s->array->fixed;
  void* data = out->buffer->host_overwrite();
  const std::int64_t n = out->count();
  auto as = [&]<class T>(T) {
    const T* x = static_cast<const T*>(from->buffer->host_read());
    T* to = static_cast<T*>(data);
    auto each = [&](const auto& f) {
      for (std::int64_t i = 0; i < n; ++i) to[i] = f(x[i]);
    };
    if (what == FastMap::Not) {
      for (std::int64_t i = 0; i < n; ++i) static_cast<std::uint8_t*>(data)[i] = x[i] == 0;
      return;
    }
    if constexpr (std::is_integral_v<T>) {
      if (what == FastMap::Negate)
        each([](T a) { return T(0 - std::uint64_t(a)); });
      else
        each([](T a) { return a < 0 ? T(0 - std::uint64_t(a)) : a; });
    } else {
      if (what == FastMap::Negate)
        each([](T a) { return -a; });
      else if (what == FastMap::Abs)
        each([](T a) { return std::fabs(a); });
      else if (what == FastMap::Sqrt)
        each([](T a) { return std::sqrt(a); });
      else if (what == FastMap::Floor)
        each([](T a) { return std::floor(a); });
      else
        each([](T a) { return std::ceil(a); });
    }
  };
  if (work == Elem::F32)
    as(float{});
  else if (work == Elem::F64)
    as(double{});
  else if (work == Elem::Bool)
    as(std::uint8_t{});
  else
    as(std::int64_t{});
  return Value(out);
}

namespace {
template <class T>
QC_INLINE void sizes_body(const T* parts, T* out, std::int64_t n) {
  constexpr std::int64_t kPart = 64;
  for (std::int64_t i = 0; i < n; i += kPart) {
    const std::int64_t end = std::min(n, i + kPart);
    bool fit = true;
    for (std::int64_t k = i; k < end; ++k) {
      fit &= squares_fit(parts[2 * k + 1], parts[2 * k]);
      out[k] = near_size(parts[2 * k + 1], parts[2 * k]);
    }
    for (std::int64_t k = fit ? end : i; k < end; ++k) out[k] = size_of(parts[2 * k + 1], parts[2 * k]);
  }
}
template <class T>
[[gnu::target("avx2,fma")]] void sizes_wide(const T* parts, T* out, std::int64_t n) {
  sizes_body(parts, out, n);
}
template <class T>
void sizes(const std::complex<T>* z, T* out, std::int64_t n) {
  const T* parts = reinterpret_cast<const T*>(z);
  if (kHasFma)
    sizes_wide(parts, out, n);
  else
    sizes_body(parts, out, n);
}
}  // namespace

void complex_sizes(const std::complex<float>* z, float* out, std::int64_t n) { sizes(z, out, n); }
void complex_sizes(const std::complex<double>* z, double* out, std::int64_t n) { sizes(z, out, n); }

}  // namespace qc::host
