// Expressions to values (expr.cpp), and those of numbers alone (scalar_fast_path.cpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "host/eval/state/eval_context.h"

namespace qc::host {

// The value of an expression.
Value eval(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env);
// The value, rounded.
Value finish(EvalContext& cx, Partial p, Span span);
// left op right, of which a part may be a product that has not been rounded.
Partial combine(EvalContext& cx, ast::BinaryOp op, Partial left, Partial right, Span span);
// a + b + c + ... leans to the left thousands of operators deep: the left spine is walked, not recursed.
Partial eval_spine(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env);
// The value of an expression, of which a product may not have been rounded.
Partial eval_partial(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env);
// An expression that is no product.
Value eval_whole(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env);
// A function as the analysis knows it; the constants of its file are found under "@0.name"
// (Definitions::file_constant).
FunctionRef function_ref(const Overload& o);
// The value of a constant of the library (a function without parameters), or null.
Value* library_constant(EvalContext& cx, const std::string& name);
// What a name means: a variable, a constant, a function, a type.
Value eval_name(EvalContext& cx, const std::string& name, Span span, const EnvironmentP& env);
// A row, matrix or cell of items. stacks: brackets in brackets, never side by side.
Value array_of(EvalContext& cx, std::vector<Value> items, Span span, bool stacks = false);
// The values of indices.
std::vector<Value> eval_indices(EvalContext& cx, const std::vector<ast::ExprP>& indices, const EnvironmentP& env);
// base[indices].
Value read_index(EvalContext& cx, const ast::Index& i, const Value& base, const std::vector<Value>& indices, Span span);
// base.field.
Value read_field(EvalContext& cx, const ast::Field& f, const Value& base, Span span);

// What a name of the language means where there is no such variable; nothing: it is no such name.
std::optional<Number> named_constant(std::string_view name, Elem scalar);
// The number that an expression is; nothing: it is something else, or has effects.
std::optional<Number> fast_scalar(EvalContext& cx, const ast::Expr& e, const EnvironmentP& env);
// Runs an assignment of numbers. False: nothing has been done.
bool fast_assign(EvalContext& cx, const ast::Assign& a, const EnvironmentP& env);

// Says that a call whose value is wanted gives none.
[[noreturn]] void gives_no_value(Span span);

}  // namespace qc::host
