#include "analysis/recognize/loop_distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/loops/dependence.h"
#include "analysis/loops/nest_model.h"
#include "analysis/loops/privatization.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::size_t kMostStatements = 24;

std::set<VarId> variables_in(const Block& b) {
  std::set<VarId> out = assigned_variables(b);
  for_each_expr(b, [&](const Expr& e) {
    if (auto* r = std::get_if<VarRef>(&e.node)) out.insert(r->var);
  });
  return out;
}

// Every expression a node of its own, so that the address of an access tells where it stands.
Block with_own_nodes(const Block& b) {
  return rewrite_exprs(b, [](const ExprP& e) { return ExprP(std::make_shared<const Expr>(*e)); });
}

void find_accesses(const Stmt& s, std::set<const Access*>& out) {
  if (auto* w = std::get_if<Store>(&s.node)) out.insert(&w->access);
  for_each_root(s, [&](const ExprP& e) {
    for_each_expr(*e, [&](const Expr& x) {
      if (auto* l = std::get_if<Load>(&x.node)) out.insert(&l->access);
    });
  });
  if (auto* i = std::get_if<If>(&s.node))
    for (const Block* b : {&i->then, &i->otherwise})
      for (const Stmt& t : *b) find_accesses(t, out);
}

// Assignments, stores and branches of them.
bool is_plain(const Block& b) {
  bool ok = true;
  for_each_stmt(b, [&](const Stmt& s) {
    ok &= std::holds_alternative<Assign>(s.node) || std::holds_alternative<Store>(s.node) ||
          std::holds_alternative<If>(s.node);
  });
  return ok;
}

// Which statements of the body must come before which.
class Order {
 public:
  Order(const Function& f, const For& loop)
      : f_(f), loop_(loop), body_(loop.body), n_(loop.body.size()), before_(n_, std::vector<bool>(n_)) {
    model_ = model_nest(f_, {&loop_}, body_);
    find_repeatable();
    for (const Stmt& s : body_) find_accesses(s, accesses_.emplace_back());
    scalars();
    arrays();
    close();
  }

  bool carries() const { return carries_; }  // between statements that are not in a circle
  bool repeatable(std::size_t k) const { return repeated_.count(k) > 0; }

  // Circles of statements, each after those that it needs, otherwise in the order of the text.
  std::vector<std::set<std::size_t>> circles() {
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
    carries_ = false;
    for (const auto& [p, q] : carried_) carries_ |= !(before_[p][q] && before_[q][p]);
    return out;
  }

  // The statements of these numbers, with the assignments that they need.
  Block block(const std::set<std::size_t>& part) const {
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

 private:
  bool live_after(VarId v) const { return std::find(f_.outputs.begin(), f_.outputs.end(), v) != f_.outputs.end(); }

  bool is_read(VarId v) const {  // so that some part computes it
    bool found = false;
    for_each_expr(body_, [&](const Expr& x) {
      auto* r = std::get_if<VarRef>(&x.node);
      found |= r && r->var == v;
    });
    return found;
  }

  // `t = x[i]*2` of what the loop does not change: each part may compute it.
  void find_repeatable() {
    const auto flow = scalar_flow(body_, [](const For&) { return false; });
    std::map<VarId, int> count;
    for_each_stmt(body_, [&](const Stmt& s) {
      if (auto* a = std::get_if<Assign>(&s.node)) ++count[a->var];
    });
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

  // Statements that share a variable stay together, but for what each of them sets before it reads it.
  void scalars() {
    const std::set<VarId> assigned = assigned_variables(body_);
    for (VarId v : assigned) {
      std::vector<std::size_t> users;
      bool own = !live_after(v);
      for (std::size_t k = 0; k < n_; ++k) {
        if (!variables_in({body_[k]}).count(v)) continue;
        users.push_back(k);
        own &= assigned_variables({body_[k]}).count(v) &&
               !scalar_flow({body_[k]}, [](const For&) { return false; }).read_first.count(v);
      }
      if (own || is_repeated(v)) continue;
      for (std::size_t p : users)
        for (std::size_t q : users) before_[p][q] = true;
    }
  }
  bool is_repeated(VarId v) const {
    return std::any_of(repeated_.begin(), repeated_.end(),
                       [&](std::size_t k) { return std::get<Assign>(body_[k].node).var == v; });
  }

  void arrays() {
    for (std::size_t p = 0; p < n_; ++p)
      for (std::size_t q = p + 1; q < n_; ++q)
        for (const ArrayAccess& x : model_.accesses)
          for (const ArrayAccess& y : model_.accesses)
            if (x.array == y.array && (x.write || y.write) && accesses_[p].count(x.access) &&
                accesses_[q].count(y.access))
              pair(p, q, x, y);
  }
  void pair(std::size_t p, std::size_t q, const ArrayAccess& x, const ArrayAccess& y) {
    if (f_.arrays[x.array].space != Space::Global) before_[p][q] = before_[q][p] = true;
    const bool unsure = !quotient_conditions(model_, x).empty() ||
                        !quotient_conditions(model_, y).empty();  // nobody would ask for them
    const bool forwards = unsure || carried(model_, x, y, {0}) != Overlap::Never;
    if (forwards || !never_in_one_iteration(model_, x, y)) before_[p][q] = true;
    const bool backwards = unsure || carried(model_, y, x, {0}) != Overlap::Never;
    if (backwards) before_[q][p] = true;
    if (forwards || backwards) carried_.insert({p, q});
  }

  void close() {
    for (std::size_t m = 0; m < n_; ++m)
      for (std::size_t p = 0; p < n_; ++p)
        for (std::size_t q = 0; q < n_; ++q)
          if (before_[p][m] && before_[m][q]) before_[p][q] = true;
  }

  const Function& f_;
  const For& loop_;
  const Block& body_;
  const std::size_t n_;
  NestModel model_;
  std::vector<std::vector<bool>> before_;  // [p][q]: p before q
  std::vector<std::set<const Access*>> accesses_;
  std::set<std::size_t> repeated_;
  std::set<std::pair<std::size_t, std::size_t>> carried_;
  bool carries_ = false;
};

// Floats that are summed up in another order are other floats: what makes a jump of the difference stays in order.
bool has_steps(const Block& b) {
  bool found = false;
  for_each_stmt(b, [&](const Stmt& s) { found |= std::holds_alternative<If>(s.node); });
  for_each_expr(b, [&](const Expr& x) {
    if (auto* n = std::get_if<Binary>(&x.node))
      found |= (n->op >= BinaryOp::Eq && n->op <= BinaryOp::Or) || n->op == BinaryOp::Mod ||
               n->op == BinaryOp::Periodize || n->op == BinaryOp::DivFloor || n->op == BinaryOp::DivTrunc;
    if (auto* u = std::get_if<Unary>(&x.node))
      found |= u->op == UnaryOp::Not || u->op == UnaryOp::Sign || (u->op >= UnaryOp::Floor && u->op <= UnaryOp::Trunc);
    if (auto* c = std::get_if<Cast>(&x.node)) found |= !is_float(c->to) && is_float(c->a->type);
    found |= std::holds_alternative<Select>(x.node);
  });
  return found;
}

std::set<ArrayId> arrays_read(const Block& b) {
  std::set<ArrayId> out;
  for_each_expr(b, [&](const Expr& e) {
    if (auto* l = std::get_if<Load>(&e.node)) out.insert(l->access.array);
  });
  return out;
}

bool meet(const std::set<ArrayId>& a, const std::set<ArrayId>& b) {
  return std::any_of(a.begin(), a.end(), [&](ArrayId x) { return b.count(x) > 0; });
}

class Distribution {
 public:
  Distribution(const LoopNest& nest, Order& order)
      : nest_(nest), launched_(nest), order_(order), stored_(stored_arrays(body(nest))) {}

  std::optional<StagedLoop> run() {
    std::vector<std::set<std::size_t>> parts;
    for (const auto& c : order_.circles()) {
      if (!parts.empty()) {
        std::set<std::size_t> joined = parts.back();
        joined.insert(c.begin(), c.end());
        if (judged(launched_, joined)) {
          parts.back() = std::move(joined);
          continue;
        }
      }
      if (!judged(launched_, c)) return {};
      parts.push_back(c);
    }
    if (parts.size() < 2) return {};
    for (const auto& p : parts)
      if (!add(p)) return {};
    return finish();
  }

 private:
  static const Block& body(const LoopNest& n) { return std::get<For>(n.function.body[0].node).body; }

  LoopNest loop_over(const LoopNest& from, const std::set<std::size_t>& part) const {
    LoopNest out = from;
    out.hint = ast::LoopHint::None;
    out.function.body = nest_.function.body;
    Block& b = std::get<For>(out.function.body[0].node).body;
    b = order_.block(part);
    const auto assigned = assigned_variables(b);
    out.function.outputs = nest_.function.outputs;
    const VarId counter = std::get<For>(out.function.body[0].node).var;
    std::erase_if(out.function.outputs, [&](VarId v) { return v != counter && !assigned.count(v); });
    return out;
  }
  std::optional<PlanResult> judged(const LoopNest& from, const std::set<std::size_t>& part) const {
    PlanResult r = plan_uncut_loop(loop_over(from, part));
    if (!is_stage(r) || !r.plan.stages.empty()) return {};
    return r;
  }

  bool add(const std::set<std::size_t>& part) {
    const LoopNest loop = loop_over(launched_, part);
    const auto r = judged(launched_, part);
    if (!r || !holds_throughout(r->plan)) return false;
    const Block& b = body(loop);
    for (const CopiedArray& c : r->copies)
      if (changed_.count(c.original)) return false;  // copies are made before the first part
    copies_.insert(copies_.end(), r->copies.begin(), r->copies.end());
    changed_.merge(stored_arrays(b));
    if (meet(arrays_read(b), inexact_) && has_steps(b)) return false;
    if (has_float_tree(r->plan) || meet(arrays_read(b), inexact_)) inexact_.merge(stored_arrays(b));
    launched_ = r->launched(loop);
    stages_.push_back({launched_.function, r->plan});
    return true;
  }
  // Conditions are evaluated once, before the first part.
  bool holds_throughout(const LoopPlan& p) const {
    const auto assigned = assigned_variables(body(nest_));
    bool ok = true;
    for (const ExprP& c : p.conditions)
      for_each_expr(*c, [&](const Expr& x) {
        auto* r = std::get_if<VarRef>(&x.node);
        auto* l = std::get_if<Load>(&x.node);
        ok &= !(r && assigned.count(r->var)) && !(l && stored_.count(l->access.array));
      });
    return ok;
  }

  std::optional<StagedLoop> finish() {
    StagedLoop out{stages_[0].plan, std::move(launched_), {}, std::move(copies_)};
    LoopPlan& p = out.plan;
    p.forced = nest_.hint == ast::LoopHint::ForceParallel;
    bool scans = p.verdict == Verdict::Scan;
    for (std::size_t k = 1; k < stages_.size(); ++k) {
      scans |= stages_[k].plan.verdict == Verdict::Scan;
      p.loops[0].reduced |= stages_[k].plan.loops[0].reduced;
      join_plans(p, stages_[k].plan);
    }
    if (p.forced && (!scans || order_.carries())) return {};
    p.verdict = scans ? Verdict::Scan : Verdict::Serial;
    p.stages = std::move(stages_);
    for (const LoopStage& s : p.stages)
      if (s.plan.verdict == Verdict::Bins) return {};  // launches ask the whole plan for bins
    out.launched.function.body = nest_.function.body;
    out.launched.function.outputs = nest_.function.outputs;
    out.launched.hint = nest_.hint;
    return out;
  }

  const LoopNest& nest_;
  LoopNest launched_;
  Order& order_;
  const std::set<ArrayId> stored_;
  std::set<ArrayId> changed_;  // by the parts so far
  std::vector<CopiedArray> copies_;
  std::set<ArrayId> inexact_;  // hold floats of a tree
  std::vector<LoopStage> stages_;
};

}  // namespace

std::string cut_advice(const StagedLoop& cut) {
  std::string out;
  for (const LoopStage& s : cut.plan.stages) {
    const Function& f = s.function;
    std::set<std::string> names;
    for (ArrayId a : stored_arrays(f.body)) names.insert(f.arrays[a].name);
    for (const Accumulator& a : s.plan.accumulators)
      if (!a.element) names.insert(a.name);
    for (VarId v : s.plan.live_out) names.insert(f.vars[v].name);
    std::string sets;
    for (const std::string& n : names) sets += fmt::format("{}'{}'", sets.empty() ? "" : ", ", n);
    out += fmt::format("{} that sets {}", out.empty() ? "write a loop" : ", then one", sets);
  }
  return out + ": each of them is parallel";
}

std::optional<StagedLoop> distribute_loop(const LoopNest& given) {
  LoopNest nest = given;
  For& loop = std::get<For>(nest.function.body[0].node);
  if (loop.body.size() > kMostStatements || !is_plain(loop.body) || !is_regular_loop(loop) ||
      is_kept_stage(nest.function, loop))
    return {};
  loop.body = with_own_nodes(loop.body);
  Order order(nest.function, loop);
  return Distribution(nest, order).run();
}

}  // namespace qc
