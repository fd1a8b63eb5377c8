#include "host/same_types.h"

#include <algorithm>

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
    const bool is_short = now->is_array() && w.type.kind == Type::Kind::Fixed && scope.extents_of(w.name) == w.type.dims;
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

bool assigns_one_type(const ir::Function& nest) {
  bool one = true;
  ir::for_each_stmt(nest.body, [&](const ir::Stmt& s) {
    auto* a = std::get_if<ir::Assign>(&s.node);
    auto* cast = a ? std::get_if<ir::Cast>(&a->value->node) : nullptr;
    const bool widens = cast && (is_float(cast->to) ? !is_float(cast->a->type) : cast->a->type == Elem::Bool);
    if (widens) one = one && std::find(nest.outputs.begin(), nest.outputs.end(), a->var) == nest.outputs.end();
  });
  return one;
}

}  // namespace qc::host
