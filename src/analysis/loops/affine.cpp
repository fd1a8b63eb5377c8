#include "analysis/loops/affine.h"

#include <algorithm>
#include <numeric>

#include "ir/build.h"

namespace qc {

namespace {
// Beyond these an index could wrap around 64 bits, or a proof take too long; then nothing is claimed.
constexpr std::int64_t kMaxCoefficient = std::int64_t{1} << 40;
constexpr std::size_t kMaxTerms = 48;

// Where the monomial is, or belongs.
template <typename Terms>
auto place_of(Terms& terms, const Polynomial::Monomial& m) {
  if (terms.empty() || terms.back().first < m) return terms.end();  // mostly they come in order
  return std::lower_bound(terms.begin(), terms.end(), m,
                          [](const auto& t, const Polynomial::Monomial& x) { return t.first < x; });
}
}  // namespace

void Polynomial::add_term(const Monomial& m, std::int64_t c) {
  if (!valid_) return;
  auto it = place_of(terms_, m);
  const bool inserted = it == terms_.end() || it->first != m;
  if (inserted) it = terms_.emplace(it, m, c);
  if (!inserted && __builtin_add_overflow(it->second, c, &it->second))
    valid_ = false;
  else if (it->second > kMaxCoefficient || it->second < -kMaxCoefficient)
    valid_ = false;
  else if (it->second == 0)
    terms_.erase(it);
  if (terms_.size() > kMaxTerms) valid_ = false;
}

std::optional<std::int64_t> Polynomial::constant() const {
  if (!valid_) return {};
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_.begin()->first.empty()) return terms_.begin()->second;
  return {};
}

std::int64_t Polynomial::coefficient(const Monomial& m) const {
  auto it = place_of(terms_, m);
  return it == terms_.end() || it->first != m ? 0 : it->second;
}

bool Polynomial::mentions(Atom a) const {
  return std::any_of(terms_.begin(), terms_.end(),
                     [&](const auto& t) { return t.first.find(char32_t(a)) != Monomial::npos; });
}

std::vector<Atom> Polynomial::atoms() const {
  std::vector<Atom> seen;
  for (const auto& [m, c] : terms_) seen.insert(seen.end(), m.begin(), m.end());
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  return seen;
}

std::optional<Polynomial::Split> Polynomial::split(Atom a) const {
  Split s;
  if (!valid_) return {};
  for (const auto& [m, c] : terms_) {
    const auto n = std::count(m.begin(), m.end(), char32_t(a));
    if (n > 1) return {};
    if (n == 0) {
      s.rest.add_term(m, c);
      continue;
    }
    Monomial without = m;
    without.erase(without.find(char32_t(a)), 1);
    s.factor.add_term(without, c);
  }
  return s;
}

Polynomial Polynomial::substitute(Atom a, const Polynomial& value) const {
  if (!valid_) return *this;
  Polynomial out;
  for (const auto& [m, c] : terms_) {
    if (!out.valid_) return unknown();
    if (m.find(char32_t(a)) == Monomial::npos) {
      out.add_term(m, c);
      continue;
    }
    Polynomial term(c);
    for (const char32_t letter : m) {
      const Atom x = Atom(letter);
      term = term * (x == a ? value : atom(x));
    }
    out = out + term;
  }
  return out;
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  if (!a.valid_ || !b.valid_) return Polynomial::unknown();
  Polynomial out;
  out.terms_.reserve(a.terms_.size() + b.terms_.size());
  out.terms_ = a.terms_;
  for (const auto& [m, c] : b.terms_) out.add_term(m, c);
  return out;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + Polynomial(-1) * b; }

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (!a.valid_ || !b.valid_) return Polynomial::unknown();
  Polynomial out;
  out.terms_.reserve(a.terms_.size() * b.terms_.size());
  for (const auto& [ma, ca] : a.terms_)
    for (const auto& [mb, cb] : b.terms_) {
      std::int64_t c;
      if (__builtin_mul_overflow(ca, cb, &c)) return Polynomial::unknown();
      Polynomial::Monomial m = ma + mb;
      if (!ma.empty() && !mb.empty()) std::sort(m.begin(), m.end());
      out.add_term(m, c);
    }
  return out;
}

Atom AtomTable::symbol(const ir::ExprP& e) {
  for (std::size_t i = 0; i < atoms_.size(); ++i)
    if (atoms_[i].kind == AtomInfo::Kind::Symbol && ir::equal(atoms_[i].expr, e)) return Atom(i);
  AtomInfo info;
  info.expr = e;
  if (std::holds_alternative<ir::Extent>(e->node)) info.at_least.push_back(0);
  return fresh(std::move(info));
}

std::size_t AtomTable::Search::Hash::operator()(const Polynomial::Terms& terms) const {
  std::uint64_t h = 0;
  auto mix = [&](std::uint64_t x) {
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  };
  for (const auto& [m, c] : terms) {
    for (const char32_t a : m) mix(a);
    mix(std::uint64_t(c) ^ 0x80000000u);
  }
  return std::size_t(h);
}

// Eliminates atoms by their bounds, deepest first; the sign of each factor is itself proved in the same way.
bool AtomTable::nonneg(const Polynomial& p, int depth, Search& search) const {
  if (!p.valid()) return false;
  if (auto c = p.constant()) return *c >= 0;
  if (depth == 0) return false;
  // The same polynomials come up again and again: the order of eliminations does not matter to what is left.
  Search::Known& known = search.known[p.terms()];
  if (known.proved) return true;
  if (known.failed_at >= depth || --search.budget < 0) return false;
  known.proved = nonneg_by_elimination(p, depth, search);
  if (!known.proved) known.failed_at = depth;
  return known.proved;
}

bool AtomTable::nonneg_by_elimination(const Polynomial& p, int depth, Search& search) const {
  auto order = p.atoms();
  std::sort(order.begin(), order.end(),
            [&](Atom a, Atom b) { return std::pair(-(*this)[a].depth, a) < std::pair(-(*this)[b].depth, b); });
  for (Atom a : order) {
    if (search.budget < 0) return false;
    const AtomInfo& info = (*this)[a];
    if (info.at_least.empty() && info.at_most.empty()) continue;
    auto s = p.split(a);
    if (!s) continue;
    if (!info.at_least.empty() && nonneg(s->factor, depth - 1, search))
      for (const auto& lo : info.at_least)
        if (nonneg(s->factor * lo + s->rest, depth - 1, search)) return true;
    if (!info.at_most.empty() && nonneg(Polynomial(-1) * s->factor, depth - 1, search))
      for (const auto& hi : info.at_most)
        if (nonneg(s->factor * hi + s->rest, depth - 1, search)) return true;
  }
  // A known inequality scaled so that one of its terms cancels.
  for (const Polynomial& fact : facts_)
    for (const auto& [m, c] : fact.terms()) {
      const std::int64_t k = m.empty() ? 0 : p.coefficient(m);
      if (k == 0 || k % c != 0 || k / c <= 0) continue;
      if (nonneg(p - Polynomial(k / c) * fact, depth - 1, search)) return true;
      break;
    }
  return false;
}

bool AtomTable::proves_nonneg(const Polynomial& p) const {
  // A nest's questions together may cost so much; what comes after that gets a short look.
  constexpr std::int64_t kMostInAll = 100'000;
  constexpr int kShortLook = 12;
  Search search;
  if (*spent_ > kMostInAll) search.budget = kShortLook;
  const int budget = search.budget;
  const bool proved = nonneg(p, 8, search);
  *spent_ += budget - std::max(search.budget, 0);
  return proved;
}

bool AtomTable::proves_nonzero(const Polynomial& p) const {
  if (!p.valid()) return false;
  if (auto c = p.constant()) return *c != 0;
  std::int64_t divisor = 0;
  for (const auto& [m, c] : p.terms())
    if (!m.empty()) divisor = std::gcd(divisor, c);
  if (p.constant_term() % divisor != 0) return true;
  if (p.terms().size() == 1) {
    const auto& m = p.terms().begin()->first;
    auto factor_nonzero = [&](Atom a) { return (*this)[a].nonzero || proves_positive(Polynomial::atom(a)); };
    if (std::all_of(m.begin(), m.end(), factor_nonzero)) return true;
  }
  if (proves_positive(p) || proves_positive(Polynomial(-1) * p)) return true;
  // A factor of all terms that is not 0 itself.
  for (Atom a : p.atoms()) {
    auto s = p.split(a);
    if (s && s->rest.is_zero() && (*this)[a].nonzero && proves_nonzero(s->factor)) return true;
  }
  return false;
}

bool has_quotient(const AtomTable& atoms, const Polynomial& p) {
  const auto in = p.atoms();
  return std::any_of(in.begin(), in.end(), [&](Atom x) { return atoms[x].kind == AtomInfo::Kind::Quotient; });
}

}  // namespace qc
