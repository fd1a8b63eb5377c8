// Closed forms of integer counters (recognition rule 9). Example:
//   for i = 0..n-1 ; k += 2 ; x[k] = i ; end        becomes        for i = 0..n-1 ; x[k + 2*i + 2] = i ; end
// where k is the value before the loop; when k is used after the loop, a second variable of that name receives
// k + 2*i + 2 at the end of every iteration.
#include <algorithm>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kLargestStep = 1 << 30;

bool pure_in(const Expr& e, const std::set<VarId>& assigned) {
  bool ok = true;
  for_each_expr(e, [&](const Expr& x) {
    if (auto* v = std::get_if<VarRef>(&x.node)) ok &= !assigned.count(v->var);
    if (std::holds_alternative<Load>(x.node)) ok = false;
  });
  return ok;
}

// c of k = k + c, which must not change in the nest; null: the update is another one. A counter has no other
// assignments (is_counter).
ExprP increment(const Assign& a, const Function& f, const std::set<VarId>& assigned) {
  auto m = match_value(a.value, Place::variable(f, a.var));
  auto* form = std::get_if<UpdateForm>(&m);
  if (!form || form->op != ReduceOp::Add) return nullptr;
  const ExprP c = form->operand ? form->operand : mul(form->factor_a, form->factor_b);
  return c->type == Elem::I64 && pure_in(*c, assigned) ? c : nullptr;
}

class ClosedForm {
 public:
  ClosedForm(const Function& f, VarId k) : f_(f), k_(k), assigned_(assigned_variables(f.body)) {}

  // The nest's body with reads of k replaced, its assignments gone; nullopt: it has no closed form everywhere it is
  // read.
  std::optional<Block> run(Block& body, std::optional<VarId> last) {
    last_ = last;
    const For& outer = std::get<For>(body[0].node);
    auto step = advance(outer.body);
    if (!step) return {};
    Block out = body;
    For& loop = std::get<For>(out[0].node);
    ExprP base = add(var(f_, k_), mul(round_of(f_, outer), *step));
    walk(loop.body, base, last.has_value());
    return failed_ ? std::nullopt : std::optional(out);
  }

  // What k is after the loop `l`, the only statement of the function; null: it is not known.
  ExprP after(const For& l) {
    auto step = advance(l.body);
    const ExprP n = step ? trips(l) : nullptr;
    return n && pure_in(*n, assigned_) ? add(var(f_, k_), mul(n, *step)) : nullptr;
  }

 private:
  // How many iterations there are; null where the step is not known. A quotient that is cut off is 0 where hi is less
  // than a step before lo.
  static ExprP trips(const For& l) {
    const auto step = as_int(*l.step);
    if (!step || *step == 0 || *step > kLargestStep || *step < -kLargestStep) return nullptr;
    const std::int64_t size = *step > 0 ? *step : -*step;
    const ExprP n = add(*step > 0 ? sub(l.hi, l.lo) : sub(l.lo, l.hi), int_const(size));
    return binary(BinaryOp::Max, binary(BinaryOp::DivTrunc, n, int_const(size)), int_const(0));
  }

  // How much one execution of a block adds; nullopt: not the same on every path.
  std::optional<ExprP> advance(const Block& b) {
    ExprP total = int_const(0);
    for (const Stmt& s : b) {
      if (auto* a = std::get_if<Assign>(&s.node)) {
        if (a->var != k_) continue;
        ExprP c = increment(*a, f_, assigned_);
        if (!c) return {};
        total = add(total, c);
      } else if (auto* i = std::get_if<If>(&s.node)) {
        auto yes = advance(i->then), no = advance(i->otherwise);
        if (!yes || !no || !equal(*yes, *no)) return {};
        total = add(total, *yes);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        auto inner = advance(l->body);
        if (!inner) return {};
        if (as_int(**inner) == 0) continue;
        ExprP n = trips(*l);
        if (!n || !pure_in(*n, assigned_) || leaves_early(l->body)) return {};
        total = add(total, mul(n, *inner));
      } else if (auto* w = std::get_if<While>(&s.node)) {
        auto inner = advance(w->body);
        if (!inner || as_int(**inner) != 0) return {};
      }
    }
    return total;
  }

  ExprP put(const ExprP& e, const ExprP& base) const {
    return rewrite_expr(e, [&](ExprP x) {
      auto* r = std::get_if<VarRef>(&x->node);
      return r && r->var == k_ ? base : x;
    });
  }

  // Replaces reads in order of execution; base: the value of k here. at_end: this block ends an iteration of all loops
  // so far, so the last value is kept here or deeper in a perfect nest.
  ExprP walk(Block& b, ExprP base, bool at_end) {
    Block out;
    const bool perfect = b.size() == 1 && std::holds_alternative<For>(b[0].node);
    for (Stmt& s : b) {
      if (auto* a = std::get_if<Assign>(&s.node); a && a->var == k_) {
        base = add(base, increment(*a, f_, assigned_));
        continue;
      }
      if (auto* a = std::get_if<Assign>(&s.node))
        a->value = put(a->value, base);
      else if (auto* w = std::get_if<Store>(&s.node)) {
        for (auto& i : w->access.index) i = put(i, base);
        w->value = put(w->value, base);
      } else if (auto* i = std::get_if<If>(&s.node)) {
        i->condition = put(i->condition, base);
        walk(i->otherwise, base, false);
        base = walk(i->then, base, false);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        for (ExprP* e : {&l->lo, &l->step, &l->hi}) *e = put(*e, base);
        auto inner = advance(l->body);
        if (!inner) {
          failed_ = true;
          return base;
        }
        const ExprP n = as_int(**inner) == 0 ? int_const(0) : trips(*l);
        walk(l->body, as_int(**inner) == 0 ? base : add(base, mul(round_of(f_, *l), *inner)), at_end && perfect);
        base = as_int(**inner) == 0 ? base : add(base, mul(n, *inner));
      } else if (auto* w = std::get_if<While>(&s.node)) {
        w->condition = put(w->condition, base);
        walk(w->body, base, false);
      } else if (auto* x = std::get_if<Fail>(&s.node)) {
        for (ExprP& v : x->values) v = put(v, base);
      }
      out.push_back(std::move(s));
    }
    if (at_end && !perfect) out.push_back({Assign{*last_, base}, {}});
    b = std::move(out);
    return base;
  }

  const Function& f_;
  VarId k_;
  std::set<VarId> assigned_;
  std::optional<VarId> last_;
  bool failed_ = false;
};

bool is_counter(const Function& f, VarId v) {
  if (f.vars[v].type != Elem::I64) return false;
  const VariableUses uses = variable_uses(f, f.body, v);
  return !uses.updates.empty() && uses.others.empty() && !uses.only_updates();
}

bool replace_counter(Function& f, VarId v) {
  Function next = f;
  std::optional<VarId> last;
  if (std::find(f.outputs.begin(), f.outputs.end(), v) != f.outputs.end())
    last = next.add_var(f.vars[v].name, Elem::I64);
  ClosedForm form(next, v);
  Block body = next.body;
  auto out = form.run(body, last);
  if (!out) return false;
  next.body = std::move(*out);
  if (last) {
    std::replace(next.outputs.begin(), next.outputs.end(), v, *last);
    next.params.push_back({Param::Kind::Scalar, *last});
  }
  f = std::move(next);
  return true;
}

// Counters of the loops inside, which start anew in every iteration around them:
//   k = i ; for j = 0..9 ; s += x[k] ; k += 2 ; end     becomes     k = i ; for j = 0..9 ; s += x[k + 2*j] ; end ; k =
//   k + 20
class InnerCounters {
 public:
  explicit InnerCounters(const Function& f) : f_(f) {}
  bool changed = false;

  void block(Block& b, bool outermost) {
    for (std::size_t p = 0; p < b.size(); ++p) {
      if (auto* i = std::get_if<If>(&b[p].node)) {
        block(i->then, false);
        block(i->otherwise, false);
      } else if (auto* w = std::get_if<While>(&b[p].node))
        block(w->body, false);
      else if (std::holds_alternative<For>(b[p].node)) {
        if (!outermost)
          for (VarId v : assigned_variables({b[p]}))
            if (const ExprP end = f_.vars[v].type == Elem::I64 ? replaced(b[p], v) : nullptr) {
              b.insert(b.begin() + std::ptrdiff_t(p) + 1, Stmt{Assign{v, end}, b[p].span});
              changed = true;
            }
        block(std::get<For>(b[p].node).body, false);
      }
    }
  }

 private:
  // Rewrites the loop; gives what v is after it, null when v is no counter of it.
  ExprP replaced(Stmt& loop, VarId v) const {
    Function alone = f_;
    alone.body = {loop};
    if (leaves_early(alone.body) || !is_counter(alone, v)) return nullptr;
    const ExprP end = ClosedForm(alone, v).after(std::get<For>(loop.node));
    if (!end) return nullptr;
    Block body = alone.body;
    auto out = ClosedForm(alone, v).run(body, {});
    if (!out) return nullptr;
    loop = std::move((*out)[0]);
    return end;
  }

  const Function& f_;
};

// Integer values that subscripts are made of: n1 = i + 1; x[n1]. The assignment stays; only subscripts change. Valid
// when v is assigned once, by an expression over loop variables around it and values that never change. Long ones stay:
// nothing is found out about the rounds of a random number, each of which is made twice of the one before.
class Forward {
 public:
  explicit Forward(Function& f) : f_(f), assigned_(assigned_variables(f.body)), times_(assignment_counts(f.body)) {}
  bool changed = false;

  void block(Block& b, std::map<VarId, ExprP> known, std::set<VarId> loops) {
    for (Stmt& s : b) {
      if (auto* a = std::get_if<Assign>(&s.node)) {
        a->value = subscripts(a->value, known);
        if (a->value->type == Elem::I64 && times_[a->var] == 1) {
          std::set<VarId> changing = assigned_;
          for (VarId l : loops) changing.erase(l);
          const ExprP value = put(a->value, known);
          if (is_short(*value) && pure_in(*value, changing)) known[a->var] = value;
        }
      } else if (auto* w = std::get_if<Store>(&s.node)) {
        for (auto& i : w->access.index) {
          ExprP n = put(subscripts(i, known), known);
          changed |= n != i;
          i = n;
        }
        w->value = subscripts(w->value, known);
      } else if (auto* i = std::get_if<If>(&s.node)) {
        i->condition = subscripts(i->condition, known);
        block(i->then, known, loops);
        block(i->otherwise, known, loops);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        for (ExprP* e : {&l->lo, &l->step, &l->hi}) *e = subscripts(*e, known);
        auto inside = loops;
        inside.insert(l->var);
        block(l->body, known, inside);
      } else if (auto* w = std::get_if<While>(&s.node)) {
        w->condition = subscripts(w->condition, known);
        block(w->body, known, loops);
      }
    }
  }

 private:
  static bool is_short(const Expr& e) {
    constexpr int kMostNodes = 100;
    int nodes = 0;
    for_each_expr(e, [&](const Expr&) { ++nodes; });
    return nodes <= kMostNodes;
  }
  static ExprP put(const ExprP& e, const std::map<VarId, ExprP>& known) {
    return rewrite_expr(e, [&](ExprP x) {
      auto* r = std::get_if<VarRef>(&x->node);
      auto it = r ? known.find(r->var) : known.end();
      return it == known.end() ? x : it->second;
    });
  }
  ExprP subscripts(const ExprP& e, const std::map<VarId, ExprP>& known) {
    return rewrite_expr(e, [&](ExprP x) {
      auto* l = std::get_if<Load>(&x->node);
      if (!l) return x;
      Expr copy = *x;
      bool here = false;
      for (auto& i : std::get<Load>(copy.node).access.index) {
        ExprP n = put(i, known);
        here |= n != i;
        i = n;
      }
      changed |= here;
      return here ? std::make_shared<const Expr>(std::move(copy)) : x;
    });
  }

  Function& f_;
  std::set<VarId> assigned_;
  std::map<VarId, int> times_;
};

}  // namespace

bool put_counters_in_closed_form(Function& nest) {
  if (nest.body.size() != 1 || !std::holds_alternative<For>(nest.body[0].node)) return false;
  bool changed = false;
  const auto& outer = std::get<For>(nest.body[0].node);
  if (!jumps_out(outer.body))
    for (VarId v : assigned_variables(nest.body))
      if (is_counter(nest, v)) changed |= replace_counter(nest, v);
  Block body = nest.body;
  InnerCounters inner(nest);
  inner.block(body, true);
  if (inner.changed) nest.body = body;
  changed |= inner.changed;
  Forward forward(nest);
  forward.block(body, {}, {});
  if (forward.changed) nest.body = std::move(body);
  return changed || forward.changed;
}

}  // namespace qc
