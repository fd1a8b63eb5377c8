// Elementary functions of complex numbers, made of the real ones that loops use (codegen/host_math.h), so that host
// code and loops agree; the formulas of src/lower/complex_math.cpp.
#pragma once
#include <cmath>
#include <complex>

#include "codegen/host_math.h"
#include "sema/complex_forms.h"
#include "value/complex_abs.h"
#include "value/complex_product.h"

namespace qc::host {

// fn as loops compute it. y: second argument of pow, atan2 and hypot.
template <class T>
T real_math(ir::MathFn fn, T x, T y = 0) {
  return host_math(fn, x, y);
}

// |z|, also where the squares would overflow.
template <class T>
T complex_abs(std::complex<T> z) {
  return size_of(z.imag(), z.real());
}
// The angle, from -pi to pi; on the negative axis the sign of the zero says which.
template <class T>
T complex_angle(std::complex<T> z) {
  return real_math(ir::MathFn::Atan2, z.imag(), z.real());
}

// e^z; of a real z the imaginary part is 0 even where e^z is infinite.
template <class T>
std::complex<T> complex_exp(std::complex<T> z) {
  const T size = real_math(ir::MathFn::Exp, z.real());
  if (z.imag() == 0) return {size, z.imag()};
  return {size * real_math(ir::MathFn::Cos, z.imag()), size * real_math(ir::MathFn::Sin, z.imag())};
}
// The principal value: log |z| and the angle.
template <class T>
std::complex<T> complex_log(std::complex<T> z) {
  return {real_math(ir::MathFn::Log, complex_abs(z)), complex_angle(z)};
}

// The root with a non-negative real part; on the negative axis the sign of the zero says from which side it is reached.
template <class T>
std::complex<T> complex_sqrt(std::complex<T> z) {
  const T u = std::sqrt((complex_abs(z) + std::fabs(z.real())) / 2);
  if (u == 0) return {0, z.imag()};
  const T v = z.imag() / (2 * u);
  if (z.real() >= 0) return {u, v};
  return {std::fabs(v), std::signbit(z.imag()) ? -u : u};
}

// sin(x + iy) = sin x cosh y + i cos x sinh y, and the like.
template <class T>
std::complex<T> complex_sin(std::complex<T> z) {
  using ir::MathFn;
  return {real_math(MathFn::Sin, z.real()) * real_math(MathFn::Cosh, z.imag()),
          real_math(MathFn::Cos, z.real()) * real_math(MathFn::Sinh, z.imag())};
}
template <class T>
std::complex<T> complex_cos(std::complex<T> z) {
  using ir::MathFn;
  return {real_math(MathFn::Cos, z.real()) * real_math(MathFn::Cosh, z.imag()),
          -(real_math(MathFn::Sin, z.real()) * real_math(MathFn::Sinh, z.imag()))};
}
template <class T>
std::complex<T> complex_sinh(std::complex<T> z) {
  using ir::MathFn;
  return {real_math(MathFn::Sinh, z.real()) * real_math(MathFn::Cos, z.imag()),
          real_math(MathFn::Cosh, z.real()) * real_math(MathFn::Sin, z.imag())};
}
template <class T>
std::complex<T> complex_cosh(std::complex<T> z) {
  using ir::MathFn;
  return {real_math(MathFn::Cosh, z.real()) * real_math(MathFn::Cos, z.imag()),
          real_math(MathFn::Sinh, z.real()) * real_math(MathFn::Sin, z.imag())};
}

inline constexpr double kLn2 = 0.69314718055994531, kLog2OfE = 1.4426950408889634, kLog10OfE = 0.43429448190325183;
// 2^z: 2^x rotated by y ln 2; of a real z the imaginary part is 0.
template <class T>
std::complex<T> complex_exp2(std::complex<T> z) {
  const T size = real_math(ir::MathFn::Exp2, z.real()), turn = z.imag() * T(kLn2);
  if (z.imag() == 0) return {size, z.imag()};
  return {size * real_math(ir::MathFn::Cos, turn), size * real_math(ir::MathFn::Sin, turn)};
}
// log2 or log10 of |z| and the angle, scaled.
template <class T>
std::complex<T> complex_log2(std::complex<T> z) {
  return {real_math(ir::MathFn::Log2, complex_abs(z)), complex_angle(z) * T(kLog2OfE)};
}
template <class T>
std::complex<T> complex_log10(std::complex<T> z) {
  return {real_math(ir::MathFn::Log10, complex_abs(z)), complex_angle(z) * T(kLog10OfE)};
}

// Those that take several steps, in double and rounded (sema/complex_forms.h).
struct DoubleOps {
  using Number = double;
  double add(double a, double b) const { return a + b; }
  double sub(double a, double b) const { return a - b; }
  double mul(double a, double b) const { return a * b; }
  double div(double a, double b) const { return a / b; }
  double fma(double a, double b, double c) const { return std::fma(a, b, c); }
  double abs(double a) const { return std::fabs(a); }
  double sqrt(double a) const { return std::sqrt(a); }
  double neg(double a) const { return -a; }
  bool less(double a, double b) const { return a < b; }
  double choose(bool c, double a, double b) const { return c ? a : b; }
  double constant(double d) const { return d; }
  double math(ir::MathFn fn, double a) const { return host_math(fn, a); }
  double size(double x, double y) const { return size_of(y, x); }
  double atan2(double y, double x) const { return host_math(ir::MathFn::Atan2, y, x); }
  double keep(double a) const { return a; }
};

// One of the functions there.
template <class T>
std::complex<T> complex_form(ir::MathFn function, std::complex<T> z) {
  const DoubleOps ops;
  const auto r = ComplexForms<DoubleOps>(ops)(function, z.real(), z.imag());
  return {T(r[0]), T(r[1])};
}

// a^b: products for whole exponents, otherwise exp(b log a). 0^b is 0 where the real part of b is positive, otherwise
// no number.
template <class T>
std::complex<T> complex_pow(std::complex<T> a, std::complex<T> b) {
  const T n = b.real();
  if (b.imag() == 0 && std::floor(n) == n && std::fabs(n) <= T(kMostComplexFactors))
    return complex_whole_power(a, std::int64_t(n));
  if (a == T(0)) return b == T(0) ? std::complex<T>(1) : n > 0 ? std::complex<T>(0) : std::complex<T>(T(NAN), T(NAN));
  return complex_exp(complex_times(b, complex_log(a)));
}

}  // namespace qc::host
