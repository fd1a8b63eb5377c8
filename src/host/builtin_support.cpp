#include "host/builtin_support.h"

#include <fmt/format.h>

#include <cstring>
#include <limits>

#include "host/arith.h"
#include "host/extents.h"
#include "host/printf.h"

namespace qc::host {

namespace {

constexpr std::int64_t kMaxElements = std::int64_t(1) << 40;

// f with a value of the storage type; false for types without a C++ type of their own.
template <class F>
bool with_storage(Elem e, const F& f) {
  switch (e) {
    case Elem::Bool: case Elem::U8: f(std::uint8_t{}); return true;
    case Elem::I8: f(std::int8_t{}); return true;
    case Elem::I16: f(std::int16_t{}); return true;
    case Elem::U16: f(std::uint16_t{}); return true;
    case Elem::I32: f(std::int32_t{}); return true;
    case Elem::U32: f(std::uint32_t{}); return true;
    case Elem::I64: f(std::int64_t{}); return true;
    case Elem::F32: f(float{}); return true;
    case Elem::F64: f(double{}); return true;
    default: return false;
  }
}

// As a store converts: floats to integer elements truncate and saturate, NaN is 0; ints wrap.
template <class T, class S>
T stored(S v) {
  if constexpr (std::is_floating_point_v<S> && std::is_integral_v<T>) {
    constexpr S low = S(std::numeric_limits<T>::min()), high = S(std::numeric_limits<T>::max());
    if constexpr (sizeof(T) <= 2) {  // without branches; NaN is not above low
      const S above = v > low ? v : low, bounded = above < high ? above : high;
      const auto whole = std::int32_t(bounded);
      return T(std::is_signed_v<T> && v != v ? 0 : whole);
    }
    if (!(v == v)) return 0;
    if (v <= low) return std::numeric_limits<T>::min();
    if (v >= high) return std::numeric_limits<T>::max();
    return T(v);
  } else return T(v);
}

template <class F>
bool with_real(const Array& a, const F& f) {
  if (a.elem == Elem::U64 || a.elem == Elem::F16) return false;
  return with_storage(a.elem, f);
}

// Between types with a C++ type of their own; bool and uint64 as targets, and complex to real, go the slow way.
bool convert_plainly(const Array& from, Array& to) {
  const std::int64_t n = from.count();
  if (to.elem == Elem::Bool || to.elem == Elem::U64 || (from.complex && !to.complex)) return false;
  if (to.complex && !is_float(to.elem)) return false;
  bool done = false;
  with_real(to, [&](auto t) {
    using T = decltype(t);
    if constexpr (std::is_floating_point_v<T>) {
      if (from.complex) {
        const auto convert = [&](auto s) {
          using S = decltype(s);
          const S* in = static_cast<const S*>(from.buffer->host_read());
          T* out = static_cast<T*>(to.buffer->host_overwrite());
          for (std::int64_t i = 0; i < 2 * n; ++i) out[i] = T(in[i]);
          done = true;
        };
        if (from.elem == Elem::F64) convert(double{});
        else if (from.elem == Elem::F32) convert(float{});
        return;
      }
    }
    done = with_real(from, [&](auto s) {
      using S = decltype(s);
      const S* in = static_cast<const S*>(from.buffer->host_read());
      T* __restrict out = static_cast<T*>(to.buffer->host_overwrite());
      const std::int64_t count = n;  // bytes that are written could be the captured one
      if (to.complex) for (std::int64_t i = 0; i < count; ++i) out[2 * i] = stored<T>(in[i]), out[2 * i + 1] = T(0);
      else for (std::int64_t i = 0; i < count; ++i) out[i] = stored<T>(in[i]);
    });
  });
  return done;
}

}  // namespace

void want_arguments(const CallContext& c, const Args& a, const char* name, std::size_t least, std::size_t most) {
  if (a.size() >= least && a.size() <= most) return;
  const std::string range = least == most ? std::to_string(least) : fmt::format("{} to {}", least, most);
  fail("Q0204", c.span, fmt::format("'{}' takes {} argument{}, not {}", name, range, most == 1 ? "" : "s", a.size()));
}

void require_extents(const std::vector<std::int64_t>& dims, Span span) {
  std::int64_t n = 1;
  for (auto d : dims) {
    if (d < 0) fail("Q0404", span, fmt::format("a negative extent: {}", d));
    if (d > 0 && n > kMaxElements / d) fail("Q0702", span, fmt::format("an array of {} elements does not fit into memory", fmt::join(dims, " x ")));
    n *= d;
  }
}

std::vector<std::int64_t> extents_of(const CallContext& c, const Args& a, std::size_t from) {
  std::vector<std::int64_t> dims;
  for (std::size_t k = from; k < a.size(); ++k) {
    if (const std::string* word = if_text(a[k]); word && k > from)
      fail("Q0301", c.span, fmt::format("an extent is a number, not the string \"{}\"", *word), "arrays of another type are made by the name of theirs: vec[uint8](n), mat[int](m, n)");
    for (const std::int64_t d : ints_of(c, a[k])) dims.push_back(d);
  }
  require_extents(dims, c.span);
  if (dims.empty() || dims.size() > 16) fail("Q0204", c.span, fmt::format("an array has 1 to 16 extents, not {}", dims.size()));
  return dims;
}

const std::string* if_text(const Value& v) { return std::get_if<std::string>(&v.v); }

const std::string& text_of(const CallContext& c, const Value& v, const char* what) {
  if (const std::string* s = if_text(v)) return *s;
  fail("Q0301", c.span, fmt::format("{} must be a string, not {}", what, a_type(host_type_name(host_type_of(v), c.session.options().scalar))));
}

std::string formatted_text(const CallContext& c, const Args& a, const char* name) {
  if (a.empty()) fail("Q0204", c.span, fmt::format("'{}' takes a format and its values", name));
  auto* f = if_text(a[0]);
  if (!f) fail("Q0301", c.span, fmt::format("the first argument of '{}' must be a string", name));
  return format_printf(*f, {a.begin() + 1, a.end()}, c.span);
}

bool left_out(const Value& v) {
  if (std::holds_alternative<Nothing>(v.v)) return true;
  auto* a = std::get_if<ArrayP>(&v.v);
  return a && (*a)->count() == 0;
}

ArrayP array_of(const CallContext& c, const Value& v) {
  if (auto* a = std::get_if<ArrayP>(&v.v)) return *a;
  const Number n = to_number(v, c.span, "an array");
  ArrayP x = make_array(n.type, {1}, false, n.complex);
  set_element(*x, x->buffer->host_overwrite(), 0, n);
  return x;
}

std::vector<double> doubles_of(const CallContext& c, const Value& v) {
  const ArrayP x = array_of(c, v);
  if (x->complex) fail("Q0301", c.span, "expected real numbers, not complex ones");
  const ArrayP d = as_elem(x, Elem::F64);
  const auto e = elements<double>(*d);
  return {e.begin(), e.end()};
}

std::vector<std::int64_t> ints_of(const CallContext& c, const Value& v) {
  std::vector<std::int64_t> out;
  auto* p = std::get_if<ArrayP>(&v.v);
  if (!p) return {to_index(v, c.span)};
  const void* data = (*p)->buffer->host_read();
  for (std::int64_t i = 0; i < (*p)->count(); ++i) out.push_back(to_index(Value(get_element(**p, data, i)), c.span));
  return out;
}

ArrayP as_elem(const ArrayP& a, Elem elem, bool complex) {
  if (a->elem == elem && a->complex == complex) return a;
  ArrayP x = make_array(elem, a->dims, false, complex);
  if (convert_plainly(*a, *x)) return x;
  const void* in = a->buffer->host_read();
  void* out = x->buffer->host_overwrite();
  for (std::int64_t i = 0; i < a->count(); ++i) set_element(*x, out, i, get_element(*a, in, i));
  return x;
}

ArrayP copy_of(const Array& a) {
  ArrayP x = make_array(a.elem, a.dims, false, a.complex);
  x->buffer = a.buffer->duplicate();
  x->fixed = a.fixed;
  return x;
}

Value float_value(const CallContext& c, double v) { return Value(Number::real(v, c.session.options().scalar)); }

Value int_vector(const std::vector<std::int64_t>& v) {
  ArrayP x = make_array(Elem::I64, {std::int64_t(v.size())}, false);
  if (!v.empty()) std::memcpy(x->buffer->host_overwrite(), v.data(), v.size() * 8);
  return Value(x);
}

Value float_vector(const CallContext& c, const std::vector<double>& v) {
  ArrayP x = make_array(c.session.options().scalar, {std::int64_t(v.size())}, false);
  void* data = x->buffer->host_overwrite();
  for (std::size_t i = 0; i < v.size(); ++i) set_element(*x, data, std::int64_t(i), Number::real(v[i], Elem::F64));
  return Value(x);
}

std::vector<std::int64_t> Axis::reduced() const {
  std::vector<std::int64_t> out = dims;
  out[dim] = 1;
  out.resize(rank);
  return out;
}

Axis axis_of(const CallContext& c, const Array& a, std::int64_t dim) {
  Axis x;
  x.dims = a.dims;
  if (x.dims.size() == 1) x.dims.insert(x.dims.begin(), 1);
  if (dim < 0 || dim > 15) fail("Q0404", c.span, fmt::format("dimension {} does not exist: there are 0 to 15", dim));
  x.dim = std::size_t(dim);
  x.rank = x.dims.size();
  if (x.dim >= x.rank) x.dims.resize(x.dim + 1, 1);
  x.n = x.dims[x.dim];
  for (std::size_t d = 0; d < x.dim; ++d) x.outer *= x.dims[d];
  for (std::size_t d = x.dim + 1; d < x.dims.size(); ++d) x.inner *= x.dims[d];
  return x;
}

std::int64_t first_dimension(const Array& a) {
  if (a.dims.size() == 1) return 1;
  for (std::size_t d = 0; d < a.dims.size(); ++d)
    if (a.dims[d] != 1) return std::int64_t(d);
  return 0;
}

}  // namespace qc::host
