#include "host/gemm_narrow.h"

#include <immintrin.h>

#include <algorithm>
#include <cmath>

namespace qc::host {

namespace {

#define QC_AVX2 [[gnu::target("avx2,fma")]]

// Two halves of rows four apart, so that no shuffle crosses the middle of a vector.
QC_AVX2 inline __m256 halves(const float* row, long stride) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row)), _mm_loadu_ps(row + 4 * stride), 1);
}

// turned[q] holds element q of eight rows.
QC_AVX2 inline void turn(const float* a, long stride, __m256 turned[8]) {
  for (int h = 0; h < 2; ++h) {
    __m256 r[4], p[4];
    for (int i = 0; i < 4; ++i) r[i] = halves(a + i * stride + 4 * h, stride);
    for (int i = 0; i < 4; i += 2) {
      p[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
      p[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
    }
    for (int g = 0; g < 2; ++g) {
      turned[4 * h + 2 * g] = _mm256_shuffle_ps(p[g], p[2 + g], 0x44);
      turned[4 * h + 2 * g + 1] = _mm256_shuffle_ps(p[g], p[2 + g], 0xee);
    }
  }
}

// 8 * groups rows of a, n columns of b; the chains of several groups do not wait for each other.
template <int groups, int n>
QC_AVX2 void rows_by(const GemmJob<float>& g, long first) {
  const float* a = g.a + first * g.k;
  __m256 sum[groups][n];
  for (auto& of_group : sum)
    for (__m256& s : of_group) s = _mm256_setzero_ps();
  long k = 0;
  for (; k + 8 <= g.k; k += 8)
    for (int r = 0; r < groups; ++r) {
      __m256 turned[8];
      turn(a + 8 * r * g.k + k, g.k, turned);
      for (int q = 0; q < 8; ++q)
        for (int j = 0; j < n; ++j) sum[r][j] = _mm256_fmadd_ps(turned[q], _mm256_broadcast_ss(g.b + (k + q) * n + j), sum[r][j]);
    }
  for (int r = 0; r < groups; ++r)
    for (int j = 0; j < n; ++j) {
      float of_row[8];
      _mm256_storeu_ps(of_row, sum[r][j]);
      for (int i = 0; i < 8; ++i) {
        const float* row = a + (8 * r + i) * g.k;
        for (long t = k; t < g.k; ++t) of_row[i] = std::fma(row[t], g.b[t * n + j], of_row[i]);
        g.c[(first + 8 * r + i) * n + j] = of_row[i];
      }
    }
}

template <int n>
QC_AVX2 void all_rows(const GemmJob<float>& g) {
  constexpr int kGroups = n == 1 ? 4 : n == 2 ? 2 : 1;
  long i = 0;
  for (; i + 8 * kGroups <= g.m; i += 8 * kGroups) rows_by<kGroups, n>(g, i);
  for (; i + 8 <= g.m; i += 8) rows_by<1, n>(g, i);
  for (; i < g.m; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (long k = 0; k < g.k; ++k) s = std::fma(g.a[i * g.k + k], g.b[k * n + j], s);
      g.c[i * n + j] = s;
    }
}

}  // namespace

void multiply_narrow(const GemmJob<float>& job) {
  switch (job.n) {
    case 1: return all_rows<1>(job);
    case 2: return all_rows<2>(job);
    case 3: return all_rows<3>(job);
    default: return all_rows<4>(job);
  }
}

}  // namespace qc::host
