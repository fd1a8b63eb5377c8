// Products of matrices of floats on the host: c (m x n) = a (m x k) * b (k x n), row-major, dense.
//
// Every element is a sum of chains s = fma(a[i,k], b[k,j], s) as ir/product_shape.h has it: the bits do not depend on
// the machine, on the tiling or on the number of threads.
#pragma once
#include <cstddef>

#include "ir/product_shape.h"

namespace qc::runtime {
class Device;
}

namespace qc::host {

template <class T>
struct GemmJob {
  const T* a;
  const T* b;
  T* c;
  long m, k, n;
  long part = kProductPart;   // steps of a chain; at most kGemmDepth, and a multiple of 16
  bool a_transposed = false;  // a lies as k x m, its transpose
  bool b_transposed = false;  // b lies as n x k
  bool symmetric =
      false;  // b is the transpose of a: only what is on and above the diagonal is computed, and copied below
  long tile_rows = 0, tile_columns = 0;  // of c; chosen by multiply
};

// The part of a and b that a tile needs at a time, the largest tile of c, and the smallest, of which large ones are
// multiples.
constexpr long kGemmDepth = kProductPart, kGemmRows = 240, kGemmColumns = 512, kGemmLeastRows = 60,
               kGemmLeastColumns = 128;

// One tile, by instruction set; null where the set cannot be compiled. scratch: gemm_scratch(job) bytes.
template <class T>
using GemmTile = void (*)(const GemmJob<T>& job, long row, long column, void* scratch);
GemmTile<float> gemm_tile_avx2(float);
GemmTile<double> gemm_tile_avx2(double);
GemmTile<float> gemm_tile_avx512(float);
GemmTile<double> gemm_tile_avx512(double);

// Parts are packed in panels of up to 12 rows and 32 columns, the last of which may be filled up.
template <class T>
std::size_t gemm_scratch(const GemmJob<T>& job) {
  return std::size_t((job.tile_rows + 12 + job.tile_columns + 32) * (job.k < kGemmDepth ? job.k : kGemmDepth)) *
         sizeof(T);
}

// Whether operands of these extents may be transposed.
bool multiplies_transposed(long m, long k, long n);
// host: the device whose threads help; null: this thread alone. T is float or double.
template <class T>
void multiply(const GemmJob<T>& job, runtime::Device* host);

}  // namespace qc::host
