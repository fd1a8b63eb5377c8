// Folding typed elements on the host in the order of the language's tree (ir/tree_shape.h): total(x) has the bits of
// the loop that combines its elements one by one.
#pragma once
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "ir/tree_shape.h"
#include "support/stop.h"
#include "value/complex_product.h"

namespace qc::host {

struct Plus {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return T(std::uint64_t(a) + std::uint64_t(b));
    else
      return a + b;
  }
};
struct Times {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return T(std::uint64_t(a) * std::uint64_t(b));
    else
      return a * b;
  }
  template <class T>
  std::complex<T> operator()(std::complex<T> a, std::complex<T> b) const {
    return complex_times(a, b);
  }
};
// Minimum or maximum: a NaN operand is ignored, -0 is below +0.
template <bool kMax>
struct Extreme {
  template <class T>
  T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return (a > b) == kMax ? a : b;
    else {
      if (std::isnan(a)) return b;
      if (std::isnan(b)) return a;
      if (a == b) return std::signbit(a) == kMax ? b : a;
      return (a > b) == kMax ? a : b;
    }
  }
};

// Halves until one is left; only the first `present` of the slots hold something.
template <class T, class Op>
T fold_halves(std::vector<T>& slots, std::int64_t size, std::int64_t present, const Op& op) {
  for (std::int64_t h = size / 2; h >= 1; h /= 2) {
    for (std::int64_t l = 0; l + h < present; ++l)
      slots[std::size_t(l)] = op(slots[std::size_t(l)], slots[std::size_t(l + h)]);
    present = std::min(present, h);
  }
  return slots[0];
}

// The tree over n > 0 iterations: first(i) is what iteration i brings to an empty lane, add(lane, i) joins it to one.
template <class T, class First, class Add, class Op>
T tree_fold(std::int64_t n, const First& first, const Add& add, const Op& op) {
  const TreeShape shape = tree_shape(n, std::int64_t(sizeof(T)));
  std::vector<T> chunks, lanes(std::size_t(std::min(shape.lanes, n)));
  for (std::int64_t begin = 0; begin < n; begin += shape.chunk) {
    if (begin > 0) check_stopped();
    const std::int64_t end = std::min(n, begin + shape.chunk), present = std::min(shape.lanes, end - begin);
    for (std::int64_t l = 0; l < present; ++l) lanes[std::size_t(l)] = first(begin + l);
    for (std::int64_t row = begin + shape.lanes; row < end; row += shape.lanes) {
      const std::int64_t width = std::min(shape.lanes, end - row);
      T* lane = lanes.data();
      for (std::int64_t l = 0; l < width; ++l) lane[l] = add(lane[l], row + l);
    }
    chunks.push_back(fold_halves(lanes, shape.lanes, present, op));
  }
  return fold_halves(chunks, kMaxChunks, std::int64_t(chunks.size()), op);
}

// The fold of n > 0 elements.
template <class T, class Op>
T tree_of(const T* x, std::int64_t n, const Op& op) {
  return tree_fold<T>(
      n, [&](std::int64_t i) { return x[i]; }, [&](T lane, std::int64_t i) { return op(lane, x[i]); }, op);
}

// Sums join 0, products 1.
template <class T>
T tree_sum(const T* x, std::int64_t n) {
  return n == 0 ? T(0) : T(0) + tree_of(x, n, Plus{});
}
template <class T>
T tree_product(const T* x, std::int64_t n) {
  return n == 0 ? T(1) : tree_of(x, n, Times{});
}

}  // namespace qc::host
