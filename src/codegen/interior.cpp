#include "codegen/interior.h"

#include <algorithm>
#include <map>
#include <set>

#include "codegen/codegen.h"
#include "codegen/ir_passes/affine_thread.h"
#include "codegen/ir_passes/lane_analysis.h"

namespace qc::codegen {

using namespace ir;

namespace {

constexpr std::size_t kMostConstraints = 48;
constexpr int kLargestKernel = 6000;                             // nodes that are worth a second copy
constexpr std::int64_t kUnrolled = 32, kLargestUnrolled = 1024;  // iterations, and nodes of all of them

// low <= thread * t + (loops) + rest + [cmin, cmax] < high
struct Constraint {
  ThreadAffine form;  // its constant does not count
  std::int64_t cmin = 0, cmax = 0;
  ExprP low, high;  // the same for all threads; null: no such end
};

// But for their constants.
bool alike(const ThreadAffine& a, const ThreadAffine& b) {
  const bool rest = (!a.rest && !b.rest) || equal(a.rest, b.rest);
  return a.thread == b.thread && a.loops == b.loops && rest;
}

bool has_mode(const Access& a) { return a.boundary != Boundary::Unchecked; }

bool is_clamp(const Binary& n, Elem type) {
  return type == Elem::I64 && (n.op == BinaryOp::Min || n.op == BinaryOp::Max);
}

bool holds_clamp(const Expr& e) {
  bool found = false;
  for_each_expr(e, [&](const Expr& x) {
    auto* n = std::get_if<Binary>(&x.node);
    found |= n && is_clamp(*n, x.type);
  });
  return found;
}

bool holds_comparison(const Block& b) {
  bool found = false;
  for_each_expr(b, [&](const Expr& e) {
    auto* n = std::get_if<Binary>(&e.node);
    found |= n && n->op >= BinaryOp::Lt && n->op <= BinaryOp::Ge && n->a->type == Elem::I64;
  });
  return found;
}

// How often a nest of loops with constant bounds runs its innermost statements; 0: not known, or too often.
std::int64_t iterations(const For& loop) {
  const auto lo = as_int(*loop.lo), step = as_int(*loop.step), hi = as_int(*loop.hi);
  if (!lo || !hi || !step || *step != 1 || *hi < *lo || *hi - *lo >= kUnrolled) return 0;
  return *hi - *lo + 1;
}

class Splitter {
 public:
  explicit Splitter(const Function& f) : f_(f), out_(f) {}

  std::optional<Function> run() {
    std::size_t at = 0;
    ThreadValues values(f_);
    out_.body.clear();
    count_assignments();
    find_subscripts();
    for (; at < f_.body.size() && settles(f_.body[at], values); ++at) out_.body.push_back(f_.body[at]);
    const Block rest(f_.body.begin() + std::ptrdiff_t(at), f_.body.end());
    name_afresh(rest);
    if (holds_comparison(rest)) {
      ThreadValues before = values;
      (void)copy(rest, before);
      constraints_.clear();
    }
    looking_ = false;
    const ExprP busy = busy_threads(rest, values);
    Block inner = without_order(copy(rest, values));
    if (constraints_.empty() || constraints_.size() > kMostConstraints || !varies()) return {};
    emit(rest, std::move(inner), busy);
    out_.split_at_edges = true;
    return std::move(out_);
  }

 private:
  void count_assignments() {
    times_.assign(f_.vars.size(), 0);
    for_each_stmt(f_.body, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) ++times_[a->var];
      if (auto* l = std::get_if<For>(&s.node)) ++times_[l->var];
      if (auto* t = std::get_if<Atomic>(&s.node)) {
        if (t->old) ++times_[*t->old];
      }
    });
    for (VarId o : f_.outputs) times_[o] = 2;
    if (f_.order != kNoVar) times_[f_.order] = 2;
  }

  // Variables that stand in subscripts alone.
  void find_subscripts() {
    std::map<VarId, int> reads, inside;
    auto count = [](std::map<VarId, int>& n) {
      return [&n](const Expr& e) {
        if (auto* v = std::get_if<VarRef>(&e.node)) ++n[v->var];
      };
    };
    auto in_index = [&](const Access& a) {
      for (const ExprP& i : a.index) for_each_expr(*i, count(inside));
    };
    for_each_expr(f_.body, count(reads));
    for_each_expr(f_.body, [&](const Expr& e) {
      if (auto* l = std::get_if<Load>(&e.node)) in_index(l->access);
    });
    for_each_stmt(f_.body, [&](const Stmt& s) {
      if (auto* w = std::get_if<Store>(&s.node)) in_index(w->access);
    });
    for (const auto& [v, n] : reads)
      if (inside[v] == n && v < times_.size() && times_[v] == 1) only_subscripts_.insert(v);
  }

  // A definition at the top that both copies share: it is computed for all threads anyway.
  bool settles(const Stmt& s, ThreadValues& values) const {
    auto* a = std::get_if<Assign>(&s.node);
    if (!a || times_[a->var] != 1 || f_.vars[a->var].type != Elem::I64) return false;
    bool reads = false;
    for_each_expr(*a->value, [&](const Expr& e) {
      auto* n = std::get_if<Binary>(&e.node);
      reads |= std::holds_alternative<Load>(e.node) || (n && n->site != kNoSite);
    });
    if (only_subscripts_.count(a->var) && holds_clamp(*a->value)) return false;
    if (!reads) values.settle(a->var, *a->value);
    return !reads;
  }

  // The interior has variables and local arrays of its own, so that what is uniform in one copy stays so.
  void name_afresh(const Block& block) {
    auto fresh = [&](VarId v) {
      const bool shared = v == f_.order || std::find(f_.outputs.begin(), f_.outputs.end(), v) != f_.outputs.end();
      const bool param = std::any_of(f_.params.begin(), f_.params.end(),
                                     [&](const Param& p) { return p.kind == Param::Kind::Scalar && p.id == v; });
      if (!shared && !param && !renamed_.count(v)) renamed_[v] = out_.add_var(f_.vars[v].name, f_.vars[v].type);
    };
    for_each_stmt(block, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) fresh(a->var);
      if (auto* l = std::get_if<For>(&s.node)) fresh(l->var);
      if (auto* t = std::get_if<Atomic>(&s.node)) {
        if (t->old) fresh(*t->old);
      }
    });
    for (ArrayId a = 0; a < f_.arrays.size(); ++a)
      if (f_.arrays[a].space == Space::Local) arrays_[a] = out_.add_array(f_.arrays[a]);
  }
  VarId renamed(VarId v) const {
    auto it = renamed_.find(v);
    return it == renamed_.end() ? v : it->second;
  }

  // ---- the interior
  // -----------------------------------------------------------------------------------------------------

  // Whether the access can be in range for whole rows of threads; then that becomes a condition of the interior.
  bool constrain(const Access& a, const ThreadValues& values) {
    if (!has_mode(a) || f_.arrays[a.array].space != Space::Global) return false;
    std::vector<ThreadAffine> forms;
    for (const ExprP& i : a.index) {
      auto form = values.of(*i);
      if (!form || form->thread < 0) return false;
      forms.push_back(with_own_loops(std::move(*form), values));
    }
    for (std::size_t d = 0; d < forms.size(); ++d)
      note(forms[d], int_const(0), extent(a.array, a.linear ? -1 : int(d)));
    return true;
  }
  void note(const ThreadAffine& form, const ExprP& low, const ExprP& high) {
    for (Constraint& c : constraints_) {
      if (!same_reach(c.form, form) || !equal(c.low, low) || !equal(c.high, high)) continue;
      c.cmin = std::min(c.cmin, form.constant);
      c.cmax = std::max(c.cmax, form.constant);
      return;
    }
    constraints_.push_back({form, form.constant, form.constant, low, high});
  }
  // The forms are alike, or so once variables with the same ends stand for each other.
  bool same_reach(const ThreadAffine& a, const ThreadAffine& b) const {
    if (a.loops.size() != b.loops.size()) return false;
    ThreadAffine renamed = b;
    for (std::size_t i = 0; i < a.loops.size(); ++i) {
      const auto &x = loops_.at(a.loops[i].first), &y = loops_.at(b.loops[i].first);
      if (equal(x.lo, y.lo) && equal(x.hi, y.hi)) renamed.loops[i].first = a.loops[i].first;
    }
    return alike(a, renamed);
  }
  // The form with a number for each loop, of which several may have one variable but not its ends.
  ThreadAffine with_own_loops(ThreadAffine form, const ThreadValues& values) {
    for (auto& [v, c] : form.loops) {
      const ThreadValues::Bounds& ends = values.bounds(v);
      std::vector<VarId>& known = loops_of_[v];
      const auto same = std::find_if(known.begin(), known.end(), [&](VarId l) {
        return equal(loops_.at(l).lo, ends.lo) && equal(loops_.at(l).hi, ends.hi);
      });
      if (same != known.end()) {
        v = *same;
        continue;
      }
      const VarId loop = VarId(loops_.size());
      known.push_back(loop);
      loops_.emplace(loop, ends);
      v = loop;
    }
    return form;
  }

  // A subscript without its clamps, min(max(e, lo), hi): that they change nothing becomes a condition of the interior.
  ExprP unclamped(const ExprP& e, const ThreadValues& values) {
    return rewrite_expr(e, [&](ExprP x) {
      auto* n = std::get_if<Binary>(&x->node);
      if (!n || !is_clamp(*n, x->type)) return x;
      const auto a = values.of(*n->a), b = values.of(*n->b);
      if (!a || !b || a->uniform() == b->uniform()) return x;
      const ThreadAffine& fixed = a->uniform() ? *a : *b;
      if ((a->uniform() ? *b : *a).thread < 0) return x;
      const ThreadAffine moving = with_own_loops(a->uniform() ? *b : *a, values);
      const ExprP end = ThreadValues::expression(fixed);
      if (n->op == BinaryOp::Max)
        note(moving, end, nullptr);
      else
        note(moving, nullptr, add(end, int_const(1)));
      return a->uniform() ? n->b : n->a;
    });
  }

  // What is left of a condition inside, where comparisons that keep the subscripts of what is done under it in range
  // hold; null: nothing.
  template <class Guarded>
  ExprP unguarded(const ExprP& e, const Guarded& guarded, const ThreadValues& values) {
    auto* n = std::get_if<Binary>(&e->node);
    if (!n || looking_) return e;
    if (n->op == BinaryOp::And) {
      const ExprP a = unguarded(n->a, guarded, values), b = unguarded(n->b, guarded, values);
      return !a ? b : !b ? a : a == n->a && b == n->b ? e : logical_and(a, b);
    }
    if (n->op < BinaryOp::Lt || n->op > BinaryOp::Ge || n->a->type != Elem::I64) return e;
    const auto a = values.of(*n->a), b = values.of(*n->b);
    if (!a || !b) return e;
    const bool less = n->op == BinaryOp::Lt || n->op == BinaryOp::Le,
               equal_too = n->op == BinaryOp::Le || n->op == BinaryOp::Ge;
    return holds_inside(*a, *b, less, equal_too, guarded, values) ||
                   holds_inside(*b, *a, !less, equal_too, guarded, values)
               ? nullptr
               : e;
  }
  template <class Guarded>
  bool holds_inside(const ThreadAffine& compared, const ThreadAffine& fixed, bool below, bool equal_too,
                    const Guarded& guarded, const ThreadValues& values) {
    if (!fixed.uniform() || compared.thread < 0 || !is_window(compared) || !is_subscript(compared, guarded, values))
      return false;
    const ThreadAffine moving = with_own_loops(compared, values);
    const ExprP end = ThreadValues::expression(fixed);
    if (below)
      note(moving, nullptr, equal_too ? add(end, int_const(1)) : end);
    else
      note(moving, equal_too ? end : add(end, int_const(1)), nullptr);
    return true;
  }
  template <class Guarded>
  static bool is_subscript(const ThreadAffine& form, const Guarded& guarded, const ThreadValues& values) {
    bool found = false;
    for_each_expr(guarded, [&](const Expr& e) {
      auto* l = std::get_if<Load>(&e.node);
      for (std::size_t d = 0; l && !found && d < l->access.index.size(); ++d) {
        const auto i = values.of(*l->access.index[d]);
        found = i && alike(*i, form);
      }
    });
    return found;
  }
  // Whether the thread reads at several places of this form: its comparisons speak of the edges, `c+1 < w`, and not of
  // parts of the row, `c < w/2`.
  bool is_window(const ThreadAffine& form) const {
    const auto it =
        std::find_if(subscripts_.begin(), subscripts_.end(), [&](const auto& s) { return alike(s.first, form); });
    return it != subscripts_.end() && (!form.loops.empty() || it->second.size() > 1);
  }
  void note_subscripts(const Access& a, const ThreadValues& values) {
    for (const ExprP& i : a.index) {
      const auto form = values.of(*i);
      if (!form) continue;
      auto it =
          std::find_if(subscripts_.begin(), subscripts_.end(), [&](const auto& s) { return alike(s.first, *form); });
      if (it == subscripts_.end()) it = subscripts_.insert(it, {*form, {}});
      it->second.insert(form->constant);
    }
  }

  Access copy(const Access& given, const ThreadValues& values) {
    Access a = given;
    for (ExprP& i : a.index) i = unclamped(i, values);
    if (looking_) note_subscripts(a, values);
    Access out = a;
    for (ExprP& i : out.index) i = copy(i, values);
    if (constrain(a, values)) {
      out.boundary = Boundary::Unchecked;
      out.site = kNoSite;
    }
    if (auto it = arrays_.find(a.array); it != arrays_.end()) out.array = it->second;
    return out;
  }

  ExprP copy(const ExprP& e, const ThreadValues& values) {
    if (!e) return e;
    Expr n = *e;
    auto put = [&](ExprP& x) { x = copy(x, values); };
    if (auto* l = std::get_if<Load>(&n.node))
      l->access = copy(l->access, values);
    else if (auto* v = std::get_if<VarRef>(&n.node))
      v->var = renamed(v->var);
    else if (auto* u = std::get_if<Unary>(&n.node))
      put(u->a);
    else if (auto* b = std::get_if<Binary>(&n.node)) {
      put(b->a);
      put(b->b);
    } else if (auto* f = std::get_if<Fma>(&n.node)) {
      put(f->a);
      put(f->b);
      put(f->c);
    } else if (auto* s = std::get_if<Select>(&n.node)) {
      s->condition = unguarded(s->condition, *s->yes, values);
      if (!s->condition) return copy(s->yes, values);
      put(s->condition);
      put(s->yes);
      put(s->no);
    } else if (auto* c = std::get_if<Cast>(&n.node))
      put(c->a);
    else if (auto* m = std::get_if<Math>(&n.node))
      for (ExprP& a : m->args) put(a);
    else if (auto* x = std::get_if<Extent>(&n.node); x && arrays_.count(x->array))
      x->array = arrays_[x->array];
    else
      return e;
    return std::make_shared<const Expr>(std::move(n));
  }

  Block copy(const Block& block, ThreadValues& values) {
    Block out;
    for (const Stmt& s : block) {
      auto* n = std::get_if<If>(&s.node);
      const ExprP left = n ? unguarded(n->condition, n->then, values) : nullptr;
      if (n && !left) {
        for (Stmt& t : copy(n->then, values)) out.push_back(std::move(t));
        continue;
      }
      out.push_back(copy(n ? Stmt{If{left, n->then, n->otherwise}, s.span} : s, values));
    }
    return out;
  }

  Stmt copy(const Stmt& s, ThreadValues& values) {
    Stmt out = s;
    if (auto* n = std::get_if<Assign>(&out.node)) {
      const ExprP value = only_subscripts_.count(n->var) ? unclamped(n->value, values) : n->value;
      n->value = copy(value, values);
      values.assign(n->var, *value);
      n->var = renamed(n->var);
    } else if (auto* n = std::get_if<Store>(&out.node)) {
      n->value = copy(n->value, values);
      n->access = copy(n->access, values);
    } else if (auto* n = std::get_if<If>(&out.node)) {
      n->condition = copy(n->condition, values);
      ThreadValues other = values;
      n->then = copy(n->then, values);
      n->otherwise = copy(n->otherwise, other);
      values.join(other);
    } else if (auto* n = std::get_if<For>(&out.node)) {
      copy_loop(*n, values);
    } else if (auto* n = std::get_if<While>(&out.node)) {
      values.forget_assigned(n->body);
      n->condition = copy(n->condition, values);
      const Block body = n->body;
      n->body = copy(body, values);
      values.forget_assigned(body);
    } else if (auto* n = std::get_if<Fail>(&out.node)) {
      for (ExprP& v : n->values) v = copy(v, values);
    } else if (auto* n = std::get_if<Atomic>(&out.node)) {
      copy_atomic(*n, values);
    }
    return out;
  }

  void copy_loop(For& n, ThreadValues& values) {
    const For was = n;
    n.lo = copy(n.lo, values);
    n.step = copy(n.step, values);
    n.hi = copy(n.hi, values);
    values.forget_assigned(was.body);
    values.enter(was);
    n.var = renamed(n.var);
    n.body = copy(was.body, values);
    values.forget_assigned(was.body);
    values.forget(was.var);
    // Few iterations inside a thread are written out, or no vector of threads could be made.
    int nodes = 0;
    for_each_expr(was.body, [&](const Expr&) { ++nodes; });
    const std::int64_t times = iterations(was);
    if (times > 0 && short_constant_loop(was) && times * nodes <= kLargestUnrolled) n.unroll = -1;
  }

  void copy_atomic(Atomic& n, ThreadValues& values) {
    const ThreadValues before = values;
    for (ExprP& i : n.access.index) i = copy(i, before);
    n.value = copy(n.value, before);
    n.compare = copy(n.compare, before);
    if (!n.old) return;
    values.forget(*n.old);
    n.old = renamed(*n.old);
  }

  // Nothing reads which iteration it is where nothing fails.
  Block without_order(Block block) const {
    return f_.order == kNoVar || can_fail(block) ? std::move(block) : without_assignments(block, f_.order);
  }
  static Block without_assignments(const Block& block, VarId v) {
    Block out;
    for (Stmt s : block) {
      if (auto* a = std::get_if<Assign>(&s.node); a && a->var == v) continue;
      if (auto* i = std::get_if<If>(&s.node)) {
        i->then = without_assignments(i->then, v);
        i->otherwise = without_assignments(i->otherwise, v);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        l->body = without_assignments(l->body, v);
      } else if (auto* w = std::get_if<While>(&s.node)) {
        w->body = without_assignments(w->body, v);
      }
      out.push_back(std::move(s));
    }
    return out;
  }

  // ---- which threads are in it
  // ------------------------------------------------------------------------------------------

  bool varies() const {
    return std::any_of(constraints_.begin(), constraints_.end(), [](const Constraint& c) { return c.form.thread > 0; });
  }

  // The least and the greatest value of a constraint's form at thread 0.
  std::pair<ExprP, ExprP> at_thread_0(const Constraint& c) const {
    ExprP lo = int_const(c.cmin), hi = int_const(c.cmax);
    if (c.form.rest) {
      lo = add(c.form.rest, lo);
      hi = add(c.form.rest, hi);
    }
    for (const auto& [v, k] : c.form.loops) {
      const auto& bounds = loops_.at(v);
      const ExprP a = mul(bounds.lo, int_const(k)), b = mul(bounds.hi, int_const(k));
      lo = add(lo, k > 0 ? a : b);
      hi = add(hi, k > 0 ? b : a);
    }
    return {lo, hi};
  }

  VarId let(const char* name, ExprP value) {
    const VarId v = out_.add_var(name, value->type);
    out_.body.push_back({Assign{v, std::move(value)}, {}});
    return v;
  }

  static ExprP divided(const ExprP& a, std::int64_t c) {
    return c == 1 ? a : binary(BinaryOp::DivFloor, a, int_const(c));
  }

  // How many threads do anything at all, where the kernel is one condition on the thread, `if j < n`: the last block of
  // a row has fewer elements than threads.
  ExprP busy_threads(const Block& rest, const ThreadValues& values) const {
    ExprP busy = f_.threads > 0 ? int_const(f_.threads) : builtin(BuiltinKind::BlockDim, 0);
    auto* only = rest.size() == 1 ? std::get_if<If>(&rest[0].node) : nullptr;
    if (!only || !only->otherwise.empty()) return busy;
    for_each_condition(only->condition, [&](const Binary& n) {
      if (n.op != BinaryOp::Lt || n.a->type != Elem::I64) return;
      const auto a = values.of(*n.a), b = values.of(*n.b);
      if (!a || !b || a->thread <= 0 || !a->loops.empty() || !b->uniform()) return;
      const ExprP first = a->rest ? add(a->rest, int_const(a->constant)) : int_const(a->constant);
      const ExprP left = sub(ThreadValues::expression(*b), first);
      busy = binary(BinaryOp::Min, busy, divided(add(left, int_const(a->thread - 1)), a->thread));
    });
    return binary(BinaryOp::Max, busy, int_const(0));
  }
  template <class Do>
  static void for_each_condition(const ExprP& e, const Do& what) {
    auto* n = std::get_if<Binary>(&e->node);
    if (n && n->op == BinaryOp::And) {
      for_each_condition(n->a, what);
      for_each_condition(n->b, what);
    } else if (n) {
      what(*n);
    }
  }

  void emit(const Block& rest, Block inner, const ExprP& busy) {
    const ExprP t = builtin(BuiltinKind::ThreadIdx, 0), threads = var(out_, let("$busy", busy));
    ExprP ok = bool_const(true), lo = int_const(0), hi = threads;
    for (const Constraint& c : constraints_) {
      const auto [least, most] = at_thread_0(c);
      const std::int64_t k = c.form.thread;
      if (k == 0) {
        if (c.low) ok = logical_and(ok, le(c.low, least));
        if (c.high) ok = logical_and(ok, lt(most, c.high));
        continue;
      }
      // ceil((low - least) / k) <= t and t < ceil((high - most) / k)
      if (c.low) lo = binary(BinaryOp::Max, lo, divided(add(sub(c.low, least), int_const(k - 1)), k));
      if (c.high) hi = binary(BinaryOp::Min, hi, divided(add(sub(c.high, most), int_const(k - 1)), k));
    }
    const ExprP first = var(out_, let("$inner", select(ok, binary(BinaryOp::Min, lo, threads), threads)));
    const ExprP last = var(out_, let("$outer", binary(BinaryOp::Max, first, select(ok, hi, threads))));
    out_.body.push_back({If{logical_and(le(first, t), lt(t, last)), std::move(inner), {}}, {}});
    // Both sides of it are one loop around one copy.
    const VarId side = let("$side", int_const(0));
    Block around;
    const VarId from = out_.add_var("$from", Elem::I64), to = out_.add_var("$to", Elem::I64);
    const ExprP left = binary(BinaryOp::Eq, var(out_, side), int_const(0));
    around.push_back({Assign{from, select(left, int_const(0), last)}, {}});
    around.push_back({Assign{to, select(left, first, threads)}, {}});
    around.push_back({If{logical_and(le(var(out_, from), t), lt(t, var(out_, to))), rest, {}}, {}});
    around.push_back({Assign{side, add(var(out_, side), int_const(1))}, {}});
    // What is the same for all its rounds is computed before it, for a dozen rows of a window: not where nobody is
    // there.
    const ExprP someone = binary(BinaryOp::Or, lt(int_const(0), first), lt(last, threads));
    Block sides;
    sides.push_back({While{lt(var(out_, side), int_const(2)), std::move(around)}, {}});
    out_.body.push_back({If{someone, std::move(sides), {}}, {}});
  }

  const Function& f_;
  Function out_;
  std::vector<int> times_;
  std::set<VarId> only_subscripts_;
  std::map<VarId, VarId> renamed_;
  std::map<ArrayId, ArrayId> arrays_;
  std::map<VarId, ThreadValues::Bounds> loops_;   // of constraints, numbered as they are met
  std::map<VarId, std::vector<VarId>> loops_of_;  // their numbers by loop variable
  std::vector<Constraint> constraints_;
  bool looking_ = true;                                                      // for what the subscripts are
  std::vector<std::pair<ThreadAffine, std::set<std::int64_t>>> subscripts_;  // and all that is added to each
};

// Threads that are all alike in what they wait for and when they leave, along one dimension.
bool splits(const Function& f) {
  if (f.kind != Function::Kind::Kernel || f.rank != 1 || holds_split(f.body)) return false;
  bool modes = false, other = false;
  int nodes = 0;
  for_each_expr(f.body, [&](const Expr& e) {
    ++nodes;
    if (auto* l = std::get_if<Load>(&e.node)) modes |= has_mode(l->access);
    if (auto* n = std::get_if<Binary>(&e.node)) modes |= is_clamp(*n, e.type);
    auto* b = std::get_if<Builtin>(&e.node);
    other |= b && b->axis > 0 && (b->kind == BuiltinKind::ThreadIdx || b->kind == BuiltinKind::BlockDim);
  });
  for_each_stmt(f.body, [&](const Stmt& s) {
    other |= std::holds_alternative<Return>(s.node) || std::holds_alternative<Fence>(s.node);
  });
  return modes && !other && nodes <= kLargestKernel;
}

}  // namespace

std::optional<Function> split_interior(const Function& f) { return splits(f) ? Splitter(f).run() : std::nullopt; }

}  // namespace qc::codegen
