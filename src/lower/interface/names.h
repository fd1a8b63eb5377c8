// What names stand for: variables of the body at hand, of the nest, and of the program around it (src/lower/names.cpp).
#pragma once
#include <optional>
#include <string>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// The variables that hold the parts of a binding; params: which are given to the code.
void make_vars(LowerContext& cx, Binding& b, const std::string& name, bool params);
// The variable outside of that name, which becomes a parameter of the code.
Binding& import_outer(LowerContext& cx, const std::string& name, const Type& type, Span span);
// What the name stands for, which is read; null: there is no such variable.
Binding* find(LowerContext& cx, const std::string& name, Span span);
// The same of a name that is not read.
Binding* find_to_assign(LowerContext& cx, const std::string& name, Span span);
// The variable whose function a call of the name means. One that holds none, in max = max(max, x), leaves the name to
// the functions, built-in ones and classes that have it.
Binding* called_variable(LowerContext& cx, const std::string& name, Span span);
// Where a variable is kept: in registers, or, of many components and of those with computed indices, in memory.
void place_variable(LowerContext& cx, Binding& b, const std::string& name, Elem elem);
// A new variable of the body at hand.
Binding& declare(LowerContext& cx, const std::string& name, const Type& type, Span span);
// Whether a name that is none may be one when a step comes to it.
bool may_be_set(const LowerContext& cx, const std::string& name);
// The name is none: the reason that fits, which is thrown or the program error.
void undefined(LowerContext& cx, const std::string& name, Span span);
// The mark of what kind of number a variable holds (NumberKinds); none: its type says so.
ir::VarId kind_mark(LowerContext& cx, const Binding& b);
// The value of a variable.
Value read_binding(LowerContext& cx, const Binding& b);
// What an expression is known to be before the loop runs, from constants and known variables that the nest leaves
// alone.
std::optional<double> known_number(LowerContext& cx, const ast::Expr& e);

}  // namespace qc::lowering
