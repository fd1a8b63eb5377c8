#include "analysis/loops/statement_order.h"

#include <algorithm>

#include "analysis/loops/updates.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

struct Order {
  const Store* running;
  std::set<ArrayId> stored, late;

  void reads(const Expr& e) {
    for_each_expr(e, [&](const Expr& x) {
      if (auto* l = std::get_if<Load>(&x.node); l && stored.count(l->access.array)) late.insert(l->access.array);
    });
  }
  void block(const Block& b) {
    for (const Stmt& s : b) statement(s);
  }
  void statement(const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node)) {
      if (w == running) reads(*w->value);
      stored.insert(w->access.array);
    } else if (auto* i = std::get_if<If>(&s.node)) {
      reads(*i->condition);
      const auto before = stored;
      block(i->then);
      const auto then = std::exchange(stored, before);
      block(i->otherwise);
      stored.insert(then.begin(), then.end());
    } else if (std::holds_alternative<For>(s.node) || std::holds_alternative<While>(s.node)) {
      for_each_stmt(Block{s}, [&](const Stmt& x) {
        if (auto* w = std::get_if<Store>(&x.node)) stored.insert(w->access.array);
      });
      for_each_root(s, [&](const ExprP& e) { reads(*e); });
      block(std::holds_alternative<For>(s.node) ? std::get<For>(s.node).body : std::get<While>(s.node).body);
    } else {
      for_each_root(s, [&](const ExprP& e) { reads(*e); });
    }
  }
};

}  // namespace

std::set<ArrayId> read_after_store(const Function& f, const Block& body, const Store* running) {
  Order o{running, {}, {}};
  o.block(body);
  std::erase_if(o.late, [&](ArrayId a) { return f.arrays[a].space == Space::Local; });
  return o.late;
}

namespace {

// counter, counter + c, counter - c
bool is_counter(const Expr& e, VarId counter) {
  if (auto* r = std::get_if<VarRef>(&e.node)) return r->var == counter;
  auto* b = std::get_if<Binary>(&e.node);
  if (!b || (b->op != BinaryOp::Add && b->op != BinaryOp::Sub)) return false;
  return as_int(*b->b) && is_counter(*b->a, counter);
}

bool steps_up(const Function& f, const Stmt& s, VarId counter) {
  auto* a = std::get_if<Assign>(&s.node);
  if (!a || a->var != counter) return false;
  const auto m = match_value(a->value, Place::variable(f, counter));
  auto* form = std::get_if<UpdateForm>(&m);
  const auto step = form && form->op == ReduceOp::Add && form->operand ? as_int(*form->operand) : std::nullopt;
  return step && *step > 0;
}

// The block that directly holds the only store.
const Block* block_of(const Block& block, const Store* store) {
  for (const Stmt& s : block) {
    if (std::get_if<Store>(&s.node) == store) return &block;
    const Block* found = nullptr;
    if (auto* i = std::get_if<If>(&s.node)) {
      found = block_of(i->then, store);
      if (!found) found = block_of(i->otherwise, store);
    } else if (auto* l = std::get_if<For>(&s.node))
      found = block_of(l->body, store);
    else if (auto* w = std::get_if<While>(&s.node))
      found = block_of(w->body, store);
    if (found) return found;
  }
  return nullptr;
}

}  // namespace

bool packs(const Function& f, const Block& body, VarId counter, ArrayId array) {
  int loads = 0, stores = 0, updates = 0;
  const Store* store = nullptr;
  for_each_expr(body, [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    loads += l && l->access.array == array;
  });
  for_each_stmt(body, [&](const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node); w && w->access.array == array) {
      ++stores;
      store = w;
    }
    if (auto* a = std::get_if<Assign>(&s.node)) updates += a->var == counter;
  });
  if (loads != 0 || stores != 1 || updates != 1) return false;
  if (std::none_of(store->access.index.begin(), store->access.index.end(),
                   [&](const ExprP& i) { return is_counter(*i, counter); }))
    return false;
  // The other subscripts do not matter: this one tells all iterations apart.
  const Block* around = block_of(body, store);
  return around && std::any_of(around->begin(), around->end(), [&](const Stmt& s) { return steps_up(f, s, counter); });
}

}  // namespace qc
