#include "analysis/loops/runtime_checks.h"

#include <algorithm>

#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

bool is_symbol(const AtomTable& t, Atom a) { return t[a].kind == AtomInfo::Kind::Symbol; }

// What can be evaluated before the loop starts without reading memory.
bool plain(const Expr& e) {
  bool ok = true;
  for_each_expr(
      e, [&](const Expr& x) { ok &= !std::holds_alternative<Load>(x.node) && !std::holds_alternative<Math>(x.node); });
  return ok;
}

// The terms without counters.
Polynomial symbolic_part(const AtomTable& t, const Polynomial& p) {
  Polynomial out;
  for (const auto& [m, c] : p.terms()) {
    if (!std::all_of(m.begin(), m.end(), [&](Atom a) { return is_symbol(t, a); })) continue;
    Polynomial term(c);
    for (Atom a : m) term = term * Polynomial::atom(a);
    out = out + term;
  }
  return out;
}

struct Candidate {
  Polynomial value;
  std::optional<std::size_t> dimension;  // of a difference of subscripts
};

// Symbolic values whose sign matters: differences of subscripts, and factors of counters.
std::vector<Candidate> candidates(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b) {
  std::vector<Candidate> out;
  auto consider = [&](const Polynomial& p, std::optional<std::size_t> dimension) {
    if (!p.valid() || p.constant()) return;
    for (Atom x : p.atoms())
      if (!is_symbol(m.atoms, x) || !plain(*m.atoms[x].expr)) return;
    if (std::none_of(out.begin(), out.end(),
                     [&](const Candidate& q) { return q.value == p || q.value == Polynomial(-1) * p; }))
      out.push_back({p, dimension});
  };
  if (a.subscripts.size() != b.subscripts.size()) return out;
  for (std::size_t d = 0; d < a.subscripts.size(); ++d) {
    if (!a.subscripts[d].valid() || !b.subscripts[d].valid()) continue;
    consider(symbolic_part(m.atoms, a.subscripts[d] - b.subscripts[d]), d);
    for (const auto* p : {&a.subscripts[d], &b.subscripts[d]})
      for (Atom x : p->atoms())
        if (!is_symbol(m.atoms, x))
          if (auto s = p->split(x)) consider(s->factor, {});
  }
  constexpr std::size_t kMost = 6;
  out.resize(std::min(out.size(), kMost));
  return out;
}

void assume_at_least(AtomTable& t, const Polynomial& p, std::int64_t low) {
  t.assume_nonneg(p - low);
  if (p.terms().size() != 1 && !(p.terms().size() == 2 && p.constant_term() != 0)) return;
  // one atom with factor 1 or -1: a bound of its own
  for (const auto& [mono, c] : p.terms()) {
    if (mono.size() != 1 || (c != 1 && c != -1)) continue;
    const std::int64_t bound = c * (low - p.constant_term());
    (c == 1 ? t[mono[0]].at_least : t[mono[0]].at_most).push_back(bound);
    if (c == 1 ? bound > 0 : bound < 0) t[mono[0]].nonzero = true;
  }
}

// In a nest where every loop has two iterations and subscripts are not negative; a condition that excludes those proves
// nothing worth knowing.
AtomTable usual(const NestModel& m) {
  AtomTable t = m.atoms;
  for (const Polynomial& trip : m.trips_less_one) t.assume_nonneg(trip - 1);
  for (const ArrayAccess& a : m.accesses)
    if (!a.conditional)
      for (const Polynomial& p : a.subscripts)
        if (p.valid()) assume_at_least(t, p, 0);
  return t;
}

// Both subscripts of the dimension move with counter k.
bool move_together(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b, std::optional<std::size_t> d,
                   std::size_t k) {
  return d && a.subscripts[*d].mentions(m.counters[k]) && b.subscripts[*d].mentions(m.counters[k]);
}

// How far two subscripts come apart, at most, in an iteration of the counter for each of them; 1 where that is no
// constant.
std::int64_t speed(const Polynomial& a, const Polynomial& b, Atom counter) {
  const auto of = [&](const Polynomial& p) {
    const auto s = p.split(counter);
    return (s ? s->factor.constant() : std::nullopt).value_or(0);
  };
  const std::int64_t x = of(a), y = of(b);
  if (x == 0 || y == 0) return 1;
  return (x > 0) == (y > 0) ? std::max(std::abs(x), std::abs(y)) : std::abs(x) + std::abs(y);
}

// Assumes p >= low (as `assume` says it), asks, and forgets it.
template <class F>
bool under(NestModel& m, const Polynomial& p, const Polynomial& low, const F& assume,
           const std::function<bool()>& proved) {
  if (usual(m).proves_positive(low - p)) return false;
  AtomTable saved = m.atoms;
  assume(m.atoms);
  const bool ok = proved();
  m.atoms = std::move(saved);
  return ok;
}

// p == 0 in all subscripts: one symbol is replaced by the others.
bool under_zero(NestModel& m, const Polynomial& p, const std::function<bool()>& proved) {
  if (usual(m).proves_nonzero(p)) return false;
  for (const auto& [mono, c] : p.terms()) {
    if (mono.size() != 1 || (c != 1 && c != -1)) continue;
    const Atom x = mono[0];
    auto s = p.split(x);
    if (!s) continue;
    const Polynomial value = Polynomial(-c) * s->rest;
    std::vector<ArrayAccess> saved = m.accesses;
    for (ArrayAccess& a : m.accesses)
      for (Polynomial& q : a.subscripts) q = q.substitute(x, value);
    const bool ok = proved();
    for (std::size_t i = 0; i < saved.size(); ++i) m.accesses[i].subscripts = std::move(saved[i].subscripts);
    return ok;
  }
  return false;
}

ExprP sum_of(const AtomTable& t, const Polynomial& p, bool positive) {
  ExprP out;
  for (const auto& [mono, c] : p.terms()) {
    if ((c > 0) != positive) continue;
    ExprP term = int_const(positive ? c : -c);
    for (Atom a : mono) term = mul(term, t[a].expr);
    out = out ? add(out, term) : term;
  }
  return out ? out : int_const(0);
}

// p op 0, written without negative terms.
ExprP comparison(const AtomTable& t, BinaryOp op, const Polynomial& p) {
  // A plain symbol is written on the left.
  const bool flip = std::none_of(p.terms().begin(), p.terms().end(),
                                 [](const auto& term) { return !term.first.empty() && term.second > 0; });
  if (!flip) return binary(op, sum_of(t, p, true), sum_of(t, p, false));
  const BinaryOp other = op == BinaryOp::Ge   ? BinaryOp::Le
                         : op == BinaryOp::Le ? BinaryOp::Ge
                         : op == BinaryOp::Gt ? BinaryOp::Lt
                         : op == BinaryOp::Lt ? BinaryOp::Gt
                                              : op;
  return binary(other, sum_of(t, p, false), sum_of(t, p, true));
}

ExprP either(ExprP a, ExprP b) { return a ? binary(BinaryOp::Or, std::move(a), std::move(b)) : b; }

struct Signs {
  bool negative, zero, positive;
};

// The condition for the signs of p that are good, null when none is.
ExprP sign_condition(const NestModel& m, const Polynomial& p, const Signs& s) {
  if (s.negative && s.zero && s.positive) return bool_const(true);
  if (s.negative && s.positive) return comparison(m.atoms, BinaryOp::Ne, p);
  if (s.positive) return comparison(m.atoms, s.zero ? BinaryOp::Ge : BinaryOp::Gt, p);
  if (s.negative) return comparison(m.atoms, s.zero ? BinaryOp::Le : BinaryOp::Lt, p);
  return nullptr;  // one single value: not worth a version of its own
}

std::vector<std::int64_t> prime_factors(std::int64_t n) {
  std::vector<std::int64_t> out;
  for (std::int64_t p = 2; p * p <= n; ++p) {
    if (n % p == 0) out.push_back(p);
    while (n % p == 0) n /= p;
  }
  if (n > 1) out.push_back(n);
  return out;
}

// y[mod(c*i + b, n)]: two iterations meet where n divides c*(i - i'), which is i = i' where c and n have no common
// factor and the loop is not longer than n.
std::optional<ExprP> apart_by_residue(const NestModel& m, const ArrayAccess& a, const ArrayAccess& b) {
  constexpr std::int64_t kMostFactor = 1 << 20;
  if (m.counters.size() != 1 || !m.trips_less_one[0].valid() || a.subscripts.size() != b.subscripts.size()) return {};
  if (a.update >= 0) return {};  // bins, whatever n is; an update comes first
  for (std::size_t d = 0; d < a.subscripts.size(); ++d) {
    const Polynomial& p = a.subscripts[d];
    if (!(p == b.subscripts[d])) continue;
    std::vector<Atom> quotients;
    for (Atom x : p.atoms())
      if (m.atoms[x].kind == AtomInfo::Kind::Quotient) quotients.push_back(x);
    if (quotients.size() != 1) continue;
    const auto divided = p.split(quotients[0]);
    const auto moved = divided ? divided->rest.split(m.counters[0]) : std::nullopt;
    const auto c = moved ? moved->factor.constant() : std::nullopt;
    if (!c || *c == 0 || std::abs(*c) > kMostFactor || !is_decidable(m.atoms, moved->rest)) continue;
    const Polynomial n = Polynomial(-1) * divided->factor;
    if (!is_decidable(m.atoms, n)) continue;
    if (!m.atoms.proves_positive(n - m.trips_less_one[0])) continue;
    const ExprP divisor = expression(m.atoms, n);
    ExprP condition = bool_const(true);
    for (const std::int64_t prime : prime_factors(std::abs(*c)))
      condition = binary(BinaryOp::And, condition,
                         binary(BinaryOp::Ne, binary(BinaryOp::Mod, divisor, int_const(prime)), int_const(0)));
    if (as_int(*condition) != 0) return condition;
  }
  return {};
}

}  // namespace

bool is_decidable(const AtomTable& atoms, const Polynomial& p) {
  const auto in = p.atoms();
  return p.valid() &&
         std::all_of(in.begin(), in.end(), [&](Atom a) { return is_symbol(atoms, a) && plain(*atoms[a].expr); });
}

ExprP expression(const AtomTable& atoms, const Polynomial& p) {
  return sub(sum_of(atoms, p, true), sum_of(atoms, p, false));
}

ExprP not_negative(const AtomTable& atoms, const Polynomial& p) { return comparison(atoms, BinaryOp::Ge, p); }

std::optional<ExprP> find_condition(NestModel& m, const ArrayAccess& a, const ArrayAccess& b,
                                    const std::function<bool()>& proved) {
  if (auto apart = apart_by_residue(m, a, b)) return apart;
  ExprP found;
  for (const auto& [p, dimension] : candidates(m, a, b)) {
    auto at_least = [&](const Polynomial& q, const Polynomial& low) {
      return under(
          m, q, low,
          [&](AtomTable& t) {
            if (auto c = low.constant())
              assume_at_least(t, q, *c);
            else
              t.assume_nonneg(q - low);
          },
          proved);
    };
    const Polynomial minus = Polynomial(-1) * p;
    const Signs s{at_least(minus, 1), under_zero(m, p, proved), at_least(p, 1)};
    ExprP here = sign_condition(m, p, s);
    if (here && as_int(*here) == 1) return here;
    // Apart by more than the loop is long, or as far as the two come towards each other.
    for (std::size_t k = 0; k < m.counters.size() && (!s.negative || !s.positive); ++k) {
      if (!m.trips_less_one[k].valid() || !move_together(m, a, b, dimension, k)) continue;
      const Polynomial reach =
          Polynomial(speed(a.subscripts[*dimension], b.subscripts[*dimension], m.counters[k])) * m.trips_less_one[k];
      const auto atoms = reach.atoms();
      if (!std::all_of(atoms.begin(), atoms.end(),
                       [&](Atom x) { return is_symbol(m.atoms, x) && plain(*m.atoms[x].expr); }))
        continue;
      if (!s.positive && at_least(p, reach + 1)) here = either(here, comparison(m.atoms, BinaryOp::Gt, p - reach));
      if (!s.negative && at_least(minus, reach + 1)) here = either(here, comparison(m.atoms, BinaryOp::Lt, p + reach));
    }
    if (here) found = either(found, here);
  }
  if (!found) return {};
  return found;
}

}  // namespace qc
