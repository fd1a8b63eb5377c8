// Expressions of real numbers in the resolved form, without calls (resolved_expr.cpp, resolved_numbers.cpp). They have
// no effects: where they find something that is no number, nothing has been done.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "host/eval/state/resolved_run.h"

namespace qc::host {

// A variable of the file's, or a constant of the language.
Small elsewhere(const ResolvedRun& resolved, const ResolvedExpr& e);
// The product where a sum may fuse it. False: it is no number, and nothing has been done.
bool fast_scalar(ResolvedRun& resolved, const ResolvedExpr& e, UnroundedNumber& out);
// A sum of which a part is a product.
Small fused(ResolvedRun& resolved, const ResolvedExpr& e);
// Of two operands the first of which is `a`, where they are not of one kind.
Small of_operands(ResolvedRun& resolved, const ResolvedExpr& e, Small a);
// left + right, left - right
Small sum(const ResolvedRun& resolved, const ResolvedExpr& e, const UnroundedNumber& left,
          const UnroundedNumber& right);
// Where a variable, a field or an item of a cell stands; null for other expressions and where there is none.
const Value* locate(ResolvedRun& resolved, const ResolvedExpr& e);
// The place that ints inside these extents name; otherwise -1.
std::int64_t place_in(ResolvedRun& resolved, const ResolvedExpr& element, const std::vector<std::int64_t>& dims,
                      std::int64_t count);
// The array of x[i], x[i,j] inside the extents; base: what x is.
Array* array_element(ResolvedRun& resolved, const ResolvedExpr& element, const Value& base, std::int64_t& at);
// An element of an array.
Small element(ResolvedRun& resolved, const ResolvedExpr& e);
// The matrix of x[k,:] with a row k, and the row-major place where that begins.
Array* array_row(ResolvedRun& resolved, const ResolvedExpr& row, std::int64_t& at);
// A row that an expression without calls makes or names; null: it is something else, and nothing has been done.
ArrayP row_of(ResolvedRun& resolved, const ResolvedExpr& e);
// A text, or a letter of one.
std::optional<std::string_view> text_of(ResolvedRun& resolved, const ResolvedExpr& e);
// p == nullptr of what has a place.
std::optional<bool> is_nothing(ResolvedRun& resolved, const ResolvedExpr& e);
// numel(x)
Small count_of(ResolvedRun& resolved, const ResolvedExpr& e);
// size(place, d) of an array
Small extent_of(ResolvedRun& resolved, const ResolvedExpr& e);
// isfield(place, text).
Small has_field(ResolvedRun& resolved, const ResolvedExpr& e);
// int(a/b) and floor(a/b) of ints are exact; int(x) of what an int holds.
Small whole_number(ResolvedRun& resolved, const ResolvedExpr& e);
// An elementwise built-in function of numbers.
Small each(ResolvedRun& resolved, const ResolvedExpr& e);

// The number that an expression without calls is.
inline Small number(ResolvedRun& resolved, const ResolvedExpr& e) { return e.number(resolved, e); }
inline Small rounded(const ResolvedRun& resolved, const UnroundedNumber& q, const ResolvedExpr& e) {
  return q.product ? of_two(ast::BinaryOp::ElemMul, q.value, q.factor, resolved.scalar, e.source->span) : q.value;
}
// The number that a variable holds.
inline Small variable(const ResolvedRun& resolved, const ResolvedExpr& e) {
  if (const Value* v = resolved.own(e.slot)) return Small::of(v);
  return e.named || resolved.env->outer ? elsewhere(resolved, e) : Small{};
}

}  // namespace qc::host
