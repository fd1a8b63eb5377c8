// fft1 fft2 fft3 and their inverses. fft1 transforms along the last dimension, fft2 over the first two and fft3 over the
// first three, for each index of the others; a vec under fft1 is one transform.
#include <fmt/format.h>

#include <complex>
#include <limits>

#include "host/arith.h"
#include "host/array_transpose.h"
#include "host/builtin_parts.h"
#include "host/fail.h"
#include "host/fourier.h"

namespace qc::host {

namespace {

using Args = std::vector<Value>;
using Results = std::vector<Value>;

// A complex copy in the float type of the input (ints: of the precision).
ArrayP complex_copy(const Array& a, Elem scalar) {
  const Elem elem = a.elem == Elem::F64 ? Elem::F64 : is_float(a.elem) ? Elem::F32 : scalar;
  ArrayP out = as_elem(std::make_shared<Array>(a), elem, true);
  if (out->buffer == a.buffer) out = copy_of(a);
  return out;
}

FourierShape shape_of(const Array& a, int rank, const char* name, Span span) {
  const std::size_t have = a.dims.size();
  if (have < std::size_t(rank)) fail("Q0302", span, fmt::format("'{}' transforms {} dimensions and the array has {}", name, rank, have));
  for (std::int64_t d : a.dims)
    if (d > std::numeric_limits<int>::max()) fail("Q0302", span, fmt::format("'{}' of an extent of {}", name, d));
  if (a.count() > std::numeric_limits<int>::max()) fail("Q0302", span, fmt::format("'{}' of {} elements", name, a.count()));
  FourierShape s;
  if (rank == 1) {
    s.extents = {int(a.dims.back())};
    s.distance = s.extents[0];
    s.batch = a.dims.back() > 0 ? int(a.count() / a.dims.back()) : 0;
    return s;
  }
  int others = 1;
  for (std::size_t d = 0; d < have; ++d) {
    if (d < std::size_t(rank)) s.extents.push_back(int(a.dims[d]));
    else others *= int(a.dims[d]);
  }
  s.batch = s.stride = others;
  s.distance = 1;
  return s;
}

// Along the rows, then along the columns, which are turned into rows for it: elements that are a power of two apart want the same
// places of a cache.
template <class T>
void by_rows_twice(T* data, std::int64_t rows, std::int64_t columns, bool inverse, runtime::Device& host) {
  const auto lines = [&](T* x, std::int64_t count, std::int64_t n) {
    FourierShape s;
    s.extents = {int(n)};
    s.batch = int(count);
    s.distance = int(n);
    fourier(x, s, inverse);
  };
  const ArrayP room = make_array(elem_for<std::complex<T>>(), {columns, rows}, false, true);
  T* turned = static_cast<T*>(room->buffer->host_overwrite());
  lines(data, rows, columns);
  transpose_matrix(turned, data, rows, columns, sizeof(std::complex<T>), host);
  lines(turned, columns, rows);
  transpose_matrix(data, turned, columns, rows, sizeof(std::complex<T>), host);
}

template <class T>
void transform_elements(T* data, const FourierShape& s, bool inverse, runtime::Device& host) {
  constexpr std::int64_t kShortest = 256, kLarge = 1 << 19;
  const bool plane = s.extents.size() == 2 && s.batch == 1;
  const std::int64_t rows = plane ? s.extents[0] : 0, columns = plane ? s.extents[1] : 0;
  if (rows >= kShortest && columns >= kShortest && rows * columns >= kLarge) by_rows_twice(data, rows, columns, inverse, host);
  else fourier(data, s, inverse);
}

Results transform(CallContext& c, Args& a, int rank, bool inverse, const char* name) {
  want_arguments(c, a, name, 1, 1);
  ArrayP in = array_of(c, a[0]);
  const auto extents = in->dims;
  if (int(in->dims.size()) < rank) {  // a vec is a 1 x N row; further extents are 1
    auto view = std::make_shared<Array>(*in);
    if (view->dims.size() == 1) view->dims.insert(view->dims.begin(), 1);
    view->dims.resize(std::size_t(rank), 1);
    view->fixed = false;
    in = view;
  }
  const FourierShape s = shape_of(*in, rank, name, c.span);
  ArrayP out = complex_copy(*in, c.session.options().scalar);
  if (in->count() == 0) return {Value(out)};
  void* data = out->buffer->host_write();
  if (out->elem == Elem::F64) transform_elements(static_cast<double*>(data), s, inverse, c.session.host_device());
  else transform_elements(static_cast<float*>(data), s, inverse, c.session.host_device());
  out->dims = extents;
  return {Value(out)};
}

}  // namespace

Builtin find_fourier(std::string_view name) {
  if (name == "fft1") return [](CallContext& c, Args& a) { return transform(c, a, 1, false, "fft1"); };
  if (name == "fft2") return [](CallContext& c, Args& a) { return transform(c, a, 2, false, "fft2"); };
  if (name == "fft3") return [](CallContext& c, Args& a) { return transform(c, a, 3, false, "fft3"); };
  if (name == "ifft1") return [](CallContext& c, Args& a) { return transform(c, a, 1, true, "ifft1"); };
  if (name == "ifft2") return [](CallContext& c, Args& a) { return transform(c, a, 2, true, "ifft2"); };
  if (name == "ifft3") return [](CallContext& c, Args& a) { return transform(c, a, 3, true, "ifft3"); };
  return nullptr;
}

}  // namespace qc::host
