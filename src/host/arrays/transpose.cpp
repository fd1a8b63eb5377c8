#include "host/arrays/transpose.h"

#include <immintrin.h>

#include <algorithm>
#include <cstdint>

namespace qc::host {

namespace {

// Squares of one line of memory each way are transposed in registers, so that lines are read and written whole whatever
// the distance between them; a block of squares touches few enough pages for the translation of addresses.
constexpr std::int64_t kBlockRows = 64, kBlockColumns = 256;

struct Job {
  Transposition t;
  std::int64_t across;  // blocks in a row of blocks
  bool stream;          // lines of `to` are lines of memory, and too many to stay in a cache
};

// Rows x columns of at most a block, element by element.
template <class T>
void turn_some(T* to, std::int64_t to_stride, const T* from, std::int64_t from_stride, std::int64_t rows,
               std::int64_t columns) {
  constexpr std::int64_t kTile = 16;
  for (std::int64_t i0 = 0; i0 < rows; i0 += kTile)
    for (std::int64_t j0 = 0; j0 < columns; j0 += kTile)
      for (std::int64_t j = j0; j < std::min(columns, j0 + kTile); ++j)
        for (std::int64_t i = i0; i < std::min(rows, i0 + kTile); ++i)
          to[j * to_stride + i] = from[i * from_stride + j];
}

#define QC_WIDE [[gnu::target("avx2")]] inline

// 8 x 8 elements of 4 bytes.
QC_WIDE void turn_square(std::uint32_t* to, std::int64_t to_stride, const std::uint32_t* from,
                         std::int64_t from_stride) {
  __m256 r[8], p[8];
  for (int i = 0; i < 8; ++i) r[i] = _mm256_loadu_ps(reinterpret_cast<const float*>(from + i * from_stride));
  for (int i = 0; i < 8; i += 2) {
    p[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
    p[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
  }
  for (int i = 0; i < 8; i += 4)
    for (int h = 0; h < 2; ++h) {
      r[i + 2 * h] = _mm256_shuffle_ps(p[i + h], p[i + 2 + h], 0x44);
      r[i + 2 * h + 1] = _mm256_shuffle_ps(p[i + h], p[i + 2 + h], 0xee);
    }
  for (int i = 0; i < 4; ++i) {
    _mm256_storeu_ps(reinterpret_cast<float*>(to + i * to_stride), _mm256_permute2f128_ps(r[i], r[i + 4], 0x20));
    _mm256_storeu_ps(reinterpret_cast<float*>(to + (i + 4) * to_stride), _mm256_permute2f128_ps(r[i], r[i + 4], 0x31));
  }
}

// 4 x 4 elements of 8 bytes.
QC_WIDE void turn_square(std::uint64_t* to, std::int64_t to_stride, const std::uint64_t* from,
                         std::int64_t from_stride) {
  __m256d r[4], p[4];
  for (int i = 0; i < 4; ++i) r[i] = _mm256_loadu_pd(reinterpret_cast<const double*>(from + i * from_stride));
  for (int i = 0; i < 4; i += 2) {
    p[i] = _mm256_unpacklo_pd(r[i], r[i + 1]);
    p[i + 1] = _mm256_unpackhi_pd(r[i], r[i + 1]);
  }
  for (int i = 0; i < 2; ++i) {
    _mm256_storeu_pd(reinterpret_cast<double*>(to + i * to_stride), _mm256_permute2f128_pd(p[i], p[i + 2], 0x20));
    _mm256_storeu_pd(reinterpret_cast<double*>(to + (i + 2) * to_stride), _mm256_permute2f128_pd(p[i], p[i + 2], 0x31));
  }
}

// A square of one line each way, to the lines of `to`. Streaming lines past the caches spares reading them first, which
// is most of the time where the distance between lines is a power of two and they all want the same places of a cache.
template <bool stream, class T>
QC_WIDE void turn_line_square(T* to, std::int64_t to_stride, const T* from, std::int64_t from_stride) {
  constexpr std::int64_t kLine = 64 / std::int64_t(sizeof(T)), kHalf = kLine / 2;
  alignas(64) T tile[kLine * kLine];
  for (std::int64_t i = 0; i < kLine; i += kHalf)
    for (std::int64_t j = 0; j < kLine; j += kHalf)
      turn_square(tile + j * kLine + i, kLine, from + i * from_stride + j, from_stride);
  for (std::int64_t j = 0; j < kLine; ++j) {
    const auto* line = reinterpret_cast<const __m256i*>(tile + j * kLine);
    auto* out = reinterpret_cast<__m256i*>(to + j * to_stride);
    for (int h = 0; h < 2; ++h) {
      if constexpr (stream)
        _mm256_stream_si256(out + h, _mm256_load_si256(line + h));
      else
        _mm256_storeu_si256(out + h, _mm256_load_si256(line + h));
    }
  }
}

// What is left of a block beside its whole lines goes element by element.
template <class T>
QC_WIDE void turn_lines(T* to, std::int64_t to_stride, const T* from, std::int64_t from_stride, std::int64_t rows,
                        std::int64_t columns, bool stream) {
  constexpr std::int64_t kLine = 64 / std::int64_t(sizeof(T));
  const std::int64_t r = rows / kLine * kLine, c = columns / kLine * kLine;
  for (std::int64_t i = 0; i < r; i += kLine)
    for (std::int64_t j = 0; j < c; j += kLine) {
      if (stream)
        turn_line_square<true>(to + j * to_stride + i, to_stride, from + i * from_stride + j, from_stride);
      else
        turn_line_square<false>(to + j * to_stride + i, to_stride, from + i * from_stride + j, from_stride);
    }
  turn_some(to + c * to_stride, to_stride, from + c, from_stride, rows, columns - c);
  turn_some(to + r, to_stride, from + r * from_stride, from_stride, rows - r, c);
  if (stream) _mm_sfence();
}

template <class T>
void run(void* const* params, const runtime::Dims*, const std::int64_t at[3], void*) {
  static const bool wide = __builtin_cpu_supports("avx2");
  const Job& j = *static_cast<const Job*>(params[0]);
  const Transposition& t = j.t;
  const std::int64_t i0 = at[0] / j.across * kBlockRows, j0 = at[0] % j.across * kBlockColumns;
  const std::int64_t rows = std::min(kBlockRows, t.rows - i0), columns = std::min(kBlockColumns, t.columns - j0);
  T* to = static_cast<T*>(t.to) + j0 * t.to_stride + i0;
  const T* from = static_cast<const T*>(t.from) + i0 * t.from_stride + j0;
  if constexpr (sizeof(T) == 4 || sizeof(T) == 8)
    if (wide) return turn_lines(to, t.to_stride, from, t.from_stride, rows, columns, j.stream);
  turn_some(to, t.to_stride, from, t.from_stride, rows, columns);
}

struct Pair {
  std::uint64_t a, b;
};

}  // namespace

void transpose_matrix(const Transposition& t, runtime::Device& host) {
  if (t.rows == 0 || t.columns == 0) return;
  constexpr std::size_t kCached = 1 << 21;
  const std::size_t line = std::size_t(t.rows) * t.bytes, step = std::size_t(t.to_stride) * t.bytes;
  const bool stream =
      step % 64 == 0 && reinterpret_cast<std::uintptr_t>(t.to) % 64 == 0 && line * std::size_t(t.columns) > kCached;
  Job job{t, (t.columns + kBlockColumns - 1) / kBlockColumns, stream};
  runtime::HostImage image;
  image.entry = t.bytes == 1   ? run<std::uint8_t>
                : t.bytes == 2 ? run<std::uint16_t>
                : t.bytes == 4 ? run<std::uint32_t>
                : t.bytes == 8 ? run<std::uint64_t>
                               : run<Pair>;
  runtime::Dims dims;
  dims.grid[0] = (t.rows + kBlockRows - 1) / kBlockRows * job.across;
  void* params[1] = {&job};
  const auto kernel = host.load(image);
  host.launch(*kernel, dims, params, 1);
}

void transpose_matrix(void* to, const void* from, std::int64_t rows, std::int64_t columns, std::size_t bytes,
                      runtime::Device& host) {
  transpose_matrix({to, from, rows, columns, bytes, rows, columns}, host);
}

ArrayP transposed(const Array& x, runtime::Device& host) {
  ArrayP out = make_array(x.elem, {x.dims[1], x.dims[0]}, false, x.complex);
  transpose_matrix(out->buffer->host_overwrite(), x.buffer->host_read(), x.dims[0], x.dims[1],
                   std::size_t(byte_size(x.elem)) * (x.complex ? 2 : 1), host);
  return out;
}

}  // namespace qc::host
