// Products of a matrix with few columns: chains along the rows of the matrix.
#pragma once
#include "host/arrays/products/gemm.h"

namespace qc::host {

// The most columns of b.
inline constexpr long kNarrowest = 4;
// c = a b for job.n <= kNarrowest, on machines with AVX2 and FMA. The chains are those of gemm.h.
void multiply_narrow(const GemmJob<float>& job);

}  // namespace qc::host
