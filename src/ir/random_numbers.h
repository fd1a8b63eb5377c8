// The generator of random numbers in IR: Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as
// easy as 1, 2, 3" (SC 2011). The number at a place of a key's stream is a function of these alone, so that any order
// gives the same numbers.
#pragma once
#include <array>
#include <functional>

#include "ir/ir.h"

namespace qc::ir {

struct RandomNumbers {
  ExprP key, stream;  // I64
  Elem type;          // of the numbers: F32 or F64
  Span span = {};
  // Keeps a value in a variable of that name, so that it is computed once.
  std::function<ExprP(const char* name, const ExprP& value)> keep;

  std::array<ExprP, 2> words(const ExprP& place) const;  // 32 random bits each
  ExprP uniform(const ExprP& place) const;               // in [0, 1): multiples of 2^-24 as F32, of 2^-53 as F64
  ExprP normal(const ExprP& place) const;                // Box and Muller, from the numbers at `place` and the next one
  ExprP ranged(const ExprP& place, const ExprP& count) const;  // 1..count
};

}  // namespace qc::ir
