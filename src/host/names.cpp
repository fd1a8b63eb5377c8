#include "host/names.h"

namespace qc::host {

namespace {

struct Collector {
  const ast::Stmt* without;
  NameSet& names;

  void maybe(const ast::ExprP& e) { if (e) expr(*e); }
  void all(const std::vector<ast::ExprP>& list) { for (const auto& e : list) maybe(e); }

  void expr(const ast::Expr& e) {
    const ast::Expr* at = &e;  // a left-leaning chain is walked, not recursed
    while (auto* b = std::get_if<ast::Binary>(&at->node)) {
      maybe(b->right);
      at = b->left.get();
    }
    if (auto* n = std::get_if<ast::Name>(&at->node)) names.insert(n->name);
    else if (auto* n = std::get_if<ast::Unary>(&at->node)) maybe(n->operand);
    else if (auto* n = std::get_if<ast::Conditional>(&at->node)) { maybe(n->condition); maybe(n->yes); maybe(n->no); }
    else if (auto* n = std::get_if<ast::Range>(&at->node)) { maybe(n->lo); maybe(n->step); maybe(n->hi); }
    else if (auto* n = std::get_if<ast::Call>(&at->node)) { maybe(n->callee); for (const auto& a : n->arguments) maybe(a.value); }
    else if (auto* n = std::get_if<ast::Index>(&at->node)) { maybe(n->base); all(n->indices); }
    else if (auto* n = std::get_if<ast::Field>(&at->node)) maybe(n->base);
    else if (auto* n = std::get_if<ast::ArrayLit>(&at->node)) all(n->elements);
    else if (auto* n = std::get_if<ast::CellLit>(&at->node)) all(n->elements);
    else if (auto* n = std::get_if<ast::TypeAssert>(&at->node)) maybe(n->value);
    else if (auto* n = std::get_if<ast::Lambda>(&at->node)) {
      maybe(n->body);
      if (n->assignment) statement(*n->assignment);
    }
  }

  void block(const ast::Block& b) { for (const auto& s : b) if (&s != without) statement(s); }

  void statement(const ast::Stmt& s) {
    if (auto* n = std::get_if<ast::ExprStmt>(&s.node)) maybe(n->value);
    else if (auto* n = std::get_if<ast::Assign>(&s.node)) { for (const auto& t : n->targets) maybe(t.place); maybe(n->value); }
    else if (auto* n = std::get_if<ast::If>(&s.node)) {
      for (const auto& arm : n->arms) { maybe(arm.condition); block(arm.body); }
      block(n->otherwise);
    } else if (auto* n = std::get_if<ast::While>(&s.node)) { maybe(n->condition); block(n->body); }
    else if (auto* n = std::get_if<ast::Repeat>(&s.node)) { block(n->body); maybe(n->until); }
    else if (auto* n = std::get_if<ast::For>(&s.node)) { names.insert(n->variable); maybe(n->lo); maybe(n->step); maybe(n->hi); block(n->body); }
    else if (auto* n = std::get_if<ast::Match>(&s.node)) { maybe(n->value); for (const auto& arm : n->arms) { maybe(arm.pattern); block(arm.body); } }
    else if (auto* n = std::get_if<ast::Try>(&s.node)) { block(n->body); names.insert(n->variable); block(n->handler); }
    else if (auto* n = std::get_if<ast::Print>(&s.node)) all(n->items);
    else if (auto* n = std::get_if<Box<ast::FunctionDef>>(&s.node)) {
      for (const auto& p : (*n)->parameters) maybe(p.default_value);
      block((*n)->body);
    }
  }
};

}  // namespace

void collect_names(const ast::Block& block, const ast::Stmt* without, NameSet& names) { Collector{without, names}.block(block); }

}  // namespace qc::host
