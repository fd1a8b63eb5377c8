#include "host/loops/same_types.h"

#include <algorithm>
#include <cmath>

#include "analysis/recognize/nest_distribution.h"
#include "ir/build.h"

namespace qc::host {

bool same_types(const LoopNest& nest, const Scope& scope) {
  for (const ir::VarId id : nest.function.outputs) {
    const auto& v = nest.function.vars[id];
    const auto now = scope.type_of(v.name);
    if (now && now->is_number() && !now->complex && now->elem != v.type) return false;
  }
  return std::all_of(nest.wholes.begin(), nest.wholes.end(), [&](const LoopNest::Whole& w) {
    const auto now = scope.type_of(w.name);
    if (!now || !now->known() || *now == w.type) return true;
    const bool is_short =
        now->is_array() && w.type.kind == Type::Kind::Fixed && scope.extents_of(w.name) == w.type.dims;
    return is_short && now->elem == w.type.elem;
  });
}

bool accumulates_floats(const ir::Function& nest) {
  bool found = false;
  ir::for_each_stmt(nest.body, [&](const ir::Stmt& s) {
    auto* assign = std::get_if<ir::Assign>(&s.node);
    auto* store = std::get_if<ir::Store>(&s.node);
    const ir::ExprP* value = assign ? &assign->value : store ? &store->value : nullptr;
    if (!value || !is_float((*value)->type)) return;
    ir::for_each_expr(**value, [&](const ir::Expr& e) {
      auto* v = std::get_if<ir::VarRef>(&e.node);
      auto* l = std::get_if<ir::Load>(&e.node);
      found = found || (assign && v && v->var == assign->var) || (store && l && is_float(e.type));  // arrays may be one
    });
  });
  return found;
}

bool may_join_floats(const LoopNest& nest, const PlanResult& planned) {
  const bool parts_may = planned.plan.verdict != Verdict::Map && may_distribute(nest, planned);
  return has_float_tree(planned) || (parts_may && accumulates_floats(nest.function));
}

namespace {

// Whether stepping gives a float as well, when variables of floats hold floats: an int that the compiler made one may
// be behind any other.
bool surely_float(const ir::Expr& e) {
  if (!is_float(e.type)) return false;
  if (auto* n = std::get_if<ir::ConstFloat>(&e.node)) return n->value != std::floor(n->value);
  if (std::holds_alternative<ir::Cast>(e.node)) return false;
  if (auto* n = std::get_if<ir::Unary>(&e.node)) return surely_float(*n->a);
  if (auto* n = std::get_if<ir::Binary>(&e.node)) return surely_float(*n->a) || surely_float(*n->b);
  if (auto* n = std::get_if<ir::Fma>(&e.node)) return surely_float(*n->a) || surely_float(*n->b) || surely_float(*n->c);
  if (auto* n = std::get_if<ir::Select>(&e.node)) return surely_float(*n->yes) && surely_float(*n->no);
  return true;
}

}  // namespace

bool assigns_one_type(const ir::Function& nest) {
  bool one = true;
  ir::for_each_stmt(nest.body, [&](const ir::Stmt& s) {
    auto* a = std::get_if<ir::Assign>(&s.node);
    if (!a) return;
    auto* cast = std::get_if<ir::Cast>(&a->value->node);
    one = one && (is_float(nest.vars[a->var].type) ? surely_float(*a->value) : !cast || cast->a->type != Elem::Bool);
  });
  ir::for_each_expr(nest.body, [&](const ir::Expr& e) {
    if (std::holds_alternative<ir::Select>(e.node) && is_float(e.type)) one = one && surely_float(e);
  });
  return one;
}

}  // namespace qc::host
