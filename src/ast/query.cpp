#include "ast/query.h"

namespace qc::ast {

namespace {

template <class Text>
bool occurs(const Text& text, std::string_view name) {
  const auto is_it = [&](const std::string* n) { return n && *n == name ? Go::Stop : Go::In; };
  return !walk(text, {.statement = [&](const Stmt& s) { return is_it(variable_of(s)); },
                      .expression = [&](const Expr& e) { return is_it(name_of(e)); }});
}

}  // namespace

bool mentions(const Expr& e, std::string_view name) { return occurs(e, name); }
bool mentions(const Stmt& s, std::string_view name) { return occurs(s, name); }
bool mentions(const Block& b, std::string_view name) { return occurs(b, name); }

const std::string* name_of(const Expr& e) {
  auto* n = std::get_if<Name>(&e.node);
  return n ? &n->name : nullptr;
}

const std::string* root_of(const Expr& place) {
  if (auto* f = std::get_if<Field>(&place.node)) return root_of(*f->base);
  if (auto* i = std::get_if<Index>(&place.node)) return root_of(*i->base);
  return name_of(place);
}

const std::string* callee_of(const Expr& e) {
  auto* c = std::get_if<Call>(&e.node);
  return c ? name_of(*c->callee) : nullptr;
}

const std::string* variable_of(const Stmt& s) {
  if (auto* loop = std::get_if<For>(&s.node)) return &loop->variable;
  auto* attempt = std::get_if<Try>(&s.node);
  return attempt && !attempt->variable.empty() ? &attempt->variable : nullptr;
}

}  // namespace qc::ast
