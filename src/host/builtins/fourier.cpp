// fft1 fft2 fft3 and their inverses. fft1 transforms along the last dimension, fft2 over the first two and fft3 over
// the first three, for each index of the others; a vec under fft1 is one transform. Lengths behind the array cut it or
// add zeros.
#include "host/arrays/fourier.h"

#include <fmt/format.h>

#include <algorithm>
#include <complex>
#include <limits>

#include "host/arrays/arith.h"
#include "host/builtins/families.h"
#include "host/context/builtin_state.h"
#include "host/device/device_arrays.h"
#include "host/device/device_fourier.h"
#include "support/stop.h"
#include "value/fail.h"

namespace qc::host {

namespace {

using Args = std::vector<Value>;
using Results = std::vector<Value>;

// The float type of the input (of ints that of the precision).
Elem float_of(const Array& a, Elem scalar) {
  return a.elem == Elem::F64 ? Elem::F64 : is_float(a.elem) ? Elem::F32 : scalar;
}

FourierShape shape_of(const Array& a, int rank, const char* name, Span span) {
  const std::size_t have = a.dims.size();
  if (have < std::size_t(rank))
    fail("Q0302", span, fmt::format("'{}' transforms {} dimensions and the array has {}", name, rank, have));
  for (std::int64_t d : a.dims)
    if (d > std::numeric_limits<int>::max()) fail("Q0302", span, fmt::format("'{}' of an extent of {}", name, d));
  if (a.count() > std::numeric_limits<int>::max())
    fail("Q0302", span, fmt::format("'{}' of {} elements", name, a.count()));
  FourierShape s;
  if (rank == 1) {
    s.extents = {int(a.dims.back())};
    s.distance = s.extents[0];
    s.batch = a.dims.back() > 0 ? int(a.count() / a.dims.back()) : 0;
    return s;
  }
  int others = 1;
  for (std::size_t d = 0; d < have; ++d) {
    if (d < std::size_t(rank))
      s.extents.push_back(int(a.dims[d]));
    else
      others *= int(a.dims[d]);
  }
  s.batch = s.stride = others;
  s.distance = 1;
  return s;
}

// The extents of a matrix of real numbers that is large enough to be transformed row by row, twice: elements of its
// columns are far apart, and where that is a power of two they all want the same places of a cache.
bool is_large_plane(const FourierShape& s) {
  constexpr std::int64_t kShortest = 256, kLarge = 1 << 19;
  return s.extents.size() == 2 && s.batch == 1 && s.extents[0] >= kShortest && s.extents[1] >= kShortest &&
         std::int64_t(s.extents[0]) * s.extents[1] >= kLarge;
}

// Complex numbers that are transformed one dimension after another: where FFTW's estimate walks along columns that are
// far apart (256 x 256 floats 1.7 ms, so 0.15; 512 x 512 x 3 69, 9).
bool by_lines(const FourierShape& s) {
  constexpr int kShortest = 128;
  constexpr std::int64_t kLarge = 1 << 15;
  std::int64_t n = s.batch;
  for (int e : s.extents) n *= e;
  const bool is_long = std::all_of(s.extents.begin(), s.extents.end(), [](int e) { return e >= kShortest; });
  return n >= kLarge && s.extents.size() > 1 && (is_long || (s.extents.size() == 2 && s.batch == 1));
}

// On the session's GPU, of large arrays; null: not there.
ArrayP spectrum_there(CallContext& c, const ArrayP& in, const FourierShape& s, Elem elem, bool inverse) {
  if (in->count() < kMovedThere || !c.session.device().info().is_cuda) return nullptr;
  std::vector<std::int64_t> extents(s.extents.begin(), s.extents.end());
  std::vector<std::size_t> along;
  const bool lines = extents.size() == 1;  // s.batch of them one after another; else as many side by side
  extents.insert(lines ? extents.begin() : extents.end(), s.batch);
  for (std::size_t d = 0; d < s.extents.size(); ++d) along.push_back(d + (lines ? 1 : 0));
  const ArrayP out = make_array(elem, in->dims, false, true);
  return fourier_on(c.session.device(), c.session.builtin_state().roots, *as_elem(in, elem, in->complex), *out, extents,
                    along, inverse)
             ? out
             : nullptr;
}

constexpr std::int64_t kLong = 1 << 20;  // elements of which FFTW, which cannot be stopped, may take long

// What is left behind by a program that stops goes on reading the array: it stays where it is.
template <class F>
void without_end(const F& transform, const Array& given) {
  try {
    apart(transform);
  } catch (...) {
    given.buffer->pin();
    throw;
  }
}

template <class T>
ArrayP spectrum(const Array& in, const FourierShape& s, bool inverse, runtime::Device& host) {
  ArrayP out = make_array(elem_for<T>(), in.dims, false, true);
  if (in.count() == 0) return out;
  const bool plane = is_large_plane(s), numbers = in.complex || inverse;
  const ArrayP given = as_elem(std::make_shared<Array>(in), elem_for<T>(), numbers);
  const T* from = static_cast<const T*>(given->buffer->host_read());
  T* to = static_cast<T*>(out->buffer->host_overwrite());
  const auto whole = [given, out, from, to, s, numbers, inverse] {
    numbers ? fourier(from, to, s, inverse) : fourier(from, to, s);
  };
  if (numbers && by_lines(s))
    fourier_by_lines(from, to, s, inverse, host);
  else if (!numbers && plane)
    fourier_plane(from, to, s.extents[0], s.extents[1], host);
  else if (in.count() < kLong)
    whole();
  else
    without_end(whole, *given);
  return out;
}

// The extents of the array that is transformed: those of `in`, with the numbers behind it in the dimensions of the
// transform, fft1(x, n), fft2(x, m, n) or fft2(x, [m, n]); [] leaves one.
std::vector<std::int64_t> lengths(const CallContext& c, const Args& a, const Array& in, int rank, const char* name) {
  std::vector<std::int64_t> dims = in.dims, given;
  if (a.size() == 2 && !left_out(a[1])) given = extents_of(c, a, 1);
  for (std::size_t k = 1; a.size() > 2 && k < a.size(); ++k)
    given.push_back(left_out(a[k]) ? -1 : to_index(a[k], c.span));
  if (given.empty()) return dims;
  if (int(given.size()) != rank)
    fail(
        "Q0204", c.span,
        fmt::format("'{}' transforms {} dimension{}, with {} lengths", name, rank, rank == 1 ? "" : "s", given.size()));
  for (std::size_t d = 0; d < given.size(); ++d) {
    if (given[d] == -1) continue;
    if (given[d] < 1) fail("Q0302", c.span, fmt::format("'{}' of the length {}; it is 1 or more", name, given[d]));
    dims[rank == 1 ? dims.size() - 1 : d] = given[d];
  }
  return dims;
}

// Cut or followed by zeros along each dimension.
template <class T>
ArrayP with_extents(const ArrayP& given, const std::vector<std::int64_t>& dims, Elem elem) {
  const ArrayP in = as_elem(given, elem, true);
  const ArrayP out = make_array(elem, dims, false, true);
  const auto* from = static_cast<const std::complex<T>*>(in->buffer->host_read());
  auto* to = static_cast<std::complex<T>*>(out->buffer->host_overwrite());
  std::fill_n(to, out->count(), std::complex<T>());
  const std::size_t rank = dims.size();
  const std::int64_t width = dims.back(), kept = std::min(width, in->dims.back());
  for (std::int64_t row = 0; width > 0 && row < out->count() / width; ++row) {
    std::int64_t left = row, source = 0, scale = 1;
    bool there = true;
    for (std::size_t d = rank - 1; d-- > 0;) {
      const std::int64_t at = left % dims[d];
      left /= dims[d];
      there = there && at < in->dims[d];
      source += at * scale;
      scale *= in->dims[d];
    }
    if (there) std::copy_n(from + source * in->dims.back(), kept, to + row * width);
  }
  return out;
}

Results transform(CallContext& c, Args& a, int rank, bool inverse, const char* name) {
  want_arguments(c, a, name, 1, std::size_t(rank) + 1);
  ArrayP in = array_of(c, a[0]);
  auto extents = in->dims;
  if (int(in->dims.size()) < rank) {  // a vec is a 1 x N row; further extents are 1
    auto view = std::make_shared<Array>(*in);
    if (view->dims.size() == 1) view->dims.insert(view->dims.begin(), 1);
    view->dims.resize(std::size_t(rank), 1);
    view->fixed = false;
    in = view;
  }
  const bool wide = float_of(*in, c.session.options().scalar) == Elem::F64;
  if (const auto dims = lengths(c, a, *in, rank, name); dims != in->dims) {
    in = wide ? with_extents<double>(in, dims, Elem::F64) : with_extents<float>(in, dims, Elem::F32);
    extents = dims;
  }
  const FourierShape s = shape_of(*in, rank, name, c.span);
  ArrayP out = spectrum_there(c, in, s, wide ? Elem::F64 : Elem::F32, inverse);
  if (!out)
    out = wide ? spectrum<double>(*in, s, inverse, c.session.host_device())
               : spectrum<float>(*in, s, inverse, c.session.host_device());
  out->dims = extents;
  return {Value(out)};
}

}  // namespace

const BuiltinTable& fourier_builtins() {
  static const BuiltinTable table = {
      {"fft1", [](CallContext& c, Args& a) { return transform(c, a, 1, false, "fft1"); }},
      {"fft2", [](CallContext& c, Args& a) { return transform(c, a, 2, false, "fft2"); }},
      {"fft3", [](CallContext& c, Args& a) { return transform(c, a, 3, false, "fft3"); }},
      {"ifft1", [](CallContext& c, Args& a) { return transform(c, a, 1, true, "ifft1"); }},
      {"ifft2", [](CallContext& c, Args& a) { return transform(c, a, 2, true, "ifft2"); }},
      {"ifft3", [](CallContext& c, Args& a) { return transform(c, a, 3, true, "ifft3"); }}};
  return table;
}

}  // namespace qc::host
