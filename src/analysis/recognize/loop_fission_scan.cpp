#include "analysis/recognize/loop_fission_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/privatization.h"
#include "analysis/loops/updates.h"
#include "analysis/recognize/plan_loop.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

// The variables that a loop carries from one iteration to the next, how each is updated, and what that needs.
class Carried {
 public:
  Carried(const Function& f, const For& loop) : f_(f), body_(loop.body), stored_(stored_arrays(loop.body)) {
    const auto flow = scalar_flow(body_, [](const For&) { return false; });
    for (VarId v : assigned_variables(body_))
      if (flow.read_first.count(v)) carried_.insert(v);
  }

  // Running values that the rest of the loop needs, and that need nothing of it.
  std::set<VarId> leading() {
    std::set<VarId> out;
    for (VarId v : carried_)
      if (is_number(v) && fed(v) && self_contained(v)) out.insert(v);
    return out;
  }

  // What the updates of `leading` need of the loop's variables, themselves included.
  std::set<VarId> needed(const std::set<VarId>& leading) {
    std::set<VarId> all = leading;
    for (VarId v : leading) all.merge(closure(v));
    return all;
  }

  // A minimum or maximum is the same in every order, and what was set last.
  bool chooses(VarId v) {
    const VariableUses& u = uses(v);
    return std::all_of(u.updates.begin(), u.updates.end(),
                       [](const FoundUpdate& x) { return x.form.op == ReduceOp::Min || x.form.op == ReduceOp::Max; });
  }

  // Only set to what does not read it, and not compared to decide that.
  bool is_set_anew(VarId v) {
    const VariableUses& u = uses(v);
    const bool plain = std::all_of(u.others.begin(), u.others.end(),
                                   [](const FailedUpdate& x) { return std::string_view(x.why.code) == "R020"; });
    const bool is_read = !u.value_reads.empty() || !u.index_reads.empty();
    return u.updates.empty() && plain && is_read && u.condition_reads.empty();
  }

  // A comparison and the assignment under it, as one update.
  bool is_compare_update(const Stmt& s, VarId v) {
    if (!std::holds_alternative<If>(s.node)) return false;
    const VariableUses& u = uses(v);
    return std::any_of(u.updates.begin(), u.updates.end(),
                       [&](const FoundUpdate& x) { return x.statement == &s && x.form.companions.empty(); });
  }

 private:
  bool is_number(VarId v) const { return f_.vars[v].type != Elem::Bool; }
  const VariableUses& uses(VarId v) {
    auto it = uses_.find(v);
    if (it == uses_.end()) it = uses_.emplace(v, variable_uses(f_, body_, v)).first;
    return it->second;
  }
  bool fed(VarId v) {
    const VariableUses& u = uses(v);
    return u.updates.empty() ? is_set_anew(v) : !u.only_updates();
  }
  bool self_contained(VarId v) {
    ok_ = true;
    for (VarId w : closure(v)) ok_ &= w == v || !carried_.count(w);
    return ok_;
  }

  // Everything that the assignments of v read, and so on.
  std::set<VarId> closure(VarId v) {
    std::set<VarId> seen, wanted = {v};
    while (!wanted.empty()) {
      const VarId w = *wanted.begin();
      wanted.erase(wanted.begin());
      seen.insert(w);
      std::set<VarId> reads;
      collect(body_, w, {}, reads);
      for (VarId r : reads)
        if (assigned(r) && !seen.count(r)) wanted.insert(r);
    }
    return seen;
  }
  bool assigned(VarId v) {
    if (assigned_.empty()) assigned_ = assigned_variables(body_);
    return assigned_.count(v) > 0;
  }
  // Adds what assignments of v read, and what decides whether they run. An array that the loop writes is not for
  // stages.
  void collect(const Block& b, VarId v, const std::set<VarId>& guards, std::set<VarId>& reads) {
    auto add = [&](std::set<VarId>& to, const Expr& e) {
      to.merge(read_variables(e));
      for_each_expr(e, [&](const Expr& x) {
        auto* l = std::get_if<Load>(&x.node);
        touches_stored_ |= l && stored_.count(l->access.array);
      });
    };
    for (const Stmt& s : b) {
      touches_stored_ = false;
      std::set<VarId> inside = guards;
      if (!assigned_variables({s}).count(v)) continue;
      for_each_root(s, [&](const ExprP& e) { add(inside, *e); });
      ok_ &= !touches_stored_;
      if (std::holds_alternative<Assign>(s.node))
        reads.merge(inside);
      else if (auto* i = std::get_if<If>(&s.node)) {
        collect(i->then, v, inside, reads);
        collect(i->otherwise, v, inside, reads);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        reads.merge(std::set<VarId>(inside));
        collect(l->body, v, inside, reads);
      }
    }
  }

  const Function& f_;
  const Block& body_;
  const std::set<ArrayId> stored_;
  std::set<VarId> carried_, assigned_;
  std::map<VarId, VariableUses> uses_;
  bool ok_ = true, touches_stored_ = false;
};

// The two bodies.
class Cut {
 public:
  Cut(Function& f, const For& loop, Carried& carried, std::set<VarId> leading, std::set<VarId> needed)
      : f_(f), loop_(loop), carried_(carried), leading_(std::move(leading)), needed_(std::move(needed)) {}

  bool ok = true;
  std::vector<Temporary> temporaries;

  // Adds the statements of `b` to the two parts; `now` holds where the value of a leading variable is kept, if it is.
  void block(const Block& b, Block& first, Block& second, std::map<VarId, ArrayId>& now, bool inner) {
    for (const Stmt& s : b) {
      if (auto* a = std::get_if<Assign>(&s.node); a && leading_.count(a->var)) {
        first.push_back(s);
        now.erase(a->var);
        for (VarId v : leading_) ok &= v == a->var || !reads_any(*a->value, {v});
        continue;
      }
      if (const VarId v = compared(s); v != kNoVar) {
        first.push_back(s);
        now.erase(v);
        continue;
      }
      if (auto* i = std::get_if<If>(&s.node))
        branch(s, *i, first, second, now, inner);
      else if (auto* l = std::get_if<For>(&s.node))
        nested(s, *l, first, second, now, inner);
      else
        plain(s, first, second, now, inner);
    }
  }

 private:
  VarId compared(const Stmt& s) {
    for (VarId v : leading_)
      if (carried_.is_compare_update(s, v)) return v;
    return kNoVar;
  }
  std::set<VarId> updated_in(const Stmt& s) const {
    std::set<VarId> out;
    for (VarId v : assigned_variables({s}))
      if (leading_.count(v)) out.insert(v);
    return out;
  }
  std::set<VarId> read_in(const Stmt& s) const {
    std::set<VarId> out;
    for_each_expr(Block{s}, [&](const Expr& x) {
      auto* r = std::get_if<VarRef>(&x.node);
      if (r && leading_.count(r->var)) out.insert(r->var);
    });
    return out;
  }
  static std::set<VarId> read_by(const Stmt& s, const std::set<VarId>& of) {
    std::set<VarId> out;
    for_each_root(s, [&](const ExprP& e) {
      for (VarId v : read_variables(*e))
        if (of.count(v)) out.insert(v);
    });
    return out;
  }

  void plain(const Stmt& s, Block& first, Block& second, std::map<VarId, ArrayId>& now, bool inner) {
    keep(read_by(s, leading_), first, now, inner);
    if (auto* a = std::get_if<Assign>(&s.node); a && needed_.count(a->var)) first.push_back(s);
    second.push_back(with_kept(s, now));
  }

  void branch(const Stmt& s, const If& i, Block& first, Block& second, std::map<VarId, ArrayId>& now, bool inner) {
    const std::set<VarId> updated = updated_in(s);
    std::set<VarId> before = read_in(s);  // kept before the branch, unless it changes there
    for (VarId v : updated) before.erase(v);
    before.merge(read_by(s, leading_));
    keep(before, first, now, inner);
    Stmt one = with_kept_in_own(s, now), two = one;
    If &a = std::get<If>(one.node), &b = std::get<If>(two.node);
    a.condition = i.condition;
    for (If* x : {&a, &b}) {
      x->then.clear();
      x->otherwise.clear();
    }
    auto then = now, otherwise = now;
    block(i.then, a.then, b.then, then, inner);
    block(i.otherwise, a.otherwise, b.otherwise, otherwise, inner);
    for (VarId v : updated) now.erase(v);
    if (!a.then.empty() || !a.otherwise.empty()) first.push_back(std::move(one));
    if (!b.then.empty() || !b.otherwise.empty()) second.push_back(std::move(two));
  }

  // A loop inside: running values change in it or are read in it.
  void nested(const Stmt& s, const For& l, Block& first, Block& second, std::map<VarId, ArrayId>& now, bool inner) {
    const std::set<VarId> updated = updated_in(s);
    std::set<VarId> before = read_in(s);
    for (VarId v : updated) before.erase(v);
    keep(before, first, now, inner);
    Stmt one = with_kept_in_own(s, now), two = one;
    For &a = std::get<For>(one.node), &b = std::get<For>(two.node);
    a.lo = l.lo, a.step = l.step, a.hi = l.hi;
    a.body.clear(), b.body.clear();
    for (VarId v : updated) now.erase(v);
    auto inside = now;
    block(l.body, a.body, b.body, inside, true);
    if (!a.body.empty() || needed_.count(l.var)) first.push_back(std::move(one));
    second.push_back(std::move(two));
  }

  // The values of these variables at this point get a vector each, unless they are in one already.
  void keep(const std::set<VarId>& vars, Block& first, std::map<VarId, ArrayId>& now, bool inner) {
    for (VarId v : vars) {
      if (now.count(v)) continue;
      if (inner) {
        ok = false;
        return;
      }  // many values in one iteration
      const Elem type = f_.vars[v].type;
      Array kept;
      kept.name = fmt::format("${}_{}", f_.vars[v].name, temporaries.size());
      kept.elem = type;
      const ArrayId id = f_.add_array(std::move(kept));
      f_.params.push_back({Param::Kind::Array, id});
      temporaries.push_back({id, {}});
      now[v] = id;
      first.push_back({Store{place(id), var(f_, v)}, loop_.lo->span});
    }
  }
  Access place(ArrayId id) const {
    Access a{id, {binary(BinaryOp::DivTrunc, sub(var(f_, loop_.var), loop_.lo), loop_.step)}};
    if (as_int(*loop_.step) == 1) a.index[0] = sub(var(f_, loop_.var), loop_.lo);
    return a;
  }

  ExprP replaced(const ExprP& e, const std::map<VarId, ArrayId>& now) {
    return rewrite_expr(e, [&](const ExprP& x) {
      auto* r = std::get_if<VarRef>(&x->node);
      if (!r || !leading_.count(r->var)) return x;
      const auto it = now.find(r->var);
      if (it == now.end()) {
        ok = false;
        return x;
      }
      return load(f_, place(it->second));
    });
  }
  Stmt with_kept(const Stmt& s, const std::map<VarId, ArrayId>& now) {
    Stmt out = s;
    auto access = [&](Access& a) {
      for (ExprP& i : a.index) i = replaced(i, now);
    };
    if (auto* a = std::get_if<Assign>(&out.node))
      a->value = replaced(a->value, now);
    else if (auto* w = std::get_if<Store>(&out.node)) {
      access(w->access);
      w->value = replaced(w->value, now);
    } else if (auto* x = std::get_if<Fail>(&out.node)) {
      for (ExprP& v : x->values) v = replaced(v, now);
    } else
      ok = false;  // what leaves the iteration, and loops without a known end
    return out;
  }
  Stmt with_kept_in_own(const Stmt& s, const std::map<VarId, ArrayId>& now) {
    Stmt out = s;
    if (auto* i = std::get_if<If>(&out.node)) i->condition = replaced(i->condition, now);
    if (auto* l = std::get_if<For>(&out.node)) {
      l->lo = replaced(l->lo, now);
      l->step = replaced(l->step, now);
      l->hi = replaced(l->hi, now);
    }
    return out;
  }

  Function& f_;
  const For& loop_;
  Carried& carried_;
  const std::set<VarId> leading_, needed_;
};

// Floats that are summed up in another order are other floats: where a comparison or a conversion would make more of
// the difference than there is, the loop stays in order. Minima and maxima are continuous in what they choose from.
class Steps {
 public:
  Steps(const Function& f, const Block& body, Carried& carried, const std::set<VarId>& leading)
      : f_(f), carried_(carried) {
    for (VarId v : leading)
      if (is_float(f.vars[v].type) && !carried.chooses(v)) tainted_.insert(v);
    for (std::size_t n = std::size_t(-1); n != tainted_.size();) {
      n = tainted_.size();
      for_each_stmt(body, [&](const Stmt& s) {
        if (auto* a = std::get_if<Assign>(&s.node); a && reads_any(*a->value, tainted_)) tainted_.insert(a->var);
      });
    }
    if (!tainted_.empty()) look(body);
  }
  bool found = false;

 private:
  void look(const Block& b) {
    for (const Stmt& s : b) {
      auto* i = std::get_if<If>(&s.node);
      const VarId of = i && !i->then.empty() ? assigned_by(i->then[0]) : kNoVar;
      if (of != kNoVar && carried_.is_compare_update(s, of)) {
        look(i->then);
        continue;
      }
      if (auto* a = std::get_if<Assign>(&s.node); a && choice(*a)) continue;
      if (auto* w = std::get_if<Store>(&s.node))
        for (const ExprP& x : w->access.index) found |= reads_any(*x, tainted_);
      if (i) {
        found |= reads_any(*i->condition, tainted_);
        look(i->then);
        look(i->otherwise);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        for (const ExprP* e : {&l->lo, &l->step, &l->hi}) found |= reads_any(**e, tainted_);
        look(l->body);
      }
      for_each_root(s, [&](const ExprP& e) { found |= has_step(*e); });
    }
  }
  // The condition of a smooth choice compares, but which arm it takes does not matter where it turns.
  bool has_step(const Expr& e) const {
    auto* s = std::get_if<Select>(&e.node);
    if (s && s->smooth) return has_step(*s->yes) || has_step(*s->no);
    bool inside = is_step(e);
    for_each_operand(e, [&](const ExprP& x) { inside = inside || has_step(*x); });
    return inside;
  }
  static VarId assigned_by(const Stmt& s) {
    auto* a = std::get_if<Assign>(&s.node);
    return a ? a->var : kNoVar;
  }
  bool choice(const Assign& a) const {
    if (!std::holds_alternative<Select>(a.value->node)) return false;
    const auto m = match_value(a.value, Place::variable(f_, a.var));
    auto* form = std::get_if<UpdateForm>(&m);
    return form && !has_step(*form->operand);
  }
  bool is_step(const Expr& x) const {
    if (auto* b = std::get_if<Binary>(&x.node)) {
      // Whole quotients are of ints, which a float becomes by a conversion.
      const bool jumps = b->op >= BinaryOp::Eq || b->op == BinaryOp::Mod || b->op == BinaryOp::Periodize;
      return jumps && reads_any(x, tainted_);
    }
    if (auto* u = std::get_if<Unary>(&x.node)) {
      // What is negated has been compared.
      const bool jumps = u->op == UnaryOp::Sign || (u->op >= UnaryOp::Floor && u->op <= UnaryOp::Trunc);
      return jumps && reads_any(x, tainted_);
    }
    if (auto* c = std::get_if<Cast>(&x.node)) return !is_float(c->to) && reads_any(x, tainted_);
    if (auto* s = std::get_if<Select>(&x.node)) return reads_any(*s->condition, tainted_);
    if (auto* l = std::get_if<Load>(&x.node))
      return std::any_of(l->access.index.begin(), l->access.index.end(),
                         [&](const ExprP& i) { return reads_any(*i, tainted_); });
    return false;
  }

  const Function& f_;
  Carried& carried_;
  std::set<VarId> tainted_;
};

}  // namespace

bool is_stage(const PlanResult& r) {
  const Verdict v = r.plan.verdict;
  const bool kind = v == Verdict::Map || v == Verdict::Reduction || v == Verdict::Scan || v == Verdict::ArgReduce ||
                    v == Verdict::Bins;
  const bool searches = std::any_of(r.plan.accumulators.begin(), r.plan.accumulators.end(),
                                    [](const Accumulator& a) { return a.op == ReduceOp::First; });
  return kind && !searches && r.first == kNoVar && r.plan.in_order.empty() && r.diagnostics.empty() &&
         !r.plan.speculates && !r.plan.may_misspeculate && r.plan.loops.size() == 1;
}

bool is_regular_loop(const For& l) {
  const auto step = as_int(*l.step);
  if (!step || *step == 0) return false;
  const auto assigned = assigned_variables(l.body);
  const auto stored = stored_arrays(l.body);
  bool ok = !assigned.count(l.var);
  for (const ExprP* e : {&l.lo, &l.hi})
    for_each_expr(**e, [&](const Expr& x) {
      auto* r = std::get_if<VarRef>(&x.node);
      auto* a = std::get_if<Load>(&x.node);
      ok &= !(r && assigned.count(r->var)) && !(a && stored.count(a->access.array));
    });
  return ok;
}

bool is_kept_stage(const Function& f, const For& l) {
  const auto stored = stored_arrays(l.body);
  return std::any_of(stored.begin(), stored.end(), [&](ArrayId a) { return f.arrays[a].name.starts_with("$"); });
}

namespace {
template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  for (const T& x : from)
    if (std::find(to.begin(), to.end(), x) == to.end()) to.push_back(x);
}

// Elements are updated by one stage only where they are bins: launches ask the whole plan for them.
bool bins_alone(const LoopPlan& p) {
  auto has_elements = [](const LoopPlan& s) {
    return std::any_of(s.accumulators.begin(), s.accumulators.end(),
                       [](const Accumulator& a) { return a.element.has_value(); });
  };
  const auto bins = std::count_if(p.stages.begin(), p.stages.end(),
                                  [](const LoopStage& s) { return s.plan.verdict == Verdict::Bins; });
  return bins == 0 || (bins == 1 && std::count_if(p.stages.begin(), p.stages.end(),
                                                  [&](const LoopStage& s) { return has_elements(s.plan); }) == 1);
}

}  // namespace

void join_plans(LoopPlan& whole, const LoopPlan& part) {
  whole.accumulators.insert(whole.accumulators.end(), part.accumulators.begin(), part.accumulators.end());
  append(whole.privates, part.privates);
  append(whole.private_arrays, part.private_arrays);
  append(whole.live_out, part.live_out);
  append(whole.checks, part.checks);
  whole.conditions.insert(whole.conditions.end(), part.conditions.begin(), part.conditions.end());
}

std::optional<StagedLoop> fission_loop_at_scan(const LoopNest& nest) {
  const For& loop = std::get<For>(nest.function.body[0].node);
  if (!is_regular_loop(loop) || is_kept_stage(nest.function, loop)) return {};
  Carried carried(nest.function, loop);
  const std::set<VarId> leading = carried.leading();
  if (leading.empty() || Steps(nest.function, loop.body, carried, leading).found) return {};

  LoopNest first = nest;
  Function& f = first.function;
  Cut cut(f, loop, carried, leading, carried.needed(leading));
  Block one, two;
  std::map<VarId, ArrayId> now;
  cut.block(loop.body, one, two, now, false);
  if (!cut.ok || cut.temporaries.empty() || two.empty()) return {};
  auto body_of = [](LoopNest& n) -> Block& { return std::get<For>(n.function.body[0].node).body; };
  body_of(first) = std::move(one);
  first.hint = ast::LoopHint::None;
  std::erase_if(f.outputs, [&](VarId v) { return !leading.count(v); });
  const PlanResult a = plan_loop(first);
  // It carries nothing but what leads: it is not cut again.
  if (!is_stage(a) || !a.copies.empty() || a.plan.verdict != Verdict::Scan) return {};
  const bool looks_exact = std::any_of(leading.begin(), leading.end(), [&](VarId v) { return carried.is_set_anew(v); });
  if (looks_exact && has_float_tree(a.plan)) return {};  // it is a sum after all, which may decide nothing

  LoopNest second = a.launched(first);
  second.function.body = nest.function.body;
  body_of(second) = std::move(two);
  second.function.outputs = nest.function.outputs;
  std::erase_if(second.function.outputs, [&](VarId v) { return leading.count(v) > 0; });
  const PlanResult b = plan_loop(second);
  if (!is_stage(b) || !b.copies.empty()) return {};

  StagedLoop out{a.plan, b.launched(second), cut.temporaries, {}};
  LoopPlan& p = out.plan;
  p.forced = nest.hint == ast::LoopHint::ForceParallel;
  join_plans(p, b.plan);
  p.stages.push_back({a.launched(first).function, a.plan});
  if (b.plan.stages.empty()) p.stages.push_back({out.launched.function, b.plan});
  p.stages.insert(p.stages.end(), b.plan.stages.begin(), b.plan.stages.end());
  out.temporaries.insert(out.temporaries.end(), b.temporaries.begin(), b.temporaries.end());
  if (!bins_alone(p)) return {};
  out.launched.function.body = nest.function.body;
  out.launched.function.outputs = nest.function.outputs;
  out.launched.hint = nest.hint;
  return out;
}

}  // namespace qc
