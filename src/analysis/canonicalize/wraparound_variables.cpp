// Wrap-around variables: `for i=lo..hi  y[i] = x[i] + t;  t = x[i]  end`. What is read of t is what the iteration
// before assigned, which does not depend on any other iteration:
//   if i == lo then w = t_before_the_loop else w = x[i-1] end;  y[i] = x[i] + w;  t = x[i]
// A variable that is assigned such a w wraps around over two iterations, and so on.
#include <algorithm>
#include <map>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/nest_model.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::size_t kMostBefore = 3;  // iterations back

// What a value is in an iteration: in the first ones by number, and in all others.
struct Before {
  std::vector<ExprP> first;
  ExprP general;
};

bool reads(const Expr& e, VarId v) {
  bool found = false;
  for_each_expr(e, [&](const Expr& x) {
    auto* r = std::get_if<VarRef>(&x.node);
    found |= r && r->var == v;
  });
  return found;
}

class WrapArounds {
 public:
  explicit WrapArounds(Function& f) : f_(f) {}
  bool changed = false;

  // `outermost`: what a variable is before the loop is a parameter's value.
  void block(Block& b, bool outermost) {
    for (std::size_t p = 0; p < b.size(); ++p) {
      Stmt& s = b[p];
      if (auto* i = std::get_if<If>(&s.node)) {
        block(i->then, false);
        block(i->otherwise, false);
      } else if (auto* w = std::get_if<While>(&s.node))
        block(w->body, false);
      else if (auto* l = std::get_if<For>(&s.node)) {
        block(l->body, false);
        Block saved = loop(*l, outermost);
        const std::size_t more = saved.size();
        b.insert(b.begin() + std::ptrdiff_t(p), std::make_move_iterator(saved.begin()),
                 std::make_move_iterator(saved.end()));
        p += more;
      }
    }
  }

 private:
  // Rewrites one loop; returns the statements that belong before it.
  Block loop(For& l, bool outermost) {
    Block before;
    if (!regular(l)) return before;
    assigned_ = assigned_variables(l.body);
    assigned_.insert(l.var);
    stored_ = stored_arrays(l.body);
    found_.clear();
    for (bool again = true; again;) {
      again = false;
      const auto first = first_reads(l.body);
      for (std::size_t p = 0; p < l.body.size() && !again; ++p) {
        auto* a = std::get_if<Assign>(&l.body[p].node);
        const auto read = a ? first.find(a->var) : first.end();
        if (read != first.end() && read->second < p && !done(a->var)) again = wraps(l, p, a->var, outermost, before);
      }
    }
    return before;
  }

  // The first statement that reads each variable: loops that are written out have thousands of statements.
  static std::map<VarId, std::size_t> first_reads(const Block& b) {
    std::map<VarId, std::size_t> first;
    for (std::size_t p = 0; p < b.size(); ++p)
      for_each_expr(Block{b[p]}, [&](const Expr& e) {
        if (auto* r = std::get_if<VarRef>(&e.node)) first.try_emplace(r->var, p);
      });
    return first;
  }

  bool done(VarId v) const { return found_.count(v) > 0; }

  // Bounds that do not change, a constant step, no way out of an iteration.
  bool regular(const For& l) const {
    const auto step = as_int(*l.step);
    if (!step || *step == 0) return false;
    bool ok = true;
    for_each_stmt(l.body, [&](const Stmt& s) {
      ok &= !std::holds_alternative<Break>(s.node) && !std::holds_alternative<Continue>(s.node) &&
            !std::holds_alternative<Return>(s.node);
    });
    const auto assigned = assigned_variables(l.body);
    for_each_expr(*l.lo, [&](const Expr& e) {
      if (auto* r = std::get_if<VarRef>(&e.node)) ok &= !assigned.count(r->var) && r->var != l.var;
      ok &= !std::holds_alternative<Load>(e.node);
    });
    return ok;
  }

  bool wraps(For& l, std::size_t p, VarId v, bool outermost, Block& before) {
    if (times_assigned(l.body, v) != 1) return false;
    if (outermost && std::none_of(f_.params.begin(), f_.params.end(),
                                  [&](const Param& q) { return q.kind == Param::Kind::Scalar && q.id == v; }))
      return false;
    const auto value = value_at(l, p, std::get<Assign>(l.body[p].node).value);
    if (!value || value->first.size() >= kMostBefore) return false;
    const VarId start = f_.add_var(f_.vars[v].name, f_.vars[v].type),
                w = f_.add_var("$" + f_.vars[v].name, f_.vars[v].type);
    f_.vars[start].set_of = f_.vars[v].set_of;
    const Span span = l.body[p].span;
    if (outermost)
      f_.params.push_back({Param::Kind::Scalar, start});
    else
      before.push_back({Assign{start, var(f_, v)}, span});
    Before shifted{{var(f_, start)}, one_earlier(l, value->general)};
    shifted.first.insert(shifted.first.end(), value->first.begin(), value->first.end());
    replace_reads(l.body, p, v, w);
    found_[w] = shifted;
    assigned_.insert(w);
    found_[v] = {};
    Block choice = chosen(l, w, shifted, 0, span);
    l.body.insert(l.body.begin(), std::make_move_iterator(choice.begin()), std::make_move_iterator(choice.end()));
    changed = true;
    return true;
  }

  static int times_assigned(const Block& b, VarId v) {
    int n = 0;
    for_each_stmt(b, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) n += a->var == v;
      if (auto* l = std::get_if<For>(&s.node)) n += 2 * (l->var == v);
      if (auto* a = std::get_if<Atomic>(&s.node)) n += 2 * (a->old && *a->old == v);
    });
    return n;
  }

  // The value that statement p assigns, in terms of the loop variable, of what does not change, and of another
  // wrap-around.
  std::optional<Before> value_at(const For& l, std::size_t p, ExprP value) const {
    constexpr int kMostSteps = 8;
    for (int step = 0; step < kMostSteps; ++step) {
      if (auto* r = std::get_if<VarRef>(&value->node))
        if (auto it = found_.find(r->var); it != found_.end() && it->second.general) return it->second;
      bool known = true, again = false;
      value = rewrite_expr(value, [&](ExprP e) {
        auto* r = std::get_if<VarRef>(&e->node);
        if (!r || r->var == l.var || !assigned_.count(r->var)) return e;
        const ExprP d = definition(l.body, p, r->var);
        if (!d) {
          known = false;
          return e;
        }
        again = true;
        return d;
      });
      if (!known) return {};
      if (again) continue;
      return steady(l, *value) ? std::optional(Before{{}, value}) : std::nullopt;
    }
    return {};
  }

  // Assigned once, by a plain statement before p.
  static ExprP definition(const Block& b, std::size_t p, VarId v) {
    if (times_assigned(b, v) != 1) return nullptr;
    for (std::size_t q = 0; q < p; ++q)
      if (auto* a = std::get_if<Assign>(&b[q].node); a && a->var == v) return reads(*a->value, v) ? nullptr : a->value;
    return nullptr;
  }

  // Has the same value whenever it is computed.
  bool steady(const For& l, const Expr& e) const {
    bool ok = true;
    for_each_expr(e, [&](const Expr& x) {
      if (auto* r = std::get_if<VarRef>(&x.node)) ok &= r->var == l.var || !assigned_.count(r->var);
      if (auto* load = std::get_if<Load>(&x.node)) ok &= !stored_.count(load->access.array);
    });
    return ok;
  }

  ExprP one_earlier(const For& l, const ExprP& e) const {
    return rewrite_expr(e, [&](ExprP x) {
      auto* r = std::get_if<VarRef>(&x->node);
      return r && r->var == l.var ? sub(x, l.step) : x;
    });
  }

  static void replace_reads(Block& b, std::size_t p, VarId v, VarId w) {
    Block head(b.begin(), b.begin() + std::ptrdiff_t(p));
    head = rewrite_exprs(head, [&](ExprP e) {
      auto* r = std::get_if<VarRef>(&e->node);
      if (!r || r->var != v) return e;
      Expr other = *e;
      std::get<VarRef>(other.node).var = w;
      return ExprP(std::make_shared<const Expr>(std::move(other)));
    });
    std::move(head.begin(), head.end(), b.begin());
  }

  Block chosen(const For& l, VarId w, const Before& value, std::size_t k, Span span) const {
    if (k == value.first.size()) return {{Assign{w, value.general}, span}};
    const ExprP number = add(l.lo, mul(l.step, int_const(std::int64_t(k))));
    If choice{binary(BinaryOp::Eq, var(f_, l.var), number),
              {{Assign{w, value.first[k]}, span}},
              chosen(l, w, value, k + 1, span)};
    return {{std::move(choice), span}};
  }

  Function& f_;
  std::set<VarId> assigned_;
  std::set<ArrayId> stored_;
  std::map<VarId, Before>
      found_;  // what stands for the value of the iteration before; empty: is replaced by such a one
};

}  // namespace

bool replace_wraparound_variables(Function& nest) {
  WrapArounds w(nest);
  w.block(nest.body, true);
  return w.changed;
}

}  // namespace qc
