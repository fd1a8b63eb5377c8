#include "analysis/loops/written_regions.h"

#include <algorithm>
#include <optional>

#include "analysis/loops/dependence.h"
#include "analysis/loops/runtime_checks.h"
#include "analysis/loops/updates.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::size_t kMostRegions = 24;    // of one array at one place: joining compares them pairwise
constexpr std::size_t kMostAccesses = 200;  // of one array

using Polynomials = std::vector<Polynomial>;

// Nothing where some lo is above its hi. needs: what must not be negative for it to be so; when: the same, of each
// iteration for itself.
struct Region {
  std::vector<Polynomial> lo, hi;
  std::vector<Polynomial> needs = {}, when = {};
};
using Regions = std::vector<Region>;

void append(std::vector<Polynomial>& to, const std::vector<Polynomial>& more) {
  for (const Polynomial& p : more)
    if (std::find(to.begin(), to.end(), p) == to.end()) to.push_back(p);
}

// The accesses of one array with the loops and branches around them.
struct Node {
  const ArrayAccess* access = nullptr;
  Around around = {};
  std::vector<Node> body, otherwise;
  std::vector<Polynomial> runs = {}, runs_otherwise = {};  // Around::runs of these
};

void insert(std::vector<Node>& list, const ArrayAccess& x, std::size_t depth) {
  if (depth == x.around.size()) {
    list.push_back({&x, {}, {}, {}});
    return;
  }
  const Around& a = x.around[depth];
  if (list.empty() || list.back().access || list.back().around.statement != a.statement)
    list.push_back({nullptr, a, {}, {}});
  Node& n = list.back();
  const bool otherwise = a.kind == Around::Kind::Otherwise;
  (otherwise ? n.runs_otherwise : n.runs) = a.runs;
  insert(otherwise ? n.otherwise : n.body, x, depth + 1);
}

class Finder {
 public:
  Finder(const NestModel& m, ArrayId array) : m_(m), array_(array), t_(m.atoms) {
    for (const ArrayAccess& x : m.accesses)
      if (x.array == array) accesses_.push_back(&x);
    for (std::size_t d = 0; d < (accesses_.empty() ? 0 : accesses_[0]->subscripts.size()); ++d)
      extents_.push_back(Polynomial::atom(t_.symbol(extent(array, int(d)))));
    for (std::size_t k = 0; k < m.loops.size(); ++k) {
      const ExprP passed = sub(var(*m.function, m.loops[k]->var), m.loops[k]->lo);
      const bool unit = as_int(*m.loops[k]->step) == 1;
      t_[m.counters[k]].expr = unit ? passed : binary(BinaryOp::DivTrunc, passed, m.loops[k]->step);
    }
  }

  std::optional<WrittenRegion> run() {
    if (accesses_.size() > kMostAccesses) return {};
    std::vector<Node> nodes;
    bool reads = false;
    for (const ArrayAccess* x : accesses_) {
      insert(nodes, *x, 0);
      reads |= !x->write;
    }
    if (!reads) return {};  // what is only written, over and over, is hardly meant so
    std::size_t apart = 0;
    for (std::size_t k = 0; k < m_.counters.size(); ++k) apart += is_subscript(int(k));
    if (apart == m_.counters.size()) return {};  // a map of its elements
    Regions all = written(nodes);
    join(all, true);
    if (all.size() != 1) return {};
    mine_ = std::move(all[0]);
    require(mine_.needs);
    if (!sort_loops() || !check(nodes, {}) || !stays_in_array()) return {};
    out_.array = array_;
    for (std::size_t d = 0; d < last_.lo.size(); ++d) {
      out_.lo.push_back(expression(t_, last_.lo[d]));
      out_.count.push_back(expression(t_, last_.hi[d] - last_.lo[d] + 1));
    }
    for (const Polynomial& p : conditions_) out_.conditions.push_back(not_negative(t_, p));
    for (const ArrayAccess* x : accesses_)
      for (const ExprP& c : quotient_conditions(m_, *x)) out_.conditions.push_back(c);
    for (const Access* a : inside_)
      if (std::none_of(tested_.begin(), tested_.end(), [&](const Access* t) { return same_access(*a, *t); }))
        out_.inside.push_back(*a);
    return std::move(out_);
  }

 private:
  // ---- proofs ----
  bool proves(const Polynomial& p) const { return t_.proves_nonneg(p); }
  // Proved, or decided when the loop is reached.
  bool decided(const Polynomial& p, std::vector<Polynomial>& needs) const {
    if (proves(p)) return true;
    if (p.constant() || !is_decidable(t_, p)) return false;
    append(needs, {p});
    return true;
  }
  // The same for all iterations of the loops around. Not so where only small arrays would fulfil it.
  bool holds(const Polynomial& p, std::vector<Polynomial>& needs) const {
    if (proves(p)) return true;
    std::vector<Polynomial> forwards;
    const Polynomial least = without_counters(p, &forwards);
    if (!forwards.empty() && proves(least)) {
      append(needs, forwards);
      return true;
    }
    const auto& terms = least.terms();
    if (std::none_of(terms.begin(), terms.end(), [](const auto& t) { return !t.first.empty() && t.second > 0; }))
      return false;
    if (!decided(least, needs)) return false;
    append(needs, forwards);
    return true;
  }
  // The least that it is in any iteration. forwards: by which steps the counters' loops go, where that has to be asked.
  Polynomial without_counters(Polynomial p, std::vector<Polynomial>* forwards = nullptr) const {
    for (Atom a = Atom(t_.size()); a-- > 0 && p.valid();) {  // inner ones come later
      const AtomInfo& info = t_[a];
      if (info.kind != AtomInfo::Kind::Counter || !p.mentions(a)) continue;
      const auto s = p.split(a);
      if (!s) return Polynomial::unknown();
      if (proves(s->factor))
        p = s->rest;
      else if (!info.at_most.empty() && proves(Polynomial(-1) * s->factor))
        p = p.substitute(a, info.at_most[0]);
      else if (forwards && is_step(s->factor)) {
        append(*forwards, {s->factor});
        p = s->rest;
      } else
        return Polynomial::unknown();
    }
    return p;
  }
  // A number that the nest does not change, alone: of a loop `for j=0..inc..n` that of the counter in j.
  bool is_step(const Polynomial& factor) const {
    const auto& terms = factor.terms();
    return terms.size() == 1 && terms.begin()->first.size() == 1 && terms.begin()->second > 0 &&
           t_[terms.begin()->first[0]].kind == AtomInfo::Kind::Symbol && is_decidable(t_, factor);
  }
  void require(const std::vector<Polynomial>& needs) {
    append(conditions_, needs);
    for (const Polynomial& p : needs) t_.assume_nonneg(p);
  }
  // In iterations in which these hold.
  bool under(const std::vector<Polynomial>& when, const std::vector<Polynomial>& these) const {
    return std::all_of(when.begin(), when.end(), [&](const Polynomial& p) {
      return std::find(these.begin(), these.end(), p) != these.end() || proves(p);
    });
  }
  bool contains(const Region& outer, const Region& inner) const {
    if (!under(outer.when, inner.when)) return false;
    for (std::size_t d = 0; d < outer.lo.size(); ++d)
      if (!proves(inner.lo[d] - outer.lo[d]) || !proves(outer.hi[d] - inner.hi[d])) return false;
    return true;
  }
  bool some_contains(const Regions& all, const Region& r) const {
    return std::any_of(all.begin(), all.end(), [&](const Region& have) { return contains(have, r); });
  }

  // ---- what is written for certain ----
  static bool is_known(const ArrayAccess& x) {
    return std::all_of(x.subscripts.begin(), x.subscripts.end(), [](const Polynomial& p) { return p.valid(); });
  }
  // A quotient moves with loops that it does not mention.
  bool is_point(const ArrayAccess& x) const {
    return is_known(x) && std::none_of(x.subscripts.begin(), x.subscripts.end(),
                                       [&](const Polynomial& p) { return has_quotient(t_, p); });
  }

  Regions written(const std::vector<Node>& nodes) const {
    Regions out;
    for (const Node& n : nodes)
      for (Region& r : written(n)) out.push_back(std::move(r));
    join(out);
    return out;
  }
  Regions written(const Node& n) const {
    if (n.access && (!n.access->write || !is_point(*n.access))) return {};
    if (n.access) return {{n.access->subscripts, n.access->subscripts}};
    if (n.around.kind == Around::Kind::Perhaps) return {};
    Regions out;
    if (n.around.kind == Around::Kind::Loop) {
      for (const Region& r : written(n.body))
        if (auto all = spread(r, n.around.counter, n.around.less_one, n.runs, goes_by_steps(n) ? step_of(n) : 0))
          out.push_back(std::move(*all));
      return out;
    }
    const Regions yes = written(n.body), no = written(n.otherwise);
    const auto take = [&](Region r, const Regions& others, const std::vector<Polynomial>& runs) {
      const bool known = std::all_of(runs.begin(), runs.end(), [](const Polynomial& p) { return p.valid(); });
      if (!some_contains(others, r)) {
        if (!known) return;
        append(r.when, runs);
      }
      out.push_back(std::move(r));
    };
    for (const Region& r : yes) take(r, no, n.runs);
    for (const Region& r : no) take(r, yes, n.runs_otherwise);
    return out;
  }

  // Of a loop that does not move the region: it runs at all, in all iterations of the loops around it or in those in
  // which the region is written then.
  bool runs_for(const Polynomial& p, Region& r) const {
    const auto in = p.atoms();
    const auto of = [&](bool covered) {
      return std::any_of(in.begin(), in.end(),
                         [&](Atom a) { return t_[a].kind == AtomInfo::Kind::Counter && m_.is_covered(a) == covered; });
    };
    const bool varies = of(true), inside = of(false);
    if (!varies || proves(p)) {
      if (holds(p, r.needs)) return true;
      if (!inside) return false;
    }
    std::vector<Polynomial> forwards;
    if (const Polynomial least = without_counters(p, &forwards); !forwards.empty() && proves(least))
      append(r.needs, forwards);
    else
      append(r.when, {p});
    return true;
  }

  // How a value goes with a counter: 1 up, -1 down, 0 not at all.
  std::optional<int> direction(const Polynomial& p, Atom counter) const {
    if (!p.mentions(counter)) return 0;
    const auto s = p.split(counter);
    if (s && proves(s->factor)) return 1;
    if (s && proves(Polynomial(-1) * s->factor)) return -1;
    return {};
  }
  // The least counter from which on p, which rises with it, is not negative, where that is a number.
  static std::optional<std::int64_t> first_not_negative(const Polynomial& p, Atom counter) {
    const auto s = p.split(counter);
    const auto factor = s ? s->factor.constant() : std::nullopt, rest = s ? s->rest.constant() : std::nullopt;
    if (!factor || !rest || *factor <= 0) return {};
    return *rest >= 0 ? 0 : (*factor - 1 - *rest) / *factor;
  }
  // How far apart the values of a loop are; 0: not known.
  static std::int64_t step_of(const Node& n) {
    return std::abs(as_int(*static_cast<const For*>(n.around.statement)->step).value_or(0));
  }
  // Whether its last value is no polynomial, but each value is not beyond those of Node::runs.
  static bool goes_by_steps(const Node& n) {
    return n.around.kind == Around::Kind::Loop && n.around.less_one.empty() && step_of(n) > 1 &&
           std::all_of(n.runs.begin(), n.runs.end(), [](const Polynomial& p) { return p.valid(); });
  }
  // That all of these are not negative in some iteration of a loop: that of the end to which all of them rise. moved:
  // takes those that hang on the counter. last: what the end is the least of. Where steps lead to an end that is no
  // polynomial, the loop goes up to a counter that is a number when `step` times that is no more than any of `far`.
  bool in_some(std::vector<Polynomial>& when, Atom counter, const Polynomials& last, Polynomials& moved,
               const Polynomials& far = {}, std::int64_t step = 0) const {
    int way = 0;
    for (const Polynomial& p : when) {
      const auto here = direction(p, counter);
      if (!here || way * *here < 0) return false;
      if (*here != 0) way = *here;
    }
    const bool by_steps = way > 0 && last.empty();
    if (by_steps && step == 0) return false;
    for (const Polynomial& p : when) {
      if (!p.mentions(counter)) continue;
      const auto first = by_steps ? first_not_negative(p, counter) : std::nullopt;
      if (by_steps && !first) return false;
      if (by_steps)
        for (const Polynomial& most : far) append(moved, {most - Polynomial(step * *first)});
      else
        for (const Polynomial& end : way > 0 ? last : Polynomials{0}) append(moved, {p.substitute(counter, end)});
    }
    std::erase_if(when, [&](const Polynomial& p) { return p.mentions(counter); });
    return true;
  }

  // What hung on a counter alone is the same for the whole nest now: it is asked before the loop.
  void ask_beforehand(Region& r, const Polynomials& moved) const {
    for (const Polynomial& p : moved) {
      const auto in = p.atoms();
      const bool hangs =
          std::any_of(in.begin(), in.end(), [&](Atom a) { return t_[a].kind == AtomInfo::Kind::Counter; });
      if (hangs || !decided(p, r.needs)) append(r.when, {p});
    }
  }

  // The region in all iterations from the first one to the least of `last`, if that is a box again.
  std::optional<Region> spread(const Region& r, Atom counter, const Polynomials& lasts, const Polynomials& runs,
                               std::int64_t step = 0) const {
    const auto at = [&](const Polynomial& p, const Polynomial& n) { return p.substitute(counter, n); };
    std::optional<std::size_t> moving;
    for (std::size_t d = 0; d < r.lo.size(); ++d) {
      if (!r.lo[d].mentions(counter) && !r.hi[d].mentions(counter)) continue;
      if (moving) return {};
      moving = d;
    }
    Region out = r;
    if (!moving) {
      Polynomials moved;
      if (!in_some(out.when, counter, lasts, moved, runs, step)) return {};
      ask_beforehand(out, moved);
      const bool all = std::all_of(runs.begin(), runs.end(), [&](const Polynomial& p) { return runs_for(p, out); });
      return all ? std::optional(out) : std::nullopt;
    }
    if (lasts.size() != 1 ||
        std::any_of(r.when.begin(), r.when.end(), [&](const auto& p) { return p.mentions(counter); }))
      return {};
    const Polynomial &lo = r.lo[*moving], &hi = r.hi[*moving], &last = lasts[0];
    const auto of_lo = lo.split(counter), of_hi = hi.split(counter);
    if (!of_lo || !of_hi) return {};
    const auto rises = [&](const Polynomial& factor) { return proves(factor); };
    const auto falls = [&](const Polynomial& factor) { return proves(Polynomial(-1) * factor); };
    const Polynomial next = Polynomial::atom(counter) + 1;
    // Neighbouring iterations touch; before the first one is nothing.
    if (rises(of_lo->factor) && rises(of_hi->factor) && proves(hi + 1 - at(lo, next))) {
      out.lo[*moving] = at(lo, 0);
      out.hi[*moving] = at(hi, last);
      if (proves(at(lo, 0) - at(hi, -1) - 1) || holds(last, out.needs)) return out;
    }
    if (falls(of_lo->factor) && falls(of_hi->factor) && proves(at(hi, next) + 1 - lo)) {
      out.lo[*moving] = at(lo, last);
      out.hi[*moving] = at(hi, 0);
      if (proves(at(lo, -1) - at(hi, 0) - 1) || holds(last, out.needs)) return out;
    }
    // One within the other.
    for (const bool grows : {true, false}) {
      const bool nested =
          grows ? falls(of_lo->factor) && rises(of_hi->factor) : rises(of_lo->factor) && falls(of_hi->factor);
      if (!nested || !holds(last, out.needs)) continue;
      const Polynomial widest = grows ? last : Polynomial(0);
      out.lo[*moving] = at(lo, widest);
      out.hi[*moving] = at(hi, widest);
      return out;
    }
    return {};
  }

  // a and b, which differ in one dimension at most, where a begins no later. decide: what is not proved may be a
  // condition.
  std::optional<Region> both(const Region& a, const Region& b, bool decide) const {
    std::optional<std::size_t> d;
    for (std::size_t k = 0; k < a.lo.size(); ++k) {
      if (a.lo[k] == b.lo[k] && a.hi[k] == b.hi[k]) continue;
      if (d) return {};
      d = k;
    }
    if (!d && a.when == b.when) return a.needs.size() <= b.needs.size() ? a : b;
    if (!under(a.when, b.when)) return {};
    if (!d) return a;
    Region within = a, joined = a;
    const auto is = [&](const Polynomial& p, Region& r) { return decide ? holds(p, r.needs) : proves(p); };
    if (is(b.lo[*d] - a.lo[*d], within) && is(a.hi[*d] - b.hi[*d], within)) return within;
    append(joined.needs, b.needs);
    if (!under(b.when, a.when)) return {};
    if (!proves(b.lo[*d] - a.lo[*d]) || !proves(a.hi[*d] + 1 - b.lo[*d])) return {};
    joined.hi[*d] = b.hi[*d];
    return holds(b.hi[*d] - a.hi[*d], joined.needs) ? std::optional(joined) : std::nullopt;
  }

  void join(Regions& all, bool decide = false) const {
    if (all.size() > kMostRegions) return;
    for (bool again = true; again;) {
      again = false;
      for (std::size_t i = 0; i < all.size() && !again; ++i)
        for (std::size_t j = 0; j < all.size() && !again; ++j) {
          if (i == j) continue;
          auto one = both(all[i], all[j], decide);
          if (!one) continue;
          all[i] = std::move(*one);
          all.erase(all.begin() + std::ptrdiff_t(j));
          again = true;
        }
    }
  }

  // ---- over which loops ----
  // Kept are loops whose iterations have different elements; over the others the region is the same, or grows.
  bool sort_loops() {
    std::vector<int> moving;
    for (std::size_t k = 0; k < m_.counters.size(); ++k) {
      const auto moves = [&](const Polynomial& p) { return p.mentions(m_.counters[k]); };
      if (std::any_of(mine_.lo.begin(), mine_.lo.end(), moves) || std::any_of(mine_.hi.begin(), mine_.hi.end(), moves))
        moving.push_back(int(k));
    }
    out_.kept.assign(m_.counters.size(), false);
    last_ = mine_;
    for (const int k : moving) {
      if (apart_in({k}))
        out_.kept[std::size_t(k)] = true;
      else if (!grows_with(std::size_t(k)))
        return false;
    }
    std::vector<int> kept;
    for (std::size_t k = 0; k < out_.kept.size(); ++k)
      if (out_.kept[k]) kept.push_back(int(k));
    if (kept.size() == m_.counters.size() || !apart_in(kept) || !find_last()) return false;
    for (std::size_t d = 0; d < last_.lo.size(); ++d)
      for (const int k : kept)
        if ((last_.hi[d] - last_.lo[d]).mentions(m_.counters[std::size_t(k)])) return false;
    return true;
  }

  // Which iteration is the last one that writes, of the loops that are not kept: in the outermost one that in which any
  // iteration of the others writes, for the last time, and so on.
  bool find_last() {
    out_.ends.assign(m_.counters.size(), nullptr);
    std::vector<Polynomial> when = mine_.when;  // for some iteration of the loops further inside
    for (const Polynomial& p : when) {
      const auto in = p.atoms();
      const bool fits = p.valid() && std::all_of(in.begin(), in.end(), [&](Atom a) {
                          return m_.is_covered(a) || is_decidable(t_, Polynomial::atom(a));
                        });
      if (!fits || varies_) return false;
      out_.when.push_back(not_negative(t_, p));
    }
    const std::size_t outermost = std::size_t(std::find(out_.kept.begin(), out_.kept.end(), false) - out_.kept.begin());
    for (std::size_t k = m_.counters.size(); k-- > outermost;) {
      if (out_.kept[k]) continue;
      const Atom counter = m_.counters[k];
      for (const Polynomial& p : when) {
        const auto way = direction(p, counter);
        if (!way) return false;
        if (*way >= 0) continue;
        const Polynomial next = p.substitute(counter, Polynomial::atom(counter) + 1);
        const ExprP fails = not_negative(t_, Polynomial(-1) - next);
        out_.ends[k] = out_.ends[k] ? binary(BinaryOp::Or, out_.ends[k], fails) : fails;
      }
      if (k == outermost) break;
      const Polynomial& last = m_.trips_less_one[k];
      Polynomials moved;
      if (!in_some(when, counter, last.valid() ? Polynomials{last} : Polynomials(), moved)) return false;
      append(when, moved);
    }
    return true;
  }

  // All accesses have one subscript that only this loop moves.
  bool is_subscript(int level) const {
    const auto same = [&](std::size_t d) {
      const Polynomial& p = accesses_[0]->subscripts[d];
      const auto moves_it = [&](Atom a) {
        return a != m_.counters[std::size_t(level)] && t_[a].kind != AtomInfo::Kind::Symbol;
      };
      const auto in = p.atoms();
      const auto s = p.split(m_.counters[std::size_t(level)]);
      return s && s->factor.constant().value_or(0) != 0 && std::none_of(in.begin(), in.end(), moves_it) &&
             std::all_of(accesses_.begin(), accesses_.end(),
                         [&](const ArrayAccess* x) { return x->subscripts[d] == p; });
    };
    for (std::size_t d = 0; d < accesses_[0]->subscripts.size(); ++d)
      if (same(d)) return true;
    return false;
  }

  bool apart_in(const std::vector<int>& levels) const {
    if (std::all_of(levels.begin(), levels.end(), [&](int k) { return is_subscript(k); })) return true;
    for (const ArrayAccess* x : accesses_)
      for (const ArrayAccess* y : accesses_)
        if (x <= y && (x->write || y->write) && worst_conflict(m_, *x, *y, levels).overlap != Overlap::Never)
          return false;
    return true;
  }

  bool grows_with(std::size_t level) {
    const Polynomial& last = m_.trips_less_one[level];
    if (!last.valid()) return false;
    Region widest = last_;
    for (auto* ends : {&widest.lo, &widest.hi})
      for (Polynomial& p : *ends) p = p.substitute(m_.counters[level], last);
    if (!contains(widest, last_)) return false;
    last_ = std::move(widest);
    varies_ = true;
    return true;
  }
  bool keeps_some() const { return std::find(out_.kept.begin(), out_.kept.end(), true) != out_.kept.end(); }

  // ---- every access, in order ----
  bool check(const std::vector<Node>& nodes, Regions before) {
    for (const Node& n : nodes) {
      if (n.access) {
        if (n.access->write ? !stores(*n.access, before) : !reads(*n.access, before)) return false;
      } else if (!check_inside(n, before)) {
        return false;
      }
      for (Region& r : written(n)) before.push_back(std::move(r));
      join(before);
    }
    return true;
  }

  bool check_inside(const Node& n, const Regions& before) {
    if (n.around.kind != Around::Kind::Loop)
      return check_under(n.runs, n.body, before) && check_under(n.runs_otherwise, n.otherwise, before);
    Regions so_far = before;
    const Polynomial before_this = Polynomial::atom(n.around.counter) - 1;
    for (const Region& r : written(n.body))
      if (auto earlier = spread(r, n.around.counter, {before_this}, {before_this}))
        so_far.push_back(std::move(*earlier));
    join(so_far);
    around_.push_back(&n);
    const bool ok = check_under(n.runs, n.body, std::move(so_far));
    around_.pop_back();
    return ok;
  }

  bool check_under(const std::vector<Polynomial>& runs, const std::vector<Node>& nodes, Regions before) {
    AtomTable outside = t_;
    for (const Polynomial& p : runs) assume(p);
    const bool ok = check(nodes, std::move(before));
    t_ = std::move(outside);
    return ok;
  }

  // What is so for some value of an inner counter is so for the end to which it rises with that.
  void assume(Polynomial p) {
    t_.assume_nonneg(p);
    for (Atom a = Atom(t_.size()); a-- > 0;) {  // inner ones come later
      const AtomInfo& info = t_[a];
      if (info.kind != AtomInfo::Kind::Counter || m_.is_covered(a) || !p.mentions(a)) continue;
      const auto loop =
          std::find_if(around_.begin(), around_.end(), [&](const Node* n) { return n->around.counter == a; });
      if (loop != around_.end() && goes_by_steps(**loop)) {  // as in_some has it
        if (const auto first = first_not_negative(p, a))
          for (const Polynomial& far : (*loop)->runs) assume(far - Polynomial(step_of(**loop) * *first));
        return;
      }
      const auto way = direction(p, a);
      if (!way || (*way > 0 && info.at_most.empty())) return;
      p = p.substitute(a, *way > 0 ? info.at_most[0] : Polynomial(0));
      if (!p.valid()) return;
      t_.assume_nonneg(p);
    }
  }

  bool in_region(const ArrayAccess& x) const { return is_known(x) && contains(mine_, {x.subscripts, x.subscripts}); }

  bool take(const ArrayAccess& x, const Region& of, bool inside) {
    require(of.needs);
    (inside ? inside_ : tested_).push_back(x.access);
    return true;
  }

  bool reads(const ArrayAccess& x, Regions before) {
    std::erase_if(before, [&](const Region& b) { return !under(b.when, {}); });
    const bool inside = in_region(x), may_test = !varies_ && (is_known(x) || !keeps_some());
    const Region point{x.subscripts, x.subscripts};
    if (inside)
      for (const Region& b : before)
        if (contains(b, point)) return take(x, b, true);
    if (may_test)
      for (const Region& b : before)
        if (contains(b, mine_)) return take(x, b, inside);
    if (!is_known(x)) return false;
    // What is in the region has been written, as far as it is not outside of it where this begins or ends as it does.
    const auto reached = [&](const Region& b) {
      for (std::size_t d = 0; d < b.lo.size(); ++d) {
        if (!(b.lo[d] == mine_.lo[d]) && !proves(x.subscripts[d] - b.lo[d])) return false;
        if (!(b.hi[d] == mine_.hi[d]) && !proves(b.hi[d] - x.subscripts[d])) return false;
      }
      return true;
    };
    if (may_test)
      for (const Region& b : before)
        if (reached(b)) return take(x, b, false);
    for (const Region& b : before) {
      Region under = b;
      bool ok = true;
      for (std::size_t d = 0; d < b.lo.size() && ok; ++d)
        ok = holds(x.subscripts[d] - b.lo[d], under.needs) && holds(b.hi[d] - x.subscripts[d], under.needs) &&
             holds(x.subscripts[d] - mine_.lo[d], under.needs) && holds(mine_.hi[d] - x.subscripts[d], under.needs);
      if (ok) return take(x, under, true);
    }
    return false;
  }

  // In the region, or where that is the whole array and has been written, wherever in the array.
  bool stores(const ArrayAccess& x, const Regions& before) {
    if (in_region(x)) {
      inside_.push_back(x.access);
      return true;
    }
    if (varies_ || keeps_some()) return false;
    for (const Region& b : before) {
      if (!under(b.when, {}) || !contains(b, mine_)) continue;
      Region whole = b;
      bool ok = true;
      for (std::size_t d = 0; d < b.lo.size() && ok; ++d)
        ok = decided(mine_.hi[d] + 1 - extents_[d], whole.needs) && decided(Polynomial(-1) * mine_.lo[d], whole.needs);
      if (ok) return take(x, whole, false);
    }
    return false;
  }

  // ---- the whole region is in the array ----
  bool stays_in_array() {
    std::vector<Polynomial> needs;
    for (std::size_t d = 0; d < last_.lo.size(); ++d) {
      const Polynomial first = without_counters(last_.lo[d]), room = without_counters(extents_[d] - 1 - last_.hi[d]);
      if (!decided(first, needs) || !decided(room, needs) || !is_decidable(t_, last_.hi[d] - last_.lo[d])) return false;
    }
    require(needs);
    return true;
  }

  const NestModel& m_;
  const ArrayId array_;
  AtomTable t_;
  std::vector<const ArrayAccess*> accesses_;
  std::vector<const Node*> around_;  // loops around what is checked
  std::vector<Polynomial> extents_;
  Region mine_, last_;   // of an iteration; of the last one
  bool varies_ = false;  // iterations before the last one write less
  std::vector<const Access*> inside_, tested_;
  std::vector<Polynomial> conditions_;
  WrittenRegion out_;
};

}  // namespace

std::vector<WrittenRegion> written_regions(const NestModel& m, const std::set<ArrayId>& arrays) {
  std::vector<WrittenRegion> out;
  for (ArrayId a : arrays)
    if (auto found = Finder(m, a).run()) out.push_back(std::move(*found));
  return out;
}

}  // namespace qc
