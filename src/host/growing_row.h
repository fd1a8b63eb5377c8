// v = [v, e] and v = v[0..k] in place: a row of numbers that grows by a few elements, or loses its last ones.
#pragma once
#include <vector>

#include "host/value.h"

namespace qc::host {

// Puts the numbers behind the elements that the row has, where [v, ..] would be a row of the same kind; otherwise false, and nothing is done.
bool append_numbers(Array& row, const std::vector<Value>& numbers);
// Keeps the first `count` elements; false where there are not so many, or none would be left, and nothing is done.
bool shorten(Array& row, std::int64_t count);

}  // namespace qc::host
