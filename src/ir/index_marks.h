// Indices that are out of range of every array. An access whose index cannot be one, gets one of them, so that the
// message can tell why. Far from what conversions end at, from what arithmetic wraps to and from what programs write.
#pragma once
#include <cstdint>

namespace qc::ir {
inline constexpr std::int64_t kSurplusIndex =
    -0x1d3f5a7986b24c01;  // not 0, for a dimension that the array does not have
inline constexpr std::int64_t kFractionalIndex = -0x1d3f5a7986b24c03;  // not whole
// No index: a number given to a function of bits, which the site names; the number is recorded beside it.
inline constexpr std::int64_t kFractionalBits = -0x1d3f5a7986b24c05;
// Behind the name of an array: an index counts the parts of its complex numbers.
inline constexpr const char* kPairs = "(parts)";
inline bool is_mark(std::int64_t index) { return index == kSurplusIndex || index == kFractionalIndex; }
}  // namespace qc::ir
