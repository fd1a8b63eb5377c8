// Checks the rules that ir.h states; every pass is run between two calls of it in tests and debug builds.
#pragma once
#include <string>
#include <vector>

#include "ir/ir.h"

namespace qc::ir {

// One message a broken rule, or nothing: ids in range, operand types that fit, arity of accesses, sites present where a
// failure can happen, barriers not under a condition that differs between threads, break and continue inside loops.
std::vector<std::string> verify(const Function& function);

}  // namespace qc::ir
