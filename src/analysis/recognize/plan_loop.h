// Judges a loop nest: `plan_loop` chooses the verdict among those that the candidates of this room can prove.
#pragma once
#include "analysis/loops/loop_nest.h"
#include "analysis/loops/loop_plan.h"
#include "ast/ast.h"

namespace qc {

// Judges a nest by the rules of docs/recognition.md. The body of plan's innermost covered loop is what a kernel runs
// for each iteration; updates of accumulators in it keep the form Assign/Store v = v op e, see variable_uses.
PlanResult plan_loop(const LoopNest& nest);

// The plan of a loop that runs in order all the same.
void run_in_order(PlanResult& result, const char* why);

// What is said of a loop that is not in IR: it is interpreted, and why.
LoopPlan interpreted_plan(const ast::Stmt& for_statement, const NotLowered& why);

}  // namespace qc
