// What variables hold that never changes while an iteration or a thread runs (src/lower/steady_values.cpp).
#pragma once
#include <optional>
#include <string>

#include "lower/state/lower_context.h"

namespace qc::lowering {

// A component of the thread's place, or a number from outside that the code does not assign.
bool never_changes(const LowerContext& cx, ir::VarId id);
// The variable holds `value` from here on. everywhere: no other statement assigns it, which is that of `key`. What a
// loop counts with stays the same to the end of its body.
void settle(LowerContext& cx, ir::VarId id, const ir::ExprP& value, bool everywhere, const std::string& key = {});
// Whether an int of a kernel is the same wherever the kernel computes it, and costs next to nothing: sums and products
// of a thread's place, extents and what the kernel was given.
bool is_steady(const LowerContext& cx, const ir::Expr& e);
// What may be read in place of a variable from here on: its number, or in kernels the place that it is a name of. A
// variable that each lane of a vector holds for itself hides that lanes read side by side (`r = pos[0]` before loops
// over x[r+i,..]).
std::optional<ir::ExprP> known_value(const LowerContext& cx, ir::VarId id);

}  // namespace qc::lowering
