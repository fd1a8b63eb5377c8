#include "ir/random_numbers.h"

#include "ir/build.h"

namespace qc::ir {

namespace {

constexpr std::int64_t kWord = 0xffffffff;

ExprP low(const ExprP& a) { return binary(BinaryOp::BitAnd, a, int_const(kWord)); }
ExprP upper(const ExprP& a) { return binary(BinaryOp::Shr, a, int_const(32)); }
ExprP high(const ExprP& a) { return low(upper(a)); }

}  // namespace

// Half of block place / 2.
std::array<ExprP, 2> RandomNumbers::words(const ExprP& place) const {
  constexpr std::int64_t kM0 = 0xD2511F53, kM1 = 0xCD9E8D57, kW0 = 0x9E3779B9, kW1 = 0xBB67AE85;
  const ExprP at = keep("place", place), block = keep("block", binary(BinaryOp::Shr, at, int_const(1)));
  std::array<ExprP, 4> x{keep("x", low(block)), keep("x", high(block)), keep("x", low(stream)),
                         keep("x", high(stream))};
  const ExprP k0 = low(key), k1 = high(key);
  for (std::int64_t round = 0; round < 10; ++round) {
    const ExprP p0 = keep("p", mul(x[0], int_const(kM0))), p1 = keep("p", mul(x[2], int_const(kM1)));
    const ExprP a = binary(BinaryOp::BitXor, binary(BinaryOp::BitXor, high(p1), x[1]),
                           low(add(k0, int_const(kW0 * round & kWord))));
    const ExprP b = binary(BinaryOp::BitXor, binary(BinaryOp::BitXor, high(p0), x[3]),
                           low(add(k1, int_const(kW1 * round & kWord))));
    x = {keep("x", a), keep("x", low(p1)), keep("x", b), keep("x", low(p0))};
  }
  const ExprP second = binary(BinaryOp::Eq, binary(BinaryOp::BitAnd, at, int_const(1)), int_const(1));
  return {keep("w", select(second, x[2], x[0])), keep("w", select(second, x[3], x[1]))};
}

ExprP RandomNumbers::uniform(const ExprP& place) const {
  const auto w = words(place);
  if (type != Elem::F64)
    return mul(cast(Elem::F32, binary(BinaryOp::Shr, w[1], int_const(8))), float_const(0x1p-24, Elem::F32));
  const ExprP bits =
      binary(BinaryOp::BitOr, binary(BinaryOp::Shl, w[1], int_const(21)), binary(BinaryOp::Shr, w[0], int_const(11)));
  return mul(cast(Elem::F64, bits), float_const(0x1p-53, Elem::F64));
}

ExprP RandomNumbers::normal(const ExprP& place) const {
  const auto math = [&](MathFn fn, const ExprP& a) {
    return std::make_shared<const Expr>(Expr{Math{fn, {a}}, type, span});
  };
  const ExprP u = sub(float_const(1, type), uniform(place)), v = uniform(add(place, int_const(1)));
  const ExprP size = unary(UnaryOp::Sqrt, mul(float_const(-2, type), math(MathFn::Log, u)));
  return mul(size, math(MathFn::Cos, mul(float_const(6.283185307179586, type), v)));
}

// The upper half of a product with the number's 64 bits.
ExprP RandomNumbers::ranged(const ExprP& place, const ExprP& count) const {
  const auto w = words(place);
  const auto below = as_int(*count);
  if (below && *below < std::int64_t(1) << 31)
    return add(int_const(1), upper(add(mul(w[1], count), upper(mul(w[0], count)))));
  const ExprP c0 = keep("c", low(count)),
              c1 = keep("c", high(count));  // no part of the product but that of the lower halves reaches the sign
  const ExprP middle = keep("m", add(mul(w[1], c0), high(mul(w[0], c0))));
  return add(add(int_const(1), add(mul(w[1], c1), high(middle))), upper(add(mul(w[0], c1), low(middle))));
}

}  // namespace qc::ir
