// Products, quotients and powers of complex numbers, with the bits that loops have (lower/expr.cpp,
// complex_values.cpp): (ac - bd) + (ad + bc)i, each step rounded to T; by a real number part by part; quotients of
// floats through double.
#pragma once
#include <cmath>
#include <complex>
#include <cstdint>

namespace qc::host {

// The product by its formula alone: infinities that become NaN are not restored, as they are by C++'s `*`.
template <class T>
std::complex<T> complex_times(std::complex<T> a, std::complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}
// By a real number part by part.
template <class T>
std::complex<T> complex_times(std::complex<T> a, T b) {
  return {a.real() * b, a.imag() * b};
}

// a conj(b) / |b|^2, not scaled: NaN for b = 0, of no use where |b|^2 overflows a double.
template <class T>
std::complex<T> complex_over(std::complex<T> a, std::complex<T> b) {
  const double ar = a.real(), ai = a.imag(), br = b.real(), bi = b.imag(), d = br * br + bi * bi;
  return {T((ar * br + ai * bi) / d), T((ai * br - ar * bi) / d)};
}
// By a real number part by part.
template <class T>
std::complex<T> complex_over(std::complex<T> a, T b) {
  return {a.real() / b, a.imag() / b};
}

// Whole exponents up to this one are products.
inline constexpr std::int64_t kMostComplexFactors = 64;

// a^n by squaring; 1 / a^-n for negative n.
template <class T>
std::complex<T> complex_whole_power(std::complex<T> a, std::int64_t n) {
  std::complex<T> power = a, out = 1;
  bool first = true;
  for (auto rest = std::uint64_t(n < 0 ? -n : n); rest > 0; rest /= 2) {
    if (rest & 1) out = first ? power : complex_times(out, power);
    first = first && !(rest & 1);
    if (rest > 1) power = complex_times(power, power);
  }
  return n >= 0 ? out : complex_over(std::complex<T>(1), out);
}

}  // namespace qc::host
