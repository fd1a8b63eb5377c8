#include "transform/parts/body_weight.h"

#include <algorithm>
#include <set>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"
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

namespace {

int weight(const Expr& e) { return std::holds_alternative<Math>(e.node) ? 8 : 1; }

// Finds the variables that differ from iteration to iteration of a loop; weighs copies of its body by them.
class Copies {
 public:
  Copies(VarId counter, int copies) : differing_{counter}, copies_(copies) {}
  int nodes_of(const Block& body) {
    for (std::size_t known = 0; known < differing_.size();) {
      known = differing_.size();
      spread(body, false);
    }
    return nodes(body, false);
  }

 private:
  bool differs(const Expr& e) const { return reads_any(e, differing_); }
  void spread(const Block& body, bool differently) {
    for (const Stmt& s : body) {
      if (auto* i = std::get_if<If>(&s.node)) {
        const bool inside = differently || differs(*i->condition);
        spread(i->then, inside);
        spread(i->otherwise, inside);
        continue;
      }
      auto* a = std::get_if<Assign>(&s.node);
      if (!a || differently || differs(*a->value)) differing_.merge(assigned_variables({s}));
    }
  }
  int nodes(const Expr& e, bool differently) const {
    int n = weight(e) * (differently || differs(e) ? copies_ : 1);
    for_each_operand(e, [&](const ExprP& a) { n += nodes(*a, differently); });
    return n;
  }
  int nodes(const Block& body, bool differently) const {
    int n = 0;
    for (const Stmt& s : body) {
      auto* i = std::get_if<If>(&s.node);
      for_each_root(s, [&](const ExprP& e) { n += nodes(*e, differently); });
      if (!i) continue;
      const bool inside = differently || differs(*i->condition);
      n += nodes(i->then, inside) + nodes(i->otherwise, inside);
    }
    return n;
  }
  std::set<VarId> differing_;
  int copies_;
};

}  // namespace

int copied_nodes(const Block& body, VarId counter, int copies) { return Copies(counter, copies).nodes_of(body); }

BodyWeight body_weight(const Block& body, const Function& f) {
  BodyWeight w;
  std::set<ArrayId> read;
  for_each_stmt(body, [&](const Stmt& s) {
    w.loops |= std::holds_alternative<For>(s.node) || std::holds_alternative<While>(s.node);
  });
  for_each_expr(body, [&](const Expr& e) {
    w.nodes += weight(e);
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
