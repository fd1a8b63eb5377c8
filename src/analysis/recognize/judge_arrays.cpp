#include "analysis/recognize/judge_arrays.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/loops/dependence.h"
#include "analysis/loops/runtime_checks.h"
#include "analysis/recognize/judge_conflicts.h"
#include "analysis/recognize/judge_running.h"
#include "ir/build.h"
#include "ir/effects.h"

namespace qc {

using namespace ir;
using Kind = Problem::Kind;

struct Group {  // updates of one location
  const ArrayAccess* store;
  std::vector<const ArrayAccess*> members;
  const ElementUpdate* first;
  bool one_class = true;
  bool accumulates = false, unknown = false, all_divide = false;
  std::vector<int> reduced;
};

// A loop that does not move the element: all its iterations meet there.
static bool stays_in_a_loop(const JudgedNest& nest, const ArrayAccess& x) {
  return std::any_of(nest.model.counters.begin(), nest.model.counters.end(), [&](Atom counter) {
    return std::none_of(x.subscripts.begin(), x.subscripts.end(),
                        [&](const Polynomial& p) { return p.mentions(counter); });
  });
}

// Of an array that is taken as it is written, which a forced loop may be: whether iterations may meet at an element
// that they change from what it holds. Of places that follow the loops' variables the programmer's word is taken, but
// for accumulations.
static void updates_at_risk(JudgedNest& nest, ArrayId a, const std::vector<const ArrayAccess*>& accesses) {
  for (const ArrayAccess* w : accesses) {
    if (!w->write || independent(nest, *w, *w)) continue;
    const OwnValue own = depends_on_itself(nest.model, nest.body, *w);
    const bool meet = stays_in_a_loop(nest, *w) ||
                      std::any_of(w->subscripts.begin(), w->subscripts.end(),
                                  [&](const Polynomial& p) { return !p.valid() || has_quotient(nest.model.atoms, p); });
    const bool converted = own.why && std::string_view(own.why->code) == "R019";
    if (w->update < 0 && !(own.depends && (meet || converted))) continue;
    if (converted)
      return nest.lost_update("R019",
                              fmt::format("an element of '{}' {}, and several iterations may update one",
                                          nest.array_name(a), own.why->message),
                              w->span, a);
    return nest.lost_update(
        "R012",
        fmt::format("several iterations may change one element of '{}', each from what it holds", nest.array_name(a)),
        w->span, a, own.read);
  }
}

// Work arrays, of which each iteration has its own. That what it writes is in an outer one is looked at when the loop
// is reached.
static std::set<ArrayId> take_private_arrays(JudgedNest& nest) {
  std::set<ArrayId> own;
  for (PrivateArray& p : private_arrays(nest.model, nest.body)) {
    if (nest.running.packed.count(p.array)) continue;
    own.insert(p.array);
    nest.out.plan.private_arrays.push_back(p.array);
    if (nest.f.arrays[p.array].space == Space::Local) continue;
    for (std::size_t d = 0; d < p.dims.size(); ++d)
      nest.require(binary(BinaryOp::Ge, extent(p.array, int(d)), int_const(p.dims[d])));
    for (const ExprP& c : p.region ? p.region->conditions : std::vector<ExprP>{}) nest.require(c);
    nest.out.private_arrays.push_back(std::move(p));
  }
  return own;
}

static void require_quotients(JudgedNest& nest, const std::vector<const ArrayAccess*>& accesses) {
  for (const ArrayAccess* x : accesses)
    for (const ExprP& c : quotient_conditions(nest.model, *x)) nest.require(c);
}

// Unknown ones count as the same: such a location is only ever taken as a whole.
static bool same_subscripts(const ArrayAccess& a, const ArrayAccess& b) {
  return std::equal(a.subscripts.begin(), a.subscripts.end(), b.subscripts.begin(), b.subscripts.end(),
                    [](const Polynomial& p, const Polynomial& q) { return p == q || (!p.valid() && !q.valid()); });
}

static void join_group(JudgedNest& nest, std::vector<Group>& groups, const ArrayAccess* x) {
  const ElementUpdate& u = nest.model.updates[std::size_t(x->update)];
  for (Group& g : groups)
    if (same_access(*g.store->access, *x->access) && same_subscripts(*g.store, *x)) {
      g.members.push_back(x);
      g.one_class &= same_class(g.first->form, u.form, nest.f.arrays[x->array].elem);
      if (keeps_any_equal(g.first->form)) g.first = &u;
      g.all_divide &= u.form.divides;
      return;
    }
  Group g;
  g.store = x;
  g.members = {x};
  g.first = &u;
  g.all_divide = u.form.divides;
  groups.push_back(std::move(g));
}

static void moves_with_a_loop(JudgedNest& nest, ArrayId a, const Group& g) {
  nest.lost_update("R004",
                   fmt::format("the element of '{}' that is updated moves with a loop, and iterations may meet at it",
                               nest.array_name(a)),
                   g.store->span, a);
}

// Is the updated location the same in several iterations, and if so, in which loops?
static void judge_location(JudgedNest& nest, ArrayId a, Group& g, const std::vector<Group>& groups,
                           const std::vector<const ArrayAccess*>& plain) {
  const Overlap self = worst_conflict(nest.model, *g.store, *g.store, nest.all_levels()).overlap;
  if (self == Overlap::Never) return;  // a map
  if (self == Overlap::Maybe &&
      take_condition(
          nest, *g.store, *g.store, [&] { return independent(nest, *g.store, *g.store); }, false))
    return;
  if (!g.one_class)
    return nest.problem(Kind::Proved, "R002",
                        fmt::format("one element of '{}' is updated by two operators", nest.array_name(a)),
                        g.members.back()->span, nest.array_name(a), g.store->span);
  const bool known = std::all_of(g.store->subscripts.begin(), g.store->subscripts.end(),
                                 [&](const Polynomial& p) { return p.valid() && !has_quotient(nest.model.atoms, p); });
  if (!known) {
    const bool same = std::all_of(groups.begin(), groups.end(), [&](const Group& h) {
      return same_class(h.first->form, g.first->form, nest.f.arrays[a].elem);
    });
    if (plain.empty() && same) {
      g.unknown = true;
      return;
    }
    return nest.problem(Kind::Undecided, "R011",
                        fmt::format("it is not known which elements of '{}' the iterations update", nest.array_name(a)),
                        g.store->span, nest.array_name(a));
  }
  std::vector<int> kept;
  for (std::size_t k = 0; k < nest.covered.size(); ++k) {
    const bool moves = std::any_of(g.store->subscripts.begin(), g.store->subscripts.end(),
                                   [&](const Polynomial& p) { return p.mentions(nest.model.counters[k]); });
    (moves ? kept : g.reduced).push_back(int(k));
  }
  for (Atom inner : g.store->inner)
    for (const auto& p : g.store->subscripts)
      if (p.mentions(inner)) return moves_with_a_loop(nest, a, g);
  if (worst_conflict(nest.model, *g.store, *g.store, kept).overlap != Overlap::Never)
    return moves_with_a_loop(nest, a, g);
  for (const auto& i : g.store->access->index)
    for (VarId v : assigned_variables(nest.body))
      if (count_reads(*i, Place{v, nullptr, Elem::I64}))
        return nest.problem(
            Kind::Undecided, "R011",
            fmt::format("the element of '{}' is chosen by a variable that the loop assigns", nest.array_name(a)),
            g.store->span, nest.array_name(a));
  g.accumulates = true;
}

static void between_groups(JudgedNest& nest, ArrayId a, const std::vector<Group>& groups) {
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (std::size_t j = i + 1; j < groups.size(); ++j) {
      const Group &g = groups[i], &h = groups[j];
      if (g.unknown && h.unknown) continue;
      const bool accumulators = g.accumulates || h.accumulates || g.unknown || h.unknown;
      auto apart = [&] {
        return accumulators ? never_overlap(nest.model, *g.store, *h.store) : independent(nest, *g.store, *h.store);
      };
      if (apart() || take_condition(nest, *g.store, *h.store, apart, false)) continue;
      return nest.lost_update("R012",
                              fmt::format("two updated elements of '{}' may be one and the same", nest.array_name(a)),
                              h.store->span, a, g.store->span);
    }
}

static void accept(JudgedNest& nest, ArrayId a, const Group& g) {
  Accumulator x;
  x.name = element_name(nest.f, *g.store->access);
  x.element = *g.store->access;
  x.type = nest.f.arrays[a].elem;
  take_form(x, g.first->form, g.store->span);
  x.divides = g.all_divide;
  x.scattered = g.unknown;
  if (!x.companions.empty())
    return nest.problem(Kind::Refused, "R006", "companions of an array element are not recognised", g.store->span,
                        nest.array_name(a));
  if (g.unknown) nest.bins = true;
  nest.out.plan.accumulators.push_back(std::move(x));
  nest.reduced_sets.push_back(g.unknown ? nest.all_levels() : g.reduced);
}

static void judge_array(JudgedNest& nest, ArrayId a, const std::vector<const ArrayAccess*>& accesses) {
  std::vector<Group> groups;
  std::vector<const ArrayAccess*> plain;
  for (const ArrayAccess* x : accesses) {
    if (x->update < 0)
      plain.push_back(x);
    else if (x->write)
      join_group(nest, groups, x);
  }
  const std::size_t before = nest.out.problems.size();
  if (array_scan(nest, a, accesses)) return;
  // The first proved conflict is what is reported; of what cannot be decided, a few places say enough.
  constexpr std::size_t kMostUndecided = 8;
  const auto enough = [&] {
    const std::size_t found = nest.out.problems.size() - before;
    return found >= kMostUndecided || (found > 0 && nest.out.problems.back().kind == Kind::Proved);
  };
  for (const ArrayAccess* x : accesses)
    for (const ArrayAccess* y : plain)
      if ((x->write || y->write) && !(x->update < 0 && x > y) && !enough()) judge_pair(nest, a, *x, *y);
  if (nest.out.problems.size() != before) return;
  for (Group& g : groups) judge_location(nest, a, g, groups, plain);
  if (nest.out.problems.size() != before) return;
  between_groups(nest, a, groups);
  if (nest.out.problems.size() != before) return;
  copied_reads(nest, a, accesses);
  if (!plain.empty() || std::any_of(groups.begin(), groups.end(), [](const Group& g) { return !g.unknown; }))
    require_quotients(nest, accesses);
  for (Group& g : groups)
    if (g.accumulates || g.unknown) accept(nest, a, g);
}

void judge_arrays(JudgedNest& nest) {
  const auto own = take_private_arrays(nest);
  for (ArrayId a : nest.model.stored) {
    if (nest.running.packed.count(a) || own.count(a)) continue;
    std::vector<const ArrayAccess*> accesses;
    for (const auto& x : nest.model.accesses)
      if (x.array == a) accesses.push_back(&x);
    const std::size_t before = nest.out.problems.size();
    judge_array(nest, a, accesses);
    if (nest.out.problems.size() != before) updates_at_risk(nest, a, accesses);
  }
}

}  // namespace qc
