// IEEE half precision in 16 bits, the element type `half`.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace qc {

// The number that the bits stand for, exactly: a float holds every half.
inline float half_value(std::uint16_t h) {
  const int exponent = (h >> 10) & 31, fraction = h & 1023;
  float v = exponent == 0 ? std::ldexp(float(fraction), -24) : std::ldexp(float(1024 + fraction), exponent - 25);
  if (exponent == 31) v = fraction ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
  return h & 0x8000 ? -v : v;
}

// Rounded to nearest, ties to even; beyond the largest half an infinity.
inline std::uint16_t half_bits(double v) {
  const std::uint16_t sign = std::signbit(v) ? 0x8000 : 0;
  v = std::fabs(v);
  if (std::isnan(v)) return std::uint16_t(sign | 0x7e00);
  if (v >= 65520) return std::uint16_t(sign | 0x7c00);
  int exponent = 0;
  std::frexp(v, &exponent);
  const int scale = std::max(exponent, -13) - 11;  // of the last bit: 11 bits, fewer for subnormals
  const auto units = std::uint16_t(std::nearbyint(std::ldexp(v, -scale)));
  return std::uint16_t(sign | (units < 1024 ? units : ((scale + 25) << 10) + units - 1024));
}

}  // namespace qc
