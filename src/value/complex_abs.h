// sqrt(x^2 + y^2) as hypot of codegen/elementary.ll computes it, for host code.
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace qc::host {

// Whether squares of numbers with these bits, without their signs, are sums of squares that neither overflow nor lose
// bits; zeros are among them.
template <class T>
inline bool squares_fit(T x, T y) {
  using Word = std::conditional_t<std::is_same_v<T, double>, std::uint64_t, std::uint32_t>;
  constexpr Word least = sizeof(T) == 8 ? Word(0x26F0000000000000) : Word(0x26800000),
                 end = sizeof(T) == 8 ? Word(0x5F30000000000000) : Word(0x5D800000);
  const Word most = std::max(std::bit_cast<Word>(std::fabs(x)), std::bit_cast<Word>(std::fabs(y)));
  return (Word(most - least) < Word(end - least)) | (most == 0);
}

// One rounding of y^2 + (x^2 rounded).
template <class T>
inline T near_size(T x, T y) {
  return std::sqrt(std::fma(y, y, x * x));
}

// The root of x^2 + y^2, scaled where squares do not fit; infinite where one of them is, beside NaN too.
template <class T>
inline T size_of(T x, T y) {
  if (squares_fit(x, y)) return near_size(x, y);
  constexpr bool wide = std::is_same_v<T, double>;
  constexpr T infinity = std::numeric_limits<T>::infinity();
  const T ax = std::fabs(x), ay = std::fabs(y);
  if (ax == infinity || ay == infinity) return infinity;
  const bool large = std::max(ax, ay) >= (wide ? T(0x1p500) : T(0x1p60));
  const T scale = large ? (wide ? T(0x1p-600) : T(0x1p-70)) : (wide ? T(0x1p600) : T(0x1p90));
  return near_size(x * scale, y * scale) / scale;
}

}  // namespace qc::host
