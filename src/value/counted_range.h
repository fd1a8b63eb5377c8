// Counts ranges of the host's numbers by the one rule (ir/range_count.h).
#pragma once
#include <optional>
#include <vector>

#include "ir/range_count.h"
#include "value/value.h"

namespace qc::host {

// A real number as count_range takes it; a bool is an int.
inline ir::RangeNumber range_number(const Number& n) {
  return is_float(n.type) ? ir::RangeNumber::real(n.re, n.type) : ir::RangeNumber::integer(n.i);
}

// Nothing where the step is 0.
inline std::optional<ir::CountedRange> counted(const RangeValue& r) {
  return ir::count_range(range_number(r.lo), range_number(r.step), range_number(r.hi));
}

// The indices, with ranges of whole numbers as ranges of ints that end with the first place outside the array, if that
// is an error.
std::vector<Value> up_to_first_outside(std::vector<Value> indices, const Value& base);

}  // namespace qc::host
