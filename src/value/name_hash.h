// A hash of names, which are short: their length, and their first and last eight bytes.
#pragma once
#include <cstdint>
#include <cstring>
#include <string_view>

namespace qc::host {

// Names of more than 16 bytes have the same hash where they differ in the middle only.
inline std::uint32_t name_hash(std::string_view name) {
  std::uint64_t first = 0, last = 0;
  const std::size_t n = name.size();
  if (n >= 8) {
    std::memcpy(&first, name.data(), 8);
    std::memcpy(&last, name.data() + n - 8, 8);
  } else {
    for (std::size_t k = 0; k < n; ++k) first = first << 8 | static_cast<unsigned char>(name[k]);
  }
  const std::uint64_t mixed = (first ^ (last * 0x9e3779b97f4a7c15u) ^ n) * 0xd6e8feb86659fd93u;
  return std::uint32_t(mixed >> 32);
}

// For tables that are asked with names as they are, without strings of their own.
struct NameHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view name) const { return name_hash(name); }
};

}  // namespace qc::host
