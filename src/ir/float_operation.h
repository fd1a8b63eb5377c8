// float_operation computes one operation of numbers that are known, with the bits that compiled code has.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "ir/ir.h"

namespace qc::ir {

// What a float Unary, Binary or Fma gives for these operands (as many as it has); nothing of functions, whose bits are
// those of a library, and of half floats.
std::optional<double> float_operation(const Expr& e, const std::array<double, 3>& operands);

// A float as an int: cut off, at the ends of the ints where it lies beyond them, 0 of a NaN.
std::int64_t int_of_float(double v);

}  // namespace qc::ir
