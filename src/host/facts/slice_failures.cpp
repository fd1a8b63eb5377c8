#include "host/facts/slice_failures.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/build.h"

namespace qc::host {

using namespace ir;

namespace {

class EmptySlices {
 public:
  EmptySlices(const Function& f, const NestRanges& ranges) : f_(f), ranges_(ranges) {}

  bool may_be_outside(const Block& block) {
    return std::any_of(block.begin(), block.end(), [&](const Stmt& s) { return may_be_outside(s); });
  }

 private:
  bool may_be_outside(const Stmt& s) {
    if (auto* i = std::get_if<If>(&s.node)) return may_be_outside(i->then) || may_be_outside(i->otherwise);
    if (auto* w = std::get_if<While>(&s.node)) return may_be_outside(w->body);
    if (auto* l = std::get_if<For>(&s.node)) return may_be_outside(*l);
    if (empty_.empty()) return false;
    bool may = false;
    for_each_expr(Block{s}, [&](const Expr& e) {
      if (auto* l = std::get_if<Load>(&e.node)) may |= is_outside(l->access);
    });
    if (auto* w = std::get_if<Store>(&s.node)) may |= is_outside(written(w->access));
    return may;
  }

  // The length of a slice is the same in all iterations of the loops around: that of the first ones.
  bool may_be_outside(const For& l) {
    const EvaluationContext first = ranges_.context_with([&](VarId v) -> std::optional<Interval> {
      const auto it = first_.find(v);
      return it == first_.end() ? ranges_.of(v) : std::optional(Interval{it->second, it->second});
    });
    const auto lo = value_of(*l.lo, first), step = value_of(*l.step, first), hi = value_of(*l.hi, first);
    const bool is_empty = lo && step && hi && (*step > 0 ? *hi < *lo : *hi > *lo);
    if (lo) first_[l.var] = *lo;
    if (is_empty) empty_.insert(l.var);
    const bool may = may_be_outside(l.body);
    empty_.erase(l.var);
    first_.erase(l.var);
    return may;
  }

  bool is_outside(const Access& a) {
    if (a.boundary != Boundary::Checked || a.site == kNoSite || !f_.sites[a.site].of_slice) return false;
    for (std::size_t d = 0; d < a.index.size(); ++d) {
      bool in_empty = false;
      for_each_expr(*a.index[d], [&](const Expr& e) {
        auto* r = std::get_if<VarRef>(&e.node);
        in_empty |= r && empty_.count(r->var) > 0;
      });
      if (!in_empty && !ranges_.is_inside(*a.index[d], ranges_.extent(a.array, a.linear ? -1 : int(d)))) return true;
    }
    return false;
  }

  const Function& f_;
  const NestRanges& ranges_;
  std::map<VarId, std::int64_t> first_;  // values of loops around
  std::set<VarId> empty_;                // loops around that have no iteration
};

}  // namespace

bool may_miss_failures(const Function& nest, const NestRanges& ranges) {
  if (std::none_of(nest.sites.begin(), nest.sites.end(), [](const Site& s) { return s.of_slice; })) return false;
  return EmptySlices(nest, ranges).may_be_outside(nest.body);
}

bool decides_by_what_it_stores(const Function& nest) {
  std::set<ArrayId> stored;
  for_each_stmt(nest.body, [&](const Stmt& s) {
    if (auto* w = std::get_if<Store>(&s.node)) stored.insert(w->access.array);
  });
  bool decides = false;
  const auto look = [&](const ExprP& e) {
    for_each_expr(*e, [&](const Expr& x) {
      if (auto* l = std::get_if<Load>(&x.node)) decides |= stored.count(l->access.array) > 0;
    });
  };
  const auto subscripts = [&](const Access& a) {
    for (const ExprP& i : a.index) look(i);
  };
  for_each_expr(nest.body, [&](const Expr& e) {
    if (auto* l = std::get_if<Load>(&e.node)) subscripts(l->access);
    if (auto* b = std::get_if<Binary>(&e.node); b && b->site != kNoSite) look(b->b);
    if (auto* s = std::get_if<Select>(&e.node)) look(s->condition);
  });
  for_each_stmt(nest.body, [&](const Stmt& s) {
    auto* w = std::get_if<Store>(&s.node);
    auto* a = std::get_if<Assign>(&s.node);
    if (w) return subscripts(w->access);
    // A whole number in a variable may be a subscript later on.
    if (!a || !is_float(nest.vars[a->var].type)) for_each_root(s, look);
  });
  return decides;
}

}  // namespace qc::host
