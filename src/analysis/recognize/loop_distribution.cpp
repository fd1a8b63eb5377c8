#include "analysis/recognize/loop_distribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/loops/nest_model.h"
#include "analysis/recognize/statement_circles.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

// Assignments, stores and branches of them.
bool is_plain(const Block& b) {
  bool ok = true;
  for_each_stmt(b, [&](const Stmt& s) {
    ok &= std::holds_alternative<Assign>(s.node) || std::holds_alternative<Store>(s.node) ||
          std::holds_alternative<If>(s.node);
  });
  return ok;
}

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

class Distribution {
 public:
  Distribution(const LoopNest& nest, const StatementCircles& order)
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
    if (have_common(arrays_read(b), inexact_) && has_steps(b)) return false;
    if (has_float_tree(r->plan) || have_common(arrays_read(b), inexact_)) inexact_.merge(stored_arrays(b));
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
  const StatementCircles& order_;
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
  const StatementCircles order(nest.function, {&loop}, loop.body, Privates::Together);
  return Distribution(nest, order).run();
}

}  // namespace qc
