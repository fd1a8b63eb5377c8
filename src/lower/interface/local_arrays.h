// Arrays of an iteration: memory of its own whose elements may be written to (src/lower/arrays/local_arrays.cpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// What the length never exceeds (sure), or not with the numbers and extents that are there now; nothing: it is not
// known.
std::optional<std::int64_t> most_of_length(const LowerContext& cx, const ir::ExprP& length, bool& sure);
// The launch ends where the condition holds, and the loop is stepped.
void bail_out_where(LowerContext& cx, const ir::ExprP& condition, const std::string& what, Span span);
// Whether its elements are read from memory of the iteration.
bool reads_own(const LowerContext& cx, const LazyArray& c);
// zeros(n), vec(n), ones(m, n) of extents that are not known; nothing where an iteration keeps no memory for it.
std::optional<Value> local_array(LowerContext& cx, const Type& shape, const std::vector<Value>& given, double fill,
                                 Span span);
// The elements of an array of the iteration, as they are here.
Value own_elements(const LowerContext& cx, const Value& own);
// A value that is written to under its name: in memory of its own, where it is no other name of an array.
Value own_of(LowerContext& cx, const Value& v, const std::string& name, Span span);
// The places along the axes that indices name; inside: that there is such an element.
std::vector<ir::ExprP> place_in_lazy(LowerContext& cx, const Value& x, const std::vector<Value>& indices,
                                     ir::ExprP& inside, Span span);
// s[0..n-1], g[k,:] of such a value. A slice is another array: under a name it is a copy (named_lazy).
std::optional<Value> slice_of_lazy(LowerContext& cx, const Value& x, const std::vector<ast::ExprP>& indices, Span span);
// x[i,..] = e for an array of the iteration; false: the place is a slice that is written otherwise.
bool assign_own(LowerContext& cx, const ast::Index& place, const Value& own, const ast::Assign& a, Span span);
// A name gets an array that others are names of.
void note_shared_own(LowerContext& cx, const std::string& key, ir::ArrayId memory);
// `h = e` under a condition or in a loop, where h is an array of that length which nothing else is a name of: its
// elements are given others.
bool replace_own(LowerContext& cx, const Binding& b, const Value& given, Span span);
// d += e, which keeps the array.
void update_own(LowerContext& cx, const Value& own, const ast::Assign& a, Span span);

}  // namespace qc::lowering
