// Calls of built-ins and of functions: which one is meant, and what the built-ins give (src/lower/call.cpp).
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// A call as a value. may_write: it is a statement of its own.
Value call(LowerContext& cx, const ast::Call& c, Span span, bool may_write);
// A zero-filled (or constant) fixed-size value with constant extents: vec(4), zeros(2,2).
Value make_filled(LowerContext& cx, const Type& shape, const std::vector<Value>& extents, double fill, Span span);
// What the built-in of that name gives; nothing: there is none, or not for such arguments.
std::optional<Value> builtin(LowerContext& cx, const std::string& written, const ast::Call& c, Span span);
// The value with elements of another kind.
Value convert_elem(LowerContext& cx, const Value& v, Elem to, Span span);
// The smaller or greater one, element by element.
Value min_max(LowerContext& cx, bool max, const Value& a, const Value& b, Span span);
// Elementary functions, element by element.
std::optional<Value> math_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span);
// Functions of whole numbers: shifts, bits, mod and others.
std::optional<Value> integer_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span);
// Built-ins that ask for extents or make arrays of given ones.
std::optional<Value> shape_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span);
// Joins the components in the order of the language's tree (ir/tree_shape.h), which few components fill one row of: so
// a slice has the same sum in a loop as outside.
Value fold_components(LowerContext& cx, std::vector<Value> v,
                      const std::function<Value(const Value&, const Value&)>& join);
// sum, prod, min, max, any, all, mean, dotprod, norm of a fixed-size value.
std::optional<Value> fold_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span);
// |x|^2, of a complex number the sum of the squares of its parts.
Value squared_size(LowerContext& cx, const Value& x, Span span);

}  // namespace qc::lowering
