// Functions of complex numbers that take several steps, written once for two kinds of numbers: doubles (host code) and
// expressions (loops, kernels). So both give the same bits. They are computed in double and rounded to the type at
// hand.
//
// `Ops` has a type Number, the functions add sub mul div fma (one rounding) abs sqrt neg less(a, b) choose(c, a, b)
// constant(d) math(fn, a) atan2(y, x) size(x, y), the root of x^2 + y^2, and keep(a), which names a value that is used
// more than once. Formulas of asin, acos, acosh: W. Kahan, "Branch cuts for complex elementary functions" (1987), in
// the first quadrant, signs put back afterwards. On a cut the sign of a zero says which side is meant, as in C.
#pragma once
#include <array>

#include "ir/ir.h"

namespace qc {

template <class Ops>
class ComplexForms {
 public:
  using N = typename Ops::Number;
  using Pair = std::array<N, 2>;
  explicit ComplexForms(const Ops& ops) : o_(ops) {}

  // Of those whose form is ComplexForm::InDouble (sema/builtins.h).
  Pair operator()(ir::MathFn function, const N& x, const N& y) const {
    switch (function) {
      case ir::MathFn::Tan:
        return tan(x, y);
      case ir::MathFn::Tanh:
        return rotated_back(tan(o_.neg(y), x));
      case ir::MathFn::Asin:
        return asin(x, y);
      case ir::MathFn::Asinh:
        return rotated_back(asin(o_.neg(y), x));
      case ir::MathFn::Acos:
        return acos(x, y);
      case ir::MathFn::Acosh:
        return acosh(x, y);
      case ir::MathFn::Atanh:
        return atanh(x, y);
      default:
        return rotated_back(atanh(o_.neg(y), x));
    }
  }

 private:
  // f(z) = -i g(iz) for g(iz) = a + bi.
  Pair rotated_back(const Pair& g) const { return {g[1], o_.neg(g[0])}; }
  N with_sign(const N& size, const N& like) const {
    const N zero = o_.constant(0);
    const N below = o_.choose(o_.less(like, zero), o_.constant(1),
                              o_.choose(o_.less(o_.div(o_.constant(1), like), zero), o_.constant(1), zero));
    return o_.choose(o_.less(zero, below), o_.neg(size), size);
  }
  // The root of x + iy for y >= 0: in the first quadrant.
  Pair root(const N& x, const N& y) const {
    const N zero = o_.constant(0), two = o_.constant(2);
    const N size = o_.size(x, y);
    const N u = o_.keep(o_.sqrt(o_.div(o_.add(size, o_.abs(x)), two)));
    const N v = o_.keep(o_.choose(o_.less(zero, u), o_.div(y, o_.mul(two, u)), zero));
    const auto left = o_.less(x, zero);
    return {o_.keep(o_.choose(left, v, u)), o_.keep(o_.choose(left, u, v))};
  }
  struct Roots {
    Pair minus, plus;  // of 1 - z (conjugated) and 1 + z, for z with a non-negative imaginary part
  };
  Roots roots(const N& x, const N& y) const {
    const N one = o_.constant(1), height = o_.keep(o_.abs(y));
    return {root(o_.sub(one, x), height), root(o_.add(one, x), height)};
  }
  N height(const Roots& r) const {  // the size of the imaginary part of asin and acos
    return o_.math(ir::MathFn::Asinh, o_.fma(r.minus[0], r.plus[1], o_.mul(r.minus[1], r.plus[0])));
  }
  N angle(const Roots& r) const { return o_.mul(o_.constant(2), o_.atan2(r.minus[0], r.plus[0])); }  // acos
  Pair asin(const N& x, const N& y) const {
    const N side = o_.keep(o_.abs(x));
    const Roots r = roots(side, y);
    const N re = o_.atan2(side, o_.fma(r.minus[0], r.plus[0], o_.mul(r.minus[1], r.plus[1])));
    return {with_sign(re, x), with_sign(height(r), y)};
  }
  Pair acos(const N& x, const N& y) const {
    const Roots r = roots(x, y);
    return {angle(r), o_.neg(with_sign(height(r), y))};
  }
  Pair acosh(const N& x, const N& y) const {
    const Roots r = roots(x, y);
    return {height(r), with_sign(angle(r), y)};
  }
  // Re atanh(z) = atanh(2x / (1 + |z|^2)) / 2, beyond 1/2 as a logarithm.
  Pair atanh(const N& x, const N& y) const {
    const N one = o_.constant(1), two = o_.constant(2), half = o_.constant(0.5);
    const N side = o_.keep(o_.abs(x)), yy = o_.keep(o_.mul(y, y));
    const N below = o_.sub(one, side), above = o_.add(one, side);
    const N near = o_.math(ir::MathFn::Atanh, o_.div(o_.mul(two, side), o_.add(one, o_.fma(side, side, yy))));
    const N far = o_.mul(half, o_.math(ir::MathFn::Log, o_.div(o_.fma(above, above, yy), o_.fma(below, below, yy))));
    const N re = o_.mul(half, o_.choose(o_.less(side, half), near, far));
    const N im = o_.mul(half, o_.atan2(o_.mul(two, o_.abs(y)), o_.sub(o_.mul(below, above), yy)));
    return {with_sign(re, x), with_sign(im, y)};
  }
  // (sin x cos x + i sinh y cosh y) / (cos^2 x + sinh^2 y), +-i far from the real axis.
  Pair tan(const N& x, const N& y) const {
    using ir::MathFn;
    const N c = o_.keep(o_.math(MathFn::Cos, x)), s = o_.keep(o_.math(MathFn::Sinh, y));
    const N below = o_.keep(o_.fma(c, c, o_.mul(s, s)));
    const auto far = o_.less(o_.constant(300), o_.abs(y));
    const N re = o_.div(o_.mul(o_.math(MathFn::Sin, x), c), below),
            im = o_.div(o_.mul(s, o_.math(MathFn::Cosh, y)), below);
    return {o_.choose(far, o_.constant(0), re), o_.choose(far, with_sign(o_.constant(1), y), im)};
  }
  const Ops& o_;
};

}  // namespace qc
