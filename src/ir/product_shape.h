// The shape of a matrix product's sums. It is part of the language, the same on every target.
//
// An element of A*B of floats is a sum of parts, in order: s0, s0 + s1, (s0 + s1) + s2, .. A part is the chain of fused
// steps s = fma(A[i,k], B[k,j], s), from 0, over kProductPart neighbouring k (the last over what is left); where a
// factor is complex over half as many, whose parts of an element are two steps for each k. One chain over all k would
// lose a digit of a float for every hundredfold of its length: 1e6 elements of 0.1 gave 9865 for 10000.
#pragma once
#include <cstdint>

namespace qc {

inline constexpr std::int64_t kProductPart = 256;
// How many k every part but the last has.
constexpr std::int64_t product_part(bool complex) { return complex ? kProductPart / 2 : kProductPart; }

}  // namespace qc
