// Random numbers from a counter: Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
// 1, 2, 3" (SC 2011). The n-th block of a key is a function of n alone, so that any order of evaluation gives the same
// numbers.
#pragma once
#include <array>
#include <cstdint>

namespace qc::host {

using PhiloxBlock = std::array<std::uint32_t, 4>;

// Block `counter` of a key's stream: 128 random bits.
constexpr PhiloxBlock philox(std::uint64_t key, std::uint64_t counter, std::uint64_t stream = 0) {
  constexpr std::uint64_t kM0 = 0xD2511F53, kM1 = 0xCD9E8D57;
  constexpr std::uint32_t kW0 = 0x9E3779B9, kW1 = 0xBB67AE85;
  PhiloxBlock x{std::uint32_t(counter), std::uint32_t(counter >> 32), std::uint32_t(stream),
                std::uint32_t(stream >> 32)};
  std::uint32_t k0 = std::uint32_t(key), k1 = std::uint32_t(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = kM0 * x[0], p1 = kM1 * x[2];
    x = {std::uint32_t(p1 >> 32) ^ x[1] ^ k0, std::uint32_t(p1), std::uint32_t(p0 >> 32) ^ x[3] ^ k1,
         std::uint32_t(p0)};
    k0 += kW0;
    k1 += kW1;
  }
  return x;
}

}  // namespace qc::host
