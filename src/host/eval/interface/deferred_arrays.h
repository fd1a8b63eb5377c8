// Whole-array expressions, computed when something needs their elements (deferred_arrays.cpp).
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "host/eval/state/eval_context.h"

namespace qc::host {

// The value of an expression, which may be one that is computed later.
Value eval_deferred(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env);
// Computes what is under way: a function or kernel that is about to run may write what it reads.
void settle(EvalContext& cx);
// a op b, later where that is worth it.
Value defer(EvalContext& cx, ast::BinaryOp op, Value a, Value b, Span span);
// A condition of one element evaluates one of its sides; one with more chooses element by element between both.
Value eval_conditional(EvalContext& cx, const ast::Conditional& n, Span span, const EnvironmentP& env);
// a*b + c with one rounding, the same.
Value defer_sum(EvalContext& cx, Value a, Value b, Value c, bool negate_product, bool negate_addend, Span span);
// op a, the same.
Value defer(EvalContext& cx, ast::UnaryOp op, Value a, Span span);
// a^exponent, the same.
Value defer_literal_power(EvalContext& cx, Value a, std::int64_t exponent, Span span);
// An operand of `*`: transpose(x) need not be made when the product can read x.
Partial eval_factor(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env);
// A call of an elementwise function or of a reduction, with arguments that need not be computed before it.
std::optional<std::vector<Value>> defer_named(EvalContext& cx, const std::string& name, const Meaning& m,
                                              const ast::Call& c, Span span, const EnvironmentP& env);
// A call of an elementwise function, later; nothing: now.
std::optional<Value> defer_elementwise(EvalContext& cx, const std::string& name, const std::vector<Value>& arguments,
                                       Span span);
// Built-ins of large arrays on a GPU that are made of what loops and kernels do there.
std::optional<std::vector<Value>> compute_there(EvalContext& cx, const std::string& name, const Arguments& arguments,
                                                Span span, int outputs);
// The bounds and the step of a range.
RangeValue range_value(EvalContext& cx, const ast::Range& r, const EnvironmentP& env);
// Its numbers.
Value range_array(EvalContext& cx, const RangeValue& r, Span span);
// Indices with ranges as they are written.
std::vector<Value> eval_slice(EvalContext& cx, const std::vector<ast::ExprP>& indices, const EnvironmentP& env);
// Indices in which ranges are rows.
std::vector<Value> with_arrays(EvalContext& cx, std::vector<Value> indices, Span span);
// p += q of whole arrays: another name for p sees the change. The types that assign_compound keeps.
bool add_in_place(EvalContext& cx, const ArrayExprP& e, const ArrayP& target);
// x[...] = e: in place where that is safe.
void store_deferred(EvalContext& cx, const ast::Index& place, const Value& v, Span span, const EnvironmentP& env);
// x[...] += e for many elements. False: nothing has been done.
bool update_slice(EvalContext& cx, const ast::Assign& a, const ast::Index& place, const Value& base,
                  const std::vector<Value>& indices, Span span, const EnvironmentP& env);

}  // namespace qc::host
