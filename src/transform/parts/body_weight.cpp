#include "transform/parts/body_weight.h"

#include <algorithm>
#include <set>

#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/rewrite_stmts.h"

namespace qc {

using namespace ir;

Block iteration_body(const LoopPlan& plan, const Function& nest) {
  const Block& body = planned_body(plan, nest);
  if (plan.verdict == Verdict::Bins) return body;  // which are memory
  const auto lives_at = [&](const Access& a) {
    return std::any_of(plan.accumulators.begin(), plan.accumulators.end(),
                       [&](const Accumulator& x) { return x.element && same_access(*x.element, a); });
  };
  const Block held = rewrite_exprs(body, [&](const ExprP& e) -> ExprP {
    auto* l = std::get_if<Load>(&e->node);
    return l && lives_at(l->access) ? std::make_shared<const Expr>(Expr{VarRef{kNoVar}, e->type, e->span}) : e;
  });
  return rewrite_stmts(held, [&](Stmt s, const Stmt&, Block& out) {
    auto* w = std::get_if<Store>(&s.node);
    if (w && lives_at(w->access)) s.node = Assign{kNoVar, w->value};
    out.push_back(std::move(s));
  });
}

BodyWeight body_weight(const Block& body, const Function& f) {
  BodyWeight w;
  std::set<ArrayId> read;
  for_each_stmt(body, [&](const Stmt& s) {
    w.loops |= std::holds_alternative<For>(s.node) || std::holds_alternative<While>(s.node);
  });
  for_each_expr(body, [&](const Expr& e) {
    w.nodes += std::holds_alternative<Math>(e.node) ? 8 : 1;
    if (auto* l = std::get_if<Load>(&e.node); l && read.insert(l->access.array).second)
      w.load_bytes += byte_size(f.arrays[l->access.array].elem);
  });
  return w;
}

BodyWeight body_weight(const LoopPlan& plan, const Function& nest) {
  return body_weight(iteration_body(plan, nest), nest);
}

int reduced_weight(const LoopPlan& plan, const Function& nest) {
  constexpr int kMathCall = 40;
  const Block body = iteration_body(plan, nest);
  int nodes = body_weight(body, nest).nodes;
  for_each_expr(body, [&](const Expr& e) { nodes += std::holds_alternative<Math>(e.node) ? kMathCall : 0; });
  return nodes;
}

}  // namespace qc
