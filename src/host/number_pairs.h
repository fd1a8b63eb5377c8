// Built-in functions of numbers that are asked most, without the values that a call would make; false: there is more to it.
#pragma once
#include <cmath>
#include <string_view>
#include <variant>

#include "host/value.h"

namespace qc::host {

// Of two ints or two floats of one kind; not of zeros, NaN, other functions.
inline bool number_pair(std::string_view name, const Number& a, const Number& b, Number& out) {
  if (a.type != b.type || (a.type != Elem::I64 && a.type != Elem::F32 && a.type != Elem::F64)) return false;
  const bool ints = a.type == Elem::I64;
  if (name == "mod") {
    if (!ints || b.i == 0 || b.i == -1) return false;
    out = Number::integer(a.i % b.i);
    return true;
  }
  if (ints && (name == "and" || name == "or" || name == "xor")) {
    out = Number::integer(name == "and" ? a.i & b.i : name == "or" ? a.i | b.i : a.i ^ b.i);
    return true;
  }
  if (name != "min" && name != "max") return false;
  const bool less = ints ? a.i < b.i : a.re < b.re, greater = ints ? a.i > b.i : a.re > b.re;
  if (!less && !greater && !(ints || (a.re == b.re && a.re != 0))) return false;
  out = less == (name == "min") ? a : b;
  return true;
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
