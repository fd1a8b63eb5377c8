#include "transform/passes/decided_conditions.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "analysis/loops/nest_model.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::size_t kMostConditions = 3;  // each may double the code that is made for the nest

// The scalar parameters that keep their value.
std::set<VarId> lasting_parameters(const Function& nest) {
  const std::set<VarId> assigned = assigned_variables(nest.body);
  std::set<VarId> out;
  for (const Param& p : nest.params)
    if (p.kind == Param::Kind::Scalar && !assigned.count(p.id)) out.insert(p.id);
  return out;
}

bool lasts(const Expr& e, const std::set<VarId>& parameters, bool of_truths) {
  if (auto* n = std::get_if<Binary>(&e.node)) {
    if (n->site != kNoSite) return false;
    const bool joins = n->op == BinaryOp::And || n->op == BinaryOp::Or;
    if (of_truths && !joins && (!is_comparison(n->op) || n->a->type != Elem::I64)) return false;
    if (!of_truths && n->op != BinaryOp::Add && n->op != BinaryOp::Sub && n->op != BinaryOp::Mul) return false;
    return lasts(*n->a, parameters, of_truths && joins) && lasts(*n->b, parameters, of_truths && joins);
  }
  if (of_truths || e.type != Elem::I64) return false;
  if (auto* v = std::get_if<VarRef>(&e.node)) return parameters.count(v->var) > 0;
  return as_int(e).has_value();
}

bool matters(const If& n) {
  bool found = false;
  for (const Block* b : {&n.then, &n.otherwise}) {
    for_each_expr(*b, [&](const Expr& e) {
      auto* l = std::get_if<Load>(&e.node);
      found |= l && l->access.boundary != Boundary::Unchecked && l->access.boundary != Boundary::Checked;
    });
    for_each_stmt(*b, [&](const Stmt& s) {
      found |= std::holds_alternative<For>(s.node) || std::holds_alternative<While>(s.node);
    });
  }
  return found;
}

std::optional<bool> truth_of(const ExprP& e, const std::vector<ExprP>& conditions, const std::vector<bool>& truths) {
  for (std::size_t k = 0; k < conditions.size() && k < truths.size(); ++k)
    if (equal(conditions[k], e)) return truths[k];
  return {};
}

Block with_truths(const Block& block, const std::vector<ExprP>& conditions, const std::vector<bool>& truths) {
  Block out;
  for (Stmt s : block) {
    if (auto* n = std::get_if<If>(&s.node)) {
      Block then = with_truths(n->then, conditions, truths), otherwise = with_truths(n->otherwise, conditions, truths);
      if (const auto truth = truth_of(n->condition, conditions, truths)) {
        for (Stmt& t : *truth ? then : otherwise) out.push_back(std::move(t));
        continue;
      }
      n->then = std::move(then);
      n->otherwise = std::move(otherwise);
    } else if (auto* l = std::get_if<For>(&s.node)) {
      l->body = with_truths(l->body, conditions, truths);
    } else if (auto* w = std::get_if<While>(&s.node)) {
      w->body = with_truths(w->body, conditions, truths);
    }
    out.push_back(std::move(s));
  }
  return out;
}

}  // namespace

std::vector<ExprP> lasting_conditions(const Function& nest, const LoopPlan& plan) {
  std::vector<ExprP> out;
  const bool whole = plan.stages.empty() && plan.elements.empty() &&
                     (plan.verdict == Verdict::Map || plan.verdict == Verdict::Partial) &&
                     std::none_of(plan.accumulators.begin(), plan.accumulators.end(),
                                  [](const Accumulator& a) { return a.element.has_value(); });
  if (!whole) return out;
  const std::set<VarId> parameters = lasting_parameters(nest);
  for_each_stmt(nest.body, [&](const Stmt& s) {
    auto* n = std::get_if<If>(&s.node);
    if (!n || !lasts(*n->condition, parameters, true) || !matters(*n)) return;
    const auto same = [&](const ExprP& e) { return equal(e, n->condition); };
    if (std::none_of(out.begin(), out.end(), same)) out.push_back(n->condition);
  });
  if (out.size() > kMostConditions) out.clear();
  return out;
}

void decide_conditions(Function& nest, LoopPlan& plan, const std::vector<bool>& truths) {
  const std::vector<ExprP> conditions = lasting_conditions(nest, plan);
  Block body = with_truths(nest.body, conditions, truths);
  const std::set<VarId> before = assigned_variables(nest.body), left = assigned_variables(body);
  for (const Accumulator& a : plan.accumulators)
    if (before.count(a.var) && !left.count(a.var)) return;
  nest.body = std::move(body);
  plan.prologue = with_truths(plan.prologue, conditions, truths);
  plan.epilogue = with_truths(plan.epilogue, conditions, truths);
}

}  // namespace qc
