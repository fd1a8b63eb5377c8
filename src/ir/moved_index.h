// The index that a boundary mode makes of one outside an array.
#pragma once
#include "ir/build.h"

namespace qc::ir {

// Whether a read outside the array is one of an element inside. Writes there are errors all the same.
constexpr bool moves(Boundary mode) {
  return mode == Boundary::Circular || mode == Boundary::Mirror || mode == Boundary::Clamped;
}

// The access of a store: where reads are moved inside, writes are looked at.
inline Access written(Access a) {
  if (moves(a.boundary)) a.boundary = Boundary::Checked;
  return a;
}

// The index along n > 0 elements that i means, as the back ends make it (codegen/emit/boundary_index.h); of other modes
// one inside.
inline ExprP moved_index(Boundary mode, const ExprP& i, const ExprP& n) {
  if (mode == Boundary::Circular) return binary(BinaryOp::Periodize, i, n);
  if (mode != Boundary::Mirror)
    return binary(BinaryOp::Max, binary(BinaryOp::Min, i, sub(n, int_const(1))), int_const(0));
  const ExprP twice = mul(n, int_const(2)),
              q = binary(BinaryOp::Mod, binary(BinaryOp::Max, i, unary(UnaryOp::Neg, i)), twice);
  return select(lt(q, n), q, sub(sub(twice, int_const(1)), q));
}

}  // namespace qc::ir
