#include "host/arrays/products/gemm_narrow.h"

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

// transposed[q] holds element q of eight rows.
QC_AVX2 inline void turn(const float* a, long stride, __m256 transposed[8]) {
  for (int h = 0; h < 2; ++h) {
    __m256 r[4], p[4];
    for (int i = 0; i < 4; ++i) r[i] = halves(a + i * stride + 4 * h, stride);
    for (int i = 0; i < 4; i += 2) {
      p[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
      p[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
    }
    for (int g = 0; g < 2; ++g) {
      transposed[4 * h + 2 * g] = _mm256_shuffle_ps(p[g], p[2 + g], 0x44);
      transposed[4 * h + 2 * g + 1] = _mm256_shuffle_ps(p[g], p[2 + g], 0xee);
    }
  }
}

// 8 * groups rows of a, n columns of b; the chains of several groups do not wait for each other. Rows that lie a power
// of two apart want the same places of a cache: a group takes its lines of memory whole before the next group does.
template <int n>
QC_AVX2 inline void eight_steps(const GemmJob<float>& g, const float* a, long k, __m256 sum[n]) {
  __m256 transposed[8];
  turn(a + k, g.k, transposed);
  for (int q = 0; q < 8; ++q)
    for (int j = 0; j < n; ++j)
      sum[j] = _mm256_fmadd_ps(transposed[q], _mm256_broadcast_ss(g.b + (k + q) * n + j), sum[j]);
}

template <int groups, int n>
QC_AVX2 void part_of_rows(const GemmJob<float>& g, long first, long begin, long end) {
  constexpr long kLine = 16;
  const float* a = g.a + first * g.k;
  __m256 sum[groups][n];
  for (auto& of_group : sum)
    for (__m256& s : of_group) s = _mm256_setzero_ps();
  long k = begin;
  for (; k + kLine <= end; k += kLine)
#pragma GCC unroll 4
    for (int r = 0; r < groups; ++r) {
      const float* rows = a + 8 * r * g.k;
      eight_steps<n>(g, rows, k, sum[r]);
      eight_steps<n>(g, rows, k + 8, sum[r]);
    }
  for (; k + 8 <= end; k += 8)
#pragma GCC unroll 4
    for (int r = 0; r < groups; ++r) eight_steps<n>(g, a + 8 * r * g.k, k, sum[r]);
  for (int r = 0; r < groups; ++r)
    for (int j = 0; j < n; ++j) {
      float of_row[8];
      _mm256_storeu_ps(of_row, sum[r][j]);
      for (int i = 0; i < 8; ++i) {
        const float* row = a + (8 * r + i) * g.k;
        for (long t = k; t < end; ++t) of_row[i] = std::fma(row[t], g.b[t * n + j], of_row[i]);
        float& c = g.c[(first + 8 * r + i) * n + j];
        c = begin == 0 ? of_row[i] : c + of_row[i];
      }
    }
}

template <int groups, int n>
void rows_by(const GemmJob<float>& g, long first) {
  for (long k = 0; k < g.k || k == 0; k += g.part) part_of_rows<groups, n>(g, first, k, std::min(g.k, k + g.part));
}

template <int n>
QC_AVX2 void all_rows(const GemmJob<float>& g) {
  constexpr int kGroups = n <= 2 ? 2 : 1;
  long i = 0;
  for (; i + 8 * kGroups <= g.m; i += 8 * kGroups) rows_by<kGroups, n>(g, i);
  for (; i + 8 <= g.m; i += 8) rows_by<1, n>(g, i);
  for (; i < g.m; ++i)
    for (int j = 0; j < n; ++j)
      for (long first = 0; first < g.k || first == 0; first += g.part) {
        float s = 0;
        for (long k = first; k < std::min(g.k, first + g.part); ++k) s = std::fma(g.a[i * g.k + k], g.b[k * n + j], s);
        g.c[i * n + j] = first == 0 ? s : g.c[i * n + j] + s;
      }
}

// Rows of few elements, pixels times a colour matrix: the compiler goes along the rows, eight of them at a time.
template <int k, int n>
QC_AVX2 void pixels(const GemmJob<float>& g) {
  float b[k][n];
  for (int t = 0; t < k; ++t)
    for (int j = 0; j < n; ++j) b[t][j] = g.b[t * n + j];
  const float* __restrict a = g.a;
  float* __restrict c = g.c;
  for (long i = 0; i < g.m; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int t = 0; t < k; ++t) s = std::fma(a[i * k + t], b[t][j], s);
      c[i * n + j] = s;
    }
}

template <int n>
void rows_of(const GemmJob<float>& g) {
  switch (g.k) {
    case 1:
      return pixels<1, n>(g);
    case 2:
      return pixels<2, n>(g);
    case 3:
      return pixels<3, n>(g);
    case 4:
      return pixels<4, n>(g);
    default:
      return all_rows<n>(g);
  }
}

}  // namespace

void multiply_narrow(const GemmJob<float>& job) {
  switch (job.n) {
    case 1:
      return rows_of<1>(job);
    case 2:
      return rows_of<2>(job);
    case 3:
      return rows_of<3>(job);
    default:
      return rows_of<4>(job);
  }
}

}  // namespace qc::host
