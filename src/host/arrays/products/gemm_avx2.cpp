#include "host/arrays/products/gemm_kernel.h"

namespace qc::host {

GemmTile<float> gemm_tile_avx2(float) { return &Tile<float, 8, 6>::run; }
GemmTile<double> gemm_tile_avx2(double) { return &Tile<double, 4, 6>::run; }

}  // namespace qc::host
