// Keeps the roots of unity that Fourier transforms on a device read.
#pragma once
#include <cstdint>
#include <map>
#include <utility>

#include "value/value.h"

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

}  // namespace qc::host
