// One line of numbers in order: keys of their bits are moved digit by digit, and the last move writes the numbers.
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "host/radix_sort.h"

namespace qc::host {

template <class T>
class LineSorter {
 public:
  explicit LineSorter(std::int64_t n) : n_(n), a_(new Key[std::size_t(n)]), b_(new Key[std::size_t(n)]) {}

  // out[0..n) = in[0..n) in order. False: a NaN or -0 is there, which its key does not tell; nothing has been written.
  bool sort(const T* in, T* out, bool descending) {
    if (!make_keys(in, descending)) return false;
    std::vector<int> digits;
    for (int d = 0; d < kDigits; ++d)
      if (n_ > 0 && counts_[std::size_t(d)][digit(a_[0], d)] != std::size_t(n_)) digits.push_back(d);  // not all alike
    if (digits.empty()) for (std::int64_t i = 0; i < n_; ++i) out[i] = in[i];
    for (std::size_t k = 0; k < digits.size(); ++k) {
      const int d = digits[k];
      auto& places = counts_[std::size_t(d)];
      std::size_t at = 0;
      for (std::size_t& n : places) at += std::exchange(n, at);
      if (k + 1 < digits.size()) {
        for (std::int64_t i = 0; i < n_; ++i) b_[places[digit(a_[i], d)]++] = a_[i];
        a_.swap(b_);
      } else {
        for (std::int64_t i = 0; i < n_; ++i) out[places[digit(a_[i], d)]++] = value_of_key<T>(a_[i], descending);
      }
    }
    return true;
  }

 private:
  using Key = decltype(order_key(T{}, false));
  static constexpr int kBits = 11, kDigits = (int(sizeof(Key)) * 8 + kBits - 1) / kBits;
  static constexpr std::size_t kBuckets = std::size_t(1) << kBits;
  static std::size_t digit(Key k, int d) { return std::size_t(k >> (d * kBits)) & (kBuckets - 1); }

  bool make_keys(const T* in, bool descending) {
    for (auto& c : counts_) c.fill(0);
    constexpr std::int64_t kBlock = 1024;
    for (std::int64_t begin = 0; begin < n_; begin += kBlock) {
      const std::int64_t end = std::min(n_, begin + kBlock);
      unsigned rough = 0;
      for (std::int64_t i = begin; i < end; ++i) {
        rough |= unsigned(!key_is_exact(in[i]));
        a_[i] = order_key(in[i], descending);
      }
      if (rough) return false;
      for (std::int64_t i = begin; i < end; ++i)
        for (int d = 0; d < kDigits; ++d) ++counts_[std::size_t(d)][digit(a_[i], d)];
    }
    return true;
  }

  std::int64_t n_;
  std::unique_ptr<Key[]> a_, b_;
  std::array<std::array<std::size_t, kBuckets>, kDigits> counts_;
};

}  // namespace qc::host
