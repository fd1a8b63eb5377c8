#include "host/access/strided_copy.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "host/arrays/stream_copy.h"
#include "host/device/device_arrays.h"

namespace qc::host {

namespace {

Layout layout_of(const Array& a, const std::vector<ViewAxis>& view, std::size_t rank) {
  Layout l;
  l.strides.assign(rank, 0);
  std::int64_t stride = 1;
  for (std::size_t d = view.size(); d-- > 0; stride *= a.dims[d]) {
    l.offset += view[d].offset * stride;
    if (view[d].dim >= 0) l.strides[std::size_t(view[d].dim)] += view[d].step * stride;
  }
  return l;
}

// Compiled twice, as the loops of elementwise.cpp.
#define QC_INLINE [[gnu::always_inline]] inline
const bool wide = __builtin_cpu_supports("avx2");

// A distance that the compiler knows: it takes the elements out of whole vectors.
template <std::int64_t kStride, class T>
QC_INLINE void gather_row_body(T* __restrict to, const T* __restrict from, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) to[i] = from[i * kStride];
}
template <std::int64_t kStride, class T>
[[gnu::target("avx2")]] void gather_row_wide(T* to, const T* from, std::int64_t n) {
  gather_row_body<kStride>(to, from, n);
}
template <std::int64_t kStride, class T>
void gather_row(T* to, const T* from, std::int64_t n) {
  if (wide)
    gather_row_wide<kStride>(to, from, n);
  else
    gather_row_body<kStride>(to, from, n);
}

// One row of n elements; T is an integer of the element's size. The two rows do not overlap.
template <class T>
void copy_row(RowCopy& copy, T* to, std::int64_t to_stride, const T* from, std::int64_t from_stride, std::int64_t n) {
  if (to_stride == 1 && from_stride == 1)
    copy.copy(to, from, std::size_t(n) * sizeof(T));
  else if (to_stride == 1 && from_stride == 2)
    gather_row<2>(to, from, n);
  else if (to_stride == 1 && from_stride == 3)
    gather_row<3>(to, from, n);
  else if (to_stride == 1 && from_stride == 4)
    gather_row<4>(to, from, n);
  else if (to_stride == 1 && from_stride == -1 && sizeof(T) <= 8)
    copy.copy_reversed(to, from, n, sizeof(T));
  else
    for (std::int64_t i = 0; i < n; ++i) to[i * to_stride] = from[i * from_stride];
}

// n records of N numbers become N rows of n, or the other way round: a few lines of memory at a time, so that records
// come from a cache.
template <std::int64_t N, class T>
void part_records(T* to, std::int64_t to_row, const T* from, std::int64_t n) {
  constexpr std::int64_t kBlock = 512;
  for (std::int64_t c0 = 0; c0 < n; c0 += kBlock)
    for (std::int64_t r = 0; r < N; ++r) {
      T* __restrict out = to + r * to_row + c0;
      const T* in = from + c0 * N + r;
      for (std::int64_t c = 0; c < std::min(kBlock, n - c0); ++c) out[c] = in[c * N];
    }
}
template <std::int64_t N, class T>
void join_records(T* __restrict to, const T* from, std::int64_t from_row, std::int64_t n) {
  for (std::int64_t c = 0; c < n; ++c)
    for (std::int64_t r = 0; r < N; ++r) to[c * N + r] = from[r * from_row + c];
}
// False: these are not the channels of an image or the parts of complex numbers.
template <class T>
bool copy_records(T* to, const std::int64_t* to_strides, const T* from, const std::int64_t* from_strides,
                  std::int64_t rows, std::int64_t columns) {
  const auto records = [&](const std::int64_t* s) { return s[0] == 1 && s[1] == rows; };
  const bool parts = records(from_strides) && to_strides[1] == 1, joins = records(to_strides) && from_strides[1] == 1;
  if (!parts && !joins) return false;
  const auto of = [&]<std::int64_t N>(std::integral_constant<std::int64_t, N>) {
    if (parts)
      part_records<N>(to, to_strides[0], from, columns);
    else
      join_records<N>(to, from, from_strides[0], columns);
    return true;
  };
  switch (rows) {
    case 2:
      return of(std::integral_constant<std::int64_t, 2>{});
    case 3:
      return of(std::integral_constant<std::int64_t, 3>{});
    case 4:
      return of(std::integral_constant<std::int64_t, 4>{});
    default:
      return false;
  }
}

// Rows x columns of which one side runs down the columns: square tiles of one line of memory, through a buffer, so that
// lines are read and written whole whatever the distance between them.
template <class T>
void copy_plane(RowCopy& copy, T* to, const std::int64_t* to_strides, const T* from, const std::int64_t* from_strides,
                std::int64_t rows, std::int64_t columns) {
  const auto down = [](const std::int64_t* s) { return std::abs(s[1]) > std::abs(s[0]) && s[0] != 0; };
  if (down(to_strides) == down(from_strides)) {
    constexpr std::int64_t kFew = 4;
    if (columns <= kFew) {
      for (std::int64_t r = 0; r < rows; ++r)
        for (std::int64_t c = 0; c < columns; ++c)
          to[r * to_strides[0] + c * to_strides[1]] = from[r * from_strides[0] + c * from_strides[1]];
      return;
    }
    for (std::int64_t r = 0; r < rows; ++r)
      copy_row(copy, to + r * to_strides[0], to_strides[1], from + r * from_strides[0], from_strides[1], columns);
    return;
  }
  if (copy_records(to, to_strides, from, from_strides, rows, columns)) return;
  const std::int64_t to_transposed[2] = {to_strides[1], to_strides[0]},
                     from_transposed[2] = {from_strides[1], from_strides[0]};
  if (copy_records(to, to_transposed, from, from_transposed, columns, rows)) return;
  constexpr std::int64_t kLine = 64 / std::int64_t(sizeof(T));
  const bool reads_down = down(from_strides);
  T tile[kLine * kLine];
  for (std::int64_t r0 = 0; r0 < rows; r0 += kLine)
    for (std::int64_t c0 = 0; c0 < columns; c0 += kLine) {
      const std::int64_t h = std::min(kLine, rows - r0), w = std::min(kLine, columns - c0);
      const T* in = from + r0 * from_strides[0] + c0 * from_strides[1];
      T* out = to + r0 * to_strides[0] + c0 * to_strides[1];
      if (reads_down) {
        for (std::int64_t c = 0; c < w; ++c)
          for (std::int64_t r = 0; r < h; ++r) tile[r * kLine + c] = in[r * from_strides[0] + c * from_strides[1]];
        for (std::int64_t r = 0; r < h; ++r)
          copy_row(copy, out + r * to_strides[0], to_strides[1], tile + r * kLine, 1, w);
      } else {
        for (std::int64_t r = 0; r < h; ++r)
          copy_row(copy, tile + r * kLine, 1, in + r * from_strides[0], from_strides[1], w);
        for (std::int64_t c = 0; c < w; ++c)
          for (std::int64_t r = 0; r < h; ++r) out[r * to_strides[0] + c * to_strides[1]] = tile[r * kLine + c];
      }
    }
}

template <class T>
void copy_all(RowCopy& copy, T* to, const std::int64_t* to_strides, const T* from, const std::int64_t* from_strides,
              const std::int64_t* dims, std::size_t rank) {
  if (rank == 1) return copy_row(copy, to, to_strides[0], from, from_strides[0], dims[0]);
  if (rank == 2) return copy_plane(copy, to, to_strides, from, from_strides, dims[0], dims[1]);
  for (std::int64_t i = 0; i < dims[0]; ++i)
    copy_all(copy, to + i * to_strides[0], to_strides + 1, from + i * from_strides[0], from_strides + 1, dims + 1,
             rank - 1);
}

// What lies together on both sides becomes one dimension.
void merge(std::vector<std::int64_t>& dims, std::vector<std::int64_t>& a, std::vector<std::int64_t>& b) {
  for (std::size_t d = dims.size(); d-- > 1;) {
    const bool together = a[d - 1] == a[d] * dims[d] && b[d - 1] == b[d] * dims[d];
    if (!together && dims[d - 1] != 1 && dims[d] != 1) continue;
    const std::size_t keep = !together && dims[d] == 1 ? d - 1 : d;  // the strides of the one that is longer than 1
    a[d - 1] = a[keep];
    b[d - 1] = b[keep];
    dims[d - 1] *= dims[d];
    dims.erase(dims.begin() + std::ptrdiff_t(d));
    a.erase(a.begin() + std::ptrdiff_t(d));
    b.erase(b.begin() + std::ptrdiff_t(d));
  }
}

void copy(void* to, Layout at, const void* from, Layout of, std::vector<std::int64_t> dims, std::size_t bytes) {
  if (std::any_of(dims.begin(), dims.end(), [](auto d) { return d == 0; })) return;
  merge(dims, at.strides, of.strides);
  std::size_t total = bytes;
  for (const std::int64_t d : dims) total *= std::size_t(d);
  RowCopy rows(total);
  auto as = [&]<class T>(T) {
    copy_all(rows, static_cast<T*>(to) + at.offset, at.strides.data(), static_cast<const T*>(from) + of.offset,
             of.strides.data(), dims.data(), dims.size());
  };
  struct Pair {
    std::uint64_t a, b;
  };
  switch (bytes) {
    case 1:
      return as(std::uint8_t{});
    case 2:
      return as(std::uint16_t{});
    case 4:
      return as(std::uint32_t{});
    case 8:
      return as(std::uint64_t{});
    default:
      return as(Pair{});
  }
}

std::size_t bytes_of(const Array& a) { return std::size_t(byte_size(a.elem)) * (a.complex ? 2 : 1); }

}  // namespace

ArrayP copy_view(const Array& from, const std::vector<ViewAxis>& view, const std::vector<std::int64_t>& dims) {
  ArrayP out = make_array(from.elem, dims, false, from.complex);
  const Layout in = layout_of(from, view, dims.size()), rows{0, strides_of(dims)};
  runtime::Device* device = moved_on(from, out->count());
  if (!device && out->count() < kMovedThere) device = from.buffer->parts_from();
  if (device && copy_on(*device, from, in, *out, rows, dims)) return out;
  copy(out->buffer->host_overwrite(), rows, from.buffer->host_read(), in, dims, bytes_of(from));
  return out;
}

void write_view(Array& target, const std::vector<ViewAxis>& view, const std::vector<std::int64_t>& dims,
                const Array& from) {
  const Layout rows{0, strides_of(dims)}, out = layout_of(target, view, dims.size());
  if (runtime::Device* const device = moved_on(from, from.count());
      device && copy_on(*device, from, rows, target, out, dims))
    return;
  copy(target.buffer->host_write(), out, from.buffer->host_read(), rows, dims, bytes_of(target));
}

void fill_view(Array& target, const std::vector<ViewAxis>& view, const std::vector<std::int64_t>& dims,
               const void* element) {
  Layout same;
  same.strides.assign(dims.size(), 0);
  copy(target.buffer->host_write(), layout_of(target, view, dims.size()), element, same, dims, bytes_of(target));
}

}  // namespace qc::host
