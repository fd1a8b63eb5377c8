#include "analysis/dataflow/captured_writes.h"

#include <algorithm>
#include <map>

#include "analysis/dataflow/name_facts.h"

namespace qc {

namespace {

struct Changes {
  int mentions = 0;      // of the name, in the assignments to it
  Span first;            // assignment
  bool updates = false;  // it reads what was there
};

int mentions_of(const std::string& name, const ast::ExprP& e) {
  if (!e) return 0;
  NameCounts counts;
  count_names(*e, counts);
  return counts[name];
}

// The assignments to one whole variable.
std::map<std::string, Changes> changes_of(const ast::Block& body) {
  std::map<std::string, Changes> all;
  ast::for_each_statement(body, [&](const ast::Stmt& s) {
    auto* a = std::get_if<ast::Assign>(&s.node);
    auto* n = a && a->targets.size() == 1 && a->value && !a->targets[0].type
                  ? std::get_if<ast::Name>(&a->targets[0].place->node)
                  : nullptr;
    if (!n || n->name == "_") return;
    Changes& c = all[n->name];
    const int inside = mentions_of(n->name, a->value);
    const bool updates = a->op != ast::AssignOp::Set || inside > 0;
    c.mentions += 1 + (updates ? inside : 0);
    if (c.first.valid()) return;  // statements are visited in their order
    c.first = a->targets[0].place->span;
    c.updates = updates;
  });
  return all;
}

// The names to elements of which something is assigned, and where first.
std::map<std::string, Span> element_changes(const ast::Block& body) {
  std::map<std::string, Span> first;
  ast::for_each_statement(body, [&](const ast::Stmt& s) {
    auto* a = std::get_if<ast::Assign>(&s.node);
    for (const ast::Target& t : a ? a->targets : std::vector<ast::Target>{})
      if (auto* element = std::get_if<ast::Index>(&t.place->node))
        if (auto* n = std::get_if<ast::Name>(&element->base->node)) first.emplace(n->name, t.place->span);
  });
  return first;
}

bool is_own(const ast::FunctionDef& f, const std::string& name) {
  const auto called = [&](const ast::Parameter& p) { return p.name == name; };
  const bool own = std::any_of(f.parameters.begin(), f.parameters.end(), called) ||
                   std::any_of(f.outputs.begin(), f.outputs.end(), called);
  return own || name_facts(f.body).of(name).counts > 0;
}

// Whether the place is where the name stands first in the text.
bool stands_first(const ast::Block& body, const std::string& name, Span place) {
  return !ast::any_expression(body, [&](const ast::Expr& e) {
    const std::string* n = ast::name_of(e);
    return n && *n == name && e.span.begin < place.begin;
  });
}

}  // namespace

std::vector<PrivateChange> private_changes(const ast::FunctionDef& f) {
  NameCounts counts;
  count_names(f.body, counts);
  std::vector<PrivateChange> out;
  const auto whole = changes_of(f.body);
  for (const auto& [name, c] : whole) {
    const bool never_read = counts[name] == c.mentions, updated = c.updates && stands_first(f.body, name, c.first);
    if ((never_read || updated) && !is_own(f, name)) out.push_back({name, c.first});
  }
  for (const auto& [name, span] : element_changes(f.body))
    if (!whole.count(name) && !is_own(f, name)) out.push_back({name, span, true});
  return out;
}

}  // namespace qc
