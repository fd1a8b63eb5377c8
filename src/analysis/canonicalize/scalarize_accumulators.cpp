// `z[i] = 0; for j ..: z[i] += A[i,j] end` inside a loop: the element is kept in a variable while the inner loop runs,
//   $total1 = 0; for j ..: $total1 += A[i,j] end; z[i] = $total1
// which is the form of a sum for each kept iteration (partial). Only where the inner loop does nothing else with the
// array, and the element is set right before it, so that the access happens in any case.
#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/nest_model.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;

namespace {

class ElementTotals {
 public:
  ElementTotals(Function& f, std::map<VarId, KeptValue>& kept) : f_(f), kept_(kept) {}
  bool changed = false;

  void block(Block& b, bool inside) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (auto* l = std::get_if<For>(&b[k].node)) {
        block(l->body, true);
        if (inside) k = loop(b, k);
      } else if (auto* i = std::get_if<If>(&b[k].node)) {
        block(i->then, inside);
        block(i->otherwise, inside);
      }
    }
  }

 private:
  struct Total {
    const Access* element;
    std::size_t set;
  };  // set: the statement that sets it before the loop

  // The loop at b[k]; returns where it is afterwards.
  std::size_t loop(Block& b, std::size_t k) {
    const Block body = std::get<For>(b[k].node).body;
    std::vector<Total> totals;
    for (ArrayId a : stored_arrays(body)) {
      const Access* e = only_element(body, b[k], a);
      const auto set = e ? set_before(b, k, *e) : std::nullopt;
      if (!set) return k;
      totals.push_back({e, *set});
    }
    if (totals.empty() || leaves_early(body) || holds_while(body)) return k;
    for (const Total& t : totals) {
      const VarId v = f_.add_var("$total" + std::to_string(++count_), f_.arrays[t.element->array].elem);
      kept_[v] = {load(f_, *t.element), false};
      const Span span = b[t.set].span;
      b[t.set] = {Assign{v, std::get<Store>(b[t.set].node).value}, span};
      For& l = std::get<For>(b[k].node);
      l.body = in_variable(l.body, *t.element, v);
      b.insert(b.begin() + std::ptrdiff_t(k) + 1, Stmt{Store{*t.element, var(f_, v)}, span});
    }
    changed = true;
    return k + totals.size();
  }

  static bool holds_while(const Block& b) {
    bool found = false;
    for_each_stmt(b, [&](const Stmt& s) { found |= std::holds_alternative<While>(s.node); });
    return found;
  }

  // The one element of `a`, which the loop stores to, that it touches, by updates of one operator, if its place is
  // fixed there.
  const Access* only_element(const Block& body, const Stmt& loop, ArrayId a) const {
    if (f_.arrays[a].space != Space::Global) return nullptr;
    const Access* e = nullptr;
    bool ok = true;
    int loads = 0, own = 0;
    std::optional<UpdateForm> form;
    for_each_stmt(body, [&](const Stmt& s) {
      auto* w = std::get_if<Store>(&s.node);
      if (!w || w->access.array != a) return;
      if (!e) e = &w->access;
      const Place place = Place::of(f_, *e);
      auto m = match_value(w->value, place);
      auto* u = std::get_if<UpdateForm>(&m);
      ok &= same_access(*e, w->access) && u && !u->compare_form && (!form || same_class(*form, *u, place.elem));
      if (ok) form = *u;
      own += count_reads(*w->value, place);
    });
    if (e->boundary != Boundary::Checked && e->boundary != Boundary::Unchecked) return nullptr;
    for_each_expr(Block{loop}, [&](const Expr& x) {  // its bounds, too
      auto* l = std::get_if<Load>(&x.node);
      loads += l && l->access.array == a;
    });
    if (loads != own) return nullptr;
    std::set<VarId> changing = assigned_variables({loop});
    const std::set<ArrayId> stored = stored_arrays(body);
    for (const ExprP& i : e->index)
      for_each_expr(*i, [&](const Expr& x) {
        auto* r = std::get_if<VarRef>(&x.node);
        auto* l = std::get_if<Load>(&x.node);
        ok &= !(r && changing.count(r->var)) && !(l && stored.count(l->access.array));
      });
    return ok ? e : nullptr;
  }

  // The store before the loop, with nothing but scalars set in between.
  std::optional<std::size_t> set_before(const Block& b, std::size_t k, const Access& e) const {
    for (std::size_t n = k; n-- > 0;) {
      if (auto* w = std::get_if<Store>(&b[n].node)) {
        if (same_access(w->access, e)) return n;
        if (w->access.array == e.array) return {};
        bool reads = false;
        for (const ExprP& i : e.index)
          for_each_expr(*i, [&](const Expr& x) {
            auto* l = std::get_if<Load>(&x.node);
            reads |= l && l->access.array == w->access.array;
          });
        if (reads || reads_array(b[n], e.array)) return {};
        continue;
      }
      auto* a = std::get_if<Assign>(&b[n].node);
      if (!a || reads_array(b[n], e.array)) return {};
      for (const ExprP& i : e.index)
        if (count_reads(*i, Place::variable(f_, a->var))) return {};
    }
    return {};
  }
  static bool reads_array(const Stmt& s, ArrayId a) {
    bool found = false;
    for_each_expr(Block{s}, [&](const Expr& x) {
      auto* l = std::get_if<Load>(&x.node);
      found |= l && l->access.array == a;
    });
    return found;
  }

  Block in_variable(const Block& b, const Access& e, VarId v) const {
    Block out = rewrite_exprs(b, [&](ExprP x) { return is_place(*x, Place::of(f_, e)) ? var(f_, v) : x; });
    stores(out, e, v);
    return out;
  }
  static void stores(Block& b, const Access& e, VarId v) {
    for (Stmt& s : b) {
      if (auto* w = std::get_if<Store>(&s.node); w && w->access.array == e.array)
        s.node = Assign{v, ExprP(w->value)};
      else if (auto* i = std::get_if<If>(&s.node)) {
        stores(i->then, e, v);
        stores(i->otherwise, e, v);
      } else if (auto* l = std::get_if<For>(&s.node))
        stores(l->body, e, v);
    }
  }

  Function& f_;
  std::map<VarId, KeptValue>& kept_;
  int count_ = 0;
};

}  // namespace

bool scalarize_accumulators(Function& nest, std::map<VarId, KeptValue>& kept) {
  ElementTotals t(nest, kept);
  t.block(nest.body, false);
  return t.changed;
}

}  // namespace qc
