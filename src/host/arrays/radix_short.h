// Short lines of numbers in order, without places: digits of a byte, whose few buckets are counted and cleared quickly.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "host/arrays/radix_sort.h"

namespace qc::host {

template <class T>
class ShortLineSorter {
  using Key = decltype(order_key(T{}, false));

 public:
  static constexpr std::int64_t kLongest = 1 << 14;  // longer lines gain by fewer digits

  explicit ShortLineSorter(std::int64_t n) : n_(n), a_(new Key[std::size_t(n)]), b_(new Key[std::size_t(n)]) {}

  // out[0..n) = in[0..n) in order. False: a NaN or -0 is there, which its key does not tell; nothing has been written.
  bool sort(const T* in, T* out, bool descending) {
    bool rough = false;
    for (auto& of_digit : counts_) of_digit.fill(0);
    for (std::int64_t i = 0; i < n_; ++i) {
      rough |= !key_is_exact(in[i]);
      const Key key = a_[std::size_t(i)] = order_key(in[i], descending);
      for (std::size_t d = 0; d < kDigits; ++d) ++counts_[d][digit(key, d)];
    }
    if (rough) return false;
    const Key any = a_[0];
    std::size_t last = kDigits;  // the last digit in which not all are alike
    for (std::size_t d = 0; d < kDigits; ++d) last = counts_[d][digit(any, d)] != std::uint32_t(n_) ? d : last;
    for (std::size_t d = 0; d < kDigits && last < kDigits; ++d) {
      auto& places = counts_[d];
      if (places[digit(any, d)] == std::uint32_t(n_)) continue;
      std::uint32_t at = 0;
      for (std::uint32_t& p : places) at += std::exchange(p, at);
      if (d == last) {
        for (std::int64_t i = 0; i < n_; ++i) {
          const Key key = a_[std::size_t(i)];
          out[places[digit(key, d)]++] = value_of_key<T>(key, descending);
        }
        return true;
      }
      for (std::int64_t i = 0; i < n_; ++i) {
        const Key key = a_[std::size_t(i)];
        b_[places[digit(key, d)]++] = key;
      }
      a_.swap(b_);
    }
    for (std::int64_t i = 0; i < n_; ++i) out[i] = value_of_key<T>(any, descending);  // all of them alike
    return true;
  }

 private:
  static constexpr std::size_t kDigits = sizeof(Key);
  static std::size_t digit(Key key, std::size_t d) { return std::size_t(key >> (8 * d)) & 255; }

  std::int64_t n_;
  std::unique_ptr<Key[]> a_, b_;
  std::array<std::array<std::uint32_t, 256>, kDigits> counts_;
};

}  // namespace qc::host
