// Items of cells at computed places: the arrays that they may be (src/lower/select_cell_item.cpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// An item of a cell at a computed place: the arrays that it may be. Nothing: they are not all of one kind, or too many.
std::optional<Value> select_cell_item(LowerContext& cx, const std::string& cell, const ast::Index& n, Span span);
// A cell of arrays outside a loop that a function is given; nothing: the expression is something else.
std::optional<Value> cell_argument(LowerContext& cx, const ast::Expr& e);
// x[i,..] of the array that it is.
Value element_of_phi(LowerContext& cx, const ArraySelect& phi, const std::vector<ast::ExprP>& indices, Span span);
// x[i,..] = e for the array that it is.
void assign_in_phi(LowerContext& cx, const ArraySelect& phi, const ast::Index& place, const ast::Assign& a, Span span);
// numel(c), size(c, d) and their kin of the item, and of a cell itself; nothing: the value is something else.
std::optional<Value> shape_of_phi(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span);

}  // namespace qc::lowering
