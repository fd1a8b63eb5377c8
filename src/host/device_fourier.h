// Discrete Fourier transforms on a GPU, of arrays that its memory holds (transform/fourier_kernels.h).
#pragma once
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "host/value.h"
#include "runtime/device.h"

namespace qc::host {

// The roots of unity that transforms of one length read, made once.
class FourierRoots {
 public:
  // n pairs: the real and imaginary parts of exp(-2 pi i k / n), k < n.
  const ArrayP& of(std::int64_t n, Elem elem);
  // The pairs that lines of n numbers are twisted by (FourierKernel::twisted).
  const ArrayP& twist_of(std::int64_t n, Elem elem);

 private:
  std::map<std::pair<std::int64_t, Elem>, ArrayP> made_, twists_;
};

// Transforms `in` (real or complex, of the parts' type of `out`) into the complex array `out`, both row-major with these extents, along the
// dimensions `along`. The inverse divides by the number of elements. False: nothing was done, for an extent has a large prime factor, or is too
// long and not the last dimension, transformed alone.
bool fourier_on(runtime::Device& device, FourierRoots& roots, const Array& in, Array& out, const std::vector<std::int64_t>& extents, const std::vector<std::size_t>& along,
                bool inverse);

}  // namespace qc::host
