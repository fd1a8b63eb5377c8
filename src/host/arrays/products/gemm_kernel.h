// The tile of a matrix product, for one instruction set: included by a file that is compiled for it. Nothing of the
// standard library here: what is inlined from it in such a file could be linked for every machine.
//
// c[i,j] is a sum of chains s = fma(a[i,k], b[k,j], s) from s = 0 with k rising (ir/product_shape.h), the same on every
// machine and for every tiling: accumulators stay in registers for a chain, which is added to what c holds.
#pragma once
#include <immintrin.h>

#include "host/arrays/products/gemm.h"

namespace qc::host {
namespace {

// A block of c in registers is MR rows and 2 vectors of W columns. MR is a multiple of 3: at the lower edge blocks have
// a third or two.
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

  // M rows and N vectors of c; a and b are panels of MR and NR. `on`: c holds the sum of earlier chains. The sums are
  // fused: the file is compiled with -ffp-contract=fast. past: c is streamed past the caches.
  template <int M, int N, bool past = false>
  static void block(long depth, const T* a, const T* b, T* c, long stride, bool on) {
    constexpr int kAhead = 8;  // a panel of b is as large as the first cache
    V sum[M][N];
#pragma GCC unroll 16
    for (int i = 0; i < M; ++i)
      for (int h = 0; h < N; ++h) sum[i][h] = V{};
    for (long k = 0; k < depth; ++k, a += MR, b += NR) {
      V of_b[N];
      for (int h = 0; h < N; ++h) {
        __builtin_prefetch(b + kAhead * NR + h * W);
        of_b[h] = load(b + h * W);
      }
#pragma GCC unroll 16
      for (int i = 0; i < M; ++i)
        for (int h = 0; h < N; ++h) sum[i][h] += a[i] * of_b[h];
    }
#pragma GCC unroll 16
    for (int i = 0; i < M; ++i)
      for (int h = 0; h < N; ++h) {
        if (!past && on) sum[i][h] = load(c + i * stride + h * W) + sum[i][h];
        if constexpr (past)
          stream(c + i * stride + h * W, sum[i][h]);
        else
          store(c + i * stride + h * W, sum[i][h]);
      }
  }

  using Block = void (*)(long depth, const T* a, const T* b, T* c, long stride, bool on);
  static Block block_for(long thirds, long vectors) {
    if (vectors == 1) return thirds == 1 ? &block<MR / 3, 1> : thirds == 2 ? &block<MR / 3 * 2, 1> : &block<MR, 1>;
    return thirds == 1 ? &block<MR / 3, 2> : thirds == 2 ? &block<MR / 3 * 2, 2> : &block<MR, 2>;
  }

  // At the edge of c: what a block has beyond it goes into a copy.
  static void edge(long depth, const T* a, const T* b, T* c, long stride, bool on, long rows, long columns) {
    const long thirds = (rows + MR / 3 - 1) / (MR / 3), vectors = (columns + W - 1) / W;
    const Block compute = block_for(thirds, vectors);
    if (thirds * (MR / 3) == rows && vectors * W == columns) return compute(depth, a, b, c, stride, on);
    T whole[MR * NR];
    for (long i = 0; on && i < thirds * (MR / 3); ++i)
      for (long j = 0; j < vectors * W; ++j) whole[i * NR + j] = i < rows && j < columns ? c[i * stride + j] : T(0);
    compute(depth, a, b, whole, NR, on);
    for (long i = 0; i < rows; ++i)
      for (long j = 0; j < columns; ++j) c[i * stride + j] = whole[i * NR + j];
  }

  // Panels of R lines: step k of a panel is the element number k of each of its lines, absent lines are zeros. Here the
  // lines lie side by side: step k of all of them is a row of memory.
  template <long R>
  static void pack_rows(const T* from, long stride, long lines, long depth, T* to) {
    for (long k = 0; k < depth; ++k, from += stride) {
      T* at = to + k * R;
      long i = 0;
      for (; i + R <= lines; i += R, at += depth * R) __builtin_memcpy(at, from + i, R * sizeof(T));
      for (long r = 0; i < lines && r < R; ++r) at[r] = i + r < lines ? from[i + r] : T(0);
    }
  }

  // The same where each line is a row of memory: squares of up to four are transposed in registers.
  static constexpr long S = MR % 4 == 0 ? 4 : 2;
  using Side [[gnu::vector_size(S * sizeof(T))]] = T;
  static void turn_square(const T* from, long stride, T* to, long to_stride) {
    Side r[S], out[S];
    for (int i = 0; i < S; ++i) __builtin_memcpy(&r[i], from + i * stride, sizeof(Side));
    if constexpr (S == 4) {
      const Side p = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5),
                 q = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
      const Side s = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7),
                 t = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
      out[0] = __builtin_shufflevector(p, q, 0, 1, 4, 5);
      out[1] = __builtin_shufflevector(p, q, 2, 3, 6, 7);
      out[2] = __builtin_shufflevector(s, t, 0, 1, 4, 5);
      out[3] = __builtin_shufflevector(s, t, 2, 3, 6, 7);
    } else {
      out[0] = __builtin_shufflevector(r[0], r[1], 0, 2);
      out[1] = __builtin_shufflevector(r[0], r[1], 1, 3);
    }
    for (int k = 0; k < S; ++k) __builtin_memcpy(to + k * to_stride, &out[k], sizeof(Side));
  }
  template <long R>
  static void pack_transposed(const T* from, long stride, long lines, long depth, T* to) {
    for (long i = 0; i < lines; i += R, to += depth * R)
      for (long g = 0; g < R; g += S) {
        const T* side = from + (i + g) * stride;
        long k = 0;
        if (i + g + S <= lines)
          for (; k + S <= depth; k += S) turn_square(side + k, stride, to + k * R + g, R);
        for (; k < depth; ++k)
          for (long r = 0; r < S; ++r) to[k * R + g + r] = i + g + r < lines ? side[r * stride + k] : T(0);
      }
  }

  static void run(const GemmJob<T>& job, long row, long column, void* scratch) {
    const long rows = job.m - row < job.tile_rows ? job.m - row : job.tile_rows;
    const long columns = job.n - column < job.tile_columns ? job.n - column : job.tile_columns;
    if (job.symmetric && row >= column + columns) return;
    T* a = static_cast<T*>(scratch);
    T* b = a + (job.tile_rows + MR) * (job.k < job.part ? job.k : job.part);
    const bool past = streams(job);
    for (long k = 0; k < job.k; k += job.part) {
      const long depth = job.k - k < job.part ? job.k - k : job.part;
      if (job.a_transposed)
        pack_rows<MR>(job.a + k * job.m + row, job.m, rows, depth, a);
      else
        pack_transposed<MR>(job.a + row * job.k + k, job.k, rows, depth, a);
      if (job.b_transposed)
        pack_transposed<NR>(job.b + column * job.k + k, job.k, columns, depth, b);
      else
        pack_rows<NR>(job.b + k * job.n + column, job.n, columns, depth, b);
      for (long j = 0; j < columns; j += NR)
        for (long i = 0; i < rows; i += MR) {
          if (job.symmetric && row + i >= column + j + NR) break;
          T* c = job.c + (row + i) * job.n + column + j;
          const T *pa = a + i * depth, *pb = b + j * depth;
          if (past && i + MR <= rows && j + NR <= columns)
            block<MR, 2, true>(depth, pa, pb, c, job.n, false);
          else if (i + MR <= rows && j + NR <= columns)
            block<MR, 2>(depth, pa, pb, c, job.n, k > 0);
          else
            edge(depth, pa, pb, c, job.n, k > 0, rows - i < MR ? rows - i : MR, columns - j < NR ? columns - j : NR);
        }
    }
    if (past) _mm_sfence();
  }

  // Whether c is written once, is too large to stay in a cache, and its vectors are lines of memory.
  static bool streams(const GemmJob<T>& job) {
    constexpr long kLarge = 8 << 20;  // bytes
    const auto bytes = [](long n) { return n * long(sizeof(T)); };
    return job.k <= job.part && bytes(job.m) * job.n >= kLarge && bytes(job.n) % long(sizeof(V)) == 0 &&
           reinterpret_cast<unsigned long>(job.c) % sizeof(V) == 0;
  }
};

}  // namespace
}  // namespace qc::host
