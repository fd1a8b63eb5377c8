// How far long work is, for whoever watches from another thread. Process-wide and approximate.
#pragma once
#include <atomic>
#include <cstdint>

namespace qc::progress {

inline std::atomic<int> compiled{0};            // kernels, so far
inline std::atomic<int> compiling{0};           // under way
inline std::atomic<std::int64_t> at{0}, of{0};  // blocks of the launch on the host that is under way; of 0: none

struct Compiling {
  Compiling() { compiling.fetch_add(1, std::memory_order_relaxed); }
  ~Compiling() {
    compiling.fetch_sub(1, std::memory_order_relaxed);
    compiled.fetch_add(1, std::memory_order_relaxed);
  }
};

}  // namespace qc::progress
