#include "analysis/dataflow/assignments.h"

#include "analysis/dataflow/name_facts.h"

namespace qc::lowering {

namespace {

// How often the variables of loops occur in these loops, but for their ends, which are evaluated before.
NameCounts count_in_loops(const ast::Block& block) {
  NameCounts found;
  ast::for_each_own_statement(block, [&](const ast::Stmt& s) {
    auto* l = std::get_if<ast::For>(&s.node);
    if (!l) return;
    NameCounts body;
    count_names(l->body, body);
    found[l->variable] += 1 + body[l->variable];
  });
  return found;
}

}  // namespace

bool has_jump(const ast::Block& block) { return ast::has_own<ast::Break, ast::Continue, ast::Return>(block); }

Assignments assignments_in(const ast::Block& block, const std::set<std::string>& used_after) {
  Assignments found;
  for (const auto& [name, fact] : own_name_facts(block).names) {
    if (const int whole = fact.given + fact.counts) found.whole[name] = whole;
    if (fact.updated) found.updated[name] = fact.updated;
    if (fact.elements) found.elements[name] = fact.elements;
  }
  NameCounts all;
  const NameCounts in_loops = count_in_loops(block);
  if (!in_loops.empty()) count_names(block, all);
  for (const auto& [name, count] : in_loops)
    if (count == all[name] && !used_after.count(name)) found.within.insert(name);
  if (!has_jump(block)) found.moves = last_use_moves(block, used_after);
  return found;
}

std::set<std::string> names_in(const Assignments& found, bool elements) {
  std::set<std::string> names;
  for (const auto* counts : {&found.whole, &found.updated})
    for (const auto& [name, count] : *counts) names.insert(name);
  if (elements)
    for (const auto& [name, count] : found.elements) names.insert(name);
  return names;
}

std::set<std::string> assigned_names(const ast::Block& block, bool elements) {
  return names_in(assignments_in(block), elements);
}

}  // namespace qc::lowering
