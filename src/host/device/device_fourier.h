// Discrete Fourier transforms on a GPU, of arrays that its memory holds (transform/array_kernels/fourier_kernels.h).
#pragma once
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "host/context/fourier_roots.h"
#include "runtime/device.h"
#include "value/value.h"

namespace qc::host {

// Transforms `in` (real or complex, of the parts' type of `out`) into the complex array `out`, both row-major with
// these extents, along the dimensions `along`. The inverse divides by the number of elements. False: nothing was done,
// for an extent has a large prime factor, or is too long and not the last dimension, transformed alone.
bool fourier_on(runtime::Device& device, FourierRoots& roots, const Array& in, Array& out,
                const std::vector<std::int64_t>& extents, const std::vector<std::size_t>& along, bool inverse);

}  // namespace qc::host
