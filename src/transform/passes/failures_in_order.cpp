#include "transform/passes/failures_in_order.h"

#include <algorithm>
#include <optional>
#include <set>

#include "analysis/loops/nest_model.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

// Where an expression itself fails; kNoSite: it does not.
SiteId site_of(const Expr& e) {
  auto* l = std::get_if<Load>(&e.node);
  if (l) return l->access.boundary == Boundary::Checked ? l->access.site : kNoSite;
  auto* b = std::get_if<Binary>(&e.node);
  return b ? b->site : kNoSite;
}

template <class F>
void for_each_site(const Stmt& s, const F& visit) {
  const Block one{s};
  for_each_expr(one, [&](const Expr& e) {
    if (const SiteId at = site_of(e); at != kNoSite) visit(at);
  });
  for_each_stmt(one, [&](const Stmt& x) {
    auto* w = std::get_if<Store>(&x.node);
    auto* f = std::get_if<Fail>(&x.node);
    if (w && w->access.boundary == Boundary::Checked && w->access.site != kNoSite) visit(w->access.site);
    if (f && f->site != kNoSite) visit(f->site);
  });
}

// The expressions that a statement evaluates once, when it is reached.
std::vector<ExprP*> evaluated(Stmt& s) {
  if (auto* a = std::get_if<Assign>(&s.node)) return {&a->value};
  if (auto* i = std::get_if<If>(&s.node)) return {&i->condition};
  if (auto* l = std::get_if<For>(&s.node)) return {&l->lo, &l->step, &l->hi};
  std::vector<ExprP*> out;
  if (auto* w = std::get_if<Store>(&s.node)) {
    for (ExprP& i : w->access.index) out.push_back(&i);
    out.push_back(&w->value);
  }
  return out;
}

// Whether the statement assigns variables, and does nothing else that shows.
bool is_crossed(const Stmt& s) {
  const Block one{s};
  bool quiet = !jumps_out(one);
  for_each_stmt(one, [&](const Stmt& x) {
    quiet &= std::holds_alternative<Assign>(x.node) || std::holds_alternative<If>(x.node) ||
             std::holds_alternative<For>(x.node) || std::holds_alternative<While>(x.node) ||
             std::holds_alternative<Break>(x.node) || std::holds_alternative<Continue>(x.node) ||
             std::holds_alternative<Fail>(x.node);
  });
  for_each_expr(one, [&](const Expr& e) {
    quiet &= !std::holds_alternative<Shuffle>(e.node) && !std::holds_alternative<Ballot>(e.node);
  });
  return quiet;
}

bool assigns(const Stmt& s, const std::set<VarId>& vars) {
  const std::set<VarId> assigned = assigned_variables({s});
  return std::any_of(vars.begin(), vars.end(), [&](VarId v) { return assigned.count(v) > 0; });
}

// The later one; kNoSite is none.
SiteId later(SiteId a, SiteId b) { return a == kNoSite ? b : b == kNoSite ? a : std::max(a, b); }

SiteId last_site(const Expr& e) {
  SiteId last = kNoSite;
  for_each_expr(e, [&](const Expr& x) { last = later(last, site_of(x)); });
  return last;
}

// What an expression evaluates under a condition only.
std::vector<ExprP> conditional_operands(const Expr& e) {
  if (auto* n = std::get_if<Select>(&e.node)) return {n->yes, n->no};
  auto* b = std::get_if<Binary>(&e.node);
  if (b && (b->op == BinaryOp::And || b->op == BinaryOp::Or)) return {b->b};
  return {};
}

// Calls visit(part, site) for what is evaluated whenever the expression is, operands first, with the last site where it
// fails itself. What fails under a condition is one part with the condition.
template <class F>
void for_each_failing_part(const ExprP& e, const F& visit) {
  const std::vector<ExprP> conditional = conditional_operands(*e);
  for_each_operand(*e, [&](const ExprP& a) {
    if (std::find(conditional.begin(), conditional.end(), a) == conditional.end()) for_each_failing_part(a, visit);
  });
  SiteId at = site_of(*e);
  for (const ExprP& a : conditional) at = later(at, last_site(*a));
  if (at != kNoSite) visit(e, at);
}

class FailuresInOrder {
 public:
  explicit FailuresInOrder(Function& f) : f_(f) {}

  void block(Block& b) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto* i = std::get_if<If>(&b[k].node)) {
        block(i->then);
        block(i->otherwise);
      } else if (auto* l = std::get_if<For>(&b[k].node)) {
        block(l->body);
      } else if (auto* w = std::get_if<While>(&b[k].node)) {
        block(w->body);
      }
    }
    around(b);
  }

  // Of the block's own statements.
  void around(Block& b) {
    begins_ = 0;
    last_.clear();
    for (std::size_t k = 0; k < b.size(); ++k) {
      k += statement(b, k);
      SiteId last = kNoSite;
      for_each_site(b[k], [&](SiteId at) { last = later(last, at); });
      last_.resize(k, kNoSite);
      last_.push_back(last);
      if (!is_crossed(b[k])) begins_ = k + 1;
    }
  }

 private:
  // How many statements have come before that at k.
  std::size_t statement(Block& b, std::size_t k) {
    std::size_t added = 0;
    for (std::size_t n = 0; n < evaluated(b[k + added]).size(); ++n) {
      ExprP e = *evaluated(b[k + added])[n];
      if (!is_behind(*e)) continue;
      while (const auto m = first_move(b, k + added, e)) {
        const VarId kept = f_.add_var("$before", m->part->type);
        b.insert(b.begin() + std::ptrdiff_t(m->to), Stmt{Assign{kept, m->part}, b[k + added].span});
        last_.insert(last_.begin() + std::ptrdiff_t(m->to), m->at);
        ++added;
        e = rewrite_expr(e, [&](const ExprP& x) { return x == m->part ? var(f_, kept) : x; });
      }
      *evaluated(b[k + added])[n] = e;
    }
    return added;
  }
  // The first part of the statement at k that is evaluated too late, and the statement that it goes before.
  struct Move {
    ExprP part;
    SiteId at;
    std::size_t to;
  };
  std::optional<Move> first_move(const Block& b, std::size_t k, const ExprP& e) const {
    std::optional<Move> out;
    for_each_failing_part(e, [&](const ExprP& part, SiteId at) {
      if (out) return;
      const std::size_t to = place(b, k, at, read_variables(*part));
      if (to != k) out = Move{part, at, to};
    });
    return out;
  }
  // Whether it may fail at a site before one of the statements that it could move across.
  bool is_behind(const Expr& e) const {
    SiteId last = kNoSite;
    for (std::size_t k = begins_; k < last_.size(); ++k) last = later(last, last_[k]);
    bool found = false;
    for_each_expr(e, [&](const Expr& x) {
      const SiteId at = site_of(x);
      found |= last != kNoSite && at != kNoSite && at < last;
    });
    return found;
  }
  // Before the first statement that fails at a later site, behind those that assign what it reads; k: it stays.
  std::size_t place(const Block& b, std::size_t k, SiteId at, const std::set<VarId>& reads) const {
    std::size_t from = begins_;
    for (std::size_t n = begins_; n < k; ++n)
      if (assigns(b[n], reads)) from = n + 1;
    for (std::size_t n = from; n < k; ++n)
      if (last_[n] != kNoSite && last_[n] > at) return n;
    return k;
  }

  Function& f_;
  std::size_t begins_ = 0;    // of the statements that can be moved across, up to the one at hand
  std::vector<SiteId> last_;  // by statement: the last site where it fails
};

}  // namespace

bool put_failures_in_order(Function& nest, LoopPlan& plan) {
  if (plan.epilogue.empty()) return false;
  const std::size_t vars = nest.vars.size();
  Block all = plan.prologue;
  all.push_back({planned_loop(plan, nest, int(plan.loops.size()) - 1), plan.span});
  all.insert(all.end(), plan.epilogue.begin(), plan.epilogue.end());
  FailuresInOrder(nest).around(all);
  if (nest.vars.size() == vars) return false;
  const auto loop = std::find_if(all.begin(), all.end(), [&](const Stmt& s) {
    auto* l = std::get_if<For>(&s.node);
    return l && l->var == plan.loops.back().var;
  });
  plan.prologue.assign(all.begin(), loop);
  plan.epilogue.assign(loop + 1, all.end());
  return true;
}

Function with_failures_in_order(Function f) {
  FailuresInOrder(f).block(f.body);
  return f;
}

}  // namespace qc
