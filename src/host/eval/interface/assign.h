// Assignments (assign.cpp).
#pragma once
#include <string>
#include <vector>

#include "ast/ast.h"
#include "host/eval/state/eval_context.h"

namespace qc::host {

// Gives a variable a value. own_mode: the boundary mode of an array is the value's own.
void assign_name(EvalContext& cx, const std::string& name, Value v, const EnvironmentP& env, bool own_mode);
// A variable that has its value is declared so: numbers, and values of fixed sizes, are converted from here on.
void declare_name(const std::string& name, const HostType& type, Environment& env);
// The same of a target of an assignment: a name, a place, nothing.
void assign_target(EvalContext& cx, const ast::Target& t, Value v, const EnvironmentP& env);
// The same of an element, a field, or a path of these.
void assign_place(EvalContext& cx, const ast::Expr& place, Value v, const EnvironmentP& env);
// base[indices] = v.
void store_index(EvalContext& cx, const ast::Index& i, const Value& base, const std::vector<Value>& indices,
                 const Value& v, Span span, const EnvironmentP& env);
// What `old op= right` gives.
Value compound_value(EvalContext& cx, ast::AssignOp op, const Value& old, Partial right, Span span,
                     const EnvironmentP& env);
// The same for a part of an array, whose value has one element for each, as an assignment takes it: a row for a column
// too.
Value compound_part(EvalContext& cx, const ast::Assign& a, const Value& old, Span span, const EnvironmentP& env);
// The values for n names: those that `from` gave, or the parts of the one that it gave.
std::vector<Value> as_many(EvalContext& cx, std::vector<Value> values, const ast::Expr& from, std::size_t n, Span span);
// Runs an assignment, and echoes it at a prompt unless it is quiet.
void run_assign(EvalContext& cx, const ast::Assign& a, Span span, const EnvironmentP& env, bool quiet);

}  // namespace qc::host
