// Sorting numbers by the digits of their bits, least significant digit first: stable, a few passes whatever the order is.
#pragma once
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

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
template <class T> bool key_is_exact(T v) {
  if constexpr (std::is_integral_v<T>) return true;
  else return !std::isnan(v) && !(v == 0 && std::signbit(v));
}
// The number that has this key; for those whose key is exact.
template <class T, class Key> T value_of_key(Key key, bool descending) {
  constexpr Key kSign = Key(1) << (sizeof(Key) * 8 - 1);
  if (descending) key = ~key;
  if constexpr (std::is_integral_v<T>) return T(key ^ kSign);
  else return std::bit_cast<T>(key & kSign ? key & ~kSign : Key(~key));
}

// Sorts `items` by key(item), an unsigned integer; equals stay in their order. `room` is as long, for the passes.
template <class Item, class KeyOf>
void radix_sort(std::vector<Item>& items, std::vector<Item>& room, const KeyOf& key) {
  using Key = decltype(key(items[0]));
  constexpr int kBits = 8, kDigits = (int(sizeof(Key)) * 8 + kBits - 1) / kBits;
  constexpr std::size_t kBuckets = std::size_t(1) << kBits;
  const auto digit = [](Key k, int d) { return std::size_t(k >> (d * kBits)) & (kBuckets - 1); };
  std::vector<std::array<std::size_t, kBuckets>> counts(kDigits);
  for (auto& c : counts) c.fill(0);
  for (const Item& i : items) {
    const Key k = key(i);
    for (int d = 0; d < kDigits; ++d) ++counts[std::size_t(d)][digit(k, d)];
  }
  room.resize(items.size());
  for (int d = 0; d < kDigits; ++d) {
    auto& c = counts[std::size_t(d)];
    if (items.empty() || c[digit(key(items[0]), d)] == items.size()) continue;  // all alike in this digit
    std::size_t at = 0;
    for (std::size_t& n : c) at += std::exchange(n, at);
    for (const Item& i : items) room[c[digit(key(i), d)]++] = i;
    items.swap(room);
  }
}

}  // namespace qc::host
