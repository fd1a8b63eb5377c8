// Template bodies of build.h.
#pragma once
#include <utility>

#include "ir/ir.h"

namespace qc::ir {

// Applies f(const ExprP&) to each operand of one node.
template <class F>
void for_each_operand(const Expr& e, const F& f) {
  struct V {
    const F& f;
    void operator()(const ConstInt&) const {}
    void operator()(const ConstFloat&) const {}
    void operator()(const VarRef&) const {}
    void operator()(const Unary& n) const { f(n.a); }
    void operator()(const Binary& n) const {
      f(n.a);
      f(n.b);
    }
    void operator()(const Fma& n) const {
      f(n.a);
      f(n.b);
      f(n.c);
    }
    void operator()(const Select& n) const {
      f(n.condition);
      f(n.yes);
      f(n.no);
    }
    void operator()(const Cast& n) const { f(n.a); }
    void operator()(const Math& n) const {
      for (const auto& a : n.args) f(a);
    }
    void operator()(const Load& n) const {
      for (const auto& a : n.access.index) f(a);
    }
    void operator()(const Extent&) const {}
    void operator()(const Builtin&) const {}
    void operator()(const Shuffle& n) const {
      f(n.value);
      f(n.lane);
    }
    void operator()(const Ballot& n) const { f(n.predicate); }
    void operator()(const ActiveMask&) const {}
  };
  std::visit(V{f}, e.node);
}

// A node before its operands.
template <class F>
void for_each_expr(const Expr& e, const F& visit) {
  visit(e);
  for_each_operand(e, [&](const ExprP& a) { for_each_expr(*a, visit); });
}

// Applies f(const ExprP&) to each expression of one statement, not to those of nested statements.
template <class F>
void for_each_root(const Stmt& s, const F& f) {
  struct V {
    const F& f;
    void access(const Access& a) const {
      for (const auto& i : a.index) f(i);
    }
    void operator()(const Assign& n) const { f(n.value); }
    void operator()(const Store& n) const {
      access(n.access);
      f(n.value);
    }
    void operator()(const Atomic& n) const {
      access(n.access);
      f(n.value);
      if (n.compare) f(n.compare);
    }
    void operator()(const If& n) const { f(n.condition); }
    void operator()(const For& n) const {
      f(n.lo);
      f(n.step);
      f(n.hi);
    }
    void operator()(const While& n) const { f(n.condition); }
    void operator()(const Break&) const {}
    void operator()(const Continue&) const {}
    void operator()(const Return&) const {}
    void operator()(const Barrier&) const {}
    void operator()(const Fence&) const {}
    void operator()(const Fail& n) const {
      for (const ExprP& v : n.values) f(v);
    }
  };
  std::visit(V{f}, s.node);
}

// A statement before those inside it.
template <class F>
void for_each_stmt(const Block& block, const F& visit) {
  for (const Stmt& s : block) {
    visit(s);
    if (auto* i = std::get_if<If>(&s.node)) {
      for_each_stmt(i->then, visit);
      for_each_stmt(i->otherwise, visit);
    } else if (auto* l = std::get_if<For>(&s.node))
      for_each_stmt(l->body, visit);
    else if (auto* w = std::get_if<While>(&s.node))
      for_each_stmt(w->body, visit);
  }
}

// All expressions of a statement before those of the statements inside it.
template <class F>
void for_each_expr(const Block& block, const F& visit) {
  for_each_stmt(block, [&](const Stmt& s) { for_each_root(s, [&](const ExprP& e) { for_each_expr(*e, visit); }); });
}

// A node whose operands all stayed is handed on as it is, not as a copy.
template <class F>
ExprP rewrite_expr(const ExprP& e, const F& rewrite) {
  auto sub = [&](const ExprP& a) { return rewrite_expr(a, rewrite); };
  auto list = [&](const std::vector<ExprP>& v) {
    std::vector<ExprP> out;
    out.reserve(v.size());
    for (const auto& a : v) out.push_back(sub(a));
    return out;
  };
  Expr copy = *e;
  bool changed = false;
  auto put = [&](ExprP& slot) {
    ExprP n = sub(slot);
    changed |= n != slot;
    slot = std::move(n);
  };
  auto put_list = [&](std::vector<ExprP>& slots) {
    auto n = list(slots);
    changed |= n != slots;
    slots = std::move(n);
  };
  if (auto* n = std::get_if<Unary>(&copy.node))
    put(n->a);
  else if (auto* n = std::get_if<Binary>(&copy.node)) {
    put(n->a);
    put(n->b);
  } else if (auto* n = std::get_if<Fma>(&copy.node)) {
    put(n->a);
    put(n->b);
    put(n->c);
  } else if (auto* n = std::get_if<Select>(&copy.node)) {
    put(n->condition);
    put(n->yes);
    put(n->no);
  } else if (auto* n = std::get_if<Cast>(&copy.node))
    put(n->a);
  else if (auto* n = std::get_if<Math>(&copy.node))
    put_list(n->args);
  else if (auto* n = std::get_if<Load>(&copy.node))
    put_list(n->access.index);
  else if (auto* n = std::get_if<Shuffle>(&copy.node)) {
    put(n->value);
    put(n->lane);
  } else if (auto* n = std::get_if<Ballot>(&copy.node))
    put(n->predicate);
  return rewrite(changed ? std::make_shared<const Expr>(std::move(copy)) : e);
}

// The same statements, nested ones too, each of their expressions rewritten by itself.
template <class F>
Block rewrite_exprs(const Block& block, const F& rewrite) {
  auto sub = [&](ExprP& slot) {
    if (slot) slot = rewrite_expr(slot, rewrite);
  };
  Block out = block;
  for (Stmt& s : out) {
    if (auto* n = std::get_if<Assign>(&s.node))
      sub(n->value);
    else if (auto* n = std::get_if<Store>(&s.node)) {
      for (auto& i : n->access.index) sub(i);
      sub(n->value);
    } else if (auto* n = std::get_if<Atomic>(&s.node)) {
      for (auto& i : n->access.index) sub(i);
      sub(n->value);
      sub(n->compare);
    } else if (auto* n = std::get_if<If>(&s.node)) {
      sub(n->condition);
      n->then = rewrite_exprs(n->then, rewrite);
      n->otherwise = rewrite_exprs(n->otherwise, rewrite);
    } else if (auto* n = std::get_if<For>(&s.node)) {
      sub(n->lo);
      sub(n->step);
      sub(n->hi);
      n->body = rewrite_exprs(n->body, rewrite);
    } else if (auto* n = std::get_if<While>(&s.node)) {
      sub(n->condition);
      n->body = rewrite_exprs(n->body, rewrite);
    } else if (auto* n = std::get_if<Fail>(&s.node)) {
      for (ExprP& v : n->values) sub(v);
    }
  }
  return out;
}

}  // namespace qc::ir
