// Failures in the order of the text: `min(x[i], f(z[i]))` is lowered to `a = z[i]; .. min(x[i], ..)`, where z[i] would
// fail before x[i] does, which the text reads first.
#pragma once
#include "analysis/loops/loop_plan.h"
#include "ir/ir.h"

namespace qc {

// The function in which what may fail, and is evaluated in a statement behind others that stand later in the text and
// may fail as well, is evaluated before these: `$before = x[i]; a = z[i]; .. min($before, ..)`. What fails under a
// condition goes with it: `$before = c ? x[i] : 1`. Not across statements that write to arrays, assign what it reads,
// or leave. Failures go by their sites, which the lowering numbers in the order of evaluation. Values and bits stay.
ir::Function with_failures_in_order(ir::Function f);

// The same of what a plan has around the iterations of a kept one: what stands behind them, `w[i] = x[i] + total`, and
// comes before them in the text is evaluated before them. False: all of it is in order.
bool put_failures_in_order(ir::Function& nest, LoopPlan& plan);

}  // namespace qc
