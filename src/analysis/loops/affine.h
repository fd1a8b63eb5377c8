// Integer polynomials over loop counters and loop-invariant symbols: what subscripts and bounds are made of, and the
// proofs of their signs on which every dependence test rests.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/ir.h"

namespace qc {

using Atom = int;  // index into an AtomTable

// A sum of integer multiples of products of atoms. Affine expressions are the usual case; products (`i*n + j`) are kept
// so that flattened arrays can be told apart. Invalid: not known as a polynomial, or coefficients too large to be safe
// from wrap-around; it absorbs everything.
class Polynomial {
 public:
  // Sorted atoms; empty: the constant. A string, because proofs make millions of them and short strings take no memory
  // of their own.
  using Monomial = std::u32string;
  using Terms = std::vector<std::pair<Monomial, std::int64_t>>;  // sorted by monomial, each once, no coefficient is 0
  Polynomial() = default;
  Polynomial(std::int64_t constant) { add_term({}, constant); }
  static Polynomial atom(Atom a) {
    Polynomial p;
    p.add_term(Monomial(1, char32_t(a)), 1);
    return p;
  }
  static Polynomial unknown() {
    Polynomial p;
    p.valid_ = false;
    return p;
  }

  bool valid() const { return valid_; }
  bool is_zero() const { return valid_ && terms_.empty(); }
  std::optional<std::int64_t> constant() const;  // set when there is no other term
  std::int64_t constant_term() const { return coefficient({}); }
  const Terms& terms() const { return terms_; }
  std::int64_t coefficient(const Monomial& m) const;  // 0 where there is no such term
  bool mentions(Atom a) const;
  std::vector<Atom> atoms() const;
  // this == factor * a + rest with neither mentioning a; nullopt when a occurs squared.
  struct Split;
  std::optional<Split> split(Atom a) const;
  Polynomial substitute(Atom a, const Polynomial& value) const;

  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  friend bool operator==(const Polynomial& a, const Polynomial& b) {
    return a.valid_ && b.valid_ && a.terms_ == b.terms_;
  }

 private:
  void add_term(const Monomial& m, std::int64_t c);
  Terms terms_;
  bool valid_ = true;
};
struct Polynomial::Split {
  Polynomial factor, rest;
};

// A loop's iteration number (0, 1, ..) or a value that the nest does not change.
struct AtomInfo {
  // Quotient: q of i / n and of i mod n = i - n*q, any integer, another one in each iteration; expr: a condition that
  // it is so under
  enum class Kind { Counter, Symbol, Distance, Quotient } kind = Kind::Symbol;
  ir::ExprP expr = nullptr;                   // Symbol, Quotient
  ir::VarId var = ir::kNoVar;                 // Counter: the loop's variable
  std::vector<Polynomial> at_least, at_most;  // inclusive bounds; those of a counter may mention counters around it
  bool nonzero = false;
  int depth = 0;  // atoms are eliminated from proofs deepest first; symbols are 0
};

class AtomTable {
 public:
  Atom symbol(const ir::ExprP& e);  // the same atom for equal expressions
  Atom fresh(AtomInfo info) {
    atoms_.push_back(std::move(info));
    return Atom(atoms_.size() - 1);
  }
  AtomInfo& operator[](Atom a) { return atoms_[std::size_t(a)]; }
  const AtomInfo& operator[](Atom a) const { return atoms_[std::size_t(a)]; }
  std::size_t size() const { return atoms_.size(); }
  void assume_nonneg(Polynomial p) {
    if (p.valid() && !p.constant()) facts_.push_back(std::move(p));
  }

  // Whether p >= 0 for every value that the atoms can have. False means not proved.
  bool proves_nonneg(const Polynomial& p) const;
  bool proves_positive(const Polynomial& p) const { return proves_nonneg(p - 1); }
  // Whether p cannot be 0: by divisibility, by sign, or as a product of factors that are not 0.
  bool proves_nonzero(const Polynomial& p) const;

 private:
  // One proof: the steps that are left, and what is known of polynomials that it has met.
  struct Search {
    struct Known {
      bool proved = false;
      int failed_at = 0;
    };  // failed_at: the depth to which it was searched in vain
    struct Hash {
      std::size_t operator()(const Polynomial::Terms& terms) const;
    };
    int budget = 300;
    std::unordered_map<Polynomial::Terms, Known, Hash> known;
  };
  bool nonneg(const Polynomial& p, int depth, Search& search) const;
  bool nonneg_by_elimination(const Polynomial& p, int depth, Search& search) const;
  std::vector<AtomInfo> atoms_;
  std::vector<Polynomial> facts_;
  std::shared_ptr<std::int64_t> spent_ =
      std::make_shared<std::int64_t>(0);  // steps of all proofs, copies of the table included
};

// Whether the polynomial mentions the quotient of a division: it moves with the loop, though it may mention no counter.
bool has_quotient(const AtomTable& atoms, const Polynomial& p);

}  // namespace qc
