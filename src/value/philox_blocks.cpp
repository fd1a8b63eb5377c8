#include "value/philox_blocks.h"

#include <immintrin.h>

#include "value/philox.h"

namespace qc::host {

namespace {

std::uint64_t half_of(const PhiloxBlock& b, bool second) {
  return second ? std::uint64_t(b[3]) << 32 | b[2] : std::uint64_t(b[1]) << 32 | b[0];
}

// Four blocks from `first`, a word of 32 bits in the lower half of each lane; what is above is never read.
[[gnu::target("avx2")]] inline void four_blocks(std::uint64_t key, std::uint64_t first, std::uint64_t* out) {
  const __m256i m0 = _mm256_set1_epi64x(0xD2511F53), m1 = _mm256_set1_epi64x(0xCD9E8D57);
  const __m256i counter = _mm256_add_epi64(_mm256_set1_epi64x(std::int64_t(first)), _mm256_setr_epi64x(0, 1, 2, 3));
  __m256i x0 = counter, x1 = _mm256_srli_epi64(counter, 32), x2 = _mm256_setzero_si256(), x3 = x2;
  std::uint32_t k0 = std::uint32_t(key), k1 = std::uint32_t(key >> 32);
  for (int round = 0; round < 10; ++round) {
    const __m256i p0 = _mm256_mul_epu32(x0, m0), p1 = _mm256_mul_epu32(x2, m1);
    x0 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p1, 32), x1), _mm256_set1_epi64x(k0));
    x1 = p1;
    x2 = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p0, 32), x3), _mm256_set1_epi64x(k1));
    x3 = p0;
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  const __m256i low = _mm256_set1_epi64x(0xFFFFFFFF);
  const __m256i a = _mm256_or_si256(_mm256_slli_epi64(x1, 32), _mm256_and_si256(x0, low));
  const __m256i b = _mm256_or_si256(_mm256_slli_epi64(x3, 32), _mm256_and_si256(x2, low));
  const __m256i even = _mm256_unpacklo_epi64(a, b), odd = _mm256_unpackhi_epi64(a, b);  // blocks 0 and 2, 1 and 3
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_permute2x128_si256(even, odd, 0x20));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + 4), _mm256_permute2x128_si256(even, odd, 0x31));
}

[[gnu::target("avx2")]] void blocks_wide(std::uint64_t key, std::uint64_t first, std::uint64_t* out,
                                         std::int64_t fours) {
  for (std::int64_t k = 0; k < fours; ++k) four_blocks(key, first + std::uint64_t(4 * k), out + 8 * k);
}

// The same with eight: 16 words of 64 bits.
[[gnu::target("avx512f")]] inline void eight_blocks(std::uint64_t key, std::uint64_t first, std::uint64_t* out) {
  constexpr int kXor3 = 0x96;
  const __m512i m0 = _mm512_set1_epi64(0xD2511F53), m1 = _mm512_set1_epi64(0xCD9E8D57);
  const __m512i counter =
      _mm512_add_epi64(_mm512_set1_epi64(std::int64_t(first)), _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7));
  __m512i x0 = counter, x1 = _mm512_srli_epi64(counter, 32), x2 = _mm512_setzero_si512(), x3 = x2;
  std::uint32_t k0 = std::uint32_t(key), k1 = std::uint32_t(key >> 32);
#pragma GCC unroll 10
  for (int round = 0; round < 10; ++round) {
    const __m512i p0 = _mm512_mul_epu32(x0, m0), p1 = _mm512_mul_epu32(x2, m1);
    x0 = _mm512_ternarylogic_epi64(_mm512_srli_epi64(p1, 32), x1, _mm512_set1_epi64(k0), kXor3);
    x1 = p1;
    x2 = _mm512_ternarylogic_epi64(_mm512_srli_epi64(p0, 32), x3, _mm512_set1_epi64(k1), kXor3);
    x3 = p0;
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  const __m512i low = _mm512_set1_epi64(0xFFFFFFFF);
  const __m512i a = _mm512_or_si512(_mm512_slli_epi64(x1, 32), _mm512_and_si512(x0, low));
  const __m512i b = _mm512_or_si512(_mm512_slli_epi64(x3, 32), _mm512_and_si512(x2, low));
  _mm512_storeu_si512(out, _mm512_permutex2var_epi64(a, _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11), b));
  _mm512_storeu_si512(out + 8, _mm512_permutex2var_epi64(a, _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15), b));
}

[[gnu::target("avx512f")]] void blocks_wider(std::uint64_t key, std::uint64_t first, std::uint64_t* out,
                                             std::int64_t eights) {
  for (std::int64_t k = 0; k < eights; ++k) eight_blocks(key, first + std::uint64_t(8 * k), out + 16 * k);
}

}  // namespace

void random_words(std::uint64_t key, std::uint64_t first, std::uint64_t* out, std::int64_t n) {
  static const bool wide = __builtin_cpu_supports("avx2"), wider = __builtin_cpu_supports("avx512f");
  std::int64_t i = 0;
  if (n > 0 && first % 2) out[i++] = half_of(philox(key, first / 2), true);
  if (wider) {
    const std::int64_t eights = (n - i) / 16;
    blocks_wider(key, (first + std::uint64_t(i)) / 2, out + i, eights);
    i += 16 * eights;
  }
  if (wide) {
    const std::int64_t fours = (n - i) / 8;
    blocks_wide(key, (first + std::uint64_t(i)) / 2, out + i, fours);
    i += 8 * fours;
  }
  for (; i < n; i += 2) {
    const PhiloxBlock b = philox(key, (first + std::uint64_t(i)) / 2);
    out[i] = half_of(b, false);
    if (i + 1 < n) out[i + 1] = half_of(b, true);
  }
}

}  // namespace qc::host
