#include "host/arrays/products/gemm_kernel.h"

namespace qc::host {

GemmTile<float> gemm_tile_avx512(float) { return &Tile<float, 16, 12>::run; }
GemmTile<double> gemm_tile_avx512(double) { return &Tile<double, 8, 12>::run; }

}  // namespace qc::host
