// Indices that are out of range of every array. An access whose index cannot be one, gets one of them, so that the message can
// tell why.
#pragma once
#include <cstdint>

namespace qc::ir {
inline constexpr std::int64_t kSurplusIndex = INT64_MIN;         // not 0, for a dimension that the array does not have
inline constexpr std::int64_t kFractionalIndex = INT64_MIN + 1;  // not whole
inline constexpr std::int64_t kFractionalBits = INT64_MIN + 2;   // no index: a number given to a function of bits, which the site names; the number is recorded beside it
}
