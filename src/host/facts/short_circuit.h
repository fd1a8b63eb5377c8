// Short circuit of `v = v || e` and `v = v && e`: in order, e is not evaluated any more once v is decided; a reduction
// evaluates it everywhere.
#pragma once
#include "analysis/loops/loop_plan.h"
#include "host/facts/loop_facts.h"

namespace qc::host {

// Whether an operand of such a truth value could fail, by its accesses or divisions, somewhere in the iterations. Its
// failure may then lie behind the iteration that decided.
bool short_circuit_may_fail(const LoopPlan& plan, const ir::Function& nest, const NestRanges& ranges);

// Whether what an arg-reduction or a last match keeps beside its value could fail in an iteration that does not win in
// the end: in order that is an error, a reduction computes it for the winner alone.
bool companions_may_fail(const LoopPlan& plan, const ir::Function& nest, const NestRanges& ranges);

}  // namespace qc::host
