// Statements of the resolved form (resolved_interpreter.cpp).
#pragma once
#include "host/eval/state/resolved_run.h"

namespace qc::host {

// Runs a block.
Flow run_resolved(ResolvedRun& resolved, const ResolvedBlock& block);
// A loop, each turn of it; a `for` loop that is not compiled.
Flow step_resolved(ResolvedRun& resolved, const ResolvedStmt& loop);

}  // namespace qc::host
