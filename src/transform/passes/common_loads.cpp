#include "transform/passes/common_loads.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

// What statements may change.
struct Effects {
  std::set<VarId> variables;
  bool memory = false;  // global memory, by this thread or by one that it waits for
};

// An element that has been read into a variable.
struct Kept {
  ExprP load;
  VarId var;
};
using Available = std::vector<Kept>;

bool mentions(const ExprP& e, const std::set<VarId>& variables) {
  bool yes = false;
  for_each_expr(*e, [&](const Expr& x) {
    auto* v = std::get_if<VarRef>(&x.node);
    yes |= v && variables.count(v->var);
  });
  return yes;
}

class CommonLoads {
 public:
  explicit CommonLoads(Function& f) : f_(f) {
    for_each_expr(f.body, [&](const Expr& e) {
      if (eligible(e)) loads_.push_back(&e);
    });
  }
  bool worth_comparing() const { return !loads_.empty() && loads_.size() <= kMostLoads; }

  Block block(const Block& in, Available& have) {
    Block out;
    for (const Stmt& s : in) statement(s, have, out);
    return out;
  }

 private:
  bool is_global(ArrayId a) const { return f_.arrays[a].space == Space::Global; }

  // Modes that answer for every place that is read: such a load may stand where the program does not reach it.
  static bool answers(const Access& a) {
    return a.boundary == Boundary::Safe || a.boundary == Boundary::Circular || a.boundary == Boundary::Mirror ||
           a.boundary == Boundary::Clamped;
  }
  bool eligible(const Expr& e) const {
    auto* l = std::get_if<Load>(&e.node);
    if (!l || !is_global(l->access.array) || !answers(l->access)) return false;
    return std::all_of(l->access.index.begin(), l->access.index.end(), [](const ExprP& i) { return cannot_fail(*i); });
  }

  static bool cannot_fail(const Expr& index) {
    bool yes = true;
    for_each_expr(index, [&](const Expr& x) {
      if (auto* b = std::get_if<Binary>(&x.node)) yes &= b->site == kNoSite;
      if (auto* l = std::get_if<Load>(&x.node)) yes &= answers(l->access);
      yes &= !std::holds_alternative<Shuffle>(x.node) && !std::holds_alternative<Ballot>(x.node) &&
             !std::holds_alternative<ActiveMask>(x.node);
    });
    return yes;
  }

  // An expression, its operands done, or the variable that holds the element.
  ExprP or_kept(const ExprP& e, const Available& have) const {
    if (!std::holds_alternative<Load>(e->node)) return e;
    const auto it = std::find_if(have.begin(), have.end(), [&](const Kept& k) { return equal(k.load, e); });
    return it == have.end() ? e : var(f_, it->var);
  }
  ExprP with(const ExprP& e, const Available& have) const {
    return rewrite_expr(e, [&](const ExprP& x) { return or_kept(x, have); });
  }

  // Named more than once, or the same in all iterations of the loop around it.
  bool worth_keeping(const ExprP& load) const {
    const auto same = [&](const Expr* other) { return equal(*other, *load); };
    if (std::count_if(loads_.begin(), loads_.end(), same) > 1) return true;
    return !loops_.empty() && !loops_.back().memory && !mentions(load, loops_.back().variables);
  }

  // Reads what `e` reads in any case into variables, before the statement.
  void read_ahead(const ExprP& e, Available& have, Block& out) {
    if (auto* b = std::get_if<Binary>(&e->node); b && (b->op == BinaryOp::And || b->op == BinaryOp::Or))
      return read_ahead(b->a, have, out);
    if (auto* s = std::get_if<Select>(&e->node)) return read_ahead(s->condition, have, out);
    for_each_operand(*e, [&](const ExprP& o) { read_ahead(o, have, out); });
    if (!eligible(*e) || !worth_keeping(e)) return;
    const ExprP load = with(e, have);
    if (std::holds_alternative<VarRef>(load->node)) return;
    const VarId v = f_.add_var("$element", e->type);
    made_.insert(v);
    out.push_back({Assign{v, load}, {}});
    have.push_back({load, v});
  }

  void note(const Stmt& s, Effects& all) const {
    if (auto* a = std::get_if<Assign>(&s.node)) all.variables.insert(a->var);
    if (auto* w = std::get_if<Store>(&s.node)) all.memory |= is_global(w->access.array);
    if (auto* a = std::get_if<Atomic>(&s.node)) {
      all.memory |= is_global(a->access.array);
      if (a->old) all.variables.insert(*a->old);
    }
    if (auto* l = std::get_if<For>(&s.node)) all.variables.insert(l->var);
    all.memory |= std::holds_alternative<Barrier>(s.node) || std::holds_alternative<Fence>(s.node);
  }
  Effects effects(const Block& statements) const {
    Effects all;
    for_each_stmt(statements, [&](const Stmt& s) { note(s, all); });
    return all;
  }

  static void forget(Available& have, const Effects& changed) {
    if (changed.memory) return have.clear();
    have.erase(
        std::remove_if(have.begin(), have.end(), [&](const Kept& k) { return mentions(k.load, changed.variables); }),
        have.end());
  }

  void statement(const Stmt& s, Available& have, Block& out) {
    Stmt copy = s;
    if (auto* w = std::get_if<While>(&copy.node)) return loop(copy, w->body, &w->condition, have, out);
    for_each_root(s, [&](const ExprP& e) { read_ahead(e, have, out); });
    if (auto* i = std::get_if<If>(&copy.node)) return branches(copy, *i, have, out);
    if (auto* l = std::get_if<For>(&copy.node)) {
      for (ExprP* bound : {&l->lo, &l->step, &l->hi}) *bound = with(*bound, have);
      return loop(copy, l->body, nullptr, have, out);
    }
    out.push_back(std::move(rewrite_exprs(Block{copy}, [&](const ExprP& e) { return or_kept(e, have); }).front()));
    Effects changed;
    note(s, changed);
    forget(have, changed);
  }

  void branches(Stmt& copy, If& i, Available& have, Block& out) {
    const Effects in_then = effects(i.then), in_else = effects(i.otherwise);
    i.condition = with(i.condition, have);
    Available in_branch = have;
    i.then = block(i.then, in_branch);
    in_branch = have;
    i.otherwise = block(i.otherwise, in_branch);
    out.push_back(std::move(copy));
    forget(have, in_then);
    forget(have, in_else);
  }

  // The body's elements that no iteration changes are read before the loop.
  void loop(Stmt& copy, Block& body, ExprP* condition, Available& have, Block& out) {
    Effects changed = effects(Block{copy});
    forget(have, changed);
    Available inside = have;
    if (condition) *condition = with(*condition, inside);
    Block rest;
    std::set<VarId> moving = changed.variables;
    loops_.push_back(changed);
    Block read = block(body, inside);
    loops_.pop_back();
    for (const Stmt& s : read)
      if (auto* a = std::get_if<Assign>(&s.node)) moving.insert(a->var);
    for (Stmt& s : read) {
      auto* a = std::get_if<Assign>(&s.node);
      if (!a || !made_.count(a->var) || changed.memory || mentions(a->value, moving)) {
        rest.push_back(std::move(s));
        continue;
      }
      moving.erase(a->var);
      have.push_back({a->value, a->var});
      out.push_back(std::move(s));
    }
    body = std::move(rest);
    out.push_back(std::move(copy));
  }

  static constexpr std::size_t kMostLoads = 256;

  Function& f_;
  std::set<VarId> made_;
  std::vector<const Expr*> loads_;  // of the function as it was
  std::vector<Effects> loops_;      // around the statement, the innermost last
};

}  // namespace

Function with_common_loads(Function f) {
  const Block body = f.body;
  CommonLoads common(f);
  if (!common.worth_comparing()) return f;
  Available none;
  f.body = common.block(body, none);
  return f;
}

}  // namespace qc
