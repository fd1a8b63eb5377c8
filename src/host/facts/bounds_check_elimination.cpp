#include "host/facts/bounds_check_elimination.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "analysis/loops/nest_model.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/linear_sum.h"
#include "ir/moved_index.h"

namespace qc::host {

using namespace ir;

namespace {

using Known = std::optional<Interval>;

class InOrder {
 public:
  InOrder(const Function& nest, const NestRanges& ranges, const NestValues& values, Conditions conditions)
      : conditions_(conditions),
        nest_(nest),
        ranges_(ranges),
        values_(values),
        context_(ranges.context_with([this](VarId v) { return known(v); })),
        now_(nest.vars.size()),
        in_range_(nest.sites.size(), true),
        met_(nest.sites.size(), false) {
    for (VarId v = 0; v < now_.size(); ++v)
      if (const auto& n = values.scalars[v]; n && value_elem(nest.vars[v].type) == Elem::I64)
        now_[v] = Interval{n->i, n->i};
  }

  std::vector<bool> sites() {
    walk(nest_.body);
    for (std::size_t s = 0; s < met_.size(); ++s) in_range_[s] = in_range_[s] && met_[s];
    return in_range_;
  }

 private:
  void access(const Access& a) {
    if (a.boundary != Boundary::Checked || a.site == kNoSite) return;
    met_[a.site] = true;
    for (std::size_t d = 0; d < a.index.size() && in_range_[a.site]; ++d)
      in_range_[a.site] = is_within(a.index[d], ranges_.extent(a.array, a.linear ? -1 : int(d)));
  }
  bool is_within(const ExprP& index, std::int64_t extent) const {
    const Known i = interval_of(*index, context_);
    if (i && i->lo >= 0 && i->hi < extent) return true;
    const Known least = at_end(index, false);
    if (!least || least->lo < 0) return false;
    const Known most = at_end(index, true);
    return most && most->hi < extent;
  }

  // The index where it is least or greatest, with the ends of loops in place of their counters, from the innermost one
  // on: k-i-1 with i = 0..k-1 is k-1 at most, and at least 0.
  Known at_end(ExprP index, bool greatest) const {
    for (auto l = around_.rbegin(); l != around_.rend(); ++l) {
      const auto sum = linear_sum(index);
      const auto step = as_int(*(*l)->step);
      if (!sum || !step || *step == 0) return {};
      const auto term = std::find_if(sum->terms.begin(), sum->terms.end(), [&](const auto& t) {
        auto* r = std::get_if<VarRef>(&t.first->node);
        return r && r->var == (*l)->var;
      });
      if (term == sum->terms.end()) continue;
      const ExprP& end = ((term->second > 0) == greatest) == (*step > 0) ? (*l)->hi : (*l)->lo;
      if (!interval_of(*end, context_) || changes(**l, *end)) continue;
      index = expression(*sum);
      index = add(index, mul(int_const(term->second), sub(end, term->first)));
    }
    const auto sum = linear_sum(index);
    return sum ? interval_of(*expression(*sum), context_) : Known();
  }
  // Whether the loop's body gives a variable of the expression another value.
  static bool changes(const For& loop, const Expr& e) {
    const std::set<VarId> assigned = assigned_variables(loop.body);
    bool found = false;
    for_each_expr(e, [&](const Expr& x) {
      auto* r = std::get_if<VarRef>(&x.node);
      found = found || (r && (r->var == loop.var || assigned.count(r->var)));
    });
    return found;
  }
  void loads(const Expr& e) {
    for_each_expr(e, [&](const Expr& x) {
      if (auto* l = std::get_if<Load>(&x.node)) access(l->access);
    });
  }

  void walk(const Block& block) {
    for (const Stmt& s : block) {
      if (!std::holds_alternative<While>(s.node)) for_each_root(s, [&](const ExprP& e) { loads(*e); });
      if (auto* n = std::get_if<Assign>(&s.node))
        now_[n->var] = value_elem(nest_.vars[n->var].type) == Elem::I64 ? interval_of(*n->value, context_) : Known();
      else if (auto* n = std::get_if<Store>(&s.node))
        access(written(n->access));
      else if (auto* n = std::get_if<Atomic>(&s.node)) {
        access(n->access);
        if (n->old) now_[*n->old] = {};
      } else if (auto* n = std::get_if<If>(&s.node))
        branches(*n);
      else if (auto* n = std::get_if<For>(&s.node))
        loop(*n);
      else if (auto* n = std::get_if<While>(&s.node)) {
        forget(n->body);
        loads(*n->condition);
        const std::vector<Known> before = now_;
        bound(*n->condition, true);
        walk(n->body);
        now_ = before;
        forget(n->body);
      }
    }
  }

  // The site of a failure is in range where its condition never holds.
  void failure(const If& n) {
    auto* fail = n.then.size() == 1 ? std::get_if<Fail>(&n.then[0].node) : nullptr;
    if (!fail) return;
    met_[fail->site] = true;
    in_range_[fail->site] = in_range_[fail->site] && never(*n.condition);
  }
  bool never(const Expr& condition) {
    auto* n = std::get_if<Binary>(&condition.node);
    if (!n) return false;
    if (n->op == BinaryOp::Or) return never(*n->a) && never(*n->b);
    if (n->op == BinaryOp::And) return never(*n->a) || never(*n->b);
    if (n->op != BinaryOp::Lt || n->a->type != Elem::I64 || n->b->type != Elem::I64) return false;
    const Known a = interval_of(*n->a, context_), b = interval_of(*n->b, context_);
    return a && b && a->lo >= b->hi;
  }

  void branches(const If& n) {
    failure(n);
    const std::vector<Known> before = now_;
    bound(*n.condition, true);
    walk(n.then);
    const std::vector<Known> then = std::exchange(now_, before);
    bound(*n.condition, false);
    walk(n.otherwise);
    for (std::size_t v = 0; v < now_.size(); ++v) {
      if (then[v] == now_[v]) continue;
      if (then[v] && now_[v])
        now_[v] = Interval{std::min(then[v]->lo, now_[v]->lo), std::max(then[v]->hi, now_[v]->hi)};
      else
        now_[v] = {};
    }
  }

  void loop(const For& n) {
    const Known values = interval_of(n, context_);
    forget(n.body);
    now_[n.var] = values;
    around_.push_back(&n);
    walk(n.body);
    around_.pop_back();
    forget(n.body);
    now_[n.var] = {};
  }

  // What the block assigns is not known at its beginning when it runs again, nor behind it.
  void forget(const Block& block) {
    for_each_stmt(block, [&](const Stmt& s) {
      if (auto* n = std::get_if<Assign>(&s.node))
        now_[n->var] = {};
      else if (auto* f = std::get_if<For>(&s.node))
        now_[f->var] = {};
      else if (auto* a = std::get_if<Atomic>(&s.node); a && a->old)
        now_[*a->old] = {};
    });
  }

  // Narrows the variables that the condition bounds where it has this truth.
  void bound(const Expr& condition, bool truth) {
    auto* n = std::get_if<Binary>(&condition.node);
    if (!n || conditions_ == Conditions::Ignored) return;
    if (n->op == (truth ? BinaryOp::And : BinaryOp::Or)) {
      bound(*n->a, truth);
      bound(*n->b, truth);
      return;
    }
    if (n->a->type != Elem::I64 || n->b->type != Elem::I64) return;
    BinaryOp op = n->op;
    if (!truth) {
      if (op == BinaryOp::Lt)
        op = BinaryOp::Ge;
      else if (op == BinaryOp::Le)
        op = BinaryOp::Gt;
      else if (op == BinaryOp::Gt)
        op = BinaryOp::Le;
      else if (op == BinaryOp::Ge)
        op = BinaryOp::Lt;
      else if (op == BinaryOp::Ne)
        op = BinaryOp::Eq;
      else
        return;
    }
    const Known a = interval_of(*n->a, context_), b = interval_of(*n->b, context_);
    const bool strict = op == BinaryOp::Lt || op == BinaryOp::Gt;
    if (op == BinaryOp::Lt || op == BinaryOp::Le || op == BinaryOp::Eq)
      at_most(*n->a, b, strict), at_least(*n->b, a, strict);
    if (op == BinaryOp::Gt || op == BinaryOp::Ge || op == BinaryOp::Eq)
      at_least(*n->a, b, strict), at_most(*n->b, a, strict);
  }
  void at_most(const Expr& e, const Known& most, bool strict) {
    auto* r = std::get_if<VarRef>(&e.node);
    if (r && most && now_[r->var] && most->hi > std::numeric_limits<std::int64_t>::min())
      now_[r->var]->hi = std::min(now_[r->var]->hi, most->hi - strict);
  }
  void at_least(const Expr& e, const Known& least, bool strict) {
    auto* r = std::get_if<VarRef>(&e.node);
    if (r && least && now_[r->var] && least->lo < std::numeric_limits<std::int64_t>::max())
      now_[r->var]->lo = std::max(now_[r->var]->lo, least->lo + strict);
  }

  // What follows from a number before the nest depends on it.
  Known known(VarId v) const {
    if (now_[v]) values_.ask(v);
    return now_[v];
  }

  const Conditions conditions_;
  const Function& nest_;
  const NestRanges& ranges_;
  const NestValues& values_;
  EvaluationContext context_;
  std::vector<Known> now_;            // by variable
  std::vector<bool> in_range_, met_;  // by site
  std::vector<const For*> around_;    // the outermost loop first
};

}  // namespace

std::vector<bool> sure_sites(const Function& nest, const NestRanges& ranges, const NestValues& values,
                             Conditions conditions) {
  return InOrder(nest, ranges, values, conditions).sites();
}

}  // namespace qc::host
