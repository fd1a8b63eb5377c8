#include "lower/state/known_integers.h"

#include <variant>

#include "ir/build.h"

namespace qc::lowering {

ir::ExprP KnownIntegers::value(ir::VarId id, int block) const {
  for (auto k = known_.rbegin(); k != known_.rend(); ++k)
    if (k->var == id && k->value && (!k->block || *k->block == block)) return k->value;
  return nullptr;
}

ir::ExprP KnownIntegers::in_terms(const ir::ExprP& e, int block) const {
  return ir::rewrite_expr(e, [&](const ir::ExprP& x) {
    auto* v = std::get_if<ir::VarRef>(&x->node);
    const ir::ExprP known = v ? value(v->var, block) : nullptr;
    return known ? known : x;
  });
}

void KnownIntegers::note(ir::VarId id, const ir::ExprP& value, bool everywhere, int block, const std::string& key) {
  const bool once = everywhere && !assigned_again.count(key);
  known_.push_back({id, value, once ? std::nullopt : std::optional(block), key});
}

void KnownIntegers::forget(ir::VarId id) {
  for (Known& k : known_) {
    if (k.var != id) continue;
    if (k.value && !k.block && assigned_again.insert(k.key).second) changed = true;
    k.value = nullptr;
  }
}

void KnownIntegers::begin_pass() {
  positions.clear();
  known_.clear();
  changed = false;
}

}  // namespace qc::lowering
