// Files of a program (src/host/session/session.cpp).
#pragma once
#include <string>

#include "host/eval/state/eval_context.h"

namespace qc::host {

// Runs a file, unless it has been imported.
void run_import(EvalContext& cx, const std::string& path, Span span);

}  // namespace qc::host
