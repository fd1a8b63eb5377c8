// What the operators of accumulators are in a kernel.
#pragma once
#include "analysis/loops/loop_plan.h"
#include "ir/ir.h"

namespace qc {

// op applied to two values of one accumulator type.
ir::ExprP combine(ReduceOp op, ir::ExprP a, ir::ExprP b);
// The exactly neutral element: x op neutral has the bits of x, for every x.
ir::ExprP neutral(ReduceOp op, Elem type);

}  // namespace qc
