// What bench/ratios.py reads: a list in JSON, first a copy, then the cases with their times and the bytes that they
// move.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "host/context/parallel_chunks.h"
#include "host/session/session.h"
#include "timing.h"

namespace qc::bench {

// Microseconds of copying 2^lg floats, which no loop that reads and writes as much outruns: what cases without a peer
// are compared with.
inline double microseconds_of_copy(host::Session& session, int lg) {
  runtime::Device& device = session.device();
  const std::size_t n = std::size_t(1) << lg, bytes = n * sizeof(float);
  const auto from = runtime::Buffer::create(bytes), to = runtime::Buffer::create(bytes);
  if (device.info().gpu_like)
    return time_work(device, [&] { device.copy_within(to->on(device, true), from->on(device, false), bytes); }).least;
  auto* source = static_cast<const float*>(from->host_read());
  auto* target = static_cast<float*>(to->host_write());
  return time_work(device,
                   [&] {
                     host::in_chunks(session.host_device(), std::int64_t(n), 1 << 16,
                                     [&](std::int64_t begin, std::int64_t end) {
                                       std::copy(source + begin, source + end, target + begin);
                                     });
                   })
      .least;
}

class Record {
 public:
  // Into a file; nullptr: nothing is kept.
  Record(const char* file, const host::Options& options, int lg) : file_(file ? std::fopen(file, "w") : nullptr) {
    if (!file_) return;
    host::Session session(options, {});
    const double copy = microseconds_of_copy(session, lg);
    fmt::print(file_,
               "[\n  {{\"case\": \"copy\", \"n\": {}, \"machine\": \"{}\", \"least_us\": {:.3f}, \"bytes\": {:.0f}}}",
               std::int64_t(1) << lg, session.device().info().name, copy, std::ldexp(8.0, lg));
  }
  ~Record() {
    if (!file_) return;
    fmt::print(file_, "\n]\n");
    std::fclose(file_);
  }
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

  void add(const std::string& name, std::int64_t n, double least, double bytes) {
    if (file_ && std::isfinite(least))
      fmt::print(file_, ",\n  {{\"case\": \"{}\", \"n\": {}, \"least_us\": {:.3f}, \"bytes\": {:.0f}}}", name, n, least,
                 bytes);
  }

 private:
  std::FILE* file_;
};

}  // namespace qc::bench
