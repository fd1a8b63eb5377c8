#include "host/gemm.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "host/gemm_narrow.h"
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
      T s[kTogether] = {};
      const T* a = g.a + i * g.k;
      const T* b = g.b + j;
      if (rows == kTogether) {
        for (long k = 0; k < g.k; ++k)
          for (long r = 0; r < kTogether; ++r) s[r] = std::fma(a[r * g.k + k], b[k * g.n], s[r]);
      } else {
        for (long k = 0; k < g.k; ++k)
          for (long r = 0; r < rows; ++r) s[r] = std::fma(a[r * g.k + k], b[k * g.n], s[r]);
      }
      for (long r = 0; r < rows; ++r) g.c[(i + r) * g.n + j] = s[r];
    }
  }
}

// Long rows of c, a row of b at a time.
template <class T>
[[gnu::always_inline]] inline void by_columns_body(const GemmJob<T>& g) {
  for (long i = 0; i < g.m; ++i) {
    T* c = g.c + i * g.n;
    for (long j = 0; j < g.n; ++j) c[j] = 0;
    for (long k = 0; k < g.k; ++k) {
      const T a = g.a[i * g.k + k];
      const T* b = g.b + k * g.n;
      for (long j = 0; j < g.n; ++j) c[j] = std::fma(a, b[j], c[j]);
    }
  }
}

#define QC_SMALL(T)                                                                             \
  [[gnu::target("avx2,fma")]] void by_rows_wide(const GemmJob<T>& g) { by_rows_body(g); }       \
  [[gnu::target("avx2,fma")]] void by_columns_wide(const GemmJob<T>& g) { by_columns_body(g); } \
  void by_rows(const GemmJob<T>& g) { by_rows_body(g); }                                        \
  void by_columns(const GemmJob<T>& g) { by_columns_body(g); }
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
  l.tile(l.job, at[1] * kGemmRows, at[0] * kGemmColumns, scratch);
}

}  // namespace

template <class T>
void multiply(const GemmJob<T>& job, runtime::Device* host) {
  if (job.m == 0 || job.n == 0) return;
  static const bool fma = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  static const bool wide = fma && __builtin_cpu_supports("avx512f");
  constexpr long kSmall = 4096;  // steps: packing would cost more than it brings
  constexpr long kNarrow = 8;
  if (!fma || job.m < kNarrow || job.n < kNarrow || job.m * job.n * job.k < kSmall) {
    const bool rows = job.n < kNarrow;
    if constexpr (sizeof(T) == 4)
      if (fma && job.n <= kNarrowest) return multiply_narrow(job);
    if (fma) return rows ? by_rows_wide(job) : by_columns_wide(job);
    return rows ? by_rows(job) : by_columns(job);
  }
  Launch<T> launch{job, wide ? gemm_tile_avx512(T{}) : gemm_tile_avx2(T{})};
  void* params[1] = {&launch};
  runtime::Dims dims;
  dims.grid[0] = (job.n + kGemmColumns - 1) / kGemmColumns;
  dims.grid[1] = (job.m + kGemmRows - 1) / kGemmRows;
  if (host) {
    runtime::HostImage image;
    image.entry = run_tile<T>;
    image.shared_bytes = kGemmScratch;
    const auto kernel = host->load(image);
    return host->launch(*kernel, dims, params, 1);
  }
  std::vector<double> scratch(kGemmScratch / sizeof(double));
  for (std::int64_t y = 0; y < dims.grid[1]; ++y)
    for (std::int64_t x = 0; x < dims.grid[0]; ++x) {
      const std::int64_t at[3] = {x, y, 0};
      run_tile<T>(params, &dims, at, scratch.data());
    }
}

template void multiply<float>(const GemmJob<float>&, runtime::Device*);
template void multiply<double>(const GemmJob<double>&, runtime::Device*);

}  // namespace qc::host
