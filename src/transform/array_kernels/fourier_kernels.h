// Discrete Fourier transforms of lines of complex numbers, each in one block's shared memory, for devices without a
// library: Stockham's autosort algorithm with a few stages of large radices, which a thread computes in registers
// (Govindaraju et al., High performance discrete Fourier transforms on graphics processors, 2008).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/ir.h"

namespace qc {

struct FourierKernel {
  std::int64_t n = 0;             // numbers of a line
  Elem elem = Elem::F32;          // of their parts: F32 or F64
  bool inverse = false;           // the sign of the exponent; dividing is left to `scale`
  bool of_reals = false;          // what is read are real numbers
  bool columns = false;           // neighbouring lines are neighbours in memory, a line's numbers are apart
  std::int64_t lines = 1;         // lines of a block
  std::int64_t threads = 0;       // for each of them
  std::vector<int> radices = {};  // of the stages
  // Columns: number k of line b is multiplied by exp(-2 pi i k (b mod inner) / N) at the end, N = n * inner, or by its
  // inverse: the columns of a line of N numbers that is transformed as a matrix.
  bool twisted = false;
};
inline constexpr std::int64_t kFineRoots = 4096, kLongestFourier = 8192;

// How lines of n numbers are transformed; nothing: n has a prime factor above 13, or a block has no room for them.
std::optional<FourierKernel> plan_fourier(std::int64_t n, Elem elem, bool inverse, bool of_reals, bool columns);

// Parameters: from, to (pairs of real and imaginary parts; `from` of_reals: numbers; they may be one array), roots
// (pairs, exp(-2 pi i k / n) for k < n), then I64: the number of lines and `inner`: number k of line b is at (b /
// inner) * n * inner + b mod inner + k * inner; then `scale`, a number of type elem by which all are multiplied;
// twisted: then pairs of exp(-2 pi i m / N), for m < kFineRoots and for its multiples below N. Blocks of lines *
// threads threads, one for each `lines` lines.
ir::Function fourier_kernel(const FourierKernel& plan);
// Its name, which says all that it depends on.
std::string fourier_name(const FourierKernel& plan);

}  // namespace qc
