#include "host/arrays/products/gemm.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>

#include "host/arrays/products/gemm_narrow.h"
#include "host/context/parallel_chunks.h"
#include "runtime/device.h"

namespace qc::host {

namespace {

// Few columns: the rows are chains of their own, several at a time.
template <class T>
[[gnu::always_inline]] inline void by_rows_body(const GemmJob<T>& g) {
  constexpr long kTogether = 8;
  for (long i = 0; i < g.m; i += kTogether) {
    const long rows = std::min(kTogether, g.m - i);
    for (long j = 0; j < g.n; ++j) {
      const T* a = g.a + i * g.k;
      const T* b = g.b + j;
      T* c = g.c + i * g.n + j;
      for (long first = 0; first < g.k || first == 0; first += g.part) {
        const long end = std::min(g.k, first + g.part);
        T s[kTogether] = {};
        if (rows == kTogether) {
          for (long k = first; k < end; ++k)
            for (long r = 0; r < kTogether; ++r) s[r] = std::fma(a[r * g.k + k], b[k * g.n], s[r]);
        } else {
          for (long k = first; k < end; ++k)
            for (long r = 0; r < rows; ++r) s[r] = std::fma(a[r * g.k + k], b[k * g.n], s[r]);
        }
        for (long r = 0; r < rows; ++r) c[r * g.n] = first == 0 ? s[r] : c[r * g.n] + s[r];
      }
    }
  }
}

// A chain for each of `columns` sums in c, whose row of a begins at `a`, and their column of b at `b`; four rows of b
// at a time.
template <class T>
[[gnu::always_inline]] inline void chains(const GemmJob<T>& g, const T* a, const T* b, long steps, T* __restrict c,
                                          long columns) {
  constexpr long kTogether = 4;
  for (long j = 0; j < columns; ++j) c[j] = 0;
  long k = 0;
  for (; k + kTogether <= steps; k += kTogether) {
    const T *p = b + k * g.n, *q = p + g.n, *r = q + g.n, *s = r + g.n;
    const T x = a[k], y = a[k + 1], z = a[k + 2], w = a[k + 3];
    for (long j = 0; j < columns; ++j)
      c[j] = std::fma(w, s[j], std::fma(z, r[j], std::fma(y, q[j], std::fma(x, p[j], c[j]))));
  }
  for (; k < steps; ++k) {
    const T x = a[k];
    const T* p = b + k * g.n;
    for (long j = 0; j < columns; ++j) c[j] = std::fma(x, p[j], c[j]);
  }
}

// Long rows of c; the columns from `begin` to `end`.
template <class T>
[[gnu::always_inline]] inline void by_columns_body(const GemmJob<T>& g, long begin, long end) {
  constexpr long kColumns = 4096 / sizeof(T);
  for (long i = 0; i < g.m; ++i) {
    T* c = g.c + i * g.n;
    const T* a = g.a + i * g.k;
    chains(g, a, g.b + begin, std::min(g.k, g.part), c + begin, end - begin);
    for (long first = g.part; first < g.k; first += g.part)
      for (long j = begin; j < end; j += kColumns) {
        T more[kColumns];
        const long columns = std::min(kColumns, end - j);
        chains(g, a + first, g.b + first * g.n + j, std::min(g.part, g.k - first), more, columns);
        for (long h = 0; h < columns; ++h) c[j + h] += more[h];
      }
  }
}

#define QC_SMALL(T)                                                                             \
  [[gnu::target("avx2,fma")]] void by_rows_wide(const GemmJob<T>& g) { by_rows_body(g); }       \
  [[gnu::target("avx2,fma")]] void by_columns_wide(const GemmJob<T>& g, long begin, long end) { \
    by_columns_body(g, begin, end);                                                             \
  }                                                                                             \
  void by_rows(const GemmJob<T>& g) { by_rows_body(g); }                                        \
  void by_columns(const GemmJob<T>& g, long begin, long end) { by_columns_body(g, begin, end); }
QC_SMALL(float)
QC_SMALL(double)
#undef QC_SMALL

template <class T>
struct Launch {
  GemmJob<T> job;
  GemmTile<T> tile;
};

template <class T>
void run_tile(void* const* params, const runtime::Dims*, const std::int64_t at[3], void* scratch) {
  const auto& l = *static_cast<const Launch<T>*>(params[0]);
  l.tile(l.job, at[1] * l.job.tile_rows, at[0] * l.job.tile_columns, scratch);
}

struct Instructions {
  bool fma, wide;
};
const Instructions& instructions() {
  static const bool fma = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  static const Instructions found{fma, fma && __builtin_cpu_supports("avx512f")};
  return found;
}

constexpr long kNarrow = 8;

// Few rows or columns, or little work, for which packing would cost more than it brings: some rows of c.
template <class T>
void multiply_directly(const GemmJob<T>& job) {
  const bool fma = instructions().fma;
  if constexpr (sizeof(T) == 4)
    if (fma && job.n <= kNarrowest) return multiply_narrow(job);
  if (job.n < kNarrow) return fma ? by_rows_wide(job) : by_rows(job);
  return fma ? by_columns_wide(job, 0, job.n) : by_columns(job, 0, job.n);
}

// A few long rows of c: the threads share the columns, and each goes down half a page of b.
template <class T>
void multiply_few_rows(const GemmJob<T>& job, runtime::Device& host) {
  constexpr long kColumns = 2048 / sizeof(T);
  in_chunks(host, job.n, kColumns, [&](std::int64_t begin, std::int64_t end) {
    instructions().fma ? by_columns_wide(job, begin, end) : by_columns(job, begin, end);
  });
}

template <class T>
void multiply_directly(const GemmJob<T>& job, runtime::Device* host) {
  constexpr long kSteps = 1 << 18, kTogether = 16;  // of a piece; rows of c that are computed together
  const long rows = std::max(1L, kSteps / std::max(1L, job.n * job.k) / kTogether) * kTogether;
  if (host && host->info().multiprocessors > 1 && job.m < kNarrow && job.n >= kNarrow &&
      job.m * job.n * job.k >= 2 * kSteps)
    return multiply_few_rows(job, *host);
  if (!host || job.m <= rows) return multiply_directly(job);
  in_chunks(*host, job.m, rows, [&](std::int64_t begin, std::int64_t end) {
    GemmJob<T> part = job;
    part.a += begin * job.k;
    part.c += begin * job.n;
    part.m = end - begin;
    multiply_directly(part);
  });
}

// Large tiles are packed less often; threads need some each.
template <class T>
void choose_tiles(GemmJob<T>& job, long threads) {
  const auto pieces = [](long n, long of) { return (n + of - 1) / of; };
  const auto few = [&] {
    return threads > 1 && pieces(job.m, job.tile_rows) * pieces(job.n, job.tile_columns) < 4 * threads;
  };
  job.tile_rows = kGemmRows;
  job.tile_columns = kGemmColumns;
  while (few() && (job.tile_rows > kGemmLeastRows || job.tile_columns > kGemmLeastColumns)) {
    if (job.tile_columns > kGemmLeastColumns) job.tile_columns /= 2;
    if (job.tile_rows > kGemmLeastRows) job.tile_rows /= 2;
  }
}

template <class T>
void copy_below_diagonal(const GemmJob<T>& job) {
  constexpr long kSquare = 16;
  for (long i0 = 0; i0 < job.n; i0 += kSquare)
    for (long j0 = 0; j0 <= i0; j0 += kSquare)
      for (long i = i0; i < std::min(job.n, i0 + kSquare); ++i)
        for (long j = j0; j < std::min(i, j0 + kSquare); ++j) job.c[i * job.n + j] = job.c[j * job.n + i];
}

template <class T>
void run_tiles(const GemmJob<T>& wanted, runtime::Device* host) {
  Launch<T> launch{wanted, instructions().wide ? gemm_tile_avx512(T{}) : gemm_tile_avx2(T{})};
  GemmJob<T>& job = launch.job;
  choose_tiles(job, host ? host->info().multiprocessors : 1);
  void* params[1] = {&launch};
  runtime::Dims dims;
  dims.grid[0] = (job.n + job.tile_columns - 1) / job.tile_columns;
  dims.grid[1] = (job.m + job.tile_rows - 1) / job.tile_rows;
  if (host) {
    runtime::HostImage image;
    image.entry = run_tile<T>;
    image.shared_bytes = gemm_scratch(job);
    const auto kernel = host->load(image);
    return host->launch(*kernel, dims, params, 1);
  }
  const auto scratch = std::make_unique_for_overwrite<std::byte[]>(gemm_scratch(job));
  for (std::int64_t y = 0; y < dims.grid[1]; ++y)
    for (std::int64_t x = 0; x < dims.grid[0]; ++x) {
      const std::int64_t at[3] = {x, y, 0};
      run_tile<T>(params, &dims, at, scratch.get());
    }
}

}  // namespace

bool multiplies_transposed(long m, long k, long n) {
  constexpr long kSmall = 4096;  // steps
  return instructions().fma && m >= kNarrow && n >= kNarrow && m * n * k >= kSmall;
}

template <class T>
void multiply(const GemmJob<T>& job, runtime::Device* host) {
  if (job.m == 0 || job.n == 0) return;
  if (!multiplies_transposed(job.m, job.k, job.n)) return multiply_directly(job, host);
  run_tiles(job, host);
  if (job.symmetric) copy_below_diagonal(job);
}

template void multiply<float>(const GemmJob<float>&, runtime::Device*);
template void multiply<double>(const GemmJob<double>&, runtime::Device*);

}  // namespace qc::host
