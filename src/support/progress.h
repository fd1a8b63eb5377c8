// How far long work is, for whoever watches from another thread. Process-wide and approximate.
#pragma once
#include <atomic>
#include <cstdint>

namespace qc::progress {

inline std::atomic<int> compiled{0};                 // kernels, so far
inline std::atomic<int> compiling{0};                // under way
inline std::atomic<int> loops{0}, loops_met{0};      // in the programs that run, and those of them that were reached
enum class Work { Loop, Read };                      // iterations, or blocks of a launch on the host; bytes of a file
inline std::atomic<Work> work{Work::Loop};           // that which is under way
inline std::atomic<std::int64_t> at{0}, of{0};       // its parts; of 0: none
inline constexpr std::int64_t kUnknown = INT64_MAX;  // so many: nobody knows

// A loop is judged, or scheduled.
struct Preparing {
  Preparing() { compiling.fetch_add(1, std::memory_order_relaxed); }
  ~Preparing() { compiling.fetch_sub(1, std::memory_order_relaxed); }
};
// Machine code is made of a kernel.
struct Compiling : Preparing {
  ~Compiling() { compiled.fetch_add(1, std::memory_order_relaxed); }
};

// Work of so many parts, while it lives. Of work inside work the outermost is shown that has parts.
class Parts {
 public:
  Parts(Work kind, std::int64_t count) : shown_(count > 1 && of.load(std::memory_order_relaxed) == 0) {
    if (!shown_) return;
    at.store(0, std::memory_order_relaxed);
    work.store(kind, std::memory_order_relaxed);
    of.store(count, std::memory_order_relaxed);
  }
  ~Parts() {
    if (shown_) of.store(0, std::memory_order_relaxed);
  }
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  // The first so many of them are done.
  void done(std::int64_t parts) const {
    if (shown_) at.store(parts, std::memory_order_relaxed);
  }

 private:
  bool shown_;
};

}  // namespace qc::progress
