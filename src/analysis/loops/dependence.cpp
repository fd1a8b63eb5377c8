#include "analysis/loops/dependence.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "ir/build.h"
#include "support/stop.h"

namespace qc {

using namespace ir;

namespace {

using Equations = std::vector<Polynomial>;  // all are 0 where the accesses meet

// Counters of b's iteration, as fresh atoms or as what they are in terms of a's.
class SecondInstance {
 public:
  explicit SecondInstance(AtomTable& t) : table_(t) {}
  void bind(Atom a, Polynomial value) { values_.emplace_back(a, std::move(value)); }
  void clone(Atom a) {
    AtomInfo info = table_[a];
    for (auto& p : info.at_least) p = apply(p);
    for (auto& p : info.at_most) p = apply(p);
    bind(a, Polynomial::atom(table_.fresh(std::move(info))));
  }
  // Quotients of b's iteration differ from a's by any amount.
  void clone_quotients(const ArrayAccess& b) {
    std::set<Atom> seen;
    for (const auto& p : b.subscripts)
      for (Atom q : p.atoms())
        if (table_[q].kind == AtomInfo::Kind::Quotient && seen.insert(q).second) {
          AtomInfo info;
          info.kind = AtomInfo::Kind::Quotient;
          info.depth = 4;
          bind(q, Polynomial::atom(q) + Polynomial::atom(table_.fresh(std::move(info))));
        }
  }
  Polynomial apply(Polynomial p) const {
    // New atoms are never keys, so that substituting one after the other is substituting at once, but for a counter
    // bound to itself plus a distance, which mentions its own key and is substituted once.
    for (const auto& [a, value] : values_) p = p.substitute(a, value);
    return p;
  }

 private:
  AtomTable& table_;
  std::vector<std::pair<Atom, Polynomial>> values_;
};

// c*t + g*(..) == 0 with t >= 1: t is a multiple of g/gcd(c, g), which may be more than t can be.
bool too_far_apart(const AtomTable& t, const Polynomial& e) {
  for (Atom x : e.atoms()) {
    auto s = e.split(x);
    auto c = s ? s->factor.constant() : std::nullopt;
    if (!c) continue;
    std::int64_t g = 0;
    for (const auto& [m, k] : s->rest.terms()) g = std::gcd(g, k);
    const std::int64_t least = g / std::gcd(*c, g);
    if (least > 1 && t.proves_positive(Polynomial::atom(x)) &&
        t.proves_positive(Polynomial(least) - Polynomial::atom(x)))
      return true;
  }
  return false;
}

// Systems looked at for one question: each quotient triples them, each counter that is solved for adds some.
constexpr int kMostSystems = 60;
// What one question has cost and found; each table of atoms has its own list of equations.
struct Question {
  int& systems;
  Equations tried;  // may be 0 for all that is known; so may their negatives
  bool was_tried(const Polynomial& e) const {
    const Polynomial minus = Polynomial(-1) * e;
    return std::any_of(tried.begin(), tried.end(), [&](const Polynomial& have) { return have == e || have == minus; });
  }
};
bool unsolvable(const AtomTable& t, const Equations& eqs, int depth, Question& q);

bool cannot_be_zero(const AtomTable& t, const Polynomial& e, Question& q) {
  if (q.was_tried(e)) return false;
  if (t.proves_nonzero(e) || too_far_apart(t, e)) return true;
  q.tried.push_back(e);
  return false;
}

// The difference of two quotients is 0, positive or negative.
bool unsolvable_by_quotient(const AtomTable& t, const Equations& eqs, int depth, Question& q) {
  for (const auto& e : eqs)
    for (Atom d : e.atoms()) {
      if (t[d].kind != AtomInfo::Kind::Quotient || !t[d].at_least.empty() || !t[d].at_most.empty()) continue;
      AtomTable above = t, below = t;
      above[d].at_least.push_back(1);
      below[d].at_most.push_back(-1);
      Equations zero;
      for (const auto& x : eqs) zero.push_back(x.substitute(d, 0));
      Question over{q.systems, {}}, under{q.systems, {}};
      return unsolvable(t, zero, depth, q) && unsolvable(above, eqs, depth, over) &&
             unsolvable(below, eqs, depth, under);
    }
  return false;
}

// The equations have no solution. Tries each alone, then after solving one for a counter with coefficient 1 or -1.
bool unsolvable(const AtomTable& t, const Equations& eqs, int depth, Question& q) {
  if (--q.systems < 0) return false;
  for (const auto& e : eqs)
    if (cannot_be_zero(t, e, q)) return true;
  if (unsolvable_by_quotient(t, eqs, depth, q)) return true;
  if (depth == 0 || eqs.size() < 2) return false;
  for (std::size_t i = 0; i < eqs.size(); ++i) {
    for (Atom a : eqs[i].atoms()) {
      auto s = eqs[i].split(a);
      auto c = s ? s->factor.constant() : std::nullopt;
      if (!c || (*c != 1 && *c != -1)) continue;
      const Polynomial value = Polynomial(-*c) * s->rest;
      Equations others;
      for (std::size_t j = 0; j < eqs.size(); ++j)
        if (j != i) others.push_back(eqs[j].substitute(a, value));
      if (unsolvable(t, others, depth - 1, q)) return true;
    }
  }
  return false;
}

bool unsolvable(const AtomTable& t, const Equations& eqs, int depth) {
  check_stopped();
  int systems = kMostSystems;
  Question q{systems, {}};
  return unsolvable(t, eqs, depth, q);
}

bool comparable(const ArrayAccess& a, const ArrayAccess& b) { return a.subscripts.size() == b.subscripts.size(); }

bool all_constant(const ArrayAccess& a) {
  return std::all_of(a.subscripts.begin(), a.subscripts.end(),
                     [](const Polynomial& p) { return p.constant().has_value(); });
}

// Accesses with constant subscripts need no algebra; hundreds of accumulators are compared pairwise.
std::optional<Overlap> constant_overlap(const ArrayAccess& a, const ArrayAccess& b) {
  if (!all_constant(a) || !all_constant(b)) return {};
  for (std::size_t d = 0; d < a.subscripts.size(); ++d)
    if (*a.subscripts[d].constant() != *b.subscripts[d].constant()) return Overlap::Never;
  return a.conditional || b.conditional ? Overlap::Maybe : Overlap::Surely;
}

// Looks for one pair of iterations in which both accesses happen and meet: a in an earlier, b in a later one of loop
// levels[k]. Distances between the two and values of counters are solved for one at a time.
class Meeting {
 public:
  Meeting(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b, const std::vector<int>& levels, std::size_t k)
      : m_(m), t_(m.atoms) {
    for (std::size_t level = 0; level < m.counters.size(); ++level) {
      const auto position = std::size_t(std::find(levels.begin(), levels.end(), int(level)) - levels.begin());
      if (position < k) continue;
      if (position == k) step_ = distances_.size();
      add_distance(m.counters[level]);
    }
    for (Atom x : a.inner) add_distance(x);
    for (std::size_t d = 0; d < a.subscripts.size(); ++d) {
      Polynomial later = b.subscripts[d];
      for (const auto& x : distances_)
        later = later.substitute(x.counter, Polynomial::atom(x.counter) + Polynomial::atom(x.distance));
      equations_.push_back(a.subscripts[d] - later);
    }
  }

  bool exists() {
    for (bool again = true; again;) {
      again = false;
      for (const Polynomial& e : equations_) {
        if (!e.valid()) return false;
        if (solve_one(e)) {
          again = true;
          break;
        }
      }
      if (!again && !distances_[step_].value) {
        set(distances_[step_].distance, 1);
        again = true;
      }
      if (failed_) return false;
    }
    return all_zero() &&
           std::all_of(distances_.begin(), distances_.end(), [&](const Distance& x) { return possible(x); });
  }

 private:
  struct Distance {
    Atom counter, distance;
    std::optional<std::int64_t> value;
  };
  void add_distance(Atom counter) { distances_.push_back({counter, t_.fresh({}), {}}); }
  bool all_zero() const {
    return std::all_of(equations_.begin(), equations_.end(), [](const Polynomial& e) { return e.is_zero(); });
  }

  // An equation with one unknown: a distance, or a counter where no distance is left.
  bool solve_one(const Polynomial& e) {
    const auto atoms = e.atoms();
    if (atoms.size() != 1) return false;
    auto s = e.split(atoms[0]);
    const auto c = s ? s->factor.constant() : std::nullopt;
    if (!c || (t_[atoms[0]].kind == AtomInfo::Kind::Symbol && !is_distance(atoms[0]))) return false;
    const std::int64_t r = *s->rest.constant();
    if (r % *c != 0) {
      failed_ = true;
      return false;
    }
    set(atoms[0], -r / *c);
    return true;
  }
  bool is_distance(Atom a) const {
    return std::any_of(distances_.begin(), distances_.end(), [&](const Distance& x) { return x.distance == a; });
  }

  void set(Atom a, std::int64_t value) {
    for (Polynomial& e : equations_) e = e.substitute(a, value);
    for (Distance& x : distances_)
      if (x.distance == a) x.value = value;
    if (!is_distance(a)) fixed_[a] = value;
  }

  // Both iterations are within the loop, as far as is known.
  bool possible(const Distance& x) const {
    const bool earlier = &x == &distances_[step_];
    const std::int64_t d = x.value.value_or(earlier ? 1 : 0);
    if (earlier && d < 1) return false;
    const auto at = fixed_.find(x.counter);
    const std::int64_t first = at == fixed_.end() ? std::max<std::int64_t>(0, -d) : at->second;
    if (first < 0 || first + d < 0) return false;
    // Where another loop ends is not known at all, it may end before.
    if (!earlier && m_.atoms[x.counter].at_most.empty() && std::max(first, first + d) > 0) return false;
    const std::int64_t last = std::max(first, first + d);
    for (const auto& hi : m_.atoms[x.counter].at_most) {
      if (m_.atoms.proves_positive(Polynomial(last) - hi)) return false;
      // Loops are taken to have two iterations; that another loop has more is not known of `j=0..m-1`.
      if (!earlier && last > 1 && !m_.atoms.proves_nonneg(hi - last)) return false;
      if (d != 0)
        for (Atom c : hi.atoms())
          if (m_.atoms[c].kind != AtomInfo::Kind::Symbol) return false;  // not a rectangle
    }
    return true;
  }

  const NestModel& m_;
  AtomTable t_;
  std::vector<Distance> distances_;
  std::vector<Polynomial> equations_;
  std::map<Atom, std::int64_t> fixed_;
  std::size_t step_ = 0;
  bool failed_ = false;
};

bool surely_meets(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b, const std::vector<int>& levels,
                  std::size_t k) {
  // Quotients are not free to be chosen: they follow from the counters.
  for (const auto* x : {&a, &b})
    for (const Polynomial& p : x->subscripts)
      if (has_quotient(m.atoms, p)) return false;
  return !a.conditional && !b.conditional && a.inner == b.inner && Meeting(m, a, b, levels, k).exists();
}

}  // namespace

Overlap carried_overlap(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b, const std::vector<int>& levels,
                        std::size_t k) {
  if (!comparable(a, b)) return Overlap::Maybe;
  const Atom counter = m.counters[std::size_t(levels[k])];
  for (const auto& hi : m.atoms[counter].at_most)
    if (auto c = hi.constant(); c && *c < 1) return Overlap::Never;  // one iteration at most
  if (auto quick = constant_overlap(a, b)) return *quick;
  AtomTable t = m.atoms;
  // b's counter at this level is a's plus a distance of at least 1; both stay in the loop's range.
  AtomInfo info;
  info.kind = AtomInfo::Kind::Distance;
  info.depth = 5;
  info.at_least.push_back(1);
  info.at_most = t[counter].at_most;
  const Atom distance = t.fresh(info);
  for (auto& hi : t[counter].at_most) hi = hi - Polynomial::atom(distance);
  for (const auto& hi : m.atoms[counter].at_most) t.assume_nonneg(hi - 1);
  SecondInstance second(t);
  for (std::size_t level = 0; level < m.counters.size(); ++level) {
    const auto position = std::size_t(std::find(levels.begin(), levels.end(), int(level)) - levels.begin());
    if (position < k) continue;
    if (position == k)
      second.bind(counter, Polynomial::atom(counter) + Polynomial::atom(distance));
    else
      second.clone(m.counters[level]);
  }
  for (Atom x : b.inner) second.clone(x);
  second.clone_quotients(b);
  Equations eqs;
  for (std::size_t d = 0; d < a.subscripts.size(); ++d) eqs.push_back(a.subscripts[d] - second.apply(b.subscripts[d]));
  if (unsolvable(t, eqs, 2)) return Overlap::Never;
  return surely_meets(m, a, b, levels, k) ? Overlap::Surely : Overlap::Maybe;
}

Overlap carried(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b, const std::vector<int>& levels) {
  Overlap worst = Overlap::Never;
  for (std::size_t k = 0; k < levels.size() && worst != Overlap::Surely; ++k)
    worst = std::max(worst, carried_overlap(m, a, b, levels, k));
  return worst;
}

bool never_in_one_iteration(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b) {
  if (!comparable(a, b)) return false;
  if (auto quick = constant_overlap(a, b)) return *quick == Overlap::Never;
  AtomTable t = m.atoms;
  SecondInstance second(t);
  for (Atom c : b.inner) second.clone(c);
  second.clone_quotients(b);
  Equations eqs;
  for (std::size_t d = 0; d < a.subscripts.size(); ++d) eqs.push_back(a.subscripts[d] - second.apply(b.subscripts[d]));
  return unsolvable(t, eqs, 2);
}

bool never_overlap(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b) {
  if (!comparable(a, b)) return false;
  if (auto quick = constant_overlap(a, b)) return *quick == Overlap::Never;
  AtomTable t = m.atoms;
  SecondInstance second(t);
  for (Atom c : m.counters) second.clone(c);
  for (Atom c : b.inner) second.clone(c);
  second.clone_quotients(b);
  Equations eqs;
  for (std::size_t d = 0; d < a.subscripts.size(); ++d) eqs.push_back(a.subscripts[d] - second.apply(b.subscripts[d]));
  return unsolvable(t, eqs, 2);
}

Conflict worst_conflict(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b,
                        const std::vector<int>& levels) {
  Conflict worst;
  for (std::size_t k = 0; k < levels.size() && worst.overlap != Overlap::Surely; ++k) {
    auto consider = [&](const ArrayAccess& first, const ArrayAccess& second, Overlap& in_this_order) {
      const Overlap o = carried_overlap(m, first, second, levels, k);
      in_this_order = std::max(in_this_order, o);
      if (o > worst.overlap) {
        worst.overlap = o;
        worst.first = &first;
        worst.second = &second;
      }
    };
    consider(a, b, worst.a_first);
    if (&a != &b) consider(b, a, worst.b_first);
  }
  if (&a == &b) worst.b_first = worst.a_first;
  return worst;
}

namespace {

// Backwards from a store: the values and conditions that it depends on.
class Backwards {
 public:
  Backwards(const NestModel& m, const ArrayAccess& write) : m_(m), write_(write) {}

  OwnValue run(const Block& body) {
    collect(body);
    while (!todo_.empty() && !out_.depends) {
      const Expr* e = todo_.back();
      todo_.pop_back();
      for_each_expr(*e, [&](const Expr& x) { look(x); });
    }
    return std::move(out_);
  }

 private:
  void collect(const Block& b) {
    for (const Stmt& s : b) {
      const std::size_t around = around_.size();
      if (auto* a = std::get_if<Assign>(&s.node)) {
        values_[a->var].push_back(&a->value);
        of(made_of_[a->var], a->value);
      } else if (auto* w = std::get_if<Store>(&s.node))
        store(*w);
      else if (auto* i = std::get_if<If>(&s.node)) {
        around_.push_back(i->condition.get());
        collect(i->then);
        collect(i->otherwise);
      } else if (auto* l = std::get_if<For>(&s.node)) {
        for (const ExprP* e : {&l->lo, &l->step, &l->hi}) {
          around_.push_back(e->get());
          of(made_of_[l->var], *e);
        }
        collect(l->body);
      } else if (auto* w = std::get_if<While>(&s.node)) {
        around_.push_back(w->condition.get());
        collect(w->body);
      }
      around_.resize(around);
    }
  }
  void of(std::vector<const Expr*>& list, const ExprP& value) {
    list.push_back(value.get());
    list.insert(list.end(), around_.begin(), around_.end());
  }
  void store(const Store& w) {
    of(stored_in_[w.access.array], w.value);
    if (&w.access != write_.access) return;
    of(todo_, w.value);
    auto m = match_value(w.value, Place::of(*m_.function, w.access));
    if (auto* why = std::get_if<NoUpdate>(&m)) out_.why = std::move(*why);
  }

  void look(const Expr& x) {
    if (auto* v = std::get_if<VarRef>(&x.node); v && seen_.insert(v->var).second) {
      const auto it = made_of_.find(v->var);
      if (it != made_of_.end()) todo_.insert(todo_.end(), it->second.begin(), it->second.end());
    }
    auto* l = std::get_if<Load>(&x.node);
    if (!l) return;
    if (l->access.array != write_.array) return through(l->access.array);
    if (!is_own(l->access)) return;
    out_.depends = true;
    out_.read = x.span;
  }
  // What is kept in another array meanwhile.
  void through(ArrayId a) {
    const auto it = stored_in_.find(a);
    if (it != stored_in_.end() && seen_arrays_.insert(a).second)
      todo_.insert(todo_.end(), it->second.begin(), it->second.end());
  }
  bool is_own(const Access& a) const {
    return std::any_of(m_.accesses.begin(), m_.accesses.end(),
                       [&](const ArrayAccess& r) { return r.access == &a && is_own(r); });
  }
  // Of a row that inner loops go along any element counts.
  bool is_own(const ArrayAccess& r) const {
    for (std::size_t d = 0; d < write_.subscripts.size(); ++d) {
      const Polynomial &p = r.subscripts[d], &q = write_.subscripts[d];
      const bool same = p.valid() ? p == q : !q.valid() && alike(r.access->index[d], write_.access->index[d]);
      if (!same && !follows_inner_loop(r, p) && !follows_inner_loop(write_, q)) return false;
    }
    return true;
  }
  // Variables that stand for one value are that value.
  ExprP written_out(const ExprP& e) const {
    return rewrite_expr(e, [&](const ExprP& x) {
      auto* v = std::get_if<VarRef>(&x->node);
      const auto it = v ? values_.find(v->var) : values_.end();
      return it != values_.end() && it->second.size() == 1 ? *it->second[0] : x;
    });
  }
  // Whether both are one value; so are variables whose statements are alike, of a function that was called twice.
  bool alike(const ExprP& a, const ExprP& b) const {
    std::vector<VarId> of_a, of_b;
    const ExprP x = written_out(a), y = written_out(b);
    const auto variables = [](const ExprP& e, std::vector<VarId>& out) {
      for_each_expr(*e, [&](const Expr& n) {
        if (auto* v = std::get_if<VarRef>(&n.node)) out.push_back(v->var);
      });
    };
    variables(x, of_a), variables(y, of_b);
    if (of_a.size() != of_b.size()) return false;
    std::map<VarId, VarId> named;
    for (std::size_t k = 0; k < of_a.size(); ++k) {
      if (!alike(of_a[k], of_b[k])) return false;
      named[of_b[k]] = of_a[k];
    }
    return equal(x, rewrite_expr(y, [&](const ExprP& e) {
                   auto* v = std::get_if<VarRef>(&e->node);
                   return v ? var(*m_.function, named.at(v->var)) : e;
                 }));
  }
  bool alike(VarId a, VarId b) const {
    if (a == b || assumed_.count({a, b})) return true;
    const auto x = made_of_.find(a), y = made_of_.find(b);
    if (x == made_of_.end() || y == made_of_.end() || x->second.size() != y->second.size()) return false;
    assumed_.insert({a, b});
    bool same = m_.function->vars[a].type == m_.function->vars[b].type;
    for (std::size_t k = 0; same && k < x->second.size(); ++k)
      same = alike(std::make_shared<const Expr>(*x->second[k]), std::make_shared<const Expr>(*y->second[k]));
    if (!same) assumed_.erase({a, b});
    return same;
  }
  static bool follows_inner_loop(const ArrayAccess& x, const Polynomial& p) {
    return std::any_of(x.inner.begin(), x.inner.end(), [&](Atom a) { return p.mentions(a); });
  }

  const NestModel& m_;
  const ArrayAccess& write_;
  OwnValue out_;
  std::vector<const Expr*> around_, todo_;
  std::map<VarId, std::vector<const Expr*>> made_of_;
  std::map<VarId, std::vector<const ExprP*>> values_;
  std::map<ArrayId, std::vector<const Expr*>> stored_in_;
  std::set<VarId> seen_;
  std::set<ArrayId> seen_arrays_;
  mutable std::set<std::pair<VarId, VarId>>
      assumed_;  // that variables are alike, while what makes them so is looked at
};

}  // namespace

OwnValue depends_on_itself(const NestModel& m, const Block& body, const ArrayAccess& write) {
  return Backwards(m, write).run(body);
}

}  // namespace qc
