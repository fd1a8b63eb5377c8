#include "codegen/emit/failing_loops.h"

#include <algorithm>
#include <map>

#include "codegen/emit/kernel_interface.h"
#include "codegen/ir_passes/lane_analysis.h"
#include "ir/build.h"

namespace qc::codegen {

bool is_of_one_iteration(const ir::Function& f, const ir::Block& body) {
  if (f.runs_on || f.sites.empty() || !can_fail(body)) return false;
  bool sets_order = false;
  ir::for_each_stmt(body, [&](const ir::Stmt& s) {
    auto* a = std::get_if<ir::Assign>(&s.node);
    sets_order = sets_order || (a && f.order != ir::kNoVar && a->var == f.order);
  });
  return !sets_order && !holds_split(body);
}

bool comes_in_order(const ir::Function& f, const ir::Block& body) {
  std::map<ir::VarId, std::vector<ir::ExprP>> assigned;
  ir::for_each_stmt(body, [&](const ir::Stmt& s) {
    if (auto* a = std::get_if<ir::Assign>(&s.node))
      assigned[a->var].push_back(a->value);
    else if (auto* l = std::get_if<ir::For>(&s.node))
      assigned[l->var] = {nullptr, nullptr};
  });
  const auto orders = f.order == ir::kNoVar ? assigned.end() : assigned.find(f.order);
  if (orders == assigned.end()) return false;
  const auto is_raised = [&](ir::VarId v) {
    const auto& values = assigned.at(v);
    auto* sum = values.size() == 1 && values[0] ? std::get_if<ir::Binary>(&values[0]->node) : nullptr;
    auto* old = sum && sum->op == ir::BinaryOp::Add ? std::get_if<ir::VarRef>(&sum->a->node) : nullptr;
    const auto by = old && old->var == v ? ir::as_int(*sum->b) : std::nullopt;
    return by && *by > 0;
  };
  return std::all_of(orders->second.begin(), orders->second.end(), [&](const ir::ExprP& order) {
    int raised = 0;
    bool stays = order != nullptr;
    const auto look = [&](const auto& self, const ir::ExprP& term) -> void {
      auto* sum = std::get_if<ir::Binary>(&term->node);
      if (sum && sum->op == ir::BinaryOp::Add) return self(self, sum->a), self(self, sum->b);
      auto* v = std::get_if<ir::VarRef>(&term->node);
      if (v && assigned.count(v->var) && is_raised(v->var)) return void(++raised);
      ir::for_each_expr(*term, [&](const ir::Expr& e) {
        auto* inner = std::get_if<ir::VarRef>(&e.node);
        stays = stays && !(inner && assigned.count(inner->var)) && !std::holds_alternative<ir::Load>(e.node);
      });
    };
    if (order) look(look, order);
    return stays && raised == 1;
  });
}

bool watches_failures(const ir::Function& f) {
  if (f.sites.empty()) return false;
  bool alone = true;
  ir::for_each_stmt(f.body, [&](const ir::Stmt& s) { alone = alone && !std::holds_alternative<ir::Barrier>(s.node); });
  ir::for_each_expr(f.body, [&](const ir::Expr& e) {
    alone = alone && !std::holds_alternative<ir::Shuffle>(e.node) && !std::holds_alternative<ir::Ballot>(e.node) &&
            !std::holds_alternative<ir::ActiveMask>(e.node);
  });
  return alone;
}

}  // namespace qc::codegen
