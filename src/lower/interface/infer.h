// Types of variables by passes over the text, until they stay as they are (src/lower/lower.cpp).
#pragma once
#include <functional>

#include "lower/state/lower_context.h"

namespace qc::lowering {

// Runs `pass` until the variables' types stay as they are; each run starts with an empty function.
void infer(LowerContext& cx, const std::function<void()>& pass);

}  // namespace qc::lowering
