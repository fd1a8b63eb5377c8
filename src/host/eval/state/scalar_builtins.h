// Built-in functions of numbers that are asked most, without the values that a call would make; false: there is more to
// it.
#pragma once
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "sema/builtins.h"
#include "value/value.h"

namespace qc::host {

// The operation that the function of that name is on two numbers; nothing: none that number_pair computes.
inline std::optional<ir::BinaryOp> pair_operation(std::string_view name) {
  const BuiltinInfo* row = builtin_info(name);
  const auto* op = row && row->family == BuiltinFamily::Elementwise ? row->as<ir::BinaryOp>() : nullptr;
  return op && *op != ir::BinaryOp::Periodize ? std::optional(*op) : std::nullopt;
}

// N: Number or Small (register_number.h).
// Of two ints or two floats of one kind; false where there is more to it: zeros, NaN, other functions, shifts by the
// width and more.
template <class N>
inline bool number_pair(ir::BinaryOp f, const N& a, const N& b, N& out) {
  if (a.type != b.type) return false;
  if (a.type != Elem::I64) {
    if (a.type != Elem::F32 && a.type != Elem::F64) return false;
    if (f == ir::BinaryOp::Mod)
      return out = N::real(a.type == Elem::F32 ? double(std::fmod(float(a.re), float(b.re))) : std::fmod(a.re, b.re),
                           a.type),
             true;
    if (f != ir::BinaryOp::Min && f != ir::BinaryOp::Max) return false;
    const bool less = a.re < b.re;
    if (!less && !(a.re > b.re) && !(a.re == b.re && a.re != 0)) return false;
    out = less == (f == ir::BinaryOp::Min) ? a : b;
    return true;
  }
  const bool shifts = b.i >= 0 && b.i < 63;
  switch (f) {
    case ir::BinaryOp::Mod:
      if (b.i == 0 || b.i == -1) return false;
      return out = N::integer(a.i % b.i), true;
    case ir::BinaryOp::BitAnd:
      return out = N::integer(a.i & b.i), true;
    case ir::BinaryOp::BitOr:
      return out = N::integer(a.i | b.i), true;
    case ir::BinaryOp::BitXor:
      return out = N::integer(a.i ^ b.i), true;
    case ir::BinaryOp::Shl:
      return shifts ? (out = N::integer(std::int64_t(std::uint64_t(a.i) << b.i)), true) : false;
    case ir::BinaryOp::Shr:
      return shifts ? (out = N::integer(a.i >> b.i), true) : false;
    case ir::BinaryOp::Min:
      return out = N::integer(a.i < b.i ? a.i : b.i), true;
    case ir::BinaryOp::Max:
      return out = N::integer(a.i > b.i ? a.i : b.i), true;
    default:
      return false;
  }
}

// int(a/b) of ints, down: floor(a/b), which are exact.
template <class N>
inline bool whole_quotient(bool down, const N& a, const N& b, N& out) {
  if (b.i == 0 || b.i == -1) return false;
  const bool below = down && a.i % b.i != 0 && (a.i < 0) != (b.i < 0);
  out = N::integer(a.i / b.i - (below ? 1 : 0));
  return true;
}

// int(n) of what an int holds, down: floor(n).
template <class N>
inline bool whole_number(bool down, N& n) {
  constexpr double kSurelyInside = 9e15;
  if (!is_float(n.type)) return !down && n.type == Elem::I64;
  if (!(std::fabs(n.re) < kSurelyInside) || n.type == Elem::F16) return false;
  n = down ? N::real(std::floor(n.re), n.type) : N::integer(std::int64_t(n.re));
  return true;
}

// numel(v)
template <class N>
inline bool count_of(const Value& v, N& out) {
  if (auto* a = std::get_if<ArrayP>(&v.v))
    out = N::integer((*a)->count());
  else if (auto* c = std::get_if<std::shared_ptr<Cell>>(&v.v))
    out = N::integer(std::int64_t((*c)->items.size()));
  else if (auto* s = std::get_if<std::string>(&v.v))
    out = N::integer(std::int64_t(s->size()));
  else if (std::holds_alternative<Number>(v.v))
    out = N::integer(1);
  else
    return false;
  return true;
}

}  // namespace qc::host
