// What is known of a value from the expression that gives it: bounds of ints, whether it may be -0, whether a narrower
// type holds it.
#pragma once
#include <cstdint>
#include <optional>

#include "ir/ir.h"

namespace qc::ir {

struct IntRange {
  std::int64_t lo, hi;
};

// The values of an integer type as the arithmetic sees them: those of uint64 are any int.
IntRange range_of(Elem e);
// Bounds of an int or a truth value; nullopt: it may be any int.
std::optional<IntRange> int_range(const Function& f, const Expr& e);
// Whether a float is never -0.
bool never_negative_zero(const Expr& e);
// Whether the value is one of `elem`, so that storing it there changes nothing.
bool fits(const Function& f, const Expr& e, Elem elem);

}  // namespace qc::ir
