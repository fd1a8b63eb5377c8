// Elementary functions of large complex arrays, by blocks of their parts: the bits are those of complex_math.h.
#pragma once
#include <optional>

#include "host/builtins/builtins.h"
#include "ir/ir.h"

namespace qc::host {

// Exp and Log of a large complex array; Atan2: its angles. Nothing: the value is something else, or the function
// another one.
std::optional<Value> complex_blocks(ir::MathFn fn, const CallContext& c, const Value& v);

}  // namespace qc::host
