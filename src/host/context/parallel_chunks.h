// A loop over elements in pieces, which the host device's threads share.
#pragma once
#include <algorithm>
#include <cstdint>

#include "runtime/device.h"

namespace qc::host {

// f(begin, end) for the pieces of [0, n), each of `chunk` elements but the last; in any order, on several threads. f
// throws nothing.
template <class F>
void in_chunks(runtime::Device& host, std::int64_t n, std::int64_t chunk, const F& f) {
  if (n <= chunk) {
    if (n > 0) f(std::int64_t(0), n);
    return;
  }
  struct Job {
    const F* f;
    std::int64_t n, chunk;
  };
  Job job{&f, n, chunk};
  runtime::HostImage image;
  image.entry = [](void* const* params, const runtime::Dims*, const std::int64_t at[3], void*) {
    const Job& j = *static_cast<const Job*>(params[0]);
    (*j.f)(at[0] * j.chunk, std::min(j.n, (at[0] + 1) * j.chunk));
  };
  runtime::Dims dims;
  dims.grid[0] = (n + chunk - 1) / chunk;
  void* params[1] = {&job};
  const auto kernel = host.load(image);
  host.launch(*kernel, dims, params, 1);
}

}  // namespace qc::host
