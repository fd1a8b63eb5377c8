// Built-in functions of two numbers that are asked most, without the values that a call would make.
#pragma once
#include <string_view>

#include "host/value.h"

namespace qc::host {

// Of two ints or two floats of one kind; false where there is more to it: zeros, NaN, other functions.
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

}  // namespace qc::host
