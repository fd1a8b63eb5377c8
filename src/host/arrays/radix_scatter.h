// Moving items to the places of a digit's buckets. There are more buckets than pages a processor remembers, so a line
// of memory is gathered for each bucket and written past the caches when it is full.
#pragma once
#include <emmintrin.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "support/stop.h"

namespace qc::host {

inline constexpr int kDigitBits = 11;
inline constexpr std::size_t kDigitBuckets = std::size_t(1) << kDigitBits;
using DigitPlaces =
    std::array<std::size_t, kDigitBuckets>;  // of each bucket: the items in it, later where its next one goes

// From counts to where each bucket begins.
inline void begin_buckets(DigitPlaces& counts) {
  std::size_t at = 0;
  for (std::size_t& n : counts) at += std::exchange(n, at);
}

template <class Item>
class Scatter {
 public:
  static constexpr std::size_t kLine = 64, kItems = kLine / sizeof(Item);
  static_assert(kLine % sizeof(Item) == 0 && std::is_trivially_copyable_v<Item>);

  // to[places[digit_of(item)]++] = made(item) for each item in order; to holds n items of as many bytes.
  template <class To, class DigitOf, class Made>
  void move(const Item* from, To* to, std::int64_t n, DigitPlaces& places, const DigitOf& digit_of, const Made& made) {
    static_assert(sizeof(To) == sizeof(Item) && std::is_trivially_copyable_v<To>);
    const bool aligned = reinterpret_cast<std::uintptr_t>(to) % sizeof(Item) == 0;
    if (n * std::int64_t(sizeof(Item)) < kCached || !aligned) {
      in_stoppable_parts(n, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) to[places[digit_of(from[i])]++] = made(from[i]);
      });
      return;
    }
    if (!lines_) lines_.reset(new Lines);
    // Places are counted from the line that `to` begins in.
    const std::size_t skew = reinterpret_cast<std::uintptr_t>(to) % kLine / sizeof(Item);
    To* const base = to - skew;
    for (std::size_t q = 0; q < kDigitBuckets; ++q) lines_->begin[q] = places[q] + skew;
    for (std::size_t& p : places) p += skew;
    in_stoppable_parts(n, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const std::size_t q = digit_of(from[i]), p = places[q]++;
        const To item = made(from[i]);
        std::memcpy(lines_->line[q] + p % kItems * sizeof(Item), &item, sizeof(Item));
        if (p % kItems + 1 == kItems) write(base, q, p + 1);
      }
    });
    for (std::size_t q = 0; q < kDigitBuckets; ++q) write_some(base, q, places[q] / kItems * kItems, places[q]);
    _mm_sfence();
  }

 private:
  static constexpr std::int64_t kCached = 1 << 20;  // bytes
  struct Lines {
    alignas(kLine) unsigned char line[kDigitBuckets][kLine];
    std::size_t begin[kDigitBuckets];
  };
  template <class To>
  void write(To* base, std::size_t q, std::size_t end) {
    const std::size_t first = end - kItems;
    if (first < lines_->begin[q]) return write_some(base, q, first, end);
    const auto* from = reinterpret_cast<const __m128i*>(lines_->line[q]);
    auto* to = reinterpret_cast<__m128i*>(base + first);
    for (int k = 0; k < 4; ++k) _mm_stream_si128(to + k, _mm_load_si128(from + k));
  }
  // What of the line that begins at `first` belongs to the bucket.
  template <class To>
  void write_some(To* base, std::size_t q, std::size_t first, std::size_t end) {
    const std::size_t from = first < lines_->begin[q] ? lines_->begin[q] : first;
    if (from < end)
      std::memcpy(base + from, lines_->line[q] + from % kItems * sizeof(Item), (end - from) * sizeof(Item));
  }

  std::unique_ptr<Lines> lines_;
};

}  // namespace qc::host
