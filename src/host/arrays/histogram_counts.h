// Counting how many numbers lie between edges.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace qc::host {

// The least and the greatest finite number; inf and -inf when there is none.
template <class T>
std::pair<double, double> finite_range(std::span<const T> values) {
  constexpr std::size_t kLanes = 16;
  const T inf = std::numeric_limits<T>::infinity();
  T lo[kLanes], hi[kLanes];
  std::fill(lo, lo + kLanes, inf);
  std::fill(hi, hi + kLanes, -inf);
  const std::size_t whole = values.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes)
    for (std::size_t l = 0; l < kLanes; ++l) {
      const T v = values[i + l];
      lo[l] = (v < lo[l]) & (v > -inf) ? v : lo[l];
      hi[l] = (v > hi[l]) & (v < inf) ? v : hi[l];
    }
  for (std::size_t i = whole; i < values.size(); ++i)
    if (std::isfinite(values[i])) lo[0] = std::min(lo[0], values[i]), hi[0] = std::max(hi[0], values[i]);
  return {double(*std::min_element(lo, lo + kLanes)) + 0.0, double(*std::max_element(hi, hi + kLanes)) + 0.0};  // no -0
}

// Bins of equal width: a guess by multiplication is right or next to it. weight(i): how often values[i] counts.
template <class T, class Weight>
void count_equal_bins(std::span<const T> values, const Weight& weight, const std::vector<double>& edges, double width,
                      std::vector<std::int64_t>& h) {
  constexpr std::size_t kBlock = 512;
  const double lo = edges.front(), hi = edges.back(), scale = 1 / width;
  const auto last = std::int32_t(h.size()) - 1;
  const double* edge = edges.data();
  std::int32_t guess[kBlock];
  for (std::size_t begin = 0; begin < values.size(); begin += kBlock) {
    const std::size_t n = std::min(kBlock, values.size() - begin);
    const T* x = values.data() + begin;
    for (std::size_t i = 0; i < n; ++i) {
      const double v = double(x[i]), bounded = v >= lo && v <= hi ? v : lo;
      const auto k = std::int32_t((bounded - lo) * scale);
      guess[i] = v >= lo && v <= hi ? std::min(k, last) : -1;
    }
    for (std::size_t i = 0; i < n; ++i) {
      std::int32_t k = guess[i];
      if (k < 0) continue;
      const double v = double(x[i]);
      k -= v < edge[k];
      k += (k < last) & (v >= edge[k + 1]);
      h[std::size_t(k)] += weight(begin + i);
    }
  }
}

// The width of bins that are about equally wide.
inline std::optional<double> equal_width(const std::vector<double>& edges) {
  const std::size_t bins = edges.size() - 1;
  const double width = (edges.back() - edges.front()) / double(bins);
  bool equal = width > 0 && std::isfinite(width) && std::isfinite(1 / width);
  for (std::size_t k = 0; k < bins && equal; ++k)
    equal = std::fabs(edges[k] - (edges.front() + double(k) * width)) < width / 4;
  return equal ? std::optional(width) : std::nullopt;
}

// Counts of the values in edges[k] <= v < edges[k+1]; the last bin holds its upper edge too. NaN and what lies outside
// is left out.
template <class T, class Weight>
std::vector<std::int64_t> count_between(std::span<const T> values, const Weight& weight,
                                        const std::vector<double>& edges) {
  std::vector<std::int64_t> h(edges.size() - 1, 0);
  if (const auto width = equal_width(edges)) {
    count_equal_bins(values, weight, edges, *width, h);
    return h;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const T v = values[i];
    if (!(v >= edges.front() && v <= edges.back())) continue;
    const auto above = std::upper_bound(edges.begin(), edges.end(), double(v));
    h[std::min(std::size_t(above - edges.begin()), h.size()) - 1] += weight(i);
  }
  return h;
}

// The different values of small ints, ascending, and how often each occurs.
struct ValueCounts {
  std::vector<double> values;
  std::vector<std::int64_t> counts;
};
template <class T>
ValueCounts value_counts(const T* x, std::int64_t n) {
  constexpr std::size_t kValues = std::size_t(1) << (8 * sizeof(T)),
                        kCopies = sizeof(T) == 1 ? 4 : 1;  // equal neighbours do not wait for each other
  constexpr int kLowest = std::numeric_limits<T>::min();
  std::vector<std::int64_t> copies(kValues * kCopies, 0);
  for (std::int64_t i = 0; i < n; ++i) ++copies[kValues * (std::size_t(i) % kCopies) + std::size_t(x[i] - kLowest)];
  ValueCounts out;
  for (std::size_t v = 0; v < kValues; ++v) {
    std::int64_t count = 0;
    for (std::size_t c = 0; c < kCopies; ++c) count += copies[c * kValues + v];
    if (count == 0) continue;
    out.values.push_back(double(kLowest + std::int64_t(v)));
    out.counts.push_back(count);
  }
  return out;
}

}  // namespace qc::host
