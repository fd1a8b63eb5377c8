#include "host/indexing_typed.h"

#include <cstring>

namespace qc::host {

namespace {

struct Pair { std::uint64_t a, b; };

// f with a value of an unsigned type of that many bytes.
template <class F> void with_bytes(std::size_t bytes, const F& f) {
  switch (bytes) {
    case 1: return f(std::uint8_t{});
    case 2: return f(std::uint16_t{});
    case 4: return f(std::uint32_t{});
    case 8: return f(std::uint64_t{});
    default: return f(Pair{});
  }
}

}  // namespace

std::vector<std::int64_t> mask_places(const std::uint8_t* mask, std::int64_t n) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < n; ++i) count += mask[i] != 0;
  std::vector<std::int64_t> at(std::size_t(count) + 1);  // room for the place that is written before it is known to be one
  std::size_t k = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    at[k] = i;
    k += mask[i] != 0;
  }
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

void fill_masked(Array& a, const std::uint8_t* mask, const void* value) {
  const std::size_t bytes = std::size_t(byte_size(a.elem)) * (a.complex ? 2 : 1);
  const std::int64_t n = a.count();
  void* data = a.buffer->host_write();
  with_bytes(bytes, [&]<class T>(T v) {
    std::memcpy(&v, value, sizeof v);
    T* to = static_cast<T*>(data);
    for (std::int64_t i = 0; i < n; ++i) to[i] = mask[i] ? v : to[i];
  });
}

bool all_in_range(const std::int64_t* index, std::int64_t n, std::int64_t extent) {
  bool outside = false;
  for (std::int64_t i = 0; i < n; ++i) outside |= std::uint64_t(index[i]) >= std::uint64_t(extent);
  return !outside;
}

}  // namespace qc::host
