#include "analysis/recognize/window_normalization.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

#include "analysis/loops/nest_model.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/linear_sum.h"

namespace qc {

using namespace ir;

namespace {

// In order of the text, but for the bodies of loops over v.
bool read_outside_its_loops(const Block& b, VarId v) {
  bool found = false;
  for (const Stmt& s : b) {
    for_each_root(s, [&](const ExprP& e) { found |= reads_any(*e, {v}); });
    if (auto* l = std::get_if<For>(&s.node))
      found |= l->var != v && read_outside_its_loops(l->body, v);
    else if (auto* w = std::get_if<While>(&s.node))
      found |= read_outside_its_loops(w->body, v);
    else if (auto* i = std::get_if<If>(&s.node))
      found |= read_outside_its_loops(i->then, v) || read_outside_its_loops(i->otherwise, v);
  }
  return found;
}

bool assigned_elsewhere(const Block& b, VarId v) {
  bool found = false;
  for_each_stmt(b, [&](const Stmt& s) {
    auto* a = std::get_if<Assign>(&s.node);
    found |= a && a->var == v;
  });
  return found;
}

void operands(const ExprP& e, BinaryOp op, std::vector<ExprP>& out) {
  auto* b = std::get_if<Binary>(&e->node);
  if (!b || b->op != op) return out.push_back(e);
  operands(b->a, op, out);
  operands(b->b, op, out);
}

ExprP put(const ExprP& e, VarId v, const ExprP& value) {
  return rewrite_expr(e, [&](ExprP x) {
    auto* r = std::get_if<VarRef>(&x->node);
    return r && r->var == v ? value : x;
  });
}

// How an inner loop is counted: lo..hi, with place + count for its variable, where the guards hold.
struct Window {
  ExprP lo, hi, place;
  std::vector<ExprP> guards;
};

class WindowCounter {
 public:
  WindowCounter(Function& f, std::vector<ExprP>& conditions)
      : f_(f), conditions_(conditions), assigned_(assigned_variables(f.body)), stored_(stored_arrays(f.body)) {}
  bool changed = false;

  // What stands in the loop `around`: its loops are windows of it.
  void inside(For& around) {
    around_.push_back(&around);
    Block out;
    for (Stmt& s : around.body) {
      auto* l = std::get_if<For>(&s.node);
      if (l) loop(*l, s.span);
      out.push_back(std::move(s));
      if (around_.size() == kept_) std::move(after_.begin(), after_.end(), std::back_inserter(out)), after_.clear();
    }
    around.body = std::move(out);
    around_.pop_back();
  }

  // The loops down to the first one that holds more than a loop.
  void count_kept(const For& outermost) {
    const For* l = &outermost;
    for (kept_ = 1; l->body.size() == 1; ++kept_) {
      l = std::get_if<For>(&l->body[0].node);
      if (!l) return;
    }
  }

 private:
  void loop(For& l, Span span) {
    inside(l);
    sink(l.body);
    const auto window = window_of(l);
    if (!window) return;
    const bool used_after = std::find(f_.outputs.begin(), f_.outputs.end(), l.var) != f_.outputs.end() ||
                            read_outside_its_loops(f_.body, l.var);
    if (used_after && !keep_last_value(l, *window, span)) return;
    const VarId count = used_after ? f_.add_var(f_.vars[l.var].name, Elem::I64) : l.var;
    const ExprP place = add(window->place, var(f_, count));
    l.body = rewrite_exprs(l.body, [&](ExprP x) {
      auto* r = std::get_if<VarRef>(&x->node);
      return r && r->var == l.var ? place : x;
    });
    ExprP guard;
    for (const ExprP& g : window->guards) {
      const ExprP here = put(g, l.var, place);
      guard = guard ? logical_and(guard, here) : here;
    }
    if (guard) l.body = under(guard, std::move(l.body), span);
    l.var = count;
    l.lo = window->lo;
    l.hi = window->hi;
    changed = true;
  }

  bool invariant(const Expr& e) const {
    bool ok = !reads_any(e, assigned_);
    for_each_expr(e, [&](const Expr& x) {
      auto* l = std::get_if<Load>(&x.node);
      ok &= !(l && stored_.count(l->access.array));
    });
    return ok;
  }

  std::optional<Window> window_of(const For& l) const {
    if (as_int(*l.step).value_or(0) == 0 || assigned_elsewhere(f_.body, l.var)) return {};
    std::set<VarId> changing = assigned_variables(l.body);
    if (changing.count(l.var)) return {};
    changing.insert(l.var);
    if (reads_any(*l.lo, changing)) return {};  // so does the other end then, or the length is not invariant
    std::vector<ExprP> from, to;
    operands(l.lo, BinaryOp::Max, from);
    operands(l.hi, BinaryOp::Min, to);
    for (const ExprP& a : from)
      for (const ExprP& b : to) {
        if (invariant(*a)) continue;
        if (const ExprP length = common_length(a, b); length && invariant(*length))
          return clamped(l, Window{int_const(0), length, a, {}}, from, to);
      }
    return {};
  }

  // The window without its clamps is `w`; each clamp becomes a guard and, where all kept iterations are beyond it, an
  // end of the count.
  std::optional<Window> clamped(const For& l, Window w, const std::vector<ExprP>& from,
                                const std::vector<ExprP>& to) const {
    if (from.size() == 1 && to.size() == 1) return w;
    const auto least = extreme(w.place, false), greatest = extreme(w.place, true);
    if (as_int(*l.step) != 1 || !least || !greatest) return {};
    const ExprP length = w.hi;
    for (const ExprP& low : from) {
      if (low == w.place) continue;
      if (!invariant(*low) || !linear_sum(low)) return {};
      w.lo = binary(BinaryOp::Max, w.lo, sub(low, *greatest));
      w.guards.push_back(binary(BinaryOp::Ge, var(f_, l.var), low));
    }
    for (const ExprP& high : to) {
      if (common_length(w.place, high)) {
        if (equal(common_length(w.place, high), length)) continue;
        return {};
      }
      if (!invariant(*high) || !linear_sum(high)) return {};
      w.hi = binary(BinaryOp::Min, w.hi, sub(high, *least));
      w.guards.push_back(le(var(f_, l.var), high));
    }
    return w;
  }

  // The loop around whose variable e is; nullptr: there is none.
  const For* loop_of(const Expr& e) const {
    auto* v = std::get_if<VarRef>(&e.node);
    for (const For* l : around_)
      if (v && l->var == v->var) return l;
    return nullptr;
  }

  // The least or the greatest that e is in the loops around, of whose variables it adds one.
  std::optional<ExprP> extreme(const ExprP& e, bool greatest) const {
    const auto sum = linear_sum(e);
    if (!sum) return {};
    const For* along = nullptr;
    for (const auto& [x, c] : sum->terms) {
      if (invariant(*x)) continue;
      const For* l = loop_of(*x);
      if (along || !l || c <= 0) return {};
      along = l;
    }
    if (!along || assigned_elsewhere(f_.body, along->var)) return {};
    const auto step = as_int(*along->step);
    if (!step || *step == 0 || !linear_sum(along->lo) || !linear_sum(along->hi)) return {};
    const ExprP end = (*step > 0) == greatest ? along->hi : along->lo;
    if (!invariant(*end)) return {};
    return put(e, along->var, end);
  }

  // The value that the loop's variable has after it, set behind the outermost window.
  bool keep_last_value(const For& l, const Window& w, Span span) {
    if (!w.guards.empty() || as_int(*l.step) != 1 || around_.size() < kept_) return false;
    std::set<VarId> inner = assigned_;
    for (std::size_t k = 0; k < kept_; ++k) inner.erase(around_[k]->var);
    if (reads_any(*l.hi, inner)) return false;
    require(le(int_const(0), w.hi));
    after_.push_back({Assign{l.var, l.hi}, span});
    return true;
  }

  void require(const ExprP& c) {
    if (as_int(*c) != 1) conditions_.push_back(c);
  }

  // The guard goes inside the loops that stand alone: iterations that do nothing may be counted. It reads nothing that
  // the window changes.
  Block under(const ExprP& guard, Block body, Span span) const {
    auto* l = body.size() == 1 ? std::get_if<For>(&body[0].node) : nullptr;
    if (l && linear_sum(l->lo) && linear_sum(l->hi) && as_int(*l->step)) {
      l->body = under(guard, std::move(l->body), span);
      return body;
    }
    Block out;
    out.push_back({If{guard, std::move(body), {}}, span});
    return out;
  }

  // `yy = e; for j ..` with yy used in that loop alone: set in each of its iterations, so that the nest is perfect.
  void sink(Block& body) {
    auto* l = body.size() < 2 ? nullptr : std::get_if<For>(&body.back().node);
    if (!l || !invariant(*l->lo) || !invariant(*l->hi) || !linear_sum(l->lo) || !linear_sum(l->hi) ||
        as_int(*l->step) != 1)
      return;
    std::set<VarId> changing = assigned_variables(l->body);
    changing.insert(l->var);
    bool may_fail = false;
    for (std::size_t k = 0; k + 1 < body.size(); ++k) {
      auto* a = std::get_if<Assign>(&body[k].node);
      if (!a || !sinks(*a, changing, body, may_fail)) return;
    }
    if (may_fail) require(le(l->lo, l->hi));
    l->body.insert(l->body.begin(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end() - 1));
    body.erase(body.begin(), body.end() - 1);
    changed = true;
  }

  // Cheap values that are the same in all iterations of the loop.
  bool sinks(const Assign& a, const std::set<VarId>& changing, const Block& body, bool& may_fail) const {
    if (reads_any(*a.value, changing) || changing.count(a.var) ||
        std::find(f_.outputs.begin(), f_.outputs.end(), a.var) != f_.outputs.end())
      return false;
    bool cheap = true;
    for_each_expr(*a.value, [&](const Expr& x) {
      auto* l = std::get_if<Load>(&x.node);
      auto* b = std::get_if<Binary>(&x.node);
      cheap &= !std::holds_alternative<Math>(x.node) && !(l && stored_.count(l->access.array));
      may_fail |= l || (b && b->site != kNoSite);
    });
    int here = 0, all = 0, times = 0;
    auto count = [&](int& n) {
      return [&n, &a](const Expr& x) {
        auto* r = std::get_if<VarRef>(&x.node);
        n += r && r->var == a.var;
      };
    };
    for_each_expr(body, count(here));
    for_each_expr(f_.body, count(all));
    for_each_stmt(f_.body, [&](const Stmt& s) {
      auto* other = std::get_if<Assign>(&s.node);
      times += other && other->var == a.var;
    });
    return cheap && here == all && times == 1;
  }

  Function& f_;
  std::vector<ExprP>& conditions_;
  const std::set<VarId> assigned_;
  const std::set<ArrayId> stored_;
  std::vector<const For*> around_;
  std::size_t kept_ = 0;
  Block after_;
};

}  // namespace

bool normalize_windows(Function& nest, std::vector<ExprP>& conditions) {
  Block body = nest.body;
  WindowCounter counter(nest, conditions);
  auto& outermost = std::get<For>(body[0].node);
  counter.count_kept(outermost);
  counter.inside(outermost);
  if (!counter.changed) return false;
  nest.body = std::move(body);
  return true;
}

}  // namespace qc
