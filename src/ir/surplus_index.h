// An index for a dimension that an array does not have must be 0. Where it is not, the access gets this index, which is out
// of range of every array, so that the message can tell it apart.
#pragma once
#include <cstdint>

namespace qc::ir {
inline constexpr std::int64_t kSurplusIndex = INT64_MIN;
}
