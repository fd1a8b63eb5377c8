// Slices whose extents are known: lists of elements that become part of the code (src/lower/arrays/fixed_slices.cpp).
#pragma once
#include <optional>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// `:` as the list of all positions along a dimension.
Value colon_value(LowerContext& cx, std::optional<std::int64_t> extent, Span span);
// What an index selects when it is more than one element; nothing for numbers and for one position.
std::optional<Selection> selection(const LowerContext& cx, int rank, const std::vector<Value>& indices, Span span);
// The selected elements, as a fixed-size value.
Value read_selection(LowerContext& cx, const Value& array, const Selection& s, Span span);
// A short array that meets a fixed-size value is read as one: the weights of a window. Those of few elements are left
// to become variables of the loop (scalar_replacement.h).
void read_beside(LowerContext& cx, Value& array, const Value& other, Span span);
// A[:,:] for an array A.
ast::Index all_of(const LowerContext& cx, const Value& array, Span span);
// An array whose elements are computed with as a whole is the slice of all of them. In a loop's own text those of few
// elements are left to become variables (scalar_replacement.h).
void read_whole(LowerContext& cx, Value& v, Span span);
// The value of an expression, with an array read as the slice of all its elements.
Value whole_value(LowerContext& cx, const ast::Expr& e);
// The same of a fixed-size value; local: the variable in memory that it is.
Value read_selection(LowerContext& cx, const Binding* local, const Value& fixed, const Selection& s, Span span);
// A value for each selected element. They are computed before any is stored.
std::vector<Value> spread_value(LowerContext& cx, Value v, const Selection& s, Span span);
// x[list] = e and its compound forms, for an array.
void assign_selection(LowerContext& cx, const Value& array, const Selection& s, const ast::Assign& a, Span span);
// The selected elements are given values, one for each or one for all.
void assign_values(LowerContext& cx, const Value& array, const Selection& s, ast::AssignOp op, const Value& v,
                   Span span);
// The same for a fixed-size variable.
void assign_selection(LowerContext& cx, const ast::Index& place, Binding& b, const Selection& s, const ast::Assign& a,
                      Span span);

}  // namespace qc::lowering
