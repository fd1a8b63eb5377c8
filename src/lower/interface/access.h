// Elements of arrays: indices, loads, and where a fixed-size value is indexed (src/lower/arrays/access.cpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// The values of indices, in order; `:` and ranges become lists where the extents are known.
std::vector<Value> index_values(LowerContext& cx, const std::vector<ast::ExprP>& indices, const ExtentOf& extent_of);
// An index of an element. Host code, and the loops that do what it does, accept whole numbers only; kernels truncate.
ir::ExprP element_index(LowerContext& cx, const Value& v, Boundary boundary, Span span);
// The Access for index values: one for each dimension, a position vector, or one linear index.
ir::Access access_values(LowerContext& cx, const Value& array, std::vector<Value> indices, Span span,
                         bool writes = false);
// The same for an element of a slice, in any order: that it is outside says that the slice leaves the array, not where
// it does so first.
ir::Access slice_element(LowerContext& cx, const Value& array, std::vector<Value> indices, Span span,
                         bool writes = false);
// The access that indices of the text name.
ir::Access access(LowerContext& cx, const Value& array, const std::vector<ast::ExprP>& indices, Span span);
// The access to the real or imaginary part of a complex element.
ir::Access complex_part(const LowerContext& cx, ir::Access a, bool imaginary);
// The element of an array at this access.
Value load(LowerContext& cx, const Value& array, const ir::Access& a, Span span);
// The component that constant indices select; nothing when one is computed, or moved by the boundary mode.
std::optional<std::int64_t> fixed_index(LowerContext& cx, const Type& type, const std::vector<Value>& indices,
                                        Span span);
// The fixed-size variable that an index is applied to, if it is one.
Binding* fixed_binding(LowerContext& cx, const ast::Expr& base, Span span);
// The access to a fixed-size variable that lies in memory.
ir::Access local_access(LowerContext& cx, const Binding& b, const std::string& name, const std::vector<Value>& indices,
                        Span span);
// A fixed-size variable with a computed index: the next pass keeps it in memory.
void keep_in_memory(LowerContext& cx, const Binding& b, Span span);
// The row-major place of a component at computed indices, -1 outside; in loops that is an error.
ir::VarId component_place(LowerContext& cx, const Type& type, std::vector<Value> at, Span span);
// The component of a value that is not kept in memory at a computed place. Outside it is 0 in kernels and of 'safe
// values; loops fail as they do for an array.
Value select_component(LowerContext& cx, const Value& v, std::vector<Value> at, Span span,
                       const std::string& name = "the array");
// An item of a cell that a kernel was given, at indices known at the launch: a variable of the launch, `filters[0]`.
std::optional<Value> cell_item(LowerContext& cx, const ast::Index& n, Span span);
// x[i,..]: an element, or a slice.
Value read_index(LowerContext& cx, const ast::Index& n, Span span);
// size(x, d). A vec is a row: its extent 0 is 1.
ir::ExprP extent(const Value& array, const ir::ExprP& dim, Span span);
// How many elements a fixed-size value has.
ir::ExprP element_count(const Value& array);

// Stops where the array is read converted: it stands for a copy, and nothing outside would see what is written.
void refuse_converted(LowerContext& cx, const Value& array, Span span);
// An element of a texture.
Value texel(LowerContext& cx, const Value& array, std::vector<Value> at, Span span);

// How a parameter is read at indices that are no ints.
Texture texture_of(const ast::Parameter& p);

}  // namespace qc::lowering
