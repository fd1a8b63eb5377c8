// Matrix products on a GPU (transform/array_kernels/gemm_kernels.h).
#pragma once
#include "runtime/device.h"
#include "transform/array_kernels/gemm_kernels.h"
#include "value/value.h"

namespace qc::host {

// Of two matrices of floats, both real or both complex, whose inner extents are the same and not 0. Transposed: the
// transpose of the array is the factor; of real ones.
ArrayP product_on(runtime::Device& device, const Array& a, const Array& b, bool a_transposed = false,
                  bool b_transposed = false);
// most_at_once: numbers of parts that are kept before they are added up, where parts are apart.
ArrayP product_with(runtime::Device& device, const Array& a, const Array& b, const ProductTile& tile,
                    std::int64_t most_at_once = std::int64_t{1} << 26);

}  // namespace qc::host
