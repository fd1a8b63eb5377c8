// Built-in functions of numbers that are asked most, without the values that a call would make; false: there is more to it.
#pragma once
#include <cmath>
#include <cstdint>
#include <string_view>
#include <variant>

#include "host/value.h"

namespace qc::host {

enum class PairFunction : std::uint8_t { Other, Mod, And, Or, Xor, Shl, Shr, Min, Max };

inline PairFunction pair_function(std::string_view name) {
  if (name == "mod") return PairFunction::Mod;
  if (name == "min") return PairFunction::Min;
  if (name == "max") return PairFunction::Max;
  if (name == "and") return PairFunction::And;
  if (name == "or") return PairFunction::Or;
  if (name == "xor") return PairFunction::Xor;
  if (name == "shl") return PairFunction::Shl;
  return name == "shr" ? PairFunction::Shr : PairFunction::Other;
}

// Of two ints or two floats of one kind; false where there is more to it: zeros, NaN, other functions, shifts by the width and more.
inline bool number_pair(PairFunction f, const Number& a, const Number& b, Number& out) {
  if (a.type != b.type) return false;
  if (a.type != Elem::I64) {
    if ((f != PairFunction::Min && f != PairFunction::Max) || (a.type != Elem::F32 && a.type != Elem::F64)) return false;
    const bool less = a.re < b.re;
    if (!less && !(a.re > b.re) && !(a.re == b.re && a.re != 0)) return false;
    out = less == (f == PairFunction::Min) ? a : b;
    return true;
  }
  const bool shifts = b.i >= 0 && b.i < 63;
  switch (f) {
    case PairFunction::Mod:
      if (b.i == 0 || b.i == -1) return false;
      return out = Number::integer(a.i % b.i), true;
    case PairFunction::And: return out = Number::integer(a.i & b.i), true;
    case PairFunction::Or: return out = Number::integer(a.i | b.i), true;
    case PairFunction::Xor: return out = Number::integer(a.i ^ b.i), true;
    case PairFunction::Shl: return shifts ? (out = Number::integer(std::int64_t(std::uint64_t(a.i) << b.i)), true) : false;
    case PairFunction::Shr: return shifts ? (out = Number::integer(a.i >> b.i), true) : false;
    case PairFunction::Min: return out = Number::integer(a.i < b.i ? a.i : b.i), true;
    case PairFunction::Max: return out = Number::integer(a.i > b.i ? a.i : b.i), true;
    default: return false;
  }
}

// int(a/b) of ints, down: floor(a/b), which are exact.
inline bool whole_quotient(bool down, const Number& a, const Number& b, Number& out) {
  if (b.i == 0 || b.i == -1) return false;
  const bool below = down && a.i % b.i != 0 && (a.i < 0) != (b.i < 0);
  out = Number::integer(a.i / b.i - (below ? 1 : 0));
  return true;
}

// int(n) of what an int holds, down: floor(n).
inline bool whole_number(bool down, Number& n) {
  constexpr double kSurelyInside = 9e15;
  if (!is_float(n.type)) return !down && n.type == Elem::I64;
  if (!(std::fabs(n.re) < kSurelyInside) || n.type == Elem::F16) return false;
  n = down ? Number::real(std::floor(n.re), n.type) : Number::integer(std::int64_t(n.re));
  return true;
}

// numel(v)
inline bool count_of(const Value& v, Number& out) {
  if (auto* a = std::get_if<ArrayP>(&v.v)) out = Number::integer((*a)->count());
  else if (auto* c = std::get_if<std::shared_ptr<Cell>>(&v.v)) out = Number::integer(std::int64_t((*c)->items.size()));
  else if (auto* s = std::get_if<std::string>(&v.v)) out = Number::integer(std::int64_t(s->size()));
  else return false;
  return true;
}

}  // namespace qc::host
