#include "lower/state/element_kinds.h"

#include <algorithm>
#include <variant>

#include "ir/build.h"
#include "lower/state/errors.h"

namespace qc::lowering {

void ElementKinds::note_whole(const Binding& b, const Value& v, int arm) {
  if (b.type.kind != Type::Kind::Fixed || b.fixed_type) return;
  Kinds& kinds = kinds_[b.key];
  const Elem elem = value_elem(v.type.elem);
  kinds.vars = b.vars();
  kinds.local = b.local_array();
  kinds.narrowest = std::min(kinds.narrowest, elem);
  kinds.widest = std::max(kinds.widest, elem);
  kinds.narrow = kinds.narrow || (narrow_of(v).value_or(elem) != elem && !b.declared);
  kinds.arms.insert(arm);
}

void ElementKinds::note_element(const Binding& b, Elem elem, Span span) {
  writes_.push_back({b.vars(), b.local_array(), elem, span});
}

void ElementKinds::require_wide() const {
  for (const Write& w : writes_)
    for (const auto& [key, kinds] : kinds_)
      if (kinds.narrow && (kinds.vars == w.vars || (w.local && kinds.local == w.local)))
        stop("R904", w.span, "elements are written of a slice whose elements have fewer bits than a variable");
}

void ElementKinds::require_one_kind(const ir::Function& f) const {
  require_wide();
  std::set<ir::VarId> vars;
  std::set<ir::ArrayId> arrays;
  Elem narrowest = Elem::F64;
  for (const auto& [key, kinds] : kinds_) {
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
  for (const Write& w : writes_) {
    const bool found = w.local
                           ? arrays.count(*w.local) > 0
                           : std::any_of(w.vars.begin(), w.vars.end(), [&](ir::VarId v) { return vars.count(v) > 0; });
    if (found && w.elem > narrowest)
      stop("R904", w.span,
           "elements are written of an array that holds ints under one condition and other numbers under another");
  }
}

void ElementKinds::begin_pass() {
  kinds_.clear();
  writes_.clear();
}

}  // namespace qc::lowering
