// The tile of a matrix product, for one instruction set: included by a file that is compiled for it. Nothing of the
// standard library here: what is inlined from it in such a file could be linked for every machine.
//
// c[i,j] is the chain s = fma(a[i,k], b[k,j], s) from s = 0 with k rising, the same on every machine and for every tiling:
// accumulators stay in registers for kDepth steps, are stored, and go on from there.
#pragma once
#include <immintrin.h>

#include "host/gemm.h"

namespace qc::host {
namespace {

template <class T, int W, int MR>
struct Tile {
  using V [[gnu::vector_size(W * sizeof(T))]] = T;
  static constexpr long NR = 2 * W;

  static V load(const T* p) {
    V v;
    __builtin_memcpy(&v, p, sizeof(V));
    return v;
  }
  static void store(T* p, V v) { __builtin_memcpy(p, &v, sizeof(V)); }

  // Past the caches; p is a multiple of the vector's size.
  static void stream(T* p, V v) {
    if constexpr (sizeof(V) == 64) {
#ifdef __AVX512F__
      __m512i bits;
      __builtin_memcpy(&bits, &v, sizeof v);
      _mm512_stream_si512(reinterpret_cast<__m512i*>(p), bits);
#endif
    } else {
      __m256i bits;
      __builtin_memcpy(&bits, &v, sizeof v);
      _mm256_stream_si256(reinterpret_cast<__m256i*>(p), bits);
    }
  }

  // MR rows and 2 W columns; `on`: c holds what earlier steps left. The sums are fused: the file is compiled with
  // -ffp-contract=fast. past: c is streamed past the caches.
  template <bool past = false>
  static void block(long depth, const T* a, const T* b, T* c, long stride, bool on) {
    V sum[MR][2];
#pragma GCC unroll 16
    for (int i = 0; i < MR; ++i) {
      sum[i][0] = on ? load(c + i * stride) : V{};
      sum[i][1] = on ? load(c + i * stride + W) : V{};
    }
    for (long k = 0; k < depth; ++k, a += MR, b += NR) {
      const V left = load(b), right = load(b + W);
#pragma GCC unroll 16
      for (int i = 0; i < MR; ++i) {
        sum[i][0] += a[i] * left;
        sum[i][1] += a[i] * right;
      }
    }
#pragma GCC unroll 16
    for (int i = 0; i < MR; ++i) {
      if constexpr (past) {
        stream(c + i * stride, sum[i][0]);
        stream(c + i * stride + W, sum[i][1]);
      } else {
        store(c + i * stride, sum[i][0]);
        store(c + i * stride + W, sum[i][1]);
      }
    }
  }

  static void pack_rows(const T* a, long stride, long rows, long depth, T* to) {
    for (long i = 0; i < rows; i += MR)
      for (long k = 0; k < depth; ++k)
        for (long r = 0; r < MR; ++r) *to++ = i + r < rows ? a[(i + r) * stride + k] : T(0);
  }
  static void pack_columns(const T* b, long stride, long depth, long columns, T* to) {
    for (long j = 0; j < columns; j += NR)
      for (long k = 0; k < depth; ++k) {
        const T* from = b + k * stride + j;
        if (j + NR <= columns) __builtin_memcpy(to, from, NR * sizeof(T));
        else for (long q = 0; q < NR; ++q) to[q] = j + q < columns ? from[q] : T(0);
        to += NR;
      }
  }

  // A block that reaches over the edge of c goes through a whole one.
  static void edge(long depth, const T* a, const T* b, T* c, long stride, bool on, long rows, long columns) {
    T whole[MR * NR];
    for (long i = 0; i < MR; ++i)
      for (long j = 0; j < NR; ++j) whole[i * NR + j] = on && i < rows && j < columns ? c[i * stride + j] : T(0);
    block(depth, a, b, whole, NR, on);
    for (long i = 0; i < rows; ++i)
      for (long j = 0; j < columns; ++j) c[i * stride + j] = whole[i * NR + j];
  }

  static void run(const GemmJob<T>& job, long row, long column, void* scratch) {
    const long rows = job.m - row < kGemmRows ? job.m - row : kGemmRows;
    const long columns = job.n - column < kGemmColumns ? job.n - column : kGemmColumns;
    T* a = static_cast<T*>(scratch);
    T* b = a + (kGemmRows + MR) * kGemmDepth;
    const bool past = streams(job);
    for (long k = 0; k < job.k; k += kGemmDepth) {
      const long depth = job.k - k < kGemmDepth ? job.k - k : kGemmDepth;
      pack_rows(job.a + row * job.k + k, job.k, rows, depth, a);
      pack_columns(job.b + k * job.n + column, job.n, depth, columns, b);
      for (long j = 0; j < columns; j += NR)
        for (long i = 0; i < rows; i += MR) {
          T* c = job.c + (row + i) * job.n + column + j;
          const T *pa = a + i * depth, *pb = b + j * depth;
          if (past && i + MR <= rows && j + NR <= columns) block<true>(depth, pa, pb, c, job.n, false);
          else if (i + MR <= rows && j + NR <= columns) block(depth, pa, pb, c, job.n, k > 0);
          else edge(depth, pa, pb, c, job.n, k > 0, rows - i < MR ? rows - i : MR, columns - j < NR ? columns - j : NR);
        }
    }
    if (past) _mm_sfence();
  }

  // Whether c is written once, is too large to stay in a cache, and its vectors are lines of memory.
  static bool streams(const GemmJob<T>& job) {
    constexpr long kLarge = 8 << 20;  // bytes
    const auto bytes = [](long n) { return n * long(sizeof(T)); };
    return job.k <= kGemmDepth && bytes(job.m) * job.n >= kLarge && bytes(job.n) % long(sizeof(V)) == 0 && reinterpret_cast<unsigned long>(job.c) % sizeof(V) == 0;
  }
};

}  // namespace
}  // namespace qc::host
