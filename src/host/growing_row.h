// v = [v, e] in place: a row of numbers that grows by a few elements.
#pragma once
#include <vector>

#include "host/value.h"

namespace qc::host {

// Puts the numbers behind the elements that the row has, where [v, ..] would be a row of the same kind; otherwise false, and nothing is done.
bool append_numbers(Array& row, const std::vector<Value>& numbers);

}  // namespace qc::host
