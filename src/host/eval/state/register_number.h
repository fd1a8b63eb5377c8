// Real numbers as stepped code hands them on: in two registers, where a Number (value.h) is 32 bytes of memory.
#pragma once
#include <cstdint>
#include <type_traits>
#include <variant>

#include "ast/ast.h"
#include "host/arrays/arith.h"
#include "support/diagnostic.h"
#include "value/value.h"

namespace qc::host {

struct Small {
  union {
    std::int64_t i = 0;  // of Bool and the kinds of int
    double re;           // of floats
  };
  Elem type = Elem::I64;
  bool there = false;  // false: it is no real number

  static Small integer(std::int64_t v) { return of_bits(v, Elem::I64); }
  static Small boolean(bool v) { return of_bits(v, Elem::Bool); }
  static Small real(double v, Elem type) {  // v is one of the type
    Small s;
    s.re = v;
    s.type = type;
    s.there = true;
    return s;
  }
  static Small of(const Number& n) {
    if (n.complex) return {};
    return is_float(n.type) ? real(n.re, n.type) : of_bits(n.i, n.type);
  }
  static Small of(const Value* v) {
    auto* n = v ? std::get_if<Number>(&v->v) : nullptr;
    return n ? of(*n) : Small{};
  }
  Number number() const {
    Number n;
    put(n);
    return n;
  }
  void put(Number& n) const {
    const bool real = is_float(type);
    n.type = type;
    n.complex = false;
    n.i = real ? 0 : i;
    n.re = real ? re : 0;
    n.im = 0;
  }
  void put(Value& v) const {
    if (auto* n = std::get_if<Number>(&v.v))
      put(*n);
    else
      v.v.emplace<Number>(number());
  }
  bool is_true() const { return is_float(type) ? re != 0 : i != 0; }
  bool is_int64() const { return type == Elem::I64; }

 private:
  static Small of_bits(std::int64_t v, Elem type) {
    Small s;
    s.i = v;
    s.type = type;
    s.there = true;
    return s;
  }
};
static_assert(sizeof(Small) == 16 && std::is_trivially_copyable_v<Small>);

// op n
inline Small of_one(ast::UnaryOp op, Small n) {
  switch (op) {
    case ast::UnaryOp::Plus:
      return n;
    case ast::UnaryOp::Not:
      return Small::boolean(!n.is_true());
    case ast::UnaryOp::Neg:
      return is_float(n.type) ? Small::real(-n.re, n.type) : Small::integer(std::int64_t(0 - std::uint64_t(n.i)));
  }
  internal_error("stepping", "an unknown unary operator");
}

// a op b of two numbers of one kind where that is one instruction; false: it is more.
template <class T, class Make>
inline bool compared_or(ast::BinaryOp op, T a, T b, Small& out, const Make& make) {
  using Op = ast::BinaryOp;
  switch (op) {
    case Op::Eq:
      return out = Small::boolean(a == b), true;
    case Op::Ne:
      return out = Small::boolean(a != b), true;
    case Op::Lt:
      return out = Small::boolean(a < b), true;
    case Op::Le:
      return out = Small::boolean(a <= b), true;
    case Op::Gt:
      return out = Small::boolean(a > b), true;
    case Op::Ge:
      return out = Small::boolean(a >= b), true;
    default:
      return make();
  }
}
inline bool of_ints(ast::BinaryOp op, std::int64_t a, std::int64_t b, Small& out) {
  using Op = ast::BinaryOp;
  const auto x = std::uint64_t(a), y = std::uint64_t(b);
  return compared_or(op, a, b, out, [&] {
    if (op == Op::Add) return out = Small::integer(std::int64_t(x + y)), true;
    if (op == Op::Sub) return out = Small::integer(std::int64_t(x - y)), true;
    if (op == Op::Mul || op == Op::ElemMul) return out = Small::integer(std::int64_t(x * y)), true;
    return false;
  });
}
// T: float or double.
template <class T>
inline bool of_floats(ast::BinaryOp op, T a, T b, Elem type, Small& out) {
  using Op = ast::BinaryOp;
  return compared_or(op, a, b, out, [&] {
    T r = 0;
    if (op == Op::Add)
      r = a + b;
    else if (op == Op::Sub)
      r = a - b;
    else if (op == Op::Mul || op == Op::ElemMul)
      r = a * b;
    else if (op == Op::Div || op == Op::ElemDiv)
      r = a / b;
    else
      return false;
    return out = Small::real(double(r), type), true;
  });
}
inline Small of_two(ast::BinaryOp op, Small a, Small b, Elem scalar, Span span) {
  Small out;
  if (a.type == b.type) {
    if (a.type == Elem::I64 && of_ints(op, a.i, b.i, out)) return out;
    if (a.type == Elem::F32 && of_floats(op, float(a.re), float(b.re), a.type, out)) return out;
    if (a.type == Elem::F64 && of_floats(op, a.re, b.re, a.type, out)) return out;
  }
  return Small::of(binary_number(op, a.number(), b.number(), scalar, span));
}

// Element i (row-major) of an array of real numbers, and storing into it, as get_element and set_element.
inline Small small_element(const Array& a, const void* data, std::int64_t i) {
  switch (a.elem) {
    case Elem::I64:
      return Small::integer(static_cast<const std::int64_t*>(data)[i]);
    case Elem::F32:
      return Small::real(double(static_cast<const float*>(data)[i]), Elem::F32);
    case Elem::F64:
      return Small::real(static_cast<const double*>(data)[i], Elem::F64);
    default:
      return Small::of(get_element(a, data, i));
  }
}
inline void set_small_element(Array& a, void* data, std::int64_t i, Small v) {
  if (a.elem == Elem::F32 && v.type == Elem::F32)
    static_cast<float*>(data)[i] = float(v.re);
  else if (a.elem == Elem::I64 && v.type == Elem::I64)
    static_cast<std::int64_t*>(data)[i] = v.i;
  else
    set_element(a, data, i, v.number());
}

}  // namespace qc::host
