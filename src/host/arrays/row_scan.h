// Running values along lines of arrays, strictly from left to right: out[k] = out[k-1] op in[k]. The chain of one line
// waits for its own results, so several lines are under way at a time.
#pragma once
#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "host/arrays/tree_fold.h"
#include "host/context/parallel_chunks.h"

namespace qc::host {

constexpr std::int64_t kStretch = 64;  // elements of a line that are taken in one go

// The value of one line so far.
template <class Op, class T>
class RunningValue {
 public:
  explicit RunningValue(T start) : value_(start) {}
  void run(const T* __restrict in, T* __restrict out, std::int64_t n) {
    for (std::int64_t k = 0; k < n; ++k) out[k] = value_ = Op{}(value_, in[k]);
  }

 private:
  T value_;
};

// Extremes of floats as ints that are ordered as the numbers are, -0 below +0, and a NaN beyond what can become the
// extreme: without branches, which numbers that wander up and down would mislead.
template <bool kMax, std::floating_point T>
class RunningValue<Extreme<kMax>, T> {
 public:
  explicit RunningValue(T start) : key_(key_of(start)) {}
  void run(const T* __restrict in, T* __restrict out, std::int64_t n) {
    Key keys[kStretch];
    for (std::int64_t k = 0; k < n; ++k) keys[k] = key_of(in[k]);
    Key key = key_;
    for (std::int64_t k = 0; k < n; ++k) keys[k] = key = kMax ? std::max(key, keys[k]) : std::min(key, keys[k]);
    key_ = key;
    for (std::int64_t k = 0; k < n; ++k) out[k] = value_of(keys[k], in[k]);
  }

 private:
  using Key = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  using Limits = std::numeric_limits<Key>;
  static constexpr Key kNaN = kMax ? Limits::min() : Limits::max();  // no number has these bits
  static constexpr Key kInfinity = std::bit_cast<Key>(std::numeric_limits<T>::infinity());

  static Key flipped(Key bits) { return bits ^ ((bits >> (8 * sizeof(Key) - 1)) & Limits::max()); }
  static Key key_of(T x) {
    const Key bits = std::bit_cast<Key>(x);
    return (bits & Limits::max()) > kInfinity ? kNaN : flipped(bits);
  }

  // As long as there is no number: x, the NaN that came last.
  static T value_of(Key key, T x) { return std::bit_cast<T>(key == kNaN ? std::bit_cast<Key>(x) : flipped(key)); }

  Key key_;
};

// Lines of n elements, one below the other. A line goes on for a stretch that the cache holds, then the next one does:
// lines may lie a power of two apart, where steps from line to line would push each other's memory out of the cache.
template <class Op, class T>
void run_lines(const T* in, T* out, std::int64_t lines, std::int64_t n) {
  constexpr std::int64_t kSide = 8;
  for (std::int64_t first = 0; first < lines; first += kSide) {
    std::vector<RunningValue<Op, T>> values;
    for (std::int64_t l = first; l < std::min(lines, first + kSide); ++l) values.emplace_back(out[l * n] = in[l * n]);
    for (std::int64_t begin = 1; begin < n; begin += kStretch) {
      std::int64_t at = first * n + begin;
      for (RunningValue<Op, T>& value : values) {
        value.run(in + at, out + at, std::min(kStretch, n - begin));
        at += n;
      }
    }
  }
}

// Lines side by side: element k of line i is at k * inner + i. Those from `begin` to `end`.
template <class Op, class T>
void run_columns(const T* in, T* out, std::int64_t n, std::int64_t inner, std::int64_t begin, std::int64_t end) {
  std::copy(in + begin, in + end, out + begin);
  for (std::int64_t k = 1; k < n; ++k) {
    const T *row = in + k * inner, *before = out + (k - 1) * inner;
    T* __restrict here = out + k * inner;
    for (std::int64_t i = begin; i < end; ++i) here[i] = Op{}(before[i], row[i]);
  }
}

// An array of the extents outer x n x inner, along n.
template <class Op, class T>
void run_along(const T* in, T* out, std::int64_t outer, std::int64_t n, std::int64_t inner, runtime::Device& host) {
  constexpr std::int64_t kElements = 1 << 16,
                         kColumns = 1024;  // what is worth a thread; neighbours that a thread takes
  if (n == 0 || inner == 0) return;
  const auto some = [&](std::int64_t begin, std::int64_t end) {
    if (inner == 1) return run_lines<Op>(in + begin * n, out + begin * n, end - begin, n);
    for (std::int64_t o = begin; o < end; ++o)
      run_columns<Op>(in + o * n * inner, out + o * n * inner, n, inner, 0, inner);
  };
  if (outer > 1) return in_chunks(host, outer, std::max<std::int64_t>(8, kElements / (n * inner)), some);
  if (inner < 2 * kColumns || n * inner < kElements) return some(0, outer);
  in_chunks(host, inner, kColumns,
            [&](std::int64_t begin, std::int64_t end) { run_columns<Op>(in, out, n, inner, begin, end); });
}

}  // namespace qc::host
