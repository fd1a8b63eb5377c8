// Statements of the flat form (resolved_interpreter.cpp).
#pragma once
#include "host/eval/state/flat_run.h"

namespace qc::host {

// Runs a block.
Flow run_flat(FlatRun& flat, const FlatBlock& block);
// A loop, each turn of it; a `for` loop that is not compiled.
Flow step_flat(FlatRun& flat, const FlatStmt& loop);

}  // namespace qc::host
