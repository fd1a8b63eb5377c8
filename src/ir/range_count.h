// Counts the iterations of lo..step..hi: one rule for ranges as values and indices, for loops that are stepped and, as
// IR, for those that are compiled.
//
// Value k is lo + k*step, and the last one does not pass hi; an end that is missed by rounding alone is reached. Where
// lo and step are whole numbers the values are ints, counted in 64 bits, and hi is cut to the last int before it. A NaN
// gives nothing. What both sides compute with floats is the same, operation by operation.
#pragma once
#include <functional>
#include <limits>
#include <optional>

#include "ir/build.h"

namespace qc::ir {

// One of the three numbers of a range. A narrow one was rounded to fewer bits than a double has.
struct RangeNumber {
  bool is_int = true, narrow = false;
  std::int64_t i = 0;
  double re = 0;
  static RangeNumber integer(std::int64_t v) { return {true, false, v, double(v)}; }
  static RangeNumber real(double v, Elem type) { return {false, type != Elem::F64, 0, v}; }
};

struct CountedRange {
  bool ints = false;  // the values are lo + k*step, else first + k*by
  std::int64_t lo = 0, step = 0;
  double first = 0, by = 0;
  std::int64_t count = 0;  // INT64_MAX: as many or more
};

// Nothing where the step is 0.
std::optional<CountedRange> count_range(const RangeNumber& lo, const RangeNumber& step, const RangeNumber& hi);

// The greatest power of two of which a float is known to be a multiple, 0 where none is known, and what its size never
// exceeds.
struct FloatGrid {
  double unit = 0, most = std::numeric_limits<double>::infinity();
  bool whole() const { return unit >= 1; }
  bool may_be_nan() const { return most == std::numeric_limits<double>::infinity(); }
  static FloatGrid of_whole() { return {1, 0x1p53}; }
};
using GridOf = std::function<FloatGrid(VarId)>;  // of a float variable
FloatGrid float_grid(const Expr& e, const GridOf& grid_of);

// The end of a range whose lo and step are whole, as an int. That of a NaN is the int that lies the farthest behind lo:
// a range that begins there runs once.
ExprP whole_end(const ExprP& lo, const ExprP& step, const ExprP& hi, const GridOf& grid_of);

// The number of the last value of a range of fractions, below 0: there is none.
ExprP last_value_number(const ExprP& lo, const ExprP& step, const ExprP& hi);

// How many ints there are in lo..step..hi, whose ends may be farther apart than an int holds; INT64_MAX: as many or
// more. step: not 0, its size below 2^62.
ExprP count_of_ints(const ExprP& lo, std::int64_t step, const ExprP& hi);

// That a float is a whole number that an int holds.
ExprP holds_int(const ExprP& e);

}  // namespace qc::ir
