// The distinct elements or rows of an array and where they stood.
#pragma once
#include <cstdint>
#include <vector>

#include "value/value.h"

namespace qc::host {

struct Distinct {
  std::vector<std::int64_t> first;  // where each stood first, in the order of the result
  std::vector<std::int64_t> which;  // of each element or row, its place in the result
};

// Of the n lines of `width` elements that a real array has one after another; ascending, from the first element on, or
// in the order in which they came. A NaN is equal to nothing and comes last.
Distinct distinct_lines(const ArrayP& x, std::int64_t n, std::int64_t width, bool as_they_came);

}  // namespace qc::host
