#include "host/arrays/reduce_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace qc::host {

namespace {

// Compiled twice, as the loops of elementwise.cpp.
#define QC_INLINE [[gnu::always_inline]] inline
const bool kHasAvx2 = __builtin_cpu_supports("avx2");

constexpr std::int64_t kTile = 2048;  // lines side by side that are folded together
constexpr std::int64_t kBytes = 64;   // lanes of a line of bytes
constexpr std::int64_t kLine = 64;    // bytes of a line of memory
constexpr std::int64_t kAheadBytes =
    8192;  // what is asked for before it is read: lines that are looked at again leave memory idle

// ---- masks --------------------------------------------------------------------------------------------------------

QC_INLINE bool holds_body(const std::uint8_t* mask, std::int64_t n, bool wanted) {
  constexpr std::int64_t kBlock = 4096;
  for (std::int64_t begin = 0; begin < n; begin += kBlock) {
    const std::int64_t end = std::min(n, begin + kBlock);
    unsigned char found = 0;
    for (std::int64_t i = begin; i < end; ++i) found |= (unsigned char)((mask[i] != 0) == wanted);
    if (found) return true;
  }
  return false;
}
QC_INLINE std::int64_t count_body(const std::uint8_t* mask, std::int64_t n) {
  std::int64_t total = 0, i = 0;
  while (i + kBytes <= n) {  // no lane counts beyond a byte
    std::uint8_t lanes[kBytes] = {};
    const std::int64_t end = std::min(n / kBytes * kBytes, i + 255 * kBytes);
    for (; i < end; i += kBytes)
      for (std::int64_t l = 0; l < kBytes; ++l) lanes[l] = std::uint8_t(lanes[l] + (mask[i + l] != 0));
    for (const std::uint8_t lane : lanes) total += lane;
  }
  for (; i < n; ++i) total += mask[i] != 0;
  return total;
}
QC_INLINE void truth_rows_body(bool all, const std::uint8_t* mask, std::int64_t n, std::int64_t inner,
                               std::int64_t width, std::uint8_t* __restrict out) {
  std::fill_n(out, width, std::uint8_t(all));
  for (std::int64_t k = 0; k < n; ++k) {
    const std::uint8_t* row = mask + k * inner;
    if (all)
      for (std::int64_t t = 0; t < width; ++t) out[t] = std::uint8_t(out[t] & (row[t] != 0));
    else
      for (std::int64_t t = 0; t < width; ++t) out[t] = std::uint8_t(out[t] | (row[t] != 0));
  }
}
QC_INLINE void count_rows_body(const std::uint8_t* mask, std::int64_t n, std::int64_t inner, std::int64_t width,
                               std::int64_t* __restrict out) {
  std::uint8_t counts[kTile];
  std::fill_n(out, width, 0);
  for (std::int64_t k = 0; k < n;) {
    std::fill_n(counts, width, std::uint8_t(0));
    for (const std::int64_t end = std::min(n, k + 255); k < end; ++k) {
      const std::uint8_t* row = mask + k * inner;
      for (std::int64_t t = 0; t < width; ++t) counts[t] = std::uint8_t(counts[t] + (row[t] != 0));
    }
    for (std::int64_t t = 0; t < width; ++t) out[t] += counts[t];
  }
}

#define QC_WIDE [[gnu::target("avx2")]]
QC_WIDE bool holds_wide(const std::uint8_t* mask, std::int64_t n, bool wanted) { return holds_body(mask, n, wanted); }
QC_WIDE std::int64_t count_wide(const std::uint8_t* mask, std::int64_t n) { return count_body(mask, n); }
QC_WIDE void truth_rows_wide(bool all, const std::uint8_t* mask, std::int64_t n, std::int64_t inner, std::int64_t width,
                             std::uint8_t* out) {
  truth_rows_body(all, mask, n, inner, width, out);
}
QC_WIDE void count_rows_wide(const std::uint8_t* mask, std::int64_t n, std::int64_t inner, std::int64_t width,
                             std::int64_t* out) {
  count_rows_body(mask, n, inner, width, out);
}
bool holds(const std::uint8_t* mask, std::int64_t n, bool wanted) {
  return kHasAvx2 ? holds_wide(mask, n, wanted) : holds_body(mask, n, wanted);
}

// f(first element, width, first result) for tiles of neighbouring lines.
template <class F>
void for_tiles(const LineShape& s, const F& f) {
  for (std::int64_t o = 0; o < s.outer; ++o)
    for (std::int64_t t = 0; t < s.inner; t += kTile)
      f(o * s.n * s.inner + t, std::min(kTile, s.inner - t), o * s.inner + t);
}

// ---- places of extremes -------------------------------------------------------------------------------------------

template <bool kMax, class T>
QC_INLINE bool better(T a, T b) {
  return kMax ? a > b : a < b;
}
template <bool kMax, class T>
constexpr T worst() {
  if constexpr (std::is_floating_point_v<T>)
    return kMax ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
  else
    return kMax ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

// The best of n elements and `most`, lane by lane; NaN is never better.
template <bool kMax, class T>
QC_INLINE T best_body(const T* x, std::int64_t n, T most) {
  constexpr std::int64_t kLanes = 256 / std::int64_t(sizeof(T));
  T lanes[kLanes];
  for (T& lane : lanes) lane = most;
  std::int64_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (std::int64_t l = 0; l < kLanes; l += kLine / std::int64_t(sizeof(T)))
      __builtin_prefetch(reinterpret_cast<const char*>(x + i + l) + kAheadBytes);
    for (std::int64_t l = 0; l < kLanes; ++l) lanes[l] = better<kMax>(x[i + l], lanes[l]) ? x[i + l] : lanes[l];
  }
  for (; i < n; ++i) lanes[0] = better<kMax>(x[i], lanes[0]) ? x[i] : lanes[0];
  for (const T lane : lanes) most = better<kMax>(lane, most) ? lane : most;
  return most;
}
template <bool kMax, class T>
QC_WIDE T best_wide(const T* x, std::int64_t n, T most) {
  return best_body<kMax>(x, n, most);
}

template <class T>
QC_INLINE std::int64_t find_body(const T* x, std::int64_t n, T value) {
  using Same = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  constexpr std::int64_t kStep = 64;
  std::int64_t i = 0;
  for (; i + kStep <= n; i += kStep) {
    Same found = 0;
    for (std::int64_t l = 0; l < kStep; ++l) found |= x[i + l] == value ? Same(-1) : Same(0);
    if (found) break;
  }
  while (i < n && !(x[i] == value)) ++i;
  return i;
}
template <class T>
QC_WIDE std::int64_t find_wide(const T* x, std::int64_t n, T value) {
  return find_body(x, n, value);
}

// Nothing is better than `worst`: the first number, if there is one.
template <class T>
std::int64_t first_number(const T* x, std::int64_t n, std::int64_t stride) {
  for (std::int64_t i = 0; i < n; ++i) {
    if constexpr (std::is_floating_point_v<T>)
      if (std::isnan(x[i * stride])) continue;
    return i;
  }
  return -1;
}

template <bool kMax, class T>
std::int64_t place_in_line(const T* x, std::int64_t n) {
  constexpr std::int64_t kBlock = 4096;
  T best = worst<kMax, T>();
  std::int64_t block = -1;
  for (std::int64_t begin = 0; begin < n; begin += kBlock) {
    const std::int64_t count = std::min(kBlock, n - begin);
    const T most = kHasAvx2 ? best_wide<kMax>(x + begin, count, best) : best_body<kMax>(x + begin, count, best);
    if (!better<kMax>(most, best)) continue;
    best = most;
    block = begin;
  }
  if (block < 0) return first_number(x, n, 1);
  return block + (kHasAvx2 ? find_wide(x + block, n - block, best) : find_body(x + block, n - block, best));
}

// Neighbouring lines of ints, row by row.
template <bool kMax, class T>
QC_INLINE void extremes_body(const T* x, std::int64_t n, std::int64_t inner, std::int64_t width, T* __restrict best) {
  std::copy_n(x, width, best);
  for (std::int64_t k = 1; k < n; ++k) {
    const T* row = x + k * inner;
    for (std::int64_t t = 0; t < width; ++t) best[t] = better<kMax>(row[t], best[t]) ? row[t] : best[t];
  }
}
template <bool kMax, class T>
QC_WIDE void extremes_wide(const T* x, std::int64_t n, std::int64_t inner, std::int64_t width, T* best) {
  extremes_body<kMax>(x, n, inner, width, best);
}

template <bool kMax, class T>
void extremes(const T* x, const LineShape& s, std::int64_t* out) {
  constexpr std::int64_t kFew = 256;  // elements of a line that are not worth lanes
  if (s.inner == 1) {
    for (std::int64_t l = 0; l < s.outer; ++l, x += s.n) {
      if (s.n > kFew) {
        out[l] = kHasAvx2 ? best_wide<kMax>(x, s.n, x[0]) : best_body<kMax>(x, s.n, x[0]);
        continue;
      }
      T best = x[0];
      for (std::int64_t k = 1; k < s.n; ++k) best = better<kMax>(x[k], best) ? x[k] : best;
      out[l] = best;
    }
    return;
  }
  T best[kTile];
  for_tiles(s, [&](std::int64_t from, std::int64_t width, std::int64_t to) {
    (kHasAvx2 ? extremes_wide<kMax, T> : extremes_body<kMax, T>)(x + from, s.n, s.inner, width, best);
    std::copy_n(best, width, out + to);
  });
}

// Neighbouring lines, row by row; a place has the size of an element, so that a vector holds as many of both.
template <bool kMax, class T, class Place>
QC_INLINE void places_body(const T* x, std::int64_t n, std::int64_t inner, std::int64_t width, T* __restrict best,
                           Place* __restrict at) {
  std::fill_n(best, width, worst<kMax, T>());
  std::fill_n(at, width, Place(-1));
  for (std::int64_t k = 0; k < n; ++k) {
    const T* row = x + k * inner;
    for (std::int64_t t = 0; t < width; ++t) {
      const bool more = better<kMax>(row[t], best[t]);
      best[t] = more ? row[t] : best[t];
      at[t] = more ? Place(k) : at[t];
    }
  }
}
template <bool kMax, class T, class Place>
QC_WIDE void places_wide(const T* x, std::int64_t n, std::int64_t inner, std::int64_t width, T* best, Place* at) {
  places_body<kMax>(x, n, inner, width, best, at);
}

}  // namespace

void truth_of_lines(bool all, const std::uint8_t* mask, const LineShape& s, std::uint8_t* out) {
  if (s.inner == 1) {
    for (std::int64_t l = 0; l < s.outer; ++l) out[l] = std::uint8_t(holds(mask + l * s.n, s.n, !all) != all);
    return;
  }
  for_tiles(s, [&](std::int64_t from, std::int64_t width, std::int64_t to) {
    (kHasAvx2 ? truth_rows_wide : truth_rows_body)(all, mask + from, s.n, s.inner, width, out + to);
  });
}

void counts_of_lines(const std::uint8_t* mask, const LineShape& s, std::int64_t* out) {
  if (s.inner == 1) {
    for (std::int64_t l = 0; l < s.outer; ++l) out[l] = (kHasAvx2 ? count_wide : count_body)(mask + l * s.n, s.n);
    return;
  }
  for_tiles(s, [&](std::int64_t from, std::int64_t width, std::int64_t to) {
    (kHasAvx2 ? count_rows_wide : count_rows_body)(mask + from, s.n, s.inner, width, out + to);
  });
}

template <class T>
void extremes_of_lines(bool max, const T* x, const LineShape& s, std::int64_t* out) {
  max ? extremes<true>(x, s, out) : extremes<false>(x, s, out);
}
template void extremes_of_lines(bool, const std::uint8_t*, const LineShape&, std::int64_t*);
template void extremes_of_lines(bool, const std::int8_t*, const LineShape&, std::int64_t*);
template void extremes_of_lines(bool, const std::uint16_t*, const LineShape&, std::int64_t*);
template void extremes_of_lines(bool, const std::int16_t*, const LineShape&, std::int64_t*);
template void extremes_of_lines(bool, const std::uint32_t*, const LineShape&, std::int64_t*);
template void extremes_of_lines(bool, const std::int32_t*, const LineShape&, std::int64_t*);

template <bool kMax>
std::int64_t first_place(const float* x, std::int64_t n) {
  return place_in_line<kMax>(x, n);
}
template <bool kMax>
std::int64_t first_place(const double* x, std::int64_t n) {
  return place_in_line<kMax>(x, n);
}
template <bool kMax>
std::int64_t first_place(const std::int64_t* x, std::int64_t n) {
  return place_in_line<kMax>(x, n);
}

constexpr std::int64_t kShort = 32;  // elements of a line, of which many are looked at together

template <bool kMax, class T>
void first_places(const T* x, const LineShape& s, std::int64_t* out) {
  if (s.inner == 1 && (s.n > kShort || s.outer == 1)) {
    for (std::int64_t l = 0; l < s.outer; ++l) out[l] = place_in_line<kMax>(x + l * s.n, s.n);
    return;
  }
  if (s.inner == 1) {  // side by side
    std::vector<T> transposed(std::size_t(kTile * s.n));
    for (std::int64_t begin = 0; begin < s.outer; begin += kTile) {
      const std::int64_t lines = std::min(kTile, s.outer - begin);
      const T* from = x + begin * s.n;
      for (std::int64_t k = 0; k < s.n; ++k)
        for (std::int64_t l = 0; l < lines; ++l) transposed[std::size_t(k * lines + l)] = from[l * s.n + k];
      first_places<kMax>(transposed.data(), LineShape{1, s.n, lines}, out + begin);
    }
    return;
  }
  const auto walk = [&]<class Place>(Place) {
    std::vector<T> best(kTile);
    std::vector<Place> at(kTile);
    for_tiles(s, [&](std::int64_t from, std::int64_t width, std::int64_t to) {
      if (kHasAvx2)
        places_wide<kMax>(x + from, s.n, s.inner, width, best.data(), at.data());
      else
        places_body<kMax>(x + from, s.n, s.inner, width, best.data(), at.data());
      for (std::int64_t t = 0; t < width; ++t)
        out[to + t] =
            at[std::size_t(t)] >= 0 ? std::int64_t(at[std::size_t(t)]) : first_number(x + from + t, s.n, s.inner);
    });
  };
  if (sizeof(T) == 4 && s.n <= std::numeric_limits<std::int32_t>::max())
    walk(std::int32_t{});
  else
    walk(std::int64_t{});
}

#define QC_PLACES(T)                                                            \
  template void first_places<false>(const T*, const LineShape&, std::int64_t*); \
  template void first_places<true>(const T*, const LineShape&, std::int64_t*);  \
  template std::int64_t first_place<false>(const T*, std::int64_t);             \
  template std::int64_t first_place<true>(const T*, std::int64_t)
QC_PLACES(float);
QC_PLACES(double);
QC_PLACES(std::int64_t);

}  // namespace qc::host
