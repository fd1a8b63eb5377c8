// Products in an element of a complex array that an inner loop multiplies, `for i ..: p[m] *= z[m,i] end`: the two
// parts travel together, so they are two variables while that loop runs,
//   $re = p[m].re; $im = p[m].im; for i ..: $t = ..; $im = ..; $re = $t end; p[m].re = $re; p[m].im = $im
// which is a product for each kept iteration (partial). Only where the inner loop does nothing else with the array.
#include <algorithm>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

// `$t = im; p.re = re; p.im = $t`, as an assignment to a complex element is lowered.
struct ElementProduct {
  const Assign* keeps;
  const Store *re, *im;
};

std::optional<ElementProduct> product_at(const Function& f, const Block& b, std::size_t k) {
  if (k + 3 > b.size()) return {};
  auto* t = std::get_if<Assign>(&b[k].node);
  auto *re = std::get_if<Store>(&b[k + 1].node), *im = std::get_if<Store>(&b[k + 2].node);
  if (!t || !re || !im || re->access.array != im->access.array || !is_place(*im->value, Place::variable(f, t->var)))
    return {};
  const Place first = Place::of(f, re->access), second = Place::of(f, im->access);
  if (same_access(re->access, im->access) || re->access.linear) return {};
  if (!as_int(*re->access.index.back()) || !as_int(*im->access.index.back())) return {};
  for (std::size_t d = 0; d + 1 < re->access.index.size(); ++d)
    if (!equal(re->access.index[d], im->access.index[d])) return {};
  if (!mentions(*re->value, first) || !mentions(*re->value, second) || !mentions(*t->value, first) ||
      !mentions(*t->value, second))
    return {};
  return ElementProduct{t, re, im};
}

class ComplexElements {
 public:
  ComplexElements(Function& f, std::map<VarId, KeptValue>& kept) : f_(f), kept_(kept) {}
  bool changed = false;

  void block(Block& b, bool inside) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto* l = std::get_if<For>(&b[k].node)) {
        if (inside && loop(b, k))
          k += 2;
        else
          block(l->body, true);
      } else if (auto* i = std::get_if<If>(&b[k].node)) {
        block(i->then, inside);
        block(i->otherwise, inside);
      }
    }
  }

 private:
  // The loop at b[k] becomes the one at b[k + 2].
  bool loop(Block& b, std::size_t k) {
    const Block& body = std::get<For>(b[k].node).body;
    const auto p = find(body);
    if (!p || !alone(b[k], *p)) return false;
    const Access re = p->re->access, im = p->im->access;
    const Span span = b[k].span;
    const Elem type = value_elem(f_.arrays[re.array].elem);
    const VarId x = f_.add_var("$re", type), y = f_.add_var("$im", type);
    kept_[x] = {load(f_, re), false, true, true};
    kept_[y] = {load(f_, im), false, true, true};
    Block in_variables = rewrite_exprs(body, [&](ExprP e) {
      if (is_place(*e, Place::of(f_, re))) return var(f_, x);
      return is_place(*e, Place::of(f_, im)) ? var(f_, y) : e;
    });
    replace(in_variables, re, x, y);
    std::get<For>(b[k].node).body = std::move(in_variables);
    const auto at = [&](std::size_t n) { return b.begin() + std::ptrdiff_t(n); };
    b.insert(at(k + 1), {Stmt{Store{re, var(f_, x)}, span}, Stmt{Store{im, var(f_, y)}, span}});
    b.insert(at(k), {Stmt{Assign{x, load(f_, re)}, span}, Stmt{Assign{y, load(f_, im)}, span}});
    changed = true;
    return true;
  }

  std::optional<ElementProduct> find(const Block& b) const {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto p = product_at(f_, b, k)) return p;
      if (auto* i = std::get_if<If>(&b[k].node)) {
        if (auto p = find(i->then)) return p;
        if (auto p = find(i->otherwise)) return p;
      }
      if (auto* l = std::get_if<For>(&b[k].node))
        if (auto p = find(l->body)) return p;
    }
    return {};
  }

  // The loop touches the array at this element only, by such products, and does not move it.
  bool alone(const Stmt& loop, const ElementProduct& p) const {
    const Access &re = p.re->access, &im = p.im->access;
    if (f_.arrays[re.array].space != Space::Global || value_elem(f_.arrays[re.array].elem) != f_.arrays[re.array].elem)
      return false;
    if (re.boundary != Boundary::Checked && re.boundary != Boundary::Unchecked) return false;
    const Block whole = {loop};
    bool ok = true;
    int stores = 0;
    for_each_stmt(whole, [&](const Stmt& s) {
      ok &= !std::holds_alternative<Break>(s.node) && !std::holds_alternative<Continue>(s.node) &&
            !std::holds_alternative<Return>(s.node) && !std::holds_alternative<While>(s.node);
      auto* w = std::get_if<Store>(&s.node);
      if (!w || w->access.array != re.array) return;
      ok &= same_access(w->access, re) || same_access(w->access, im);
      ++stores;
    });
    for_each_expr(whole, [&](const Expr& e) {
      auto* l = std::get_if<Load>(&e.node);
      ok &= !l || l->access.array != re.array || same_access(l->access, re) || same_access(l->access, im);
    });
    const auto changing = assigned_variables(whole);
    const auto stored = stored_arrays(whole);
    for (const ExprP& i : re.index)
      for_each_expr(*i, [&](const Expr& x) {
        auto* r = std::get_if<VarRef>(&x.node);
        auto* l = std::get_if<Load>(&x.node);
        ok &= !(r && changing.count(r->var)) && !(l && stored.count(l->access.array));
      });
    return ok && stores == 2 * products(std::get<For>(loop.node).body, re);
  }
  int products(const Block& b, const Access& re) const {
    int n = 0;
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto p = product_at(f_, b, k)) n += same_access(p->re->access, re);
      if (auto* i = std::get_if<If>(&b[k].node)) n += products(i->then, re) + products(i->otherwise, re);
      if (auto* l = std::get_if<For>(&b[k].node)) n += products(l->body, re);
    }
    return n;
  }

  // t = re; t1 = im; $re = t; $im = t1: the form of products of variables (complex_products.cpp).
  void replace(Block& b, const Access& re, VarId x, VarId y) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto* i = std::get_if<If>(&b[k].node)) {
        replace(i->then, re, x, y);
        replace(i->otherwise, re, x, y);
      } else if (auto* l = std::get_if<For>(&b[k].node))
        replace(l->body, re, x, y);
      auto* w = k + 2 < b.size() ? std::get_if<Store>(&b[k + 1].node) : nullptr;
      if (!w || !same_access(w->access, re)) continue;
      const Assign im = std::get<Assign>(b[k].node);
      const VarId t = f_.add_var("$t", f_.vars[x].type);
      const Stmt first{Assign{t, w->value}, b[k].span}, second = b[k];
      b[k + 1].node = Assign{x, var(f_, t)};
      b[k + 2].node = Assign{y, var(f_, im.var)};
      b[k] = second;
      b.insert(b.begin() + std::ptrdiff_t(k), first);
      k += 3;
    }
  }

  Function& f_;
  std::map<VarId, KeptValue>& kept_;
};

}  // namespace

bool scalarize_complex_elements(Function& nest, std::map<VarId, KeptValue>& kept) {
  ComplexElements c(nest, kept);
  c.block(nest.body, false);
  return c.changed;
}

}  // namespace qc
