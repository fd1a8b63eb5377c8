// Which elements a short array of a loop has. In the language that is the array's, from the value that the name was
// given last: 0.5 is kept in an array of floats and becomes 0 in one of ints. In compiled code the variables of a name
// have one type, the widest.
#include <algorithm>

#include "ir/build.h"
#include "lower/lower_impl.h"

namespace qc::lowering {

bool same_elements(const Type& a, const Type& b) {
  return value_elem(a.elem) == value_elem(b.elem) && a.complex == b.complex;
}

void Lowerer::note_whole(const Binding& b, const Value& v) {
  if (b.type.kind != Type::Kind::Fixed || b.fixed_type) return;
  ElementKinds& kinds = element_kinds_[b.key];
  const Elem elem = value_elem(v.type.elem);
  kinds.vars = b.vars;
  kinds.local = b.local;
  kinds.narrowest = std::min(kinds.narrowest, elem);
  kinds.widest = std::max(kinds.widest, elem);
  kinds.narrow = kinds.narrow || (v.narrow && *v.narrow != elem && !b.declared);
  kinds.arms.insert(arm_);
}

// In kernels, whose types are decided beforehand, an element widens its array as other assignments widen a variable.
void Lowerer::note_element(const Binding& b, const Value& v, Span span) {
  if (b.declared && !v.type.complex) return;
  if (kernel_ && !b.fixed_type) {
    Type wide = types_.at(b.key);
    const Type joined = join(Type::number(wide.elem, wide.complex), v, span);
    wide.elem = joined.elem;
    wide.complex = joined.complex;
    note_type(b.key, wide);
    return;
  }
  if (v.type.complex && !b.type.complex)
    error("Q0301", span, "a complex number does not fit into a real element", "use real(x) or abs(x)");
  if (!b.fixed_type) element_writes_.push_back({b.vars, b.local, value_elem(v.type.elem), span});
}

// An element is written of a copy of bytes and the like: what is stored wraps to their width, which variables do not
// have.
void Lowerer::require_wide_elements() const {
  for (const ElementWrite& w : element_writes_)
    for (const auto& [key, kinds] : element_kinds_)
      if (kinds.narrow && (kinds.vars == w.vars || (w.local && kinds.local == w.local)))
        stop("R904", w.span, "elements are written of a slice whose elements have fewer bits than a variable");
}

// An element is written of an array that holds ints after one arm of a condition and floats after another, or of one
// that was computed from such: what is stored depends on which it was. A loop that runs no iteration is not looked at.
void Lowerer::require_one_kind_of_elements() const {
  require_wide_elements();
  std::set<ir::VarId> vars;
  std::set<ir::ArrayId> arrays;
  Elem narrowest = Elem::F64;
  for (const auto& [key, kinds] : element_kinds_) {
    if (kinds.narrowest == kinds.widest || kinds.arms.size() < 2) continue;
    vars.insert(kinds.vars.begin(), kinds.vars.end());
    if (kinds.local) arrays.insert(*kinds.local);
    narrowest = std::min(narrowest, kinds.narrowest);
  }
  if (vars.empty() && arrays.empty()) return;
  const auto either = [&](const ir::ExprP& e) {
    bool found = false;
    ir::for_each_expr(*e, [&](const ir::Expr& x) {
      if (auto* v = std::get_if<ir::VarRef>(&x.node))
        found = found || vars.count(v->var);
      else if (auto* l = std::get_if<ir::Load>(&x.node))
        found = found || arrays.count(l->access.array);
    });
    return found;
  };
  for (bool grows = true; grows;) {
    grows = false;
    ir::for_each_stmt(f.body, [&](const ir::Stmt& s) {
      if (auto* a = std::get_if<ir::Assign>(&s.node))
        grows |= either(a->value) && vars.insert(a->var).second;
      else if (auto* w = std::get_if<ir::Store>(&s.node); w && f.arrays[w->access.array].space == ir::Space::Local)
        grows |= either(w->value) && arrays.insert(w->access.array).second;
    });
  }
  for (const ElementWrite& w : element_writes_) {
    const bool found = w.local
                           ? arrays.count(*w.local) > 0
                           : std::any_of(w.vars.begin(), w.vars.end(), [&](ir::VarId v) { return vars.count(v) > 0; });
    if (found && w.elem > narrowest)
      stop("R904", w.span,
           "elements are written of an array that holds ints under one condition and other numbers under another");
  }
}

}  // namespace qc::lowering
