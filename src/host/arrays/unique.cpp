#include "host/arrays/unique.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "host/arrays/typed_elements.h"
#include "support/stop.h"

namespace qc::host {

namespace {

template <class T>
bool is_nan(T x) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(x);
  else
    return false;
}

// -1, 0, 1; a NaN behind all numbers, beside another one by its place.
template <class T>
int compared(const T* a, const T* b, std::int64_t width) {
  for (std::int64_t k = 0; k < width; ++k) {
    if (is_nan(a[k]) || is_nan(b[k])) {
      if (is_nan(a[k]) != is_nan(b[k])) return is_nan(a[k]) ? 1 : -1;
      continue;
    }
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  }
  return 0;
}

template <class T>
Distinct of_elements(const T* x, std::int64_t n, std::int64_t width, bool as_they_came) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  const auto line = [&](std::int64_t k) { return x + k * width; };
  SeldomStopped stopped;
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    stopped.check();
    return compared(line(a), line(b), width) < 0;
  });
  const auto same = [&](std::int64_t a, std::int64_t b) {
    return compared(line(a), line(b), width) == 0 &&
           std::none_of(line(a), line(a) + width, [](T v) { return is_nan(v); });
  };
  Distinct d;
  d.which.resize(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    stopped.check();
    if (k == 0 || !same(order[k - 1], order[k])) d.first.push_back(order[k]);
    d.which[std::size_t(order[k])] = std::int64_t(d.first.size()) - 1;
  }
  if (!as_they_came) return d;
  std::vector<std::int64_t> places(d.first.size()), now(d.first.size()), first;
  std::iota(places.begin(), places.end(), 0);
  std::sort(places.begin(), places.end(), [&](auto a, auto b) {
    stopped.check();
    return d.first[std::size_t(a)] < d.first[std::size_t(b)];
  });
  for (std::size_t k = 0; k < places.size(); ++k) {
    now[std::size_t(places[k])] = std::int64_t(k);
    first.push_back(d.first[std::size_t(places[k])]);
  }
  for (auto& w : d.which) w = now[std::size_t(w)];
  d.first = std::move(first);
  return d;
}

}  // namespace

Distinct distinct_lines(const ArrayP& x, std::int64_t n, std::int64_t width, bool as_they_came) {
  return with_elements(x, [&](auto in) -> Distinct {
    using T = std::remove_const_t<typename decltype(in)::element_type>;
    if constexpr (is_complex_v<T>)
      return {};
    else
      return of_elements<T>(in.data(), n, width, as_they_came);
  });
}

}  // namespace qc::host
