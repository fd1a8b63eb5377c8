// Polynomials of subscripts, and what is proved of them.
#include "analysis/loops/affine.h"

#include <doctest/doctest.h>

#include <limits>

using namespace qc;

namespace {

constexpr std::int64_t kMost = std::int64_t{1} << 40;

struct Table {
  AtomTable atoms;
  // A number between the bounds, of which either may be missing.
  Atom number(std::optional<std::int64_t> least, std::optional<std::int64_t> most, int depth = 0) {
    AtomInfo info;
    info.depth = depth;
    if (least) info.at_least.push_back(*least);
    if (most) info.at_most.push_back(*most);
    return atoms.fresh(std::move(info));
  }
};

Polynomial of(Atom a) { return Polynomial::atom(a); }

}  // namespace

TEST_CASE("coefficients beyond 2^40 are not kept") {
  for (const std::int64_t c : {kMost, -kMost}) {
    CHECK(Polynomial(c).valid());
    CHECK(Polynomial(c).constant() == c);
    CHECK_FALSE((Polynomial(c) + (c > 0 ? 1 : -1)).valid());
    CHECK((Polynomial(c) - (c > 0 ? 1 : -1)).valid());
    CHECK((Polynomial(c) * of(0)).valid());
    CHECK_FALSE((Polynomial(c) * of(0) * 2).valid());
    CHECK_FALSE((Polynomial(c) * of(0) * kMost).valid());
  }
  CHECK_FALSE((Polynomial(std::numeric_limits<std::int64_t>::max()) + 1).valid());
}

TEST_CASE("sums of too many terms are not kept") {
  Polynomial p;
  for (Atom a = 0; a < 48; ++a) p = p + of(a);
  CHECK(p.valid());
  CHECK(p.terms().size() == 48);
  CHECK((p - of(7)).terms().size() == 47);
  CHECK_FALSE((p + of(48)).valid());
  CHECK_FALSE((p + 1).valid());
  CHECK((p + of(3)).valid());
}

TEST_CASE("what is unknown stays unknown") {
  const Polynomial unknown = Polynomial::unknown();
  CHECK_FALSE((unknown + 1).valid());
  CHECK_FALSE((Polynomial(1) + unknown).valid());
  CHECK_FALSE((unknown * 2).valid());
  CHECK_FALSE((Polynomial(2) * unknown).valid());
  CHECK_FALSE((Polynomial(0) * unknown).valid());
  CHECK_FALSE(unknown.constant());
  CHECK_FALSE(unknown.is_zero());
  CHECK_FALSE(unknown == unknown);
  CHECK_FALSE(Polynomial() == unknown);
  CHECK_FALSE(unknown.split(0));
  CHECK_FALSE(unknown.substitute(0, 3).valid());
  CHECK_FALSE((of(0) + of(1)).substitute(1, unknown).valid());
  CHECK((of(0) + of(1)).substitute(2, unknown).valid());
}

TEST_CASE("terms are collected, and vanish at 0") {
  const Polynomial a = of(0), b = of(1);
  CHECK((a + b) * (a - b) == a * a - b * b);
  CHECK((a - a).is_zero());
  CHECK((a - a).constant() == 0);
  CHECK_FALSE(a.constant());
  CHECK_FALSE((a + 3).constant());
  CHECK((a + 3 - a).constant() == 3);
  CHECK((a + 3).constant_term() == 3);
  CHECK((a * b).mentions(0));
  CHECK_FALSE((a * b - b * a + 1).mentions(0));
  CHECK((b * b + a + 4).atoms() == std::vector<Atom>{0, 1});
  CHECK((a * 2 + a).coefficient(std::u32string(1, char32_t(0))) == 3);
}

TEST_CASE("a polynomial is split by an atom that is not squared in it") {
  const Polynomial a = of(0), b = of(1);
  const auto s = (a * b * 3 + a * 2 + b + 7).split(0);
  REQUIRE(s);
  CHECK(s->factor == b * 3 + 2);
  CHECK(s->rest == b + 7);
  CHECK_FALSE((a * a + b).split(0));
  CHECK((a * a + b).split(1)->rest == a * a);
  CHECK((b + 7).split(0)->factor.is_zero());
  CHECK((a * a + b).substitute(0, b + 1) == b * b + b * 3 + 1);
}

TEST_CASE("signs are proved by bounds") {
  Table t;
  const Atom a = t.number(0, 9), b = t.number(3, {}), c = t.number({}, -2), d = t.number({}, {});
  const AtomTable& table = t.atoms;
  CHECK(table.proves_nonneg(of(a)));
  CHECK(table.proves_nonneg(Polynomial(9) - of(a)));
  CHECK_FALSE(table.proves_nonneg(Polynomial(8) - of(a)));
  CHECK_FALSE(table.proves_positive(of(a)));
  CHECK(table.proves_positive(of(b)));
  CHECK(table.proves_nonneg(of(b) - 3));
  CHECK_FALSE(table.proves_nonneg(of(b) - 4));
  CHECK_FALSE(table.proves_nonneg(Polynomial(100) - of(b)));
  CHECK(table.proves_nonneg(Polynomial(-2) - of(c)));
  CHECK_FALSE(table.proves_nonneg(of(c) + 100));
  CHECK(table.proves_nonneg(of(a) * of(b)));
  CHECK(table.proves_nonneg(of(c) * (of(a) - of(b) * 4)));
  CHECK(table.proves_nonneg(of(b) * 3 - of(a)));
  CHECK_FALSE(table.proves_nonneg(of(b) * 2 - of(a)));
  CHECK(table.proves_nonneg(of(b) * 4 - of(a)));
  CHECK_FALSE(table.proves_nonneg(of(d)));
  CHECK_FALSE(table.proves_nonneg(Polynomial(0) - of(d)));
  CHECK_FALSE(table.proves_nonneg(Polynomial::unknown()));
  CHECK(table.proves_nonneg(0));
  CHECK_FALSE(table.proves_nonneg(-1));
}

TEST_CASE("signs are proved by facts and by other atoms' bounds") {
  Table t;
  const Atom n = t.number({}, {}), m = t.number({}, {});
  AtomInfo counter;
  counter.kind = AtomInfo::Kind::Counter;
  counter.depth = 1;
  counter.at_least.push_back(0);
  counter.at_most.push_back(of(n) - 1);
  const Atom i = t.atoms.fresh(counter);
  CHECK(t.atoms.proves_nonneg(of(n) - 1 - of(i)));
  CHECK(t.atoms.proves_positive(of(n) - of(i)));
  CHECK_FALSE(t.atoms.proves_positive(of(n) - 1 - of(i)));
  CHECK_FALSE(t.atoms.proves_nonneg(of(m) - of(n)));
  t.atoms.assume_nonneg(of(m) - of(n));
  CHECK(t.atoms.proves_nonneg(of(m) - of(n)));
  CHECK(t.atoms.proves_nonneg(of(m) - of(i)));
  CHECK(t.atoms.proves_positive(of(m) - of(i)));
  CHECK_FALSE(t.atoms.proves_positive(of(m) - of(n)));
}

TEST_CASE("a polynomial is not 0 by its sign, by divisibility, by its factors") {
  Table t;
  const Atom a = t.number(0, 9), b = t.number(3, {}), d = t.number({}, {}), e = t.number({}, {});
  t.atoms[e].nonzero = true;
  const AtomTable& table = t.atoms;
  CHECK(table.proves_nonzero(of(b)));
  CHECK(table.proves_nonzero(Polynomial(0) - of(b)));
  CHECK_FALSE(table.proves_nonzero(of(a)));
  CHECK(table.proves_nonzero(of(a) + 1));
  CHECK(table.proves_nonzero(of(d) * 2 + 1));
  CHECK(table.proves_nonzero(of(d) * 6 - of(a) * 4 + 3));
  CHECK_FALSE(table.proves_nonzero(of(d) * 6 - of(a) * 4 + 2));
  CHECK_FALSE(table.proves_nonzero(of(d)));
  CHECK(table.proves_nonzero(of(e)));
  CHECK(table.proves_nonzero(of(e) * 3));
  CHECK(table.proves_nonzero(of(e) * of(b)));
  CHECK_FALSE(table.proves_nonzero(of(e) * of(d)));
  CHECK_FALSE(table.proves_nonzero(of(e) + of(b)));
  CHECK(table.proves_nonzero(5));
  CHECK_FALSE(table.proves_nonzero(0));
  CHECK_FALSE(table.proves_nonzero(Polynomial::unknown()));
}
