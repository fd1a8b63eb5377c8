// Finds the functions behind a function value.
#pragma once
#include <string>
#include <vector>

#include "host/eval/state/eval_context.h"

namespace qc::host {

// The functions behind a function value that is known as `name`. around: the environment whose variables need no path.
std::vector<FunctionRef> functions_behind(const Closure& c, const std::string& name, const EvalContext& cx,
                                          const Environment* around);

}  // namespace qc::host
