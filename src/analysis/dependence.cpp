#include "analysis/dependence.h"

#include <algorithm>

namespace qc {

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

// The equations have no solution. Tries each alone, then after solving one for a counter with coefficient 1 or -1.
bool unsolvable(const AtomTable& t, const Equations& eqs, int depth) {
  for (const auto& e : eqs)
    if (t.proves_nonzero(e)) return true;
  if (depth == 0 || eqs.size() < 2) return false;
  for (std::size_t i = 0; i < eqs.size(); ++i) {
    if (!eqs[i].valid() || eqs[i].is_zero()) continue;
    for (Atom a : eqs[i].atoms()) {
      auto s = eqs[i].split(a);
      auto c = s ? s->factor.constant() : std::nullopt;
      if (!c || (*c != 1 && *c != -1)) continue;
      const Polynomial value = Polynomial(-*c) * s->rest;
      Equations others;
      for (std::size_t j = 0; j < eqs.size(); ++j)
        if (j != i) others.push_back(eqs[j].substitute(a, value));
      // The counter's own bounds still hold for what replaced it.
      bool outside = false;
      for (const auto& lo : t[a].at_least) if (!lo.mentions(a)) outside |= t.proves_positive(lo - value);
      for (const auto& hi : t[a].at_most) if (!hi.mentions(a)) outside |= t.proves_positive(value - hi);
      if (outside || unsolvable(t, others, depth - 1)) return true;
    }
  }
  return false;
}

bool comparable(const ArrayAccess& a, const ArrayAccess& b) { return a.linear == b.linear && a.subscripts.size() == b.subscripts.size(); }

bool all_constant(const ArrayAccess& a) {
  return std::all_of(a.subscripts.begin(), a.subscripts.end(), [](const Polynomial& p) { return p.constant().has_value(); });
}

// Accesses with constant subscripts need no algebra; hundreds of accumulators are compared pairwise.
std::optional<Overlap> constant_overlap(const ArrayAccess& a, const ArrayAccess& b) {
  if (!all_constant(a) || !all_constant(b)) return {};
  for (std::size_t d = 0; d < a.subscripts.size(); ++d)
    if (*a.subscripts[d].constant() != *b.subscripts[d].constant()) return Overlap::Never;
  return a.conditional || b.conditional ? Overlap::Maybe : Overlap::Surely;
}

// Both accesses happen in every iteration and their elements coincide for one distance t >= 1.
bool surely_meets(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b, Atom counter) {
  if (a.conditional || b.conditional || a.inner != b.inner) return false;
  AtomTable t = m.atoms;
  AtomInfo info;
  info.at_least.push_back(1);
  const Atom distance = t.fresh(info);
  std::optional<std::int64_t> solution;
  for (std::size_t d = 0; d < a.subscripts.size(); ++d) {
    const Polynomial e = a.subscripts[d] - b.subscripts[d].substitute(counter, Polynomial::atom(counter) + Polynomial::atom(distance));
    if (!e.valid()) return false;
    if (e.is_zero()) continue;
    auto s = e.split(distance);
    if (!s) return false;
    auto c = s->factor.constant(), r = s->rest.constant();
    if (!c || !r || *c == 0 || -*r % *c != 0) return false;
    const std::int64_t at = -*r / *c;
    if (at < 1 || (solution && *solution != at)) return false;
    solution = at;
  }
  for (const auto& hi : m.atoms[counter].at_most)
    if (t.proves_positive(Polynomial(solution.value_or(1)) - hi)) return false;
  return true;
}

}  // namespace

Overlap carried_overlap(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b, const std::vector<int>& levels, std::size_t k) {
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
    const auto at = std::find(levels.begin(), levels.end(), int(level));
    const auto position = std::size_t(at - levels.begin());
    if (at != levels.end() && position < k) continue;
    if (position == k && at != levels.end()) second.bind(counter, Polynomial::atom(counter) + Polynomial::atom(distance));
    else second.clone(m.counters[level]);
  }
  for (Atom x : b.inner) second.clone(x);
  Equations eqs;
  for (std::size_t d = 0; d < a.subscripts.size(); ++d) eqs.push_back(a.subscripts[d] - second.apply(b.subscripts[d]));
  if (unsolvable(t, eqs, 2)) return Overlap::Never;
  return surely_meets(m, a, b, counter) ? Overlap::Surely : Overlap::Maybe;
}

bool never_overlap(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b) {
  if (!comparable(a, b)) return false;
  if (auto quick = constant_overlap(a, b)) return *quick == Overlap::Never;
  AtomTable t = m.atoms;
  SecondInstance second(t);
  for (Atom c : m.counters) second.clone(c);
  for (Atom c : b.inner) second.clone(c);
  Equations eqs;
  for (std::size_t d = 0; d < a.subscripts.size(); ++d) eqs.push_back(a.subscripts[d] - second.apply(b.subscripts[d]));
  return unsolvable(t, eqs, 2);
}

Conflict worst_conflict(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b, const std::vector<int>& levels) {
  Conflict worst;
  for (std::size_t k = 0; k < levels.size() && worst.overlap != Overlap::Surely; ++k) {
    auto consider = [&](const ArrayAccess& first, const ArrayAccess& second) {
      const Overlap o = carried_overlap(m, first, second, levels, k);
      if (o > worst.overlap) worst = {o, &first, &second};
    };
    consider(a, b);
    if (&a != &b) consider(b, a);
  }
  return worst;
}

}  // namespace qc
