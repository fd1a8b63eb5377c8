// Extents and numbers as they are at the launch: the code that is made with them is for launches that have the same
// (src/lower/arrays/launch_extents.cpp).
#pragma once
#include <optional>

#include "analysis/loops/affine.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// Extents along the indices of an array, where the launch says them.
ExtentOf array_extents(LowerContext& cx, const Value& array);
// An extent of an array as it is now; nothing where it is not known, or more than `most`.
std::optional<std::int64_t> launch_extent(LowerContext& cx, ir::ArrayId array, int dim, std::int64_t most);
// A power of two that the extent does not exceed; nothing where it is not known, or more than `most`.
std::optional<std::int64_t> launch_bound(LowerContext& cx, ir::ArrayId array, int dim, std::int64_t most);
// Whether two lengths that are extents or constants are one number now; the code hangs on that.
bool launch_alike(LowerContext& cx, const ir::ExprP& length, const ir::ExprP& other);
// b - a where what moves in them is the same on both sides: 2*n of r-n and r+n, for the n that is there now.
std::optional<std::int64_t> launch_distance(LowerContext& cx, const ir::ExprP& a, const ir::ExprP& b,
                                            std::int64_t most = 64);
// Whether every iteration finds the same number there, though it is not known now.
bool steady_distance(const LowerContext& cx, const ir::ExprP& a, const ir::ExprP& b);
// The value of an expression of constants, extents, whole numbers from outside and variables that hold such; nothing
// when it varies or is not known.
std::optional<std::int64_t> launch_constant(LowerContext& cx, const ir::Expr& e, std::int64_t most = 64);

// The polynomial of an index, and b - a where it is the same number however the variables in them stand.
Polynomial polynomial(AtomTable& atoms, const ir::ExprP& e);
std::optional<std::int64_t> distance(const ir::ExprP& a, const ir::ExprP& b);

}  // namespace qc::lowering
