#include "host/arrays/stream_copy.h"

#include <immintrin.h>

#include <algorithm>

namespace qc::host {

namespace {

constexpr std::size_t kVector = 32;  // bytes

// Bytes before the first whole line of memory.
std::size_t before_line(const void* p) { return (64 - reinterpret_cast<std::uintptr_t>(p) % 64) % 64; }

[[gnu::target("avx2")]] void stream_lines(std::byte* to, const std::byte* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 2 * kVector) {
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i + kVector));
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i), a);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i + kVector), b);
  }
}

template <class T>
void reverse_some(T* __restrict to, const T* last, std::int64_t n) {
  for (std::int64_t i = 0; i < n; ++i) to[i] = last[-i];
}

// The elements of 4 bytes of a vector, the last one first.
[[gnu::target("avx2")]] inline __m256i backwards(const std::uint32_t* end) {
  const __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(end - 8));
  return _mm256_permutevar8x32_epi32(v, _mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
// Lines of 16 elements; `end` is one past the element that comes first.
[[gnu::target("avx2")]] void stream_reversed(std::uint32_t* to, const std::uint32_t* end, std::int64_t n) {
  for (std::int64_t i = 0; i < n; i += 16, end -= 16) {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i), backwards(end));
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i + 8), backwards(end - 8));
  }
}

}  // namespace

bool RowCopy::supported() {
  static const bool avx2 = __builtin_cpu_supports("avx2");
  return avx2;
}

// Streamed lines are ordered with nothing until then.
void RowCopy::finish() {
  if (streams_) _mm_sfence();
}

void RowCopy::stream(void* to, const void* from, std::size_t bytes) {
  const std::size_t head = before_line(to), lines = (bytes - head) / 64 * 64;
  auto* out = static_cast<std::byte*>(to);
  const auto* in = static_cast<const std::byte*>(from);
  std::memcpy(out, in, head);
  stream_lines(out + head, in + head, lines);
  std::memcpy(out + head + lines, in + head + lines, bytes - head - lines);
}

void RowCopy::copy_reversed(void* to, const void* last, std::int64_t n, std::size_t size) {
  const auto as = [&]<class T>(T) { reverse_some(static_cast<T*>(to), static_cast<const T*>(last), n); };
  if (size == 1) return as(std::uint8_t{});
  if (size == 2) return as(std::uint16_t{});
  if (size == 8) return as(std::uint64_t{});
  if (!streams_ || n < std::int64_t(kShortest / 4) || reinterpret_cast<std::uintptr_t>(to) % 4 != 0)
    return as(std::uint32_t{});
  auto* out = static_cast<std::uint32_t*>(to);
  const auto* in = static_cast<const std::uint32_t*>(last);
  const auto head = std::int64_t(before_line(to) / 4), lines = (n - head) / 16 * 16;
  reverse_some(out, in, head);
  stream_reversed(out + head, in - head + 1, lines);
  reverse_some(out + head + lines, in - head - lines, n - head - lines);
}

}  // namespace qc::host
