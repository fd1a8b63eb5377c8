#include "analysis/recognize/kept_elements.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/print_ir.h"
#include "ir/rewrite_stmts.h"

namespace qc {

using namespace ir;

namespace {

bool compares(const Expr& e) {
  bool found = false;
  for_each_expr(e, [&](const Expr& x) {
    auto* n = std::get_if<Binary>(&x.node);
    found = found || (n && n->op >= BinaryOp::Lt && n->op <= BinaryOp::Ge);
  });
  return found;
}

bool is_constant(const Access& a) {
  return std::all_of(a.index.begin(), a.index.end(), [](const ExprP& i) { return as_int(*i).has_value(); });
}

// The arrays of which a branch under a comparison stores an element, if they are such that variables may stand for
// elements.
std::set<ArrayId> candidates(const Function& f) {
  std::set<ArrayId> out;
  for_each_stmt(f.body, [&](const Stmt& s) {
    auto* i = std::get_if<If>(&s.node);
    if (!i || !compares(*i->condition)) return;
    for (const Stmt& t : i->then)
      if (auto* w = std::get_if<Store>(&t.node)) out.insert(w->access.array);
  });
  std::erase_if(out, [&](ArrayId a) {
    const Array& array = f.arrays[a];
    return array.space != Space::Global || array.elem != value_elem(array.elem) || array.elem == Elem::Bool;
  });
  return out;
}

class Elements {
 public:
  explicit Elements(Function& f) : f_(f), assigned_(assigned_variables(f.body)), arrays_(candidates(f)) {}

  std::vector<KeptElement> run() {
    for_each_access([&](const Access& a) { look(a); });
    std::erase_if(seen_, [&](const auto& s) { return !arrays_.count(s.first); });
    for (const auto& [array, elements] : seen_)
      for (const Access& a : elements) {
        const VarId v = f_.add_var(print(f_, *load(f_, a)), f_.arrays[array].elem);
        kept_.push_back({v, a});
      }
    if (!kept_.empty()) rewrite();
    return std::move(kept_);
  }

 private:
  template <class F>
  void for_each_access(const F& visit) const {
    for_each_expr(f_.body, [&](const Expr& e) {
      if (auto* l = std::get_if<Load>(&e.node)) visit(l->access);
    });
    for_each_stmt(f_.body, [&](const Stmt& s) {
      if (auto* w = std::get_if<Store>(&s.node)) visit(w->access);
    });
  }

  // Elements at constant places are different ones; of others there may be one.
  void look(const Access& a) {
    if (!arrays_.count(a.array)) return;
    bool fits = (a.boundary == Boundary::Checked || a.boundary == Boundary::Unchecked) && !a.linear;
    for (const ExprP& i : a.index) fits = fits && is_invariant_scalar(*i, assigned_);
    auto& seen = seen_[a.array];
    const bool known = std::any_of(seen.begin(), seen.end(), [&](const Access& x) { return same_access(x, a); });
    fits = fits && (known || seen.empty() || (is_constant(a) && is_constant(seen[0])));
    if (!fits)
      arrays_.erase(a.array);
    else if (!known)
      seen.push_back(a);
  }

  const KeptElement* kept(const Access& a) const {
    const auto it =
        std::find_if(kept_.begin(), kept_.end(), [&](const KeptElement& k) { return same_access(k.element, a); });
    return it == kept_.end() ? nullptr : &*it;
  }

  void rewrite() {
    const Block values = rewrite_exprs(f_.body, [&](ExprP e) {
      auto* l = std::get_if<Load>(&e->node);
      const KeptElement* k = l ? kept(l->access) : nullptr;
      return k ? var(f_, k->var) : e;
    });
    f_.body = rewrite_stmts(values, [&](Stmt s, const Stmt&, Block& out) {
      auto* w = std::get_if<Store>(&s.node);
      const KeptElement* k = w ? kept(w->access) : nullptr;
      if (k) s.node = Assign{k->var, ExprP(w->value)};
      out.push_back(std::move(s));
    });
  }

  Function& f_;
  const std::set<VarId> assigned_;
  std::set<ArrayId> arrays_;
  std::map<ArrayId, std::vector<Access>> seen_;
  std::vector<KeptElement> kept_;
};

}  // namespace

std::vector<KeptElement> keep_elements(Function& nest) { return Elements(nest).run(); }

}  // namespace qc
