// NumberKind says which kind of number a value is as an int of bits, so that the kind of a sum is the `or` of the kinds
// of its terms: kind | kInt. Loops compute with it where steps would keep kinds apart that one variable holds.
#pragma once
#include <cstdint>
#include <set>
#include <string>

#include "ir/type.h"

namespace qc::ir {

// 0 is no number, 1 a mark that says nothing of the kind (Var::set_of).
enum NumberKind : std::int64_t { kTruth = 2, kInt = 4, kSingle = 8, kDouble = 16, kComplex = 32 };

// Of a number of this type; half and sized ints are singles and ints.
constexpr std::int64_t number_kind(Elem e, bool complex) {
  const Elem held = value_elem(e);
  const std::int64_t real = held == Elem::Bool  ? kTruth
                            : held == Elem::I64 ? kInt
                            : held == Elem::F32 ? kSingle
                                                : kDouble;
  return complex ? real | kComplex : real;
}
// What is left of a kind that several were joined in: the widest decides.
constexpr Elem elem_of_kind(std::int64_t kind) {
  if (kind & kDouble) return Elem::F64;
  if (kind & kSingle) return Elem::F32;
  return kind & kInt ? Elem::I64 : Elem::Bool;
}
// Whether it is complex.
constexpr bool is_complex_kind(std::int64_t kind) { return (kind & kComplex) != 0; }
// A name that may have several kinds behind a nest, since updates of it (`if c; s += x[i] end`) may not be made.
struct UndecidedKind {
  std::string name;
  std::set<std::int64_t> kinds;  // those it may have
  std::int64_t changed;          // the kind of a value that is not the one before the nest; 0: that does not say it
};

// The kind alone that is left.
constexpr std::int64_t widest_kind(std::int64_t kind) { return number_kind(elem_of_kind(kind), is_complex_kind(kind)); }

}  // namespace qc::ir
