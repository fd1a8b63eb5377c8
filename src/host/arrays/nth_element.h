// The k-th of numbers in ascending order, by counting the digits of keys that are ordered as the numbers are.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "support/stop.h"

namespace qc::host {

// Finds the k-th of n numbers (none of them a NaN) and the one before it. Scratch memory is kept from call to call.
template <class T>
class OrderSelect {
 public:
  struct Pair {
    T at, before;
  };  // `before` counts only for k > 0

  Pair find(const T* x, std::int64_t n, std::int64_t k) {
    keys_.clear();
    keys_.reserve(std::size_t(n));
    in_stoppable_parts(n, [&](std::int64_t begin, std::int64_t end) {
      keys_.resize(std::size_t(end));
      for (std::int64_t i = begin; i < end; ++i) keys_[std::size_t(i)] = key_of(x[i]);
    });
    Key below = 0;  // the greatest key that has been passed over
    bool passed = false;
    int shift = kBits;
    while (std::int64_t(keys_.size()) > kFew && shift > 0) {
      const int next = std::max(0, shift - kDigit);
      k -= narrow(next, Key((Key(1) << (shift - next)) - 1), k, below, passed);
      shift = next;
    }
    const auto middle = keys_.begin() + std::ptrdiff_t(k);
    std::nth_element(keys_.begin(), middle, keys_.end());
    if (k > 0) below = *std::max_element(keys_.begin(), middle);
    return {number_of(*middle), number_of(below)};
  }

 private:
  using Key = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  static constexpr int kBits = int(8 * sizeof(T)), kDigit = 11;
  static constexpr std::int64_t kFew = 256;
  static constexpr std::size_t kCopies = 4;  // of the counts, so that equal digits do not wait for each other
  static constexpr Key kSign = Key(1) << (kBits - 1);

  static Key key_of(T x) {
    const Key bits = std::bit_cast<Key>(x);
    return bits & kSign ? Key(~bits) : Key(bits | kSign);
  }
  static T number_of(Key key) { return std::bit_cast<T>(key & kSign ? Key(key ^ kSign) : Key(~key)); }

  // Keeps the keys whose digit is that of the k-th; returns how many come before them.
  std::int64_t narrow(int shift, Key mask, std::int64_t k, Key& below, bool& passed) {
    counts_.fill(0);
    const auto n = std::int64_t(keys_.size());
    in_stoppable_parts(n, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = std::size_t(begin); i < std::size_t(end); ++i)
        ++counts_[std::size_t((keys_[i] >> shift) & mask) * kCopies + i % kCopies];
    });
    std::int64_t before = 0;
    Key digit = 0;
    for (;; ++digit) {
      std::int64_t here = 0;
      for (std::size_t c = 0; c < kCopies; ++c) here += counts_[std::size_t(digit) * kCopies + c];
      if (before + here > k) break;
      before += here;
    }
    std::size_t kept = 0;
    Key most = 0;
    in_stoppable_parts(n, [&](std::int64_t begin, std::int64_t end) {
      for (auto i = std::size_t(begin); i < std::size_t(end); ++i) {
        const Key key = keys_[i], d = (key >> shift) & mask;
        most = d < digit && key > most ? key : most;
        keys_[kept] = key;
        kept += d == digit;
      }
    });
    keys_.resize(kept);
    if (before > 0) below = passed ? std::max(below, most) : most, passed = true;
    return before;
  }

  std::vector<Key> keys_;
  std::array<std::uint32_t, (std::size_t(1) << kDigit) * kCopies> counts_{};
};

}  // namespace qc::host
