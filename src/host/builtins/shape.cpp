// Arrays made, repeated, joined and rearranged. Elements are moved as bytes: every type keeps itself.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <utility>

#include "host/access/cells.h"
#include "host/access/indexing.h"
#include "host/access/strided_copy.h"
#include "host/arrays/arith.h"
#include "host/arrays/stream_copy.h"
#include "host/builtins/families.h"
#include "host/device/device_arrays.h"
#include "sema/type_words.h"
#include "support/stop.h"

namespace qc::host {

namespace {

using Dims = std::vector<std::int64_t>;

std::size_t element_bytes(const Array& a) { return std::size_t(byte_size(a.elem)) * (a.complex ? 2 : 1); }
ArrayP like(const Array& a, Dims dims) { return make_array(a.elem, std::move(dims), false, a.complex); }

// The extents with at least `rank` of them; a vec is a 1 x N row.
Dims padded(const Array& a, std::size_t rank) {
  Dims d = a.dims;
  if (d.size() == 1 && rank > 1) d.insert(d.begin(), 1);
  while (d.size() < rank) d.push_back(1);
  return d;
}

// Whether two names are of one array, so that what is written to one is seen in the other.
Results shares_data(CallContext& c, Args& a) {
  want_arguments(c, a, "shares_data", 2, 2);
  const auto *x = std::get_if<ArrayP>(&a[0].v), *y = std::get_if<ArrayP>(&a[1].v);
  return {Value(Number::boolean(x && y && (*x)->buffer == (*y)->buffer))};
}

// The numbers that an array consists of, in its memory: of a complex one its real and imaginary parts along one more
// dimension.
Results complex_parts(CallContext& c, Args& a) {
  want_arguments(c, a, "complex_parts", 1, 1);
  const ArrayP x = array_of(c, a[0]);
  if (!x->complex) return {Value(x)};
  auto parts = std::make_shared<Array>(*x);
  parts->complex = false;
  parts->dims.push_back(2);
  return {Value(std::move(parts))};
}

// Places of a row that follow each other, forwards or backwards.
struct Run {
  std::int64_t first = 0, count = 0, step = 1;
};
using Runs = std::vector<Run>;

void copy_run(RowCopy& copy, std::byte* to, const std::byte* row, const Run& r, std::size_t bytes) {
  const std::byte* first = row + std::size_t(r.first) * bytes;
  if (r.step == 1) return copy.copy(to, first, std::size_t(r.count) * bytes);
  if (bytes <= 8) return copy.copy_reversed(to, first, r.count, bytes);
  for (std::int64_t i = 0; i < r.count; ++i)
    std::memcpy(to + std::size_t(i) * bytes, first - std::size_t(i) * bytes, bytes);
}

// The same on the GPU that has the elements: a copy for each choice of runs.
bool rearrange_there(const Array& in, const Dims& in_dims, Array& out, const std::vector<Runs>& runs) {
  runtime::Device* const device = moved_on(in, out.count());
  constexpr std::size_t kMostCopies = 16;
  std::size_t copies = 1;
  for (const Runs& r : runs) copies *= r.size();
  if (!device || copies > kMostCopies) return false;
  Dims out_dims;
  for (const Runs& of : runs) {
    out_dims.push_back(0);
    for (const Run& r : of) out_dims.back() += r.count;
  }
  const Dims from = strides_of(in_dims), to = strides_of(out_dims);
  for (std::size_t k = 0; k < copies; ++k) {
    Layout read, write{0, to};
    Dims dims;
    std::size_t rest = k;
    for (std::size_t d = 0; d < runs.size(); ++d) {
      const std::size_t chosen = rest % runs[d].size();
      rest /= runs[d].size();
      for (std::size_t before = 0; before < chosen; ++before) write.offset += runs[d][before].count * to[d];
      const Run& r = runs[d][chosen];
      read.offset += r.first * from[d];
      read.strides.push_back(r.step * from[d]);
      dims.push_back(r.count);
    }
    if (!copy_on(*device, in, read, out, write, dims)) return false;
  }
  return true;
}

// out[p] = in[q], where q[d] is the place number p[d] of runs[d], for each dimension d.
void rearrange(const Array& in, const Dims& in_dims, Array& out, const std::vector<Runs>& runs) {
  if (rearrange_there(in, in_dims, out, runs)) return;
  const std::size_t bytes = element_bytes(in), rank = in_dims.size();
  const auto* from = static_cast<const std::byte*>(in.buffer->host_read());
  auto* to = static_cast<std::byte*>(out.buffer->host_overwrite());
  if (out.count() == 0) return;
  std::vector<Dims> offsets(rank);  // of each index along each dimension but the last, in elements
  std::int64_t stride = in_dims.back(), rows = 1;
  for (std::size_t d = rank - 1; d-- > 0; stride *= in_dims[d]) {
    for (const Run& r : runs[d])
      for (std::int64_t i = 0; i < r.count; ++i) offsets[d].push_back((r.first + i * r.step) * stride);
    rows *= std::int64_t(offsets[d].size());
  }
  RowCopy copy(std::size_t(out.count()) * bytes);
  Dims at(rank, 0);
  SeldomStopped stopped;
  for (std::int64_t r = 0; r < rows; ++r) {
    std::int64_t base = 0;
    for (std::size_t d = 0; d + 1 < rank; ++d) base += offsets[d][std::size_t(at[d])];
    const std::byte* row = from + std::size_t(base) * bytes;
    for (const Run& run : runs.back()) {
      stopped.check(run.count);
      copy_run(copy, to, row, run, bytes);
      to += std::size_t(run.count) * bytes;
    }
    for (std::size_t d = rank - 1; d-- > 0;) {
      if (++at[d] < std::int64_t(offsets[d].size())) break;
      at[d] = 0;
    }
  }
}

// A single row of what was a vec is a vec.
void as_vec(Array& a, bool was_vec) {
  if (was_vec && a.dims.size() == 2 && a.dims[0] == 1) a.dims.erase(a.dims.begin());
}

// Each element of `in` `times` times, one after another.
template <class T>
void repeat_elements(const T* in, T* out, std::int64_t n, std::int64_t times) {
  if (times == 2) {
    for (std::int64_t i = 0; i < n; ++i) out[2 * i] = out[2 * i + 1] = in[i];
    return;
  }
  for (std::int64_t i = 0; i < n; ++i) std::fill_n(out + i * times, times, in[i]);
}
ArrayP repeated_elements(const Array& x, std::int64_t times) {
  ArrayP y = like(x, {x.count() * times});
  const void* from = x.buffer->host_read();
  void* to = y->buffer->host_overwrite();
  const auto as = [&]<class T>(T) {
    repeat_elements(static_cast<const T*>(from), static_cast<T*>(to), x.count(), times);
  };
  switch (element_bytes(x)) {
    case 1:
      as(std::uint8_t{});
      break;
    case 2:
      as(std::uint16_t{});
      break;
    case 4:
      as(std::uint32_t{});
      break;
    case 8:
      as(std::uint64_t{});
      break;
    default:
      as(std::complex<double>{});
      break;
  }
  return y;
}

// On the GPU that has the elements: each dimension is two, of which the outer one goes on in y alone.
bool repeat_there(SessionContext& session, const Array& x, const Dims& in, const Dims& times, Array& y) {
  constexpr std::int64_t kOften = 8;  // then copying x there costs little
  runtime::Device* device = moved_on(x, y.count());
  if (!device && y.count() >= kMovedThere && x.count() * kOften <= y.count() && session.device().info().is_cuda)
    device = &session.device();
  if (!device) return false;
  Layout read, write;
  Dims all, dims;
  for (std::size_t d = 0; d < in.size(); ++d) all.push_back(in[d] * times[d]);
  const Dims from = strides_of(in), to = strides_of(all);
  for (std::size_t d = 0; d < in.size(); ++d) {
    dims.insert(dims.end(), {times[d], in[d]});
    read.strides.insert(read.strides.end(), {0, from[d]});
    write.strides.insert(write.strides.end(), {in[d] * to[d], to[d]});
  }
  return copy_on(*device, x, read, y, write, dims);
}

// y is x again and again: what is there already is copied, as much at a time as stays in a cache.
void repeat_whole(const Array& x, Array& y) {
  constexpr std::int64_t kTogether = 1 << 18;
  const std::int64_t bytes = std::int64_t(element_bytes(x)), one = x.count() * bytes, all = y.count() * bytes;
  if (all == 0) return;
  const auto* from = static_cast<const std::byte*>(x.buffer->host_read());
  auto* to = static_cast<std::byte*>(y.buffer->host_overwrite());
  const std::int64_t block = one * std::max<std::int64_t>(1, kTogether / one);
  for (std::int64_t have = 0, n = one; have < all; have += n, n = std::min({have, block, all - have}), from = to)
    in_stoppable_parts(n, [&](std::int64_t begin, std::int64_t end) {
      std::memcpy(to + have + begin, from + begin, std::size_t(end - begin));
    });
}

// x with the extents `in`, repeated along each dimension, as the elements of y.
void repeat(SessionContext& session, ArrayP x, Dims in, Dims times, Array& y) {
  if (repeat_there(session, *x, in, times, y)) return;
  if (in.back() == 1 && times.back() > 1 && x->count() > 0) {
    x = repeated_elements(*x, times.back());
    in.back() = std::exchange(times.back(), 1);
  }
  for (std::size_t d = in.size() - 1; d > 0; --d) {  // what is repeated whole is one dimension
    if (times[d] != 1) continue;
    in[d - 1] *= in[d];
    in.erase(in.begin() + std::ptrdiff_t(d));
    times.erase(times.begin() + std::ptrdiff_t(d));
  }
  if (in.size() == 1) return repeat_whole(*x, y);
  std::vector<Runs> runs(in.size());
  for (std::size_t d = 0; d < in.size(); ++d) runs[d].assign(std::size_t(times[d]), Run{0, in[d], 1});
  rearrange(*x, in, y, runs);
}

// repmat(x, n): n x n times; repmat(x, m, n, ...), repmat(x, [m, n, ...])
Results repmat(CallContext& c, Args& a) {
  if (a.size() < 2) want_arguments(c, a, "repmat", 2, 17);
  Dims times = extents_of(c, a, 1);
  if (times.size() == 1) times.push_back(times[0]);
  const ArrayP x = array_of(c, a[0]);
  const bool number = !std::holds_alternative<ArrayP>(a[0].v);
  const std::size_t rank = std::max({times.size(), x->dims.size(), std::size_t(2)});
  times.resize(rank, 1);
  const Dims in = padded(*x, rank);
  Dims out(rank);
  Args checked;
  for (std::size_t d = 0; d < rank; ++d) {
    out[d] = in[d] * times[d];
    checked.push_back(Value(Number::integer(out[d])));
  }
  extents_of(c, checked);
  ArrayP y = like(*x, out);
  repeat(c.session, x, in, times, *y);
  as_vec(*y, x->dims.size() == 1 && !number);
  return {Value(y)};
}

Results squeeze(CallContext& c, Args& a) {
  want_arguments(c, a, "squeeze", 1, 1);
  auto* p = std::get_if<ArrayP>(&a[0].v);
  if (!p) return {a[0]};
  auto view = std::make_shared<Array>(**p);
  view->boundary = Boundary::Default;
  if (view->dims.size() > 1) std::erase(view->dims, 1);
  if (view->dims.empty()) view->dims = {1};
  return {Value(copy_of(*view))};
}

// kShares: the result is only read, before anything is written, and has the elements of x themselves.
// reshape(x, m, n, ...), reshape(x, [m, n, ...]): the elements in row-major order. One extent may be [].
template <bool kShares>
Results reshape(CallContext& c, Args& a) {
  if (a.size() < 2) want_arguments(c, a, "reshape", 2, 17);
  const ArrayP from = array_of(c, a[0]);
  std::size_t open = 0;
  std::int64_t known = 1;
  for (std::size_t k = 1; k < a.size(); ++k) {
    if (left_out(a[k]) && a.size() > 2)
      open = k;
    else
      for (const std::int64_t d : ints_of(c, a[k])) known *= d;
  }
  if (open) a[open] = Value(Number::integer(known > 0 ? from->count() / known : 0));
  const auto dims = extents_of(c, a, 1);
  // What nobody else holds, the value of an expression, is taken as it is.
  a[0] = Value();
  const bool own = kShares || (from.use_count() == 1 && from->buffer.use_count() == 1);
  ArrayP x = own ? std::make_shared<Array>(*from) : copy_of(*from);
  x->fixed = x->is_const = false;
  x->boundary = Boundary::Default;
  x->dims = dims;
  if (x->count() != from->count())
    fail("Q0302", c.span, fmt::format("{} elements cannot become {}", from->count(), fmt::join(x->dims, " x ")));
  return {Value(x)};
}

template <class T>
void transpose_elements(const void* from, void* to, std::int64_t rows, std::int64_t columns, std::int64_t inner) {
  const T* in = static_cast<const T*>(from);
  T* out = static_cast<T*>(to);
  constexpr std::int64_t kTile = 32;
  for (std::int64_t i0 = 0; i0 < rows; i0 += kTile)
    for (std::int64_t j0 = 0; j0 < columns; j0 += kTile)
      for (std::int64_t i = i0; i < std::min(rows, i0 + kTile); ++i)
        for (std::int64_t j = j0; j < std::min(columns, j0 + kTile); ++j)
          for (std::int64_t k = 0; k < inner; ++k) out[(j * rows + i) * inner + k] = in[(i * columns + j) * inner + k];
}

// Rows become columns; of a cube for each channel. Complex numbers are not conjugated.
Results transpose(CallContext& c, Args& a) {
  want_arguments(c, a, "transpose", 1, 1);
  if (!std::holds_alternative<ArrayP>(a[0].v)) return {Value(to_number(a[0], c.span))};
  const ArrayP x = std::get<ArrayP>(a[0].v);
  if (x->dims.size() > 3) fail("Q0301", c.span, "only a vec, mat or cube can be transposed");
  const Dims d = padded(*x, 2);
  const std::int64_t inner = d.size() == 3 ? d[2] : 1;
  Dims out = d;
  std::swap(out[0], out[1]);
  ArrayP y = like(*x, out);
  const void* from = x->buffer->host_read();
  void* to = y->buffer->host_overwrite();
  switch (element_bytes(*x)) {
    case 1:
      transpose_elements<std::uint8_t>(from, to, d[0], d[1], inner);
      break;
    case 2:
      transpose_elements<std::uint16_t>(from, to, d[0], d[1], inner);
      break;
    case 4:
      transpose_elements<std::uint32_t>(from, to, d[0], d[1], inner);
      break;
    case 8:
      transpose_elements<std::uint64_t>(from, to, d[0], d[1], inner);
      break;
    default:
      transpose_elements<std::complex<double>>(from, to, d[0], d[1], inner);
      break;
  }
  return {Value(y)};
}

// permute(x, [order of the dimensions])
Results permute(CallContext& c, Args& a) {
  want_arguments(c, a, "permute", 2, 2);
  const ArrayP x = array_of(c, a[0]);
  const Dims order = ints_of(c, a[1]), in = padded(*x, order.size());
  Dims seen(in.size(), 0), out;
  if (order.size() != in.size())
    fail("Q0404", c.span, fmt::format("an order of {} dimensions for an array of {}", order.size(), in.size()));
  for (const std::int64_t d : order) {
    if (d < 0 || d >= std::int64_t(in.size()) || seen[std::size_t(d)]++)
      fail("Q0404", c.span, "the order names each dimension once, from 0");
    out.push_back(in[std::size_t(d)]);
  }
  Array whole = *x;  // with all its dimensions
  whole.dims = in;
  std::vector<ViewAxis> view(in.size());
  for (std::size_t d = 0; d < order.size(); ++d) view[std::size_t(order[d])].dim = int(d);
  return {Value(copy_view(whole, view, out))};
}

// ---- joining ------------------------------------------------------------------------------------------------------

Results join_cells(const Args& a) {
  auto all = std::make_shared<Cell>();
  for (const Value& v : a) {
    if (auto* cell = std::get_if<std::shared_ptr<Cell>>(&v.v))
      all->items.insert(all->items.end(), (*cell)->items.begin(), (*cell)->items.end());
    else if (!left_out(v))
      all->items.push_back(v);
  }
  all->dims = {std::int64_t(all->items.size())};
  return {Value(all)};
}

// Runs of few elements, each `step` bytes behind the one before.
template <class T>
void copy_apart(std::byte* to, std::size_t step, const std::byte* from, std::size_t run, std::int64_t runs) {
  T* out = reinterpret_cast<T*>(to);
  const T* in = reinterpret_cast<const T*>(from);
  const std::size_t n = run / sizeof(T), apart = step / sizeof(T);
  if (n == 1) {
    for (std::int64_t o = 0; o < runs; ++o) out[std::size_t(o) * apart] = in[o];
    return;
  }
  for (std::int64_t o = 0; o < runs; ++o, out += apart, in += n)
    for (std::size_t k = 0; k < n; ++k) out[k] = in[k];
}

// The parts one after another along dimension `dim` of y, on the GPU that has one of them. False: they are to be joined
// on the host.
bool join_there(const std::vector<ArrayP>& parts, std::size_t dim, Array& y) {
  runtime::Device* device = nullptr;
  for (const ArrayP& x : parts) {
    if (x->elem != y.elem || x->complex != y.complex) return false;
    if (!device) device = moved_on(*x, y.count());
  }
  if (!device) return false;
  const Dims to = strides_of(y.dims);
  std::int64_t at = 0;
  for (const ArrayP& x : parts) {
    const Dims dims = padded(*x, y.dims.size());
    if (!copy_on(*device, *x, {0, strides_of(dims)}, y, {at * to[dim], to}, dims)) return false;
    at += dims[dim];
  }
  return true;
}

// A part that is joined: `run` bytes of it lie together in the result.
struct JoinedPart {
  ArrayP array;
  const std::byte* from;
  std::size_t run;
};

// `outer` runs of each part, one of every part after another. Short runs of all parts are brought together in a piece
// that a cache holds, which is then written at once: part by part, each would go through the whole result.
void join_runs(const std::vector<JoinedPart>& parts, std::size_t bytes, std::int64_t outer, std::byte* to) {
  constexpr std::size_t kShortRun = 16, kPiece = 16384;  // bytes
  std::size_t step = 0;
  for (const JoinedPart& p : parts) step += p.run;
  RowCopy copy(step * std::size_t(outer));
  const std::int64_t pieces = step <= kPiece / 16 ? std::int64_t(kPiece / step) : 1;
  alignas(64) std::byte near[kPiece];
  for (std::int64_t first = 0; first < outer; first += pieces) {
    const std::int64_t n = std::min(pieces, outer - first);
    const bool gathers = copy.streams() && pieces > 1;
    std::byte* out = gathers ? near : to + std::size_t(first) * step;
    for (const JoinedPart& p : parts) {
      const std::byte* from = p.from + std::size_t(first) * p.run;
      if (p.run <= kShortRun && bytes == 4)
        copy_apart<std::uint32_t>(out, step, from, p.run, n);
      else if (p.run <= kShortRun && bytes == 1)
        copy_apart<std::uint8_t>(out, step, from, p.run, n);
      else
        for (std::int64_t o = 0; o < n; ++o)
          copy.copy(out + std::size_t(o) * step, from + std::size_t(o) * p.run, p.run);
      out += p.run;
    }
    if (gathers) copy.copy(to + std::size_t(first) * step, near, std::size_t(n) * step);
  }
}

// The parts one after another along a dimension; the other extents are equal, empty parts are passed over.
// The extents of empty matrices that are joined: those of zeros(3,0) and zeros(2,0), one above the other, are 5 x 0; []
// is nothing.
Dims joined_empty(const Args& a, std::size_t dim) {
  Dims dims;
  for (const Value& v : a) {
    auto* x = std::get_if<ArrayP>(&v.v);
    if (!x || (*x)->dims.size() != 2 || (*x)->dims == Dims{0, 0} || dim > 1) continue;
    if (dims.empty())
      dims = (*x)->dims;
    else if (dims[1 - dim] == (*x)->dims[1 - dim])
      dims[dim] += (*x)->dims[dim];
    else
      return {0};
  }
  return dims.empty() ? Dims{0} : dims;
}

Results join(CallContext& c, const Args& a, std::size_t dim, const char* name) {
  std::vector<ArrayP> parts;
  bool vecs = dim == 1;
  std::size_t rank = std::max<std::size_t>(2, dim + 1);
  for (const Value& v : a) {
    if (std::holds_alternative<std::shared_ptr<Cell>>(v.v)) return join_cells(a);
    if (if_text(v)) fail("Q0301", c.span, fmt::format("'{}' joins arrays, not strings", name), "strcat joins strings");
    ArrayP x = array_of(c, v);
    if (x->count() == 0) continue;
    rank = std::max(rank, x->dims.size());
    vecs = vecs && x->dims.size() == 1;
    parts.push_back(x);
  }
  if (parts.empty()) return {Value(make_array(c.session.options().scalar, joined_empty(a, dim), false))};
  Elem elem = parts[0]->elem;
  bool complex = false;
  for (const ArrayP& x : parts)
    elem = x->elem == elem ? elem : join_elem(elem, x->elem), complex = complex || x->complex;
  if (complex && !is_float(elem)) elem = c.session.options().scalar;
  Dims total = padded(*parts[0], rank);
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const Dims d = padded(*parts[k], rank);
    for (std::size_t e = 0; e < rank; ++e)
      if (e != dim && d[e] != total[e])
        fail("Q0302", c.span,
             fmt::format("'{}' of {} and {}: they differ along dimension {}", name,
                         fmt::join(padded(*parts[0], rank), " x "), fmt::join(d, " x "), e));
    total[dim] += d[dim];
  }
  ArrayP y = make_array(elem, total, false, complex);
  if (join_there(parts, dim, *y)) {
    as_vec(*y, vecs);
    return {Value(y)};
  }
  const std::size_t bytes = element_bytes(*y);
  std::int64_t outer = 1, inner = 1;
  for (std::size_t d = 0; d < dim; ++d) outer *= total[d];
  for (std::size_t d = dim + 1; d < rank; ++d) inner *= total[d];
  std::vector<JoinedPart> all;
  for (const ArrayP& part : parts) {
    const ArrayP x = as_elem(part, elem, complex);
    all.push_back(
        {x, static_cast<const std::byte*>(x->buffer->host_read()), std::size_t(padded(*x, rank)[dim] * inner) * bytes});
  }
  join_runs(all, bytes, outer, static_cast<std::byte*>(y->buffer->host_overwrite()));
  as_vec(*y, vecs);
  return {Value(y)};
}
Results cat(CallContext& c, Args& a) {
  if (a.empty()) want_arguments(c, a, "cat", 1, 64);
  const std::int64_t dim = to_index(a[0], c.span);
  if (dim < 0 || dim > 15) fail("Q0404", c.span, fmt::format("dimension {} does not exist: there are 0 to 15", dim));
  return join(c, Args(a.begin() + 1, a.end()), std::size_t(dim), "cat");
}
Results vertcat(CallContext& c, Args& a) { return join(c, a, 0, "vertcat"); }
Results horzcat(CallContext& c, Args& a) { return join(c, a, 1, "horzcat"); }

// ---- turning and moving -------------------------------------------------------------------------------------------

// The elements at the places runs(d, extent) along each dimension.
template <class F>
Results moved(const CallContext& c, const Value& v, const F& runs) {
  const ArrayP x = array_of(c, v);
  const Dims dims = padded(*x, 2);
  std::vector<Runs> all;
  for (std::size_t d = 0; d < dims.size(); ++d) all.push_back(runs(d, dims[d]));
  ArrayP y = like(*x, x->dims);
  rearrange(*x, dims, *y, all);
  return {Value(y)};
}
Results flipped(CallContext& c, const Value& v, std::size_t dim) {
  return moved(c, v, [&](std::size_t d, std::int64_t n) { return Runs{d == dim ? Run{n - 1, n, -1} : Run{0, n, 1}}; });
}
Results fliplr(CallContext& c, Args& a) {
  want_arguments(c, a, "fliplr", 1, 1);
  return flipped(c, a[0], 1);
}
Results flipud(CallContext& c, Args& a) {
  want_arguments(c, a, "flipud", 1, 1);
  return flipped(c, a[0], 0);
}
Results flip(CallContext& c, Args& a) {
  want_arguments(c, a, "flip", 1, 2);
  return flipped(c, a[0], std::size_t(a.size() == 2 ? to_index(a[1], c.span) : first_dimension(*array_of(c, a[0]))));
}

Results shifted(CallContext& c, const Value& v, const Dims& by) {
  return moved(c, v, [&](std::size_t d, std::int64_t n) {
    const std::int64_t s = d < by.size() && n > 0 ? (by[d] % n + n) % n : 0;
    return Runs{{n - s, s, 1}, {0, n - s, 1}};
  });
}
// y[i] = x[i - s]: a number moves along dimension 0 (of one row, along 1), a vector along the first dimensions;
// circshift(x, s, dim)
Results circshift(CallContext& c, Args& a) {
  want_arguments(c, a, "circshift", 2, 3);
  Dims by = ints_of(c, a[1]);
  const ArrayP x = array_of(c, a[0]);
  if (a.size() == 3 || by.size() == 1) {
    const std::int64_t dim =
        a.size() == 3 ? std::int64_t(axis_of(c, *x, to_index(a[2], c.span)).dim) : first_dimension(*x);
    by.insert(by.begin(), std::size_t(dim), 0);
  }
  return shifted(c, a[0], by);
}
// The element of frequency 0 moves to floor(size/2): in the first two dimensions, or in the one named.
Results center(CallContext& c, Args& a, bool back, const char* name) {
  want_arguments(c, a, name, 1, 2);
  const ArrayP x = array_of(c, a[0]);
  const Dims dims = padded(*x, 2);
  Dims by(dims.size(), 0);
  for (std::size_t d = 0; d < dims.size(); ++d)
    if (a.size() == 2 ? d == axis_of(c, *x, to_index(a[1], c.span)).dim : d < 2)
      by[d] = back ? -(dims[d] / 2) : dims[d] / 2;
  return shifted(c, a[0], by);
}
Results fftshift(CallContext& c, Args& a) { return center(c, a, false, "fftshift"); }
Results ifftshift(CallContext& c, Args& a) { return center(c, a, true, "ifftshift"); }

// ---- making -------------------------------------------------------------------------------------------------------

Results zeros(CallContext& c, Args& a) { return {Value(make_array(c.session.options().scalar, extents_of(c, a)))}; }
Results czeros(CallContext& c, Args& a) {
  return {Value(make_array(c.session.options().scalar, extents_of(c, a), true, true))};
}
// Zeros; on the emulator memory that nothing was written to, so that reads of it are found.
Results uninit(CallContext& c, Args& a) {
  return {Value(make_array(c.session.options().scalar, extents_of(c, a), !c.session.device().info().is_simt))};
}

template <class F>
ArrayP filled(const CallContext& c, Dims dims, const F& value) {
  ArrayP x = make_array(c.session.options().scalar, std::move(dims), false);
  const std::int64_t n = x->count();
  if (x->elem == Elem::F64) {
    auto out = new_elements<double>(*x);
    in_stoppable_parts(n, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) out[std::size_t(i)] = value(i);
    });
  } else {
    auto out = new_elements<float>(*x);
    in_stoppable_parts(n, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) out[std::size_t(i)] = float(value(i));
    });
  }
  return x;
}
Results ones(CallContext& c, Args& a) {
  ArrayP x = make_array(c.session.options().scalar, extents_of(c, a), false);
  if (fill_there(c.session, *x, Number::integer(1))) return {Value(x)};
  const auto fill = [](auto out) {
    in_stoppable_parts(std::int64_t(out.size()),
                       [&](std::int64_t begin, std::int64_t end) { std::fill_n(out.begin() + begin, end - begin, 1); });
  };
  if (x->elem == Elem::F64)
    fill(new_elements<double>(*x));
  else
    fill(new_elements<float>(*x));
  return {Value(x)};
}

Results eye(CallContext& c, Args& a) {
  Dims dims = extents_of(c, a);
  if (dims.size() == 1) dims.push_back(dims[0]);
  if (dims.size() != 2)
    fail("Q0204", c.span, fmt::format("'eye' makes a matrix, not an array of {} dimensions", dims.size()));
  const std::int64_t columns = dims[1];
  const Elem elem = c.session.options().scalar;
  if (const ArrayP there = make_array(elem, dims, false); fill_there(c.session, *there, Number::integer(0))) {
    const ArrayP one = make_array(elem, {1}, false);
    if (fill_on(c.session.device(), *one, Number::integer(1)) &&
        copy_on(c.session.device(), *one, {0, {0}}, *there, {0, {columns + 1}}, {std::min(dims[0], columns)}))
      return {Value(there)};
  }
  const ArrayP x = make_array(elem, dims);
  const auto fill = [&](auto* out) {
    for (std::int64_t i = 0; i < std::min(dims[0], columns); ++i) out[i * columns + i] = 1;
  };
  void* data = x->buffer->host_write();
  if (x->elem == Elem::F64)
    fill(static_cast<double*>(data));
  else
    fill(static_cast<float*>(data));
  return {Value(x)};
}

// n values from lo to hi, both included; 100 when n is left out. logspace: powers of 10.
Results spaced(CallContext& c, Args& a, const char* name, bool powers) {
  want_arguments(c, a, name, 2, 3);
  const double lo = to_number(a[0], c.span).as_double(), hi = to_number(a[1], c.span).as_double();
  const std::int64_t n = a.size() == 3 ? extents_of(c, a, 2)[0] : powers ? 50 : 100;
  if (!powers && n >= kMovedThere)
    if (const ArrayP x = make_array(c.session.options().scalar, {n}, false); spaced_there(c.session, *x, lo, hi))
      return {Value(x)};
  return {Value(filled(c, {n}, [&](std::int64_t i) {
    const double v = i == n - 1 ? hi : lo + (hi - lo) * double(i) / double(n - 1);
    return powers ? std::pow(10.0, v) : v;
  }))};
}
Results linspace(CallContext& c, Args& a) { return spaced(c, a, "linspace", false); }
Results logspace(CallContext& c, Args& a) { return spaced(c, a, "logspace", true); }

// v[i] = [], A[:,j] = []: what is left, of v and its name, without the elements at the indices (":" for all of a
// dimension). Items of a cell and fields of a record have the empty array as their value.
Results without(CallContext& c, Args& a) {
  std::vector<Value> indices(a.begin() + 2, a.end());
  const std::string name = std::get<std::string>(a[1].v);
  std::size_t along = 0, chosen = 0;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    auto* s = std::get_if<std::string>(&indices[k].v);
    if (s && *s == ":")
      indices[k] = Value{};
    else
      along = k, ++chosen;
  }
  if (auto* cell = std::get_if<std::shared_ptr<Cell>>(&a[0].v))
    return write_cell(**cell, indices, Value(make_array(c.session.options().scalar, {0})), name, c.span), Results{a[0]};
  if (std::holds_alternative<std::shared_ptr<Record>>(a[0].v))
    fail("Q0301", c.span, "a field is given an empty array under a name that is computed",
         fmt::format("e = []; {}[name] = e", name));
  const ArrayP x = array_of(c, a[0]);
  if (indices.size() == 1 && chosen == 1 && x->dims.size() == 2 &&
      (x->dims[0] == 1 || x->dims[1] == 1)) {  // one row, one column
    along = x->dims[0] == 1 ? 1 : 0;
    indices.insert(along == 1 ? indices.begin() : indices.end(), Value{});
  }
  const bool rows = indices.size() == x->dims.size() && chosen == 1;
  if (!rows && !(chosen == 0 && indices.size() == 1))
    fail("Q0302", c.span, "elements are left out along one dimension",
         "A[i,:] = [] leaves out rows, A[:,j] = [] columns; of a vec v[i] = [] elements");
  if (chosen == 0) return {Value(make_array(x->elem, {0}, true, x->complex))};
  const std::int64_t n = x->dims[along];
  const ArrayP places = make_array(Elem::I64, {n}, false), kept = make_array(Elem::Bool, {n}, false);
  auto* place = static_cast<std::int64_t*>(places->buffer->host_overwrite());
  auto* keeps = static_cast<std::uint8_t*>(kept->buffer->host_overwrite());
  for (std::int64_t i = 0; i < n; ++i) place[i] = i, keeps[i] = 1;
  const Value gone = read_indexed(*places, {indices[along]}, name, c.span, {});
  if (auto* one = std::get_if<Number>(&gone.v))
    keeps[one->i] = 0;
  else {
    const ArrayP all = to_array(gone, c.span);
    const void* data = all->buffer->host_read();
    for (std::int64_t i = 0; i < all->count(); ++i) keeps[get_element(*all, data, i).i] = 0;
  }
  indices[along] = Value(kept);
  return {read_indexed(*x, indices, name, c.span, {})};
}

}  // namespace

const BuiltinTable& shape_builtins() {
  static const BuiltinTable table = {{"zeros", zeros},
                                     {"czeros", czeros},
                                     {"uninit", uninit},
                                     {"ones", ones},
                                     {"eye", eye},
                                     {"linspace", linspace},
                                     {"logspace", logspace},
                                     {"$without", without},
                                     {"repmat", repmat},
                                     {"squeeze", squeeze},
                                     {"reshape", reshape<false>},
                                     {"$reshape", reshape<true>},
                                     {"transpose", transpose},
                                     {"permute", permute},
                                     {"cat", cat},
                                     {"vertcat", vertcat},
                                     {"horzcat", horzcat},
                                     {"flip", flip},
                                     {"fliplr", fliplr},
                                     {"flipud", flipud},
                                     {"circshift", circshift},
                                     {"shares_data", shares_data},
                                     {"complex_parts", complex_parts},
                                     {"fftshift", fftshift},
                                     {"ifftshift", ifftshift}};
  return table;
}

}  // namespace qc::host
