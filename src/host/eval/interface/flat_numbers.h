// Expressions of real numbers in the flat form, without calls (resolved_expr.cpp, resolved_numbers.cpp). They have no
// effects: where they find something that is no number, nothing has been done.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "host/eval/state/flat_run.h"

namespace qc::host {

// A variable of the file's, or a constant of the language.
Small elsewhere(const FlatRun& flat, const FlatExpr& e);
// The product where a sum may fuse it. False: it is no number, and nothing has been done.
bool fast_scalar(FlatRun& flat, const FlatExpr& e, UnroundedNumber& out);
// A sum of which a part is a product.
Small fused(FlatRun& flat, const FlatExpr& e);
// Of two operands the first of which is `a`, where they are not of one kind.
Small of_operands(FlatRun& flat, const FlatExpr& e, Small a);
// left + right, left - right
Small sum(const FlatRun& flat, const FlatExpr& e, const UnroundedNumber& left, const UnroundedNumber& right);
// Where a variable, a field or an item of a cell stands; null for other expressions and where there is none.
const Value* locate(FlatRun& flat, const FlatExpr& e);
// The place that ints inside these extents name; otherwise -1.
std::int64_t place_in(FlatRun& flat, const FlatExpr& element, const std::vector<std::int64_t>& dims,
                      std::int64_t count);
// The array of x[i], x[i,j] inside the extents; base: what x is.
Array* array_element(FlatRun& flat, const FlatExpr& element, const Value& base, std::int64_t& at);
// An element of an array.
Small element(FlatRun& flat, const FlatExpr& e);
// The matrix of x[k,:] with a row k, and the row-major place where that begins.
Array* array_row(FlatRun& flat, const FlatExpr& row, std::int64_t& at);
// A row that an expression without calls makes or names; null: it is something else, and nothing has been done.
ArrayP row_of(FlatRun& flat, const FlatExpr& e);
// A text, or a letter of one.
std::optional<std::string_view> text_of(FlatRun& flat, const FlatExpr& e);
// p == nullptr of what has a place.
std::optional<bool> is_nothing(FlatRun& flat, const FlatExpr& e);
// numel(x)
Small count_of(FlatRun& flat, const FlatExpr& e);
// isfield(place, text).
Small has_field(FlatRun& flat, const FlatExpr& e);
// int(a/b) and floor(a/b) of ints are exact; int(x) of what an int holds.
Small whole_number(FlatRun& flat, const FlatExpr& e);
// An elementwise built-in function of numbers.
Small each(FlatRun& flat, const FlatExpr& e);

// The number that an expression without calls is.
inline Small number(FlatRun& flat, const FlatExpr& e) { return e.number(flat, e); }
inline Small rounded(const FlatRun& flat, const UnroundedNumber& q, const FlatExpr& e) {
  return q.product ? of_two(ast::BinaryOp::ElemMul, q.value, q.factor, flat.scalar, e.source->span) : q.value;
}
// The number that a variable holds.
inline Small variable(const FlatRun& flat, const FlatExpr& e) {
  if (const Value* v = flat.own(e.slot)) return Small::of(v);
  return e.named || flat.env->outer ? elsewhere(flat, e) : Small{};
}

}  // namespace qc::host
