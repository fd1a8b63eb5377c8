#include "ir/effects.h"

namespace qc::ir {

std::set<VarId> assigned_variables(const Block& block) {
  std::set<VarId> out;
  for_each_stmt(block, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node)) out.insert(a->var);
    if (auto* l = std::get_if<For>(&s.node)) out.insert(l->var);
    if (auto* a = std::get_if<Atomic>(&s.node); a && a->old) out.insert(*a->old);
  });
  return out;
}

static bool divides(const Expr& e) {
  auto* b = std::get_if<Binary>(&e.node);
  return b && b->site != kNoSite && as_int(*b->b).value_or(0) == 0;
}

bool may_divide_by_zero(const Expr& e) {
  bool may = false;
  for_each_expr(e, [&](const Expr& x) { may = may || divides(x); });
  return may;
}

bool may_divide_by_zero(const Block& block) {
  bool may = false;
  for_each_expr(block, [&](const Expr& x) { may = may || divides(x); });
  return may;
}

bool may_fail(const Block& block) {
  bool may = may_divide_by_zero(block);
  for_each_stmt(block, [&](const Stmt& s) { may = may || std::holds_alternative<Fail>(s.node); });
  return may;
}

}  // namespace qc::ir
