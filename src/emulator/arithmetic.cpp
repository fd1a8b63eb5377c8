#include "emulator/arithmetic.h"

#include "emulator/numeric.h"
#include "support/diagnostic.h"

namespace qc::emulator {

using ir::BinaryOp;
using ir::UnaryOp;

namespace {

using Bits = std::uint64_t;

struct Lanes {
  Bits* dst;
  const Bits *a, *b, *c;
  int width;
};

template <class T>
T take(Bits v);
template <>
float take<float>(Bits v) {
  return as_f32(v);
}
template <>
double take<double>(Bits v) {
  return as_f64(v);
}
template <>
std::int64_t take<std::int64_t>(Bits v) {
  return std::int64_t(v);
}
template <>
std::uint64_t take<std::uint64_t>(Bits v) {
  return v;
}
Bits put(float v) { return bits_of(v); }
Bits put(double v) { return bits_of(v); }
Bits put(std::int64_t v) { return Bits(v); }
Bits put(std::uint64_t v) { return v; }
Bits put(bool v) { return v; }

// f(lane) for each lane, into dst by way of an array that nothing else lies in: full warps become vector code.
template <class F>
void all_lanes(const Lanes& l, const F& f) {
  if (l.width == kWarp) {
    Bits out[kWarp];
    for (int k = 0; k < kWarp; ++k) out[k] = f(k);
    std::memcpy(l.dst, out, sizeof out);
    return;
  }
  for (int k = 0; k < l.width; ++k) l.dst[k] = f(k);
}
template <class T, class F>
void each(const Lanes& l, const F& f) {
  all_lanes(l, [&](int k) { return put(f(take<T>(l.a[k]))); });
}
template <class T, class F>
void pairs(const Lanes& l, const F& f) {
  all_lanes(l, [&](int k) { return put(f(take<T>(l.a[k]), take<T>(l.b[k]))); });
}

template <class T>
void float_unary(UnaryOp op, const Lanes& l) {
  switch (op) {
    case UnaryOp::Neg:
      return each<T>(l, [](T x) { return -x; });
    case UnaryOp::Abs:
      return each<T>(l, [](T x) { return std::fabs(x); });
    case UnaryOp::Floor:
      return each<T>(l, [](T x) { return std::floor(x); });
    case UnaryOp::Ceil:
      return each<T>(l, [](T x) { return std::ceil(x); });
    case UnaryOp::Round:
      return each<T>(l, [](T x) { return std::round(x); });
    case UnaryOp::Trunc:
      return each<T>(l, [](T x) { return std::trunc(x); });
    case UnaryOp::Sqrt:
      return each<T>(l, [](T x) { return std::sqrt(x); });
    case UnaryOp::Sign:
      return each<T>(l, [](T x) { return x > 0 ? T(1) : x < 0 ? T(-1) : x == 0 ? T(0) : x; });
    default:
      internal_error("emulator", "a float operand of an integer operation");
  }
}

void int_unary(UnaryOp op, Elem type, const Lanes& l) {
  const bool truth = type == Elem::Bool;
  switch (op) {
    case UnaryOp::Not:
      return each<Bits>(l, [](Bits x) { return x == 0; });
    case UnaryOp::BitNot:
      if (truth) return each<Bits>(l, [](Bits x) { return x == 0; });
      return each<Bits>(l, [](Bits x) { return ~x; });
    case UnaryOp::Neg:
      if (!truth) return each<Bits>(l, [](Bits x) { return 0 - x; });
      break;
    case UnaryOp::Abs:
      if (!truth) return each<std::int64_t>(l, [](std::int64_t x) { return x < 0 ? 0 - Bits(x) : Bits(x); });
      break;
    case UnaryOp::Sign:
      if (!truth)
        return each<std::int64_t>(l, [](std::int64_t x) { return std::int64_t(x > 0) - std::int64_t(x < 0); });
      break;
    default:
      break;
  }
  each<Bits>(l, [](Bits x) { return x; });
}

template <class T>
void float_binary(BinaryOp op, const Lanes& l) {
  switch (op) {
    case BinaryOp::Add:
      return pairs<T>(l, [](T x, T y) { return x + y; });
    case BinaryOp::Sub:
      return pairs<T>(l, [](T x, T y) { return x - y; });
    case BinaryOp::Mul:
      return pairs<T>(l, [](T x, T y) { return x * y; });
    case BinaryOp::Div:
      return pairs<T>(l, [](T x, T y) { return x / y; });
    case BinaryOp::DivTrunc:
      return pairs<T>(l, [](T x, T y) { return std::trunc(x / y); });
    case BinaryOp::DivFloor:
      return pairs<T>(l, [](T x, T y) { return std::floor(x / y); });
    case BinaryOp::Mod:
      return pairs<T>(l, [](T x, T y) { return std::fmod(x, y); });
    case BinaryOp::Periodize:
      return pairs<T>(l, [](T x, T y) {
        const T r = std::fmod(x, y);
        return r < 0 ? r + std::fabs(y) : r;
      });
    case BinaryOp::Min:
      return pairs<T>(l, least<T>);
    case BinaryOp::Max:
      return pairs<T>(l, greatest<T>);
    default:
      internal_error("emulator", "a float operand of a bitwise operation");
  }
}

void int_binary(BinaryOp op, const Lanes& l) {
  using I = std::int64_t;
  switch (op) {
    case BinaryOp::Add:
      return pairs<Bits>(l, [](Bits x, Bits y) { return x + y; });
    case BinaryOp::Sub:
      return pairs<Bits>(l, [](Bits x, Bits y) { return x - y; });
    case BinaryOp::Mul:
      return pairs<Bits>(l, [](Bits x, Bits y) { return x * y; });
    case BinaryOp::Min:
      return pairs<I>(l, [](I x, I y) { return std::min(x, y); });
    case BinaryOp::Max:
      return pairs<I>(l, [](I x, I y) { return std::max(x, y); });
    case BinaryOp::BitAnd:
      return pairs<Bits>(l, [](Bits x, Bits y) { return x & y; });
    case BinaryOp::BitOr:
      return pairs<Bits>(l, [](Bits x, Bits y) { return x | y; });
    case BinaryOp::BitXor:
      return pairs<Bits>(l, [](Bits x, Bits y) { return x ^ y; });
    case BinaryOp::Shl:
      return pairs<Bits>(l, [](Bits x, Bits y) { return y < 64 ? x << y : 0; });
    case BinaryOp::Shr:
      return pairs<I>(l, [](I x, I y) { return x >> (Bits(y) < 64 ? y : 63); });
    default:
      internal_error("emulator", "an integer operation that does not exist");
  }
}

void bool_binary(BinaryOp op, const Lanes& l) {
  switch (op) {
    case BinaryOp::Add:
    case BinaryOp::Max:
    case BinaryOp::BitOr:
      return pairs<Bits>(l, [](Bits x, Bits y) { return x | y; });
    case BinaryOp::Sub:
    case BinaryOp::BitXor:
      return pairs<Bits>(l, [](Bits x, Bits y) { return x ^ y; });
    case BinaryOp::Mul:
    case BinaryOp::Min:
    case BinaryOp::BitAnd:
      return pairs<Bits>(l, [](Bits x, Bits y) { return x & y; });
    default:
      internal_error("emulator", "an operation that truth values do not have");
  }
}

template <class T>
void compare(BinaryOp op, const Lanes& l) {
  switch (op) {
    case BinaryOp::Eq:
      return pairs<T>(l, [](T x, T y) { return x == y; });
    case BinaryOp::Ne:
      return pairs<T>(l, [](T x, T y) { return x != y; });
    case BinaryOp::Lt:
      return pairs<T>(l, [](T x, T y) { return x < y; });
    case BinaryOp::Le:
      return pairs<T>(l, [](T x, T y) { return x <= y; });
    case BinaryOp::Gt:
      return pairs<T>(l, [](T x, T y) { return x > y; });
    default:
      return pairs<T>(l, [](T x, T y) { return x >= y; });
  }
}

template <class F>
Bits cast_float(Elem to, F v) {
  if (to == Elem::Bool) return v != 0;
  if (to == Elem::F16) return bits_of(half_value(half_bits(double(v))));
  if (to == Elem::F32) return bits_of(float(v));
  if (to == Elem::F64) return bits_of(double(v));
  return Bits(to_int(to, v));
}

Bits cast_int(Elem to, std::int64_t v) {
  if (to == Elem::Bool) return v != 0;
  if (to == Elem::F16) return bits_of(half_value(half_bits(double(std::clamp<std::int64_t>(v, -(1 << 17), 1 << 17)))));
  if (to == Elem::F32) return bits_of(float(v));
  if (to == Elem::F64) return bits_of(double(v));
  return Bits(wrapped(to, v));
}

void cast(Elem to, Elem from, const Lanes& l) {
  if (from == Elem::F32) return all_lanes(l, [&](int k) { return cast_float(to, as_f32(l.a[k])); });
  if (from == Elem::F64) return all_lanes(l, [&](int k) { return cast_float(to, as_f64(l.a[k])); });
  if (to == Elem::F32) return all_lanes(l, [&](int k) { return bits_of(float(std::int64_t(l.a[k]))); });
  all_lanes(l, [&](int k) { return cast_int(to, std::int64_t(l.a[k])); });
}

}  // namespace

void compute(LockstepGroup& g, const Ins& i) {
  const Lanes l{g.reg(i.dst), g.reg(i.a), g.reg(i.b), g.reg(i.c), g.width};
  switch (i.op) {
    case Op::Unary:
      if (UnaryOp(i.sub) == UnaryOp::Bits || UnaryOp(i.sub) == UnaryOp::OfBits)
        return each<Bits>(l, [](Bits x) { return x & 0xffffffffu; });
      if (UnaryOp(i.sub) == UnaryOp::Not || !is_float(i.type)) return int_unary(UnaryOp(i.sub), i.type, l);
      return i.type == Elem::F32 ? float_unary<float>(UnaryOp(i.sub), l) : float_unary<double>(UnaryOp(i.sub), l);
    case Op::Binary:
      if (i.type == Elem::F32) return float_binary<float>(BinaryOp(i.sub), l);
      if (i.type == Elem::F64) return float_binary<double>(BinaryOp(i.sub), l);
      return i.type == Elem::Bool ? bool_binary(BinaryOp(i.sub), l) : int_binary(BinaryOp(i.sub), l);
    case Op::Compare:
      if (i.type == Elem::F32) return compare<float>(BinaryOp(i.sub), l);
      if (i.type == Elem::F64) return compare<double>(BinaryOp(i.sub), l);
      return i.type == Elem::Bool ? compare<Bits>(BinaryOp(i.sub), l) : compare<std::int64_t>(BinaryOp(i.sub), l);
    case Op::Fma:
      if (i.type == Elem::F32)
        return all_lanes(l, [&](int k) { return bits_of(std::fma(as_f32(l.a[k]), as_f32(l.b[k]), as_f32(l.c[k]))); });
      return all_lanes(l, [&](int k) { return bits_of(std::fma(as_f64(l.a[k]), as_f64(l.b[k]), as_f64(l.c[k]))); });
    case Op::Pick:
      return all_lanes(l, [&](int k) { return l.a[k] ? l.b[k] : l.c[k]; });
    case Op::Cast:
      return cast(Elem(i.sub), i.type, l);
    default:
      internal_error("emulator", "an instruction without a value");
  }
}

}  // namespace qc::emulator
