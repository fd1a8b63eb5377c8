// What variables hold that never changes while an iteration or a thread runs, and what may be read in their place.
#include "lower/interface/steady_values.h"

#include <algorithm>

#include "lower/state/lower_context.h"

namespace qc::lowering {

bool never_changes(const LowerContext& cx, ir::VarId id) {
  if (cx.code.known.positions.count(id)) return true;
  const bool given =
      std::find(cx.kernel.parameters.begin(), cx.kernel.parameters.end(), id) != cx.kernel.parameters.end() ||
      std::any_of(cx.code.scalar_params.begin(), cx.code.scalar_params.end(),
                  [&](const ir::Param& p) { return p.id == id; });
  return given && !cx.names.outermost().assigned.count(cx.code.f.vars[id].name);
}

bool is_steady(const LowerContext& cx, const ir::Expr& e) {
  constexpr int kMostNodes = 16;
  int nodes = 0;
  bool steady = e.type == Elem::I64;
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    ++nodes;
    if (auto* v = std::get_if<ir::VarRef>(&x.node)) {
      steady = steady && never_changes(cx, v->var);
    } else if (auto* n = std::get_if<ir::Binary>(&x.node)) {
      steady = steady && (n->op == ir::BinaryOp::Add || n->op == ir::BinaryOp::Sub || n->op == ir::BinaryOp::Mul);
    } else {
      steady = steady && (std::holds_alternative<ir::ConstInt>(x.node) || std::holds_alternative<ir::Builtin>(x.node) ||
                          std::holds_alternative<ir::Extent>(x.node));
    }
  });
  return steady && nodes <= kMostNodes;
}

std::optional<ir::ExprP> known_value(const LowerContext& cx, ir::VarId id) {
  const ir::ExprP value = cx.code.known_value(id);
  return value && (ir::as_int(*value) || (cx.in_kernel && is_steady(cx, *value))) ? std::optional(value) : std::nullopt;
}

void settle(LowerContext& cx, ir::VarId id, const ir::ExprP& value, bool everywhere, const std::string& key) {
  if (is_float(value->type)) return;
  const ir::ExprP e = cx.code.in_known_terms(value);
  const std::vector<ir::VarId>& counters = cx.control.counters;
  bool known = true;
  ir::for_each_expr(*e, [&](const ir::Expr& x) {
    if (auto* v = std::get_if<ir::VarRef>(&x.node))
      known =
          known && (never_changes(cx, v->var) || std::find(counters.begin(), counters.end(), v->var) != counters.end());
  });
  if (known) cx.code.known.note(id, e, everywhere, cx.code.block, key);
}

}  // namespace qc::lowering
