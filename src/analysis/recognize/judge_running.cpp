#include "analysis/recognize/judge_running.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/loops/dependence.h"
#include "analysis/loops/statement_order.h"
#include "ir/build.h"

namespace qc {

using namespace ir;
using Kind = Problem::Kind;

// The imaginary part of a running product: the same updates, and read by nothing that decides.
static bool runs_with(const JudgedNest& nest, VarId im, VarId v, const VariableUses& uses) {
  const VariableUses others = variable_uses(nest.f, nest.body, im);
  bool same =
      im != v && others.others.empty() && others.index_reads.empty() && others.updates.size() == uses.updates.size();
  for (std::size_t k = 0; same && k < uses.updates.size(); ++k)
    same = others.updates[k].statement == uses.updates[k].statement;
  return same;
}

// What has a running value, or what was computed of one, in it.
struct State {
  std::set<VarId> variables;
  std::set<ArrayId> arrays;  // of the iteration
};

static bool depends_on_state(const JudgedNest& nest, const Expr& e, const State& state) {
  bool found = reads_any(e, state.variables);
  for_each_expr(e, [&](const Expr& x) {
    auto* l = std::get_if<Load>(&x.node);
    found |= l && ((nest.model.stored.count(l->access.array) && nest.late.count(l->access.array)) ||
                   state.arrays.count(l->access.array));
  });
  return found;
}

// Whether the statement takes the state into something else.
static bool spreads_state(const JudgedNest& nest, const Stmt& s, State& state) {
  if (auto* a = std::get_if<Assign>(&s.node))
    return depends_on_state(nest, *a->value, state) && state.variables.insert(a->var).second;
  auto* w = std::get_if<Store>(&s.node);
  if (!w || nest.f.arrays[w->access.array].space != Space::Local) return false;
  bool depends = depends_on_state(nest, *w->value, state);
  for (const ExprP& i : w->access.index) depends |= depends_on_state(nest, *i, state);
  return depends && state.arrays.insert(w->access.array).second;
}

// Subscripts with a running counter: elements of arrays that are only read (unpack), or stores beside its update
// (pack).
static bool only_packs(JudgedNest& nest, VarId v) {
  std::set<ArrayId> packed;
  bool ok = nest.f.vars[v].type == Elem::I64;  // a float's running values are rounded in another order than the loop's
  auto mentions_it = [&](const Access& a) {
    return std::any_of(a.index.begin(), a.index.end(),
                       [&](const ExprP& i) { return count_reads(*i, Place::variable(nest.f, v)) > 0; });
  };
  for_each_expr(nest.body, [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    ok &= !(l && mentions_it(l->access) && nest.model.stored.count(l->access.array));
  });
  for_each_stmt(nest.body, [&](const Stmt& s) {
    auto* w = std::get_if<Store>(&s.node);
    if (!w || !mentions_it(w->access)) return;
    ok &= packs(nest.f, nest.body, v, w->access.array);
    packed.insert(w->access.array);
  });
  if (ok) nest.running.packed.insert(packed.begin(), packed.end());
  return ok;
}

// Whether the statement only fails where a variable is not set, which the pass that stores asks.
static bool is_check_of_mark(const JudgedNest& nest, const Stmt& s) {
  auto* i = std::get_if<If>(&s.node);
  if (!i || !i->otherwise.empty() || i->then.size() != 1 || !std::holds_alternative<Fail>(i->then[0].node))
    return false;
  bool asks = false;
  for_each_expr(*i->condition, [&](const Expr& e) {
    auto* r = std::get_if<VarRef>(&e.node);
    asks = asks || (r && !nest.f.vars[r->var].set_of.empty());
  });
  return asks;
}

bool running_value(JudgedNest& nest, VarId v, const VariableUses& uses, const std::vector<ExprP>& resets) {
  const UpdateForm form = uses.updates.empty() ? UpdateForm{} : uses.updates[0].form;
  if (nest.covered.size() != 1 || !form.companions.empty()) return false;
  if (!uses.index_reads.empty() && !only_packs(nest, v)) return false;
  State state{{v}, {}};
  if (const VarId im = form.imaginary_var; im != kNoVar) {
    if (!runs_with(nest, im, v, uses)) return false;
    state.variables.insert(im);
  }
  for (bool grown = true; grown;) {
    grown = false;
    for_each_stmt(nest.body, [&](const Stmt& s) { grown |= spreads_state(nest, s, state); });
  }
  bool clean = true;
  for (const auto& u : uses.updates)
    for (const ExprP& e : {u.form.operand, u.form.imaginary, u.form.factor_a, u.form.factor_b})
      if (e) clean &= !depends_on_state(nest, *e, state);
  for (const ExprP& e : resets) clean &= !depends_on_state(nest, *e, state);
  nest.running.taints.push_back(state.variables);
  for_each_stmt(nest.body, [&](const Stmt& s) {
    if (auto* i = std::get_if<If>(&s.node)) {
      bool is_update = std::any_of(uses.updates.begin(), uses.updates.end(),
                                   [&](const FoundUpdate& u) { return u.statement == &s; });
      if (!is_update && !is_check_of_mark(nest, s)) clean &= !depends_on_state(nest, *i->condition, state);
    }
    if (auto* l = std::get_if<For>(&s.node))
      clean &= !depends_on_state(nest, *l->lo, state) && !depends_on_state(nest, *l->hi, state) &&
               !depends_on_state(nest, *l->step, state);
    if (auto* w = std::get_if<While>(&s.node)) clean &= !depends_on_state(nest, *w->condition, state);
  });
  return clean;
}

// An inner loop, of the iteration, that sets it finds what it leaves by itself.
static bool is_in_a_loop(const Block& b, const Stmt& s, bool inside) {
  return std::any_of(b.begin(), b.end(), [&](const Stmt& t) {
    if (&t == &s) return inside;
    if (auto* i = std::get_if<If>(&t.node))
      return is_in_a_loop(i->then, s, inside) || is_in_a_loop(i->otherwise, s, inside);
    if (auto* l = std::get_if<For>(&t.node)) return is_in_a_loop(l->body, s, true);
    auto* w = std::get_if<While>(&t.node);
    return w && is_in_a_loop(w->body, s, true);
  });
}

bool is_reset_scan(JudgedNest& nest, VarId v, const VariableUses& uses) {
  if (uses.others.empty()) return false;
  if (uses.updates.empty()) {
    for (const auto& o : uses.others)
      if (is_in_a_loop(nest.body, *o.statement, false)) return false;
  } else {
    const UpdateForm& form = uses.updates[0].form;
    if (!uses.index_reads.empty() || form.compare_form || form.divides || form.op == ReduceOp::ComplexMul) return false;
    for (const auto& u : uses.updates)
      if (!same_class(u.form, form, nest.f.vars[v].type)) return false;
  }
  std::vector<ExprP> resets;
  for (const auto& o : uses.others) {
    auto* a = std::get_if<Assign>(&o.statement->node);
    if (!a) return false;
    resets.push_back(a->value);
  }
  return running_value(nest, v, uses, resets);
}

void add_running(JudgedNest& nest, VarId v, const VariableUses& uses, bool resets) {
  Accumulator a;
  a.name = nest.name(v);
  a.var = v;
  a.type = nest.f.vars[v].type;
  if (uses.updates.empty()) {  // what was set last, which the next iterations find
    a.op = ReduceOp::Last;
    a.span = uses.others[0].statement->span;
  } else {
    take_form(a, uses.updates[0].form, uses.updates[0].statement->span);
  }
  a.resets = resets;
  if (a.imaginary != kNoVar) nest.companions.push_back(a.imaginary);
  nest.running.scans.push_back(std::move(a));
}

bool array_scan(JudgedNest& nest, ArrayId a, const std::vector<const ArrayAccess*>& accesses) {
  if (nest.covered.size() != 1) return false;
  const ArrayAccess *store = nullptr, *load = nullptr;
  for (const ArrayAccess* x : accesses) {
    if (store) return false;  // all is read for the value that is stored
    if (x->write) store = x;
  }
  std::vector<const ArrayAccess*> own;
  for (const ArrayAccess* x : accesses) {
    if (x == store) continue;
    if (x->subscripts.size() != store->subscripts.size()) return false;
    if (same_access(*x->access, *store->access))
      own.push_back(x);
    else if (load)
      return false;
    else
      load = x;
  }
  if (!load) return false;
  const Atom c = nest.model.counters[0];
  for (std::size_t d = 0; d < store->subscripts.size(); ++d) {
    if (has_quotient(nest.model.atoms, load->subscripts[d])) return false;
    if (!(store->subscripts[d] == load->subscripts[d].substitute(c, Polynomial::atom(c) + 1))) return false;
  }
  if (worst_conflict(nest.model, *store, *store, {0}).overlap != Overlap::Never) return false;
  const Store* statement = nullptr;
  for (const Stmt& s : nest.body)
    if (auto* w = std::get_if<Store>(&s.node); w && &w->access == store->access) statement = w;
  if (!statement) return false;
  auto m = match_value(statement->value, Place::of(nest.f, *load->access));
  auto* form = std::get_if<UpdateForm>(&m);
  if (!form || form->compare_form) return false;
  int here = 0;  // a[i] elsewhere may be read when it is overwritten
  for (const ArrayAccess* x : own) here -= x != nullptr;
  for_each_expr(*statement->value, [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    here += l && same_access(l->access, *store->access);
  });
  if (here != 0) return false;
  if (!own.empty()) nest.out.from_copy.push_back(*store->access);
  Accumulator x;
  x.name = nest.array_name(a);
  x.element = *store->access;
  x.type = nest.f.arrays[a].elem;
  take_form(x, *form, store->span);
  nest.running.scans.push_back(std::move(x));
  return true;
}

}  // namespace qc
