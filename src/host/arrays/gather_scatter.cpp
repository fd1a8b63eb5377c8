#include "host/arrays/gather_scatter.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "host/arrays/reduce_rows.h"

namespace qc::host {

namespace {

struct Pair {
  std::uint64_t a, b;
};

// f with a value of an unsigned type of that many bytes.
template <class F>
void with_bytes(std::size_t bytes, const F& f) {
  switch (bytes) {
    case 1:
      return f(std::uint8_t{});
    case 2:
      return f(std::uint16_t{});
    case 4:
      return f(std::uint32_t{});
    case 8:
      return f(std::uint64_t{});
    default:
      return f(Pair{});
  }
}

}  // namespace

std::vector<std::int64_t> mask_places(const std::uint8_t* mask, std::int64_t n) {
  constexpr std::int64_t kTogether = 32;  // bytes that are passed over at once where none is true
  std::int64_t count = 0;
  counts_of_lines(mask, {1, n, 1}, &count);
  std::vector<std::int64_t> at(std::size_t(count) +
                               1);  // room for the place that is written before it is known to be one
  std::size_t k = 0;
  const auto note = [&](std::int64_t i) {
    at[k] = i;
    k += mask[i] != 0;
  };
  std::int64_t i = 0;
  for (; i + kTogether <= n; i += kTogether) {
    std::uint64_t words[kTogether / 8];
    std::memcpy(words, mask + i, kTogether);
    if ((words[0] | words[1] | words[2] | words[3]) == 0) continue;
    for (std::int64_t j = 0; j < kTogether; ++j) note(i + j);
  }
  for (; i < n; ++i) note(i);
  at.resize(std::size_t(count));
  return at;
}

void gather_elements(void* to, const void* from, const std::int64_t* at, std::int64_t n, std::size_t bytes) {
  with_bytes(bytes, [&]<class T>(T) {
    T* out = static_cast<T*>(to);
    const T* in = static_cast<const T*>(from);
    for (std::int64_t k = 0; k < n; ++k) out[k] = at[k] < 0 ? T{} : in[at[k]];
  });
}

namespace {

// kCount: how many places, where the compiler is to know it.
template <std::size_t kCount, class T>
void gather_places(T* __restrict to, const T* from, std::int64_t n, std::int64_t length,
                   const std::vector<std::int64_t>& places) {
  const std::size_t count = kCount ? kCount : places.size();
  for (std::int64_t row = 0; row < n; ++row, to += count, from += length)
    for (std::size_t k = 0; k < count; ++k) to[k] = places[k] < 0 ? T{} : from[places[k]];
}

}  // namespace

void gather_records(void* to, const void* from, std::int64_t n, std::int64_t length,
                    const std::vector<std::int64_t>& places, std::size_t bytes) {
  with_bytes(bytes, [&]<class T>(T) {
    T* out = static_cast<T*>(to);
    const T* in = static_cast<const T*>(from);
    switch (places.size()) {
      case 2:
        return gather_places<2>(out, in, n, length, places);
      case 3:
        return gather_places<3>(out, in, n, length, places);
      case 4:
        return gather_places<4>(out, in, n, length, places);
      default:
        return gather_places<0>(out, in, n, length, places);
    }
  });
}

namespace {

// A block of places at a time: they are looked at before they are used.
template <class T, class Index>
bool gather_block(T* out, const T* in, std::uint64_t extent, const Index* at, std::int64_t n) {
  bool outside = false;
  if constexpr (std::is_floating_point_v<Index>) {
    const auto end = Index(extent);
    for (std::int64_t k = 0; k < n; ++k) outside |= !(at[k] >= 0 && at[k] < end);
    if (outside) return false;
    for (std::int64_t k = 0; k < n; ++k) outside |= Index(std::int64_t(at[k])) != at[k];
  } else {
    for (std::int64_t k = 0; k < n; ++k) outside |= std::uint64_t(std::int64_t(at[k])) >= extent;
  }
  if (outside) return false;
  for (std::int64_t k = 0; k < n; ++k) out[k] = in[std::int64_t(at[k])];
  return true;
}

// f with a pointer of the type of the elements of a list; false for types that are no indices.
template <class F>
bool with_list(const Array& list, const F& f) {
  const void* data = list.buffer->host_read();
  switch (list.elem) {
    case Elem::I64:
      return f(static_cast<const std::int64_t*>(data));
    case Elem::U8:
      return f(static_cast<const std::uint8_t*>(data));
    case Elem::U16:
      return f(static_cast<const std::uint16_t*>(data));
    case Elem::I32:
      return f(static_cast<const std::int32_t*>(data));
    case Elem::U32:
      return f(static_cast<const std::uint32_t*>(data));
    case Elem::F32:
      return f(static_cast<const float*>(data));
    case Elem::F64:
      return f(static_cast<const double*>(data));
    default:
      return false;
  }
}

}  // namespace

bool gather_listed(void* to, const void* from, std::int64_t extent, const Array& list, std::size_t bytes) {
  constexpr std::int64_t kBlock = 1024, kExact = std::int64_t(1) << 24;  // extents that a float holds exactly
  if (list.elem == Elem::F32 && extent > kExact) return false;
  const std::int64_t n = list.count();
  bool done = false;
  with_bytes(bytes, [&]<class T>(T) {
    done = with_list(list, [&](const auto* at) {
      for (std::int64_t k = 0; k < n; k += kBlock)
        if (!gather_block(static_cast<T*>(to) + k, static_cast<const T*>(from), std::uint64_t(extent), at + k,
                          std::min(kBlock, n - k)))
          return false;
      return true;
    });
  });
  return done;
}

void scatter_elements(void* to, const std::int64_t* at, std::int64_t n, const void* value, bool each,
                      std::size_t bytes) {
  with_bytes(bytes, [&]<class T>(T) {
    T* out = static_cast<T*>(to);
    const T* in = static_cast<const T*>(value);
    if (each)
      for (std::int64_t k = 0; k < n; ++k) out[at[k]] = in[k];
    else
      for (std::int64_t k = 0; k < n; ++k) out[at[k]] = *in;
  });
}

void fill_masked(Array& a, const std::uint8_t* mask, const void* value) {
  const std::size_t bytes = std::size_t(byte_size(a.elem)) * (a.complex ? 2 : 1);
  const std::int64_t n = a.count();
  void* data = a.buffer->host_write();
  with_bytes(bytes, [&]<class T>(T v) {
    std::memcpy(&v, value, sizeof v);
    T* to = static_cast<T*>(data);
    constexpr std::int64_t kBlock = 256;  // of which nothing is read or written where the mask is empty
    for (std::int64_t begin = 0; begin < n; begin += kBlock) {
      const std::int64_t end = std::min(n, begin + kBlock);
      std::uint8_t some = 0;
      for (std::int64_t i = begin; i < end; ++i) some |= mask[i];
      if (!some) continue;
      for (std::int64_t i = begin; i < end; ++i) to[i] = mask[i] ? v : to[i];
    }
  });
}

bool all_in_range(const std::int64_t* index, std::int64_t n, std::int64_t extent) {
  bool outside = false;
  for (std::int64_t i = 0; i < n; ++i) outside |= std::uint64_t(index[i]) >= std::uint64_t(extent);
  return !outside;
}

}  // namespace qc::host
