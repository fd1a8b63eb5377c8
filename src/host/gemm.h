// Products of matrices of floats on the host: c (m x n) = a (m x k) * b (k x n), row-major, dense.
//
// Every element is the chain s = fma(a[i,0], b[0,j], 0), s = fma(a[i,1], b[1,j], s), ...: the bits do not depend on the
// machine, on the tiling or on the number of threads, and are those of the loop that says so.
#pragma once
#include <cstddef>

namespace qc::runtime { class Device; }

namespace qc::host {

template <class T>
struct GemmJob {
  const T* a;
  const T* b;
  T* c;
  long m, k, n;
};

// A tile of c, the part of a and b that it needs at a time, and the memory that these take.
constexpr long kGemmRows = 120, kGemmColumns = 256, kGemmDepth = 256;
constexpr std::size_t kGemmScratch = (kGemmRows + 16 + kGemmColumns + 64) * kGemmDepth * sizeof(double);

// One tile, by instruction set; null where the set cannot be compiled.
template <class T> using GemmTile = void (*)(const GemmJob<T>& job, long row, long column, void* scratch);
GemmTile<float> gemm_tile_avx2(float);
GemmTile<double> gemm_tile_avx2(double);
GemmTile<float> gemm_tile_avx512(float);
GemmTile<double> gemm_tile_avx512(double);

// host: the device whose threads help; null: this thread alone. T is float or double.
template <class T> void multiply(const GemmJob<T>& job, runtime::Device* host);

}  // namespace qc::host
