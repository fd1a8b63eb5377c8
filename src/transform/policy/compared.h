// Extremes that are compared, `if e > v then v = e`. What they keep of equal values, and of NaN, is what the comparison
// says.
#pragma once
#include "analysis/loops/loop_plan.h"
#include "ir/build.h"

namespace qc {

// Of floats: here min and max would do something else.
inline bool is_compared(const Accumulator& a) {
  return a.compare_form && is_float(a.type) && (a.op == ReduceOp::Min || a.op == ReduceOp::Max);
}
// Whether the iteration that a value comes from decides which of equal ones is kept: where something is kept beside it,
// and where zeros of different sign, which are equal, would tell.
inline bool keeps_place(const Accumulator& a) {
  return a.op == ReduceOp::ArgMin || a.op == ReduceOp::ArgMax || is_compared(a);
}
inline bool keeps_least(const Accumulator& a) { return a.op == ReduceOp::ArgMin || a.op == ReduceOp::Min; }
// Whether `value` replaces what was kept before it.
inline ir::ExprP replaces(const Accumulator& a, ir::ExprP value, ir::ExprP kept) {
  const ir::BinaryOp least = a.strict ? ir::BinaryOp::Lt : ir::BinaryOp::Le,
                     greatest = a.strict ? ir::BinaryOp::Gt : ir::BinaryOp::Ge;
  return ir::binary(keeps_least(a) ? least : greatest, std::move(value), std::move(kept));
}

}  // namespace qc
