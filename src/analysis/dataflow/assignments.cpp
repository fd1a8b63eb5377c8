#include "analysis/dataflow/assignments.h"

#include <algorithm>

#include "analysis/dataflow/name_uses.h"

namespace qc::lowering {

namespace {

void count_assignments(const ast::Block& block, Assignments& found);

void count_target(const ast::Expr& place, bool update, Assignments& found) {
  if (auto* n = std::get_if<ast::Name>(&place.node)) ++(update ? found.updated : found.whole)[n->name];
  const ast::Expr* base = &place;
  while (auto* i = std::get_if<ast::Index>(&base->node)) base = i->base.get();
  if (auto* n = std::get_if<ast::Name>(&base->node); n && base != &place) ++found.elements[n->name];
}

void count_assignments(const ast::Block& block, Assignments& found) {
  for (const ast::Stmt& s : block) {
    if (auto* a = std::get_if<ast::Assign>(&s.node)) {
      for (const auto& t : a->targets) count_target(*t.place, a->op != ast::AssignOp::Set, found);
    } else if (auto* i = std::get_if<ast::If>(&s.node)) {
      for (const auto& arm : i->arms) count_assignments(arm.body, found);
      count_assignments(i->otherwise, found);
    } else if (auto* w = std::get_if<ast::While>(&s.node))
      count_assignments(w->body, found);
    else if (auto* r = std::get_if<ast::Repeat>(&s.node))
      count_assignments(r->body, found);
    else if (auto* l = std::get_if<ast::For>(&s.node)) {
      ++found.whole[l->variable];
      count_assignments(l->body, found);
    } else if (auto* m = std::get_if<ast::Match>(&s.node)) {
      for (const auto& arm : m->arms) count_assignments(arm.body, found);
    }
  }
}

// How often the variables of loops occur in these loops, but for their ends, which are evaluated before.
void count_in_loops(const ast::Block& block, NameCounts& found) {
  for (const ast::Stmt& s : block) {
    if (auto* i = std::get_if<ast::If>(&s.node)) {
      for (const auto& arm : i->arms) count_in_loops(arm.body, found);
      count_in_loops(i->otherwise, found);
    } else if (auto* w = std::get_if<ast::While>(&s.node))
      count_in_loops(w->body, found);
    else if (auto* r = std::get_if<ast::Repeat>(&s.node))
      count_in_loops(r->body, found);
    else if (auto* m = std::get_if<ast::Match>(&s.node)) {
      for (const auto& arm : m->arms) count_in_loops(arm.body, found);
    } else if (auto* l = std::get_if<ast::For>(&s.node)) {
      NameCounts body;
      count_names(l->body, body);
      const auto in_body = body.find(l->variable);
      found[l->variable] += 1 + (in_body == body.end() ? 0 : in_body->second);
      count_in_loops(l->body, found);
    }
  }
}

}  // namespace

bool has_jump(const ast::Block& block) {
  return std::any_of(block.begin(), block.end(), [](const ast::Stmt& s) {
    if (std::holds_alternative<ast::Break>(s.node) || std::holds_alternative<ast::Continue>(s.node) ||
        std::holds_alternative<ast::Return>(s.node))
      return true;
    if (auto* w = std::get_if<ast::While>(&s.node)) return has_jump(w->body);
    if (auto* r = std::get_if<ast::Repeat>(&s.node)) return has_jump(r->body);
    if (auto* l = std::get_if<ast::For>(&s.node)) return has_jump(l->body);
    const auto in_arm = [](const auto& arm) { return has_jump(arm.body); };
    if (auto* m = std::get_if<ast::Match>(&s.node)) return std::any_of(m->arms.begin(), m->arms.end(), in_arm);
    auto* i = std::get_if<ast::If>(&s.node);
    return i && (has_jump(i->otherwise) || std::any_of(i->arms.begin(), i->arms.end(), in_arm));
  });
}

Assignments assignments_in(const ast::Block& block, const std::set<std::string>& used_after) {
  Assignments found;
  count_assignments(block, found);
  NameCounts all, in_loops;
  count_in_loops(block, in_loops);
  if (!in_loops.empty()) count_names(block, all);
  for (const auto& [name, count] : in_loops)
    if (count == all[name] && !used_after.count(name)) found.within.insert(name);
  if (!has_jump(block)) found.moves = moved_arrays(block, used_after);
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
