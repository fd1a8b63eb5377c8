#include "analysis/recognize/statement_circles.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "analysis/loops/dependence.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

void find_accesses(const Stmt& s, std::set<const Access*>& out) {
  if (auto* w = std::get_if<Store>(&s.node)) out.insert(&w->access);
  for_each_root(s, [&](const ExprP& e) {
    for_each_expr(*e, [&](const Expr& x) {
      if (auto* l = std::get_if<Load>(&x.node)) out.insert(&l->access);
    });
  });
  const auto all = [&](const Block& b) {
    for (const Stmt& t : b) find_accesses(t, out);
  };
  if (auto* i = std::get_if<If>(&s.node)) all(i->then), all(i->otherwise);
  if (auto* l = std::get_if<For>(&s.node)) all(l->body);
}

}  // namespace

Block with_own_nodes(const Block& b) {
  return rewrite_exprs(b, [](const ExprP& e) { return ExprP(std::make_shared<const Expr>(*e)); });
}

std::set<VarId> variables_in(const Block& b) {
  std::set<VarId> out = assigned_variables(b);
  for_each_expr(b, [&](const Expr& e) {
    if (auto* r = std::get_if<VarRef>(&e.node)) out.insert(r->var);
  });
  return out;
}

ScalarFlow flow_of_iteration(const Block& b) {
  return scalar_flow(b, [](const For&) { return true; });
}

StatementCircles::StatementCircles(const Function& f, std::vector<const For*> loops, const Block& body,
                                   Privates privates)
    : f_(f), body_(body), n_(body.size()), levels_(loops.size()), before_(n_, std::vector<bool>(n_)) {
  std::iota(levels_.begin(), levels_.end(), 0);
  model_ = model_nest(f_, loops, body_);
  for (const Stmt& s : body_) find_accesses(s, accesses_.emplace_back());
  find_carried();
  if (privates == Privates::Together) {
    find_repeatable();
    keep_together();
  } else {
    hand_on();
  }
  arrays();
  close();
}

std::vector<std::set<std::size_t>> StatementCircles::circles() const {
  std::vector<std::set<std::size_t>> out;
  std::set<std::size_t> left;
  for (std::size_t k = 0; k < n_; ++k)
    if (!repeatable(k)) left.insert(k);
  while (!left.empty()) {
    const auto free = std::find_if(left.begin(), left.end(), [&](std::size_t k) {
      return std::all_of(left.begin(), left.end(), [&](std::size_t j) { return !before_[j][k] || before_[k][j]; });
    });
    std::set<std::size_t> circle = {*free};
    for (std::size_t j : left)
      if (before_[j][*free]) circle.insert(j);
    for (std::size_t j : circle) left.erase(j);
    out.push_back(std::move(circle));
  }
  return out;
}

bool StatementCircles::carries() const {
  return std::any_of(carried_pairs_.begin(), carried_pairs_.end(), [&](const auto& pair) {
    const auto& [p, q] = pair;
    return !(before_[p][q] && before_[q][p]);
  });
}

Block StatementCircles::block(const std::set<std::size_t>& part) const {
  std::set<std::size_t> all = part;
  std::set<VarId> wanted;
  for (std::size_t k = n_; k-- > 0;) {
    auto* a = std::get_if<Assign>(&body_[k].node);
    if (!part.count(k) && !(repeatable(k) && wanted.count(a->var))) continue;
    all.insert(k);
    wanted.merge(variables_in({body_[k]}));
  }
  Block out;
  for (std::size_t k : all) out.push_back(body_[k]);
  return out;
}

bool StatementCircles::is_read(VarId v) const {  // so that some part computes it
  bool found = false;
  for_each_expr(body_, [&](const Expr& x) {
    auto* r = std::get_if<VarRef>(&x.node);
    found |= r && r->var == v;
  });
  return found;
}

// What is read before it is set, and what is used after the loop though not each iteration sets it.
void StatementCircles::find_carried() {
  const auto flow = flow_of_iteration(body_);
  for (VarId v : assigned_variables(body_)) {
    const bool live_after = std::find(f_.outputs.begin(), f_.outputs.end(), v) != f_.outputs.end();
    if (flow.read_first.count(v) || (live_after && !flow.written.count(v))) carried_variables_.insert(v);
  }
}

// `t = x[i]*2` of what the loop does not change: each part may compute it.
void StatementCircles::find_repeatable() {
  std::map<VarId, int> count;
  for_each_stmt(body_, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) ++count[a->var];
  });
  const auto flow = flow_of_iteration(body_);
  std::set<VarId> pure;
  for (std::size_t k = 0; k < n_; ++k) {
    auto* a = std::get_if<Assign>(&body_[k].node);
    if (!a || count[a->var] != 1 || flow.read_first.count(a->var) || !is_read(a->var)) continue;
    bool ok = true;
    for_each_expr(*a->value, [&](const Expr& x) {
      if (auto* r = std::get_if<VarRef>(&x.node)) ok &= !count.count(r->var) || pure.count(r->var);
      if (auto* l = std::get_if<Load>(&x.node)) ok &= !model_.stored.count(l->access.array);
    });
    if (!ok) continue;
    pure.insert(a->var);
    repeated_.insert(k);
  }
}

bool StatementCircles::is_repeated(VarId v) const {
  return std::any_of(repeated_.begin(), repeated_.end(),
                     [&](std::size_t k) { return std::get<Assign>(body_[k].node).var == v; });
}

std::vector<std::size_t> StatementCircles::users(VarId v) const {
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < n_; ++k)
    if (variables_in({body_[k]}).count(v)) out.push_back(k);
  return out;
}

// Whether each statement that has to do with it sets it before it reads it, and nothing else does.
bool StatementCircles::is_own(VarId v) const {
  const auto all = users(v);
  return std::find(f_.outputs.begin(), f_.outputs.end(), v) == f_.outputs.end() &&
         std::all_of(all.begin(), all.end(), [&](std::size_t k) {
           return assigned_variables({body_[k]}).count(v) && !flow_of_iteration({body_[k]}).read_first.count(v);
         });
}

// Statements that share a variable stay together.
void StatementCircles::keep_together() {
  for (VarId v : assigned_variables(body_)) {
    if (is_own(v) || is_repeated(v)) continue;
    const auto all = users(v);
    for (std::size_t p : all)
      for (std::size_t q : all) before_[p][q] = true;
  }
}

// Statements that set what the next iteration is left stay together, with those before them that read it.
void StatementCircles::hand_on() {
  for (VarId v : assigned_variables(body_)) {
    if (is_own(v)) continue;
    const auto all = users(v);
    const bool is_carried = carried_variables_.count(v) > 0;
    std::size_t last = 0;
    for (std::size_t k : all)
      if (assigned_variables({body_[k]}).count(v)) last = k;
    for (std::size_t p : all)
      for (std::size_t q : all)
        if (p < q || (is_carried && p <= last)) before_[p][q] = true;
  }
}

void StatementCircles::arrays() {
  for (std::size_t p = 0; p < n_; ++p)
    for (std::size_t q = p + 1; q < n_; ++q)
      for (const ArrayAccess& x : model_.accesses)
        for (const ArrayAccess& y : model_.accesses)
          if (x.array == y.array && (x.write || y.write) && accesses_[p].count(x.access) &&
              accesses_[q].count(y.access))
            pair(p, q, x, y);
}

void StatementCircles::pair(std::size_t p, std::size_t q, const ArrayAccess& x, const ArrayAccess& y) {
  if (f_.arrays[x.array].space != Space::Global) before_[p][q] = before_[q][p] = true;
  const bool unsure =
      !quotient_conditions(model_, x).empty() || !quotient_conditions(model_, y).empty();  // nobody would ask for them
  const bool forwards = unsure || qc::carried(model_, x, y, levels_) != Overlap::Never;
  if (forwards || !never_in_one_iteration(model_, x, y)) before_[p][q] = true;
  const bool backwards = unsure || qc::carried(model_, y, x, levels_) != Overlap::Never;
  if (backwards) before_[q][p] = true;
  if (forwards || backwards) carried_pairs_.insert({p, q});
}

void StatementCircles::close() {
  for (std::size_t m = 0; m < n_; ++m)
    for (std::size_t p = 0; p < n_; ++p)
      for (std::size_t q = 0; q < n_; ++q)
        if (before_[p][m] && before_[m][q]) before_[p][q] = true;
}

}  // namespace qc
