// Numbers as unsigned integers in their order, whose digits radix_line.h sorts by: stable, a few passes whatever the
// order is.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace qc::host {

// Unsigned integers in the order of the numbers: NaN behind everything, -0 and 0 alike, NaNs alike.
inline std::uint32_t order_key(float v, bool descending) {
  if (std::isnan(v)) return ~std::uint32_t(0);
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(v + 0.0f);
  const std::uint32_t key = bits >> 31 ? ~bits : bits | 0x80000000u;
  return descending ? ~key : key;
}
inline std::uint64_t order_key(double v, bool descending) {
  if (std::isnan(v)) return ~std::uint64_t(0);
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(v + 0.0);
  const std::uint64_t key = bits >> 63 ? ~bits : bits | (std::uint64_t(1) << 63);
  return descending ? ~key : key;
}
inline std::uint64_t order_key(std::int64_t v, bool descending) {
  const std::uint64_t key = std::uint64_t(v) ^ (std::uint64_t(1) << 63);
  return descending ? ~key : key;
}

// Whether the key determines the number: not so for NaN and -0.
template <class T>
bool key_is_exact(T v) {
  if constexpr (std::is_integral_v<T>)
    return true;
  else
    return !std::isnan(v) && !(v == 0 && std::signbit(v));
}
// The number that has this key; for those whose key is exact.
template <class T, class Key>
T value_of_key(Key key, bool descending) {
  constexpr Key kSign = Key(1) << (sizeof(Key) * 8 - 1);
  if (descending) key = ~key;
  if constexpr (std::is_integral_v<T>)
    return T(key ^ kSign);
  else
    return std::bit_cast<T>(key & kSign ? key & ~kSign : Key(~key));
}

}  // namespace qc::host
