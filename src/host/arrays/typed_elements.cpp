#include "host/arrays/typed_elements.h"

#include <fmt/format.h>

#include <cstring>
#include <limits>

#include "host/arrays/arith.h"
#include "value/extents.h"

namespace qc::host {

namespace {

// f with a value of the storage type; false for types without a C++ type of their own.
template <class F>
bool with_storage(Elem e, const F& f) {
  switch (e) {
    case Elem::Bool:
    case Elem::U8:
      f(std::uint8_t{});
      return true;
    case Elem::I8:
      f(std::int8_t{});
      return true;
    case Elem::I16:
      f(std::int16_t{});
      return true;
    case Elem::U16:
      f(std::uint16_t{});
      return true;
    case Elem::I32:
      f(std::int32_t{});
      return true;
    case Elem::U32:
      f(std::uint32_t{});
      return true;
    case Elem::I64:
      f(std::int64_t{});
      return true;
    case Elem::F32:
      f(float{});
      return true;
    case Elem::F64:
      f(double{});
      return true;
    default:
      return false;
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
  } else
    return T(v);
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
        if (from.elem == Elem::F64)
          convert(double{});
        else if (from.elem == Elem::F32)
          convert(float{});
        return;
      }
    }
    done = with_real(from, [&](auto s) {
      using S = decltype(s);
      const S* in = static_cast<const S*>(from.buffer->host_read());
      T* __restrict out = static_cast<T*>(to.buffer->host_overwrite());
      const std::int64_t count = n;  // bytes that are written could be the captured one
      if (to.complex)
        for (std::int64_t i = 0; i < count; ++i) out[2 * i] = stored<T>(in[i]), out[2 * i + 1] = T(0);
      else
        for (std::int64_t i = 0; i < count; ++i) out[i] = stored<T>(in[i]);
    });
  });
  return done;
}

}  // namespace

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

ArrayP with_rank(const ArrayP& a, int rank) {
  const int have = int(a->dims.size());
  if (rank == 0 || have == rank) return a;
  auto view = std::make_shared<Array>(*a);
  if (have < rank) {
    if (have == 1) view->dims.insert(view->dims.begin(), 1);  // a vec is a 1 x N row
    while (int(view->dims.size()) < rank) view->dims.push_back(1);
    return view;
  }
  if (rank == 1) {  // any array that runs along one dimension
    std::int64_t longest = 1;
    for (auto d : a->dims) longest = std::max(longest, d);
    if (a->count() != longest && a->count() != 0) return nullptr;
    view->dims = {a->count()};
    return view;
  }
  while (int(view->dims.size()) > rank && view->dims.back() == 1) view->dims.pop_back();
  while (int(view->dims.size()) > rank && view->dims.front() == 1) view->dims.erase(view->dims.begin());  // x[k,:,:]
  return int(view->dims.size()) == rank ? view : nullptr;
}

}  // namespace qc::host
