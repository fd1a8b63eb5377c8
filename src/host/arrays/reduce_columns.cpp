#include "host/arrays/reduce_columns.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

#include "host/arrays/tree_fold.h"
#include "host/context/parallel_chunks.h"
#include "ir/sums_of_squares.h"

namespace qc::host {

namespace {

// Lines that are folded together: narrow ones as a whole, with all their lanes in the second-level cache; of
// kHasAvx2Fma ones a tile, whose lanes are walked in bit-reversed order, so that a value for each level of the tree
// takes the place of all lanes.
constexpr std::int64_t kNarrow = 64, kWidest = 1024;
constexpr std::int64_t kWidestExtreme = 4096;    // of extremes, which keep one value for each line
constexpr std::int64_t kLongestSpread = 256;     // of a line that is transposed for its variance
constexpr std::int64_t kTransposedExtreme = 24;  // shorter lines are transposed for their extremes
constexpr int kLevels = 16;                      // of lanes and of chunks, with the four lanes that are read together

struct Job {
  Fold what;
  const void* x;
  void* out;
  std::int64_t n, inner, width,
      tiles;               // tiles of `width` lines in a row of `inner` lines; short lines: `tiles` lines in all
  std::int64_t parts = 1;  // extremes: a line is folded in so many parts, of which each has a result
};

// Compiled twice, as the loops of elementwise.cpp.
#define QC_INLINE [[gnu::always_inline]] inline
const bool kHasAvx2Fma = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");

template <class T, class Op>
QC_INLINE void join_body(T* to, const T* a, const T* b, std::int64_t n, const Op& op) {
#pragma GCC ivdep
  for (std::int64_t t = 0; t < n; ++t) to[t] = op(a[t], b[t]);
}
template <class T, class Op>
QC_INLINE void join4_body(T* to, const T* a, const T* b, const T* c, const T* d, std::int64_t n, const Op& op) {
#pragma GCC ivdep
  for (std::int64_t t = 0; t < n; ++t) to[t] = op(op(a[t], b[t]), op(c[t], d[t]));
}
template <class T, class Op>
[[gnu::target("avx2,fma")]] void join_wide(T* to, const T* a, const T* b, std::int64_t n, const Op& op) {
  join_body(to, a, b, n, op);
}
template <class T, class Op>
[[gnu::target("avx2,fma")]] void join4_wide(T* to, const T* a, const T* b, const T* c, const T* d, std::int64_t n,
                                            const Op& op) {
  join4_body(to, a, b, c, d, n, op);
}

// to = a op b; to may be a.
template <class T, class Op>
void join(T* to, const T* a, const T* b, std::int64_t n, const Op& op) {
  if (kHasAvx2Fma)
    join_wide(to, a, b, n, op);
  else
    join_body(to, a, b, n, op);
}
// to = (a op b) op (c op d)
template <class T, class Op>
void join4(T* to, const T* a, const T* b, const T* c, const T* d, std::int64_t n, const Op& op) {
  if (kHasAvx2Fma)
    join4_wide(to, a, b, c, d, n, op);
  else
    join4_body(to, a, b, c, d, n, op);
}

// fold_halves of tree_fold.h for `width` lines at a time; lanes lie one after another.
template <class T, class Op>
void fold_rows(T* rows, std::int64_t size, std::int64_t present, std::int64_t width, const Op& op) {
  for (std::int64_t h = size / 2; h >= 1; h /= 2) {
    if (present > h) join(rows, rows, rows + h * width, (present - h) * width, op);
    present = std::min(present, h);
  }
}

// ---- narrow: all lines of a row, lane after lane, as they lie in memory
// -------------------------------------------------

template <class T, class Op>
void fold_narrow(const Job& j, const T* x, T* out, T* lanes, const Op& op) {
  const TreeShape shape = tree_shape(j.n, std::int64_t(sizeof(T)));
  T* chunks = lanes + std::min(shape.lanes, j.n) * j.inner;
  std::int64_t count = 0;
  for (std::int64_t begin = 0; begin < j.n; begin += shape.chunk, ++count) {
    const std::int64_t end = std::min(j.n, begin + shape.chunk), present = std::min(shape.lanes, end - begin);
    std::copy_n(x + begin * j.inner, present * j.inner, lanes);
    for (std::int64_t row = begin + shape.lanes; row < end; row += shape.lanes)
      join(lanes, lanes, x + row * j.inner, std::min(shape.lanes, end - row) * j.inner, op);
    fold_rows(lanes, shape.lanes, present, j.inner, op);
    std::copy_n(lanes, j.inner, chunks + count * j.inner);
  }
  fold_rows(chunks, kMaxChunks, count, j.inner, op);
  std::copy_n(chunks, j.inner, out);
}

// ---- kHasAvx2Fma: a tile of the lines
// ------------------------------------------------------------------------------------------

template <class T, class Op>
struct Walk {
  const T* rows;                            // the first element of the tile in row 0 of what is folded
  std::int64_t stride, width;               // of rows; of the tile
  std::int64_t lanes, present, iterations;  // iteration i belongs to lane i mod lanes
  T* level;                                 // kLevels times `width`
  const Op& op;

  const T* row(std::int64_t i) const { return rows + i * stride; }

  // The lanes l, l + step, .. in `to`, which is the level `depth`.
  void fold(std::int64_t l, std::int64_t step, int depth) {
    T* to = level + depth * width;
    if (4 * step == lanes && iterations <= lanes && l + 3 * step < present)
      return join4(to, row(l), row(l + 2 * step), row(l + step), row(l + 3 * step), width, op);
    if (2 * step == lanes && iterations == 2 * lanes)
      return join4(to, row(l), row(l + lanes), row(l + step), row(l + step + lanes), width, op);
    if (step == lanes) return lane(l, to);
    if (l + step >= present) return fold(l, 2 * step, depth);
    fold(l, 2 * step, depth);
    fold(l + step, 2 * step, depth + 1);
    join(to, to, to + width, width, op);
  }
  void lane(std::int64_t l, T* to) {
    if (l + lanes >= iterations)
      std::copy_n(row(l), width, to);
    else
      join(to, row(l), row(l + lanes), width, op);
    for (std::int64_t i = l + 2 * lanes; i < iterations; i += lanes) join(to, to, row(i), width, op);
  }
};

template <class T, class Op>
void fold_wide(const Job& j, const T* x, std::int64_t width, T* out, T* scratch, const Op& op) {
  const TreeShape shape = tree_shape(j.n, std::int64_t(sizeof(T)));
  const std::int64_t chunks = (j.n + shape.chunk - 1) / shape.chunk;
  T *level = scratch, *values = scratch + kLevels * width;
  for (std::int64_t k = 0; k < chunks; ++k) {
    const std::int64_t begin = k * shape.chunk, n = std::min(shape.chunk, j.n - begin);
    Walk<T, Op>{x + begin * j.inner, j.inner, width, shape.lanes, std::min(shape.lanes, n), n, level, op}.fold(0, 1, 0);
    std::copy_n(level, width, chunks == 1 ? out : values + k * width);
  }
  if (chunks == 1) return;
  Walk<T, Op>{values, width, width, kMaxChunks, chunks, chunks, level, op}.fold(0, 1, 0);
  std::copy_n(level, width, out);
}

// ---- extremes of floats: the order of the rows does not matter, so they are walked as they lie in memory
// ------------------

// The order of Extreme as that of integers: bits, with those of negative numbers flipped; a NaN is beyond the other
// end.
template <class T, bool kMax>
struct Keys {
  using Key = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  static constexpr Key kMost = std::numeric_limits<Key>::max(), kNone = kMax ? std::numeric_limits<Key>::min() : kMost;
  static constexpr Key kInfinity = sizeof(T) == 4 ? Key(0x7F800000) : Key(0x7FF0000000000000);

  QC_INLINE static Key flipped(Key bits) { return bits ^ ((bits >> (8 * sizeof(T) - 1)) & kMost); }
  QC_INLINE static Key of(Key bits) { return (bits & kMost) > kInfinity ? kNone : flipped(bits); }
  QC_INLINE static Key better(Key a, Key b) { return kMax ? (a > b ? a : b) : (a < b ? a : b); }

  QC_INLINE static void body(Key* __restrict best, const Key* x, std::int64_t stride, std::int64_t n,
                             std::int64_t width) {
    std::int64_t k = 0;
    for (; k + 4 <= n; k += 4) {
      const Key *a = x + k * stride, *b = a + stride, *c = b + stride, *d = c + stride;
#pragma GCC ivdep
      for (std::int64_t t = 0; t < width; ++t)
        best[t] = better(best[t], better(better(of(a[t]), of(b[t])), better(of(c[t]), of(d[t]))));
    }
    for (; k < n; ++k) {
      const Key* a = x + k * stride;
#pragma GCC ivdep
      for (std::int64_t t = 0; t < width; ++t) best[t] = better(best[t], of(a[t]));
    }
  }
  [[gnu::target("avx2")]] static void body_wide(Key* best, const Key* x, std::int64_t stride, std::int64_t n,
                                                std::int64_t width) {
    body(best, x, stride, n, width);
  }

  // best: `width` keys. A column of NaNs is the first of them.
  static void fold(const T* x, std::int64_t stride, std::int64_t n, std::int64_t width, Key* best, T* out) {
    std::fill_n(best, width, kNone);
    const Key* bits = reinterpret_cast<const Key*>(x);
    if (kHasAvx2Fma)
      body_wide(best, bits, stride, n, width);
    else
      body(best, bits, stride, n, width);
    for (std::int64_t t = 0; t < width; ++t) out[t] = best[t] == kNone ? x[t] : std::bit_cast<T>(flipped(best[t]));
  }

  // Of a line that lies together, as if it were rows of kAbreast columns.
  static T of_line(const T* x, std::int64_t n) {
    constexpr std::int64_t kAbreast = 32;
    const Key* bits = reinterpret_cast<const Key*>(x);
    Key abreast[kAbreast], best = kNone;
    std::fill_n(abreast, kAbreast, kNone);
    if (kHasAvx2Fma)
      body_wide(abreast, bits, kAbreast, n / kAbreast, kAbreast);
    else
      body(abreast, bits, kAbreast, n / kAbreast, kAbreast);
    for (std::int64_t k = n / kAbreast * kAbreast; k < n; ++k) best = better(best, of(bits[k]));
    for (const Key k : abreast) best = better(best, k);
    return best == kNone ? x[0] : std::bit_cast<T>(flipped(best));
  }
};

template <class T, bool kMax>
void extreme_tile(const Job& j, std::int64_t width, const T* x, T* out, T* scratch) {
  if constexpr (std::is_floating_point_v<T>)
    Keys<T, kMax>::fold(x, j.inner, j.n, width, reinterpret_cast<typename Keys<T, kMax>::Key*>(scratch), out);
  else if (j.inner <= kNarrow)
    fold_narrow(j, x, out, scratch, Extreme<kMax>{});
  else
    fold_wide(j, x, width, out, scratch, Extreme<kMax>{});
}

template <class T, class Op>
void fold_tile(const Job& j, std::int64_t outer, std::int64_t first, T* scratch, const Op& op) {
  const std::int64_t width = std::min(j.width, j.inner - first);
  const T* x = static_cast<const T*>(j.x) + outer * j.n * j.inner + first;
  T* out = static_cast<T*>(j.out) + outer * j.inner + first;
  if (j.inner <= kNarrow)
    fold_narrow(j, x, out, scratch, op);
  else
    fold_wide(j, x, width, out, scratch, op);
  if (j.what == Fold::Sum)
    for (std::int64_t t = 0; t < width; ++t) out[t] = T(0) + out[t];
}

template <class T>
void fold_tile(const Job& j, std::int64_t number, T* scratch) {
  const std::int64_t outer = number / j.tiles, first = number % j.tiles * j.width;
  switch (j.what) {
    case Fold::Sum:
      return fold_tile(j, outer, first, scratch, Plus{});
    case Fold::Product:
      return fold_tile(j, outer, first, scratch, Times{});
    default:
      break;
  }
  const std::int64_t width = std::min(j.width, j.inner - first);
  const std::int64_t length = (j.n + j.parts - 1) / j.parts, begin = outer % j.parts * length;
  const T* x = static_cast<const T*>(j.x) + (outer / j.parts * j.n + begin) * j.inner + first;
  T* out = static_cast<T*>(j.out) + outer * j.inner + first;
  Job part = j;
  part.n = std::min(length, j.n - begin);
  if (j.what == Fold::Min)
    extreme_tile<T, false>(part, width, x, out, scratch);
  else
    extreme_tile<T, true>(part, width, x, out, scratch);
}

template <class T>
void run(void* const* params, const runtime::Dims*, const std::int64_t at[3], void* memory) {
  fold_tile(*static_cast<const Job*>(params[0]), at[0], static_cast<T*>(memory));
}

// ---- short lines along the last dimension: a tile of them transposed
// ----------------------------------------------------

// Lines of n elements, one after another, side by side. A number that the compiler knows is taken out of whole vectors.
template <std::int64_t n, class T>
void transpose_few(const T* __restrict x, T* __restrict transposed, std::int64_t lines) {
  for (std::int64_t l = 0; l < lines; ++l)
    for (std::int64_t k = 0; k < n; ++k) transposed[k * lines + l] = x[l * n + k];
}
template <class T>
void transpose_tile(const T* x, T* transposed, std::int64_t n, std::int64_t lines) {
  switch (n) {
    case 2:
      return transpose_few<2>(x, transposed, lines);
    case 3:
      return transpose_few<3>(x, transposed, lines);
    case 4:
      return transpose_few<4>(x, transposed, lines);
    case 8:
      return transpose_few<8>(x, transposed, lines);
    default:
      break;
  }
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t l = 0; l < lines; ++l) transposed[k * lines + l] = x[l * n + k];
}

template <class T>
void run_short(void* const* params, const runtime::Dims*, const std::int64_t at[3], void* memory) {
  const Job& whole = *static_cast<const Job*>(params[0]);
  const std::int64_t first = at[0] * whole.width, lines = std::min(whole.width, whole.tiles - first);
  T* transposed = static_cast<T*>(memory);
  transpose_tile(static_cast<const T*>(whole.x) + first * whole.n, transposed, whole.n, lines);
  fold_tile(Job{whole.what, transposed, static_cast<T*>(whole.out) + first, whole.n, lines, lines, 1}, 0,
            transposed + whole.n * whole.width);
}

// As kHasAvx2Fma as the first-level cache holds the levels, but enough tiles for all threads.
std::int64_t tile_width(std::int64_t outer, std::int64_t inner, int threads, bool extreme) {
  if (inner <= kNarrow) return inner;
  std::int64_t width = extreme ? kWidestExtreme : kWidest;
  const std::int64_t enough = threads == 1 ? 1 : 4 * std::int64_t(threads);
  while (width > kNarrow && (inner + width - 1) / width * outer < enough) width /= 2;
  return std::min(width, inner);
}

// Few lines leave threads idle: where the order does not matter, parts of them are folded first. None is empty.
std::int64_t parts_of_lines(std::int64_t tiles, std::int64_t n, int threads) {
  constexpr std::int64_t kShortest = 1024;
  const std::int64_t wanted = threads == 1 ? 1 : 4 * std::int64_t(threads) / tiles;
  const std::int64_t parts = std::clamp<std::int64_t>(n / kShortest, 1, std::max<std::int64_t>(wanted, 1));
  const std::int64_t length = (n + parts - 1) / parts;
  return (n + length - 1) / length;
}

std::size_t scratch_elements(const Job& j, const TreeShape& shape) {
  if (j.inner <= kNarrow) return std::size_t((std::min(shape.lanes, j.n) + kMaxChunks) * j.inner);
  return std::size_t((kLevels + shape.chunks) * j.width);
}

// ---- spread: squared distances from the mean, summed by the tree
// --------------------------------------------------------

struct SpreadJob {
  Job job;
  bool all;  // over n, not n - 1
  bool root;
  std::atomic<bool>* unsafe;  // set where a line has to be scaled
};

template <class T>
void fold_sums(const Job& j, const T* x, std::int64_t width, T* out, T* scratch) {
  if (j.inner <= kNarrow)
    fold_narrow(j, x, out, scratch, Plus{});
  else
    fold_wide(j, x, width, out, scratch, Plus{});
  for (std::int64_t t = 0; t < width; ++t) out[t] = T(0) + out[t];
}

// The spread of `width` lines that lie side by side from x on, in doubles (ir/sums_of_squares.h). Memory: a row of
// `j.width` doubles for each element of a line, two more, and what fold_sums takes.
template <class T>
void spread_tile(const SpreadJob& s, const Job& j, const T* x, std::int64_t width, T* out, double* memory) {
  double *mean = memory, *total = mean + j.width, *kHasAvx2Fma = total + j.width,
         *scratch = kHasAvx2Fma + j.n * j.width;
  Job lines = j;
  lines.inner = width;
  for (std::int64_t k = 0; k < j.n; ++k)
    for (std::int64_t t = 0; t < width; ++t) kHasAvx2Fma[k * width + t] = double(x[k * j.inner + t]);
  const auto less_mean = [&] {
    fold_sums(lines, kHasAvx2Fma, width, mean, scratch);
    for (std::int64_t t = 0; t < width; ++t) mean[t] = mean[t] / double(j.n);
    for (std::int64_t k = 0; k < j.n; ++k)
      for (std::int64_t t = 0; t < width; ++t) kHasAvx2Fma[k * width + t] -= mean[t];
  };
  less_mean();
  if constexpr (std::is_same_v<T, double>) less_mean();  // of what the first one was rounded by
  for (std::int64_t k = 0; k < j.n * width; ++k) kHasAvx2Fma[k] *= kHasAvx2Fma[k];
  fold_sums(lines, kHasAvx2Fma, width, total, scratch);
  for (std::int64_t t = 0; t < width; ++t) {
    const double v = j.n == 1 && !s.all && total[t] == 0 ? total[t] : total[t] / double(j.n - (s.all ? 0 : 1));
    out[t] = T(s.root ? std::sqrt(v) : v);
    if constexpr (std::is_same_v<T, double>)
      if (square_scale(total[t], Elem::F64) != 1) s.unsafe->store(true, std::memory_order_relaxed);
  }
}

template <class T>
void run_spread(void* const* params, const runtime::Dims*, const std::int64_t at[3], void* memory) {
  const SpreadJob& s = *static_cast<const SpreadJob*>(params[0]);
  const Job& j = s.job;
  const std::int64_t outer = at[0] / j.tiles, first = at[0] % j.tiles * j.width,
                     width = std::min(j.width, j.inner - first);
  const T* x = static_cast<const T*>(j.x) + outer * j.n * j.inner + first;
  spread_tile(s, j, x, width, static_cast<T*>(j.out) + outer * j.inner + first, static_cast<double*>(memory));
}

template <class T>
void run_spread_short(void* const* params, const runtime::Dims*, const std::int64_t at[3], void* memory) {
  const SpreadJob& s = *static_cast<const SpreadJob*>(params[0]);
  const Job& whole = s.job;
  const std::int64_t first = at[0] * whole.width, lines = std::min(whole.width, whole.tiles - first);
  auto* doubles = static_cast<double*>(memory);
  T* transposed = reinterpret_cast<T*>(doubles);
  transpose_tile(static_cast<const T*>(whole.x) + first * whole.n, transposed, whole.n, lines);
  Job j = whole;
  j.inner = lines;
  spread_tile(s, j, transposed, lines, static_cast<T*>(whole.out) + first, doubles + whole.n * whole.width);
}

// Extremes along the last dimension, in which the order does not matter: each line as it lies.
template <class T, bool kMax>
void extremes_of_rows(const Array& x, std::int64_t lines, std::int64_t n, Array& out, runtime::Device& host) {
  const auto* from = static_cast<const T*>(x.buffer->host_read());
  auto* to = static_cast<T*>(out.buffer->host_overwrite());
  constexpr std::int64_t kPiece = 1 << 16;  // elements
  in_chunks(host, lines, std::max<std::int64_t>(1, kPiece / n), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t l = begin; l < end; ++l) to[l] = Keys<T, kMax>::of_line(from + l * n, n);
  });
}
template <class T>
void extremes_of_rows(bool max, const Array& x, std::int64_t lines, std::int64_t n, Array& out, runtime::Device& host) {
  max ? extremes_of_rows<T, true>(x, lines, n, out, host) : extremes_of_rows<T, false>(x, lines, n, out, host);
}

void fold_short_lines(Fold what, const Array& x, std::int64_t lines, std::int64_t n, Array& out,
                      runtime::Device& host) {
  Job job{what, x.buffer->host_read(), out.buffer->host_overwrite(), n, kNarrow, kNarrow, lines};
  const std::int64_t bytes = byte_size(x.elem);
  runtime::HostImage image;
  image.entry = x.elem == Elem::F32   ? run_short<float>
                : x.elem == Elem::F64 ? run_short<double>
                                      : run_short<std::int64_t>;
  image.shared_bytes = (scratch_elements(job, tree_shape(n, bytes)) + std::size_t(n * kNarrow)) * std::size_t(bytes);
  runtime::Dims dims;
  dims.grid[0] = (lines + kNarrow - 1) / kNarrow;
  void* params[1] = {&job};
  const auto kernel = host.load(image);
  host.launch(*kernel, dims, params, 1);
}

}  // namespace

void fold_columns(Fold what, const Array& x, std::int64_t outer, std::int64_t n, std::int64_t inner, Array& out,
                  runtime::Device& host) {
  if (outer == 0 || inner == 0) return;
  const bool extreme = what == Fold::Min || what == Fold::Max;
  if (inner == 1 && extreme && n >= kTransposedExtreme && x.elem == Elem::F32)
    return extremes_of_rows<float>(what == Fold::Max, x, outer, n, out, host);
  if (inner == 1 && extreme && n >= kTransposedExtreme && x.elem == Elem::F64)
    return extremes_of_rows<double>(what == Fold::Max, x, outer, n, out, host);
  if (inner == 1) return fold_short_lines(what, x, outer, n, out, host);
  const std::int64_t width = tile_width(outer, inner, host.info().multiprocessors, extreme && x.elem != Elem::I64);
  const std::int64_t tiles = (inner + width - 1) / width;
  const std::int64_t parts = extreme ? parts_of_lines(outer * tiles, n, host.info().multiprocessors) : 1;
  const ArrayP of_parts = parts > 1 ? make_array(x.elem, {outer * parts * inner}, false) : nullptr;
  void* const results = (of_parts ? *of_parts : out).buffer->host_overwrite();
  Job job{what, x.buffer->host_read(), results, n, inner, width, tiles, parts};
  const std::int64_t bytes = byte_size(x.elem);
  runtime::HostImage image;
  image.entry = x.elem == Elem::F32 ? run<float> : x.elem == Elem::F64 ? run<double> : run<std::int64_t>;
  image.shared_bytes = scratch_elements(job, tree_shape(n, bytes)) * std::size_t(bytes);
  runtime::Dims dims;
  dims.grid[0] = outer * parts * job.tiles;
  void* params[1] = {&job};
  const auto kernel = host.load(image);
  host.launch(*kernel, dims, params, 1);
  if (of_parts) fold_columns(what, *of_parts, outer, parts, inner, out, host);
}

bool spread_columns(bool all, bool root, const Array& x, std::int64_t outer, std::int64_t n, std::int64_t inner,
                    Array& out, runtime::Device& host) {
  constexpr std::int64_t kLargest = 1 << 23;  // bytes of squares that a thread keeps
  const bool transposed = inner == 1;
  if (transposed && n > kLongestSpread) return false;
  constexpr std::int64_t bytes = sizeof(double);
  const std::int64_t width = transposed ? kNarrow : std::min(inner, kNarrow);
  if (n * width * bytes > kLargest || outer == 0 || inner == 0 || n == 0) return false;
  std::atomic<bool> unsafe{false};
  SpreadJob spread{{Fold::Sum, x.buffer->host_read(), out.buffer->host_overwrite(), n, inner, width,
                    transposed ? outer : (inner + width - 1) / width},
                   all,
                   root,
                   &unsafe};
  const TreeShape shape = tree_shape(n, bytes);
  const std::int64_t scratch =
      std::max((std::min(shape.lanes, n) + kMaxChunks) * width, (kLevels + shape.chunks) * width);
  runtime::HostImage image;
  if (transposed)
    image.entry = x.elem == Elem::F32 ? run_spread_short<float> : run_spread_short<double>;
  else
    image.entry = x.elem == Elem::F32 ? run_spread<float> : run_spread<double>;
  image.shared_bytes = std::size_t((n + 2) * width + scratch + (transposed ? n * width : 0)) * std::size_t(bytes);
  runtime::Dims dims;
  dims.grid[0] = transposed ? (outer + width - 1) / width : outer * spread.job.tiles;
  void* params[1] = {&spread};
  const auto kernel = host.load(image);
  host.launch(*kernel, dims, params, 1);
  return !unsafe;
}

}  // namespace qc::host
