// Questions about a text that a walk over its syntax answers.
#pragma once
#include <string>
#include <string_view>

#include "ast/visit.h"

namespace qc::ast {

// Whether a statement or an expression is of one of these kinds.
template <class... Kinds, class N>
bool is_any(const N& node) {
  return (std::holds_alternative<Kinds>(node.node) || ...);
}

// Whether `holds` is true of an expression of the text; of all of them.
template <class Text, class F>
bool any_expression(const Text& text, const F& holds) {
  return !walk(text, {.expression = [&](const Expr& e) { return holds(e) ? Go::Stop : Go::In; }});
}
template <class Text, class F>
bool all_expressions(const Text& text, const F& holds) {
  return !any_expression(text, [&](const Expr& e) { return !holds(e); });
}
// Whether `holds` is true of a statement that runs when these do.
template <class Text, class F>
bool any_own_statement(const Text& text, const F& holds) {
  return !walk_own_statements(text, [&](const Stmt& s) { return holds(s) ? Go::Stop : Go::In; });
}
// Whether such a statement is of one of these kinds.
template <class... Kinds, class Text>
bool has_own(const Text& text) {
  return any_own_statement(text, [](const Stmt& s) { return is_any<Kinds...>(s); });
}

// Whether the name occurs, as the variable of a loop or a handler or a place that is assigned too; names of fields and
// types are none.
bool mentions(const Expr& e, std::string_view name);
bool mentions(const Stmt& s, std::string_view name);
bool mentions(const Block& b, std::string_view name);

// The name that an expression is; null: it is something else.
const std::string* name_of(const Expr& e);
// The variable at the start of a place, `p` of p.image[i]; null: it begins with something else.
const std::string* root_of(const Expr& place);
// The name of the function that an expression calls; null: it is no call, or one of what a place holds.
const std::string* callee_of(const Expr& e);
// The variable that a loop or a handler brings along; null: the statement has none.
const std::string* variable_of(const Stmt& s);

}  // namespace qc::ast
