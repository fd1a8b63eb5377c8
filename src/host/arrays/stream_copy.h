// Copies into new arrays that are too large to stay in a cache: their lines are written past it, so that they need not
// be read first. Smaller results stay in the caches for whoever reads them next.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace qc::host {

inline constexpr std::size_t kStreamedBytes = std::size_t(8) << 20;

class RowCopy {
 public:
  // total: the bytes that will be written in all
  explicit RowCopy(std::size_t total) : streams_(total >= kStreamedBytes && supported()) {}
  ~RowCopy() { finish(); }
  RowCopy(const RowCopy&) = delete;
  RowCopy& operator=(const RowCopy&) = delete;

  bool streams() const { return streams_; }
  // memcpy
  void copy(void* to, const void* from, std::size_t bytes) {
    if (!streams_ || bytes < kShortest)
      std::memcpy(to, from, bytes);
    else
      stream(to, from, bytes);
  }
  // n elements of `size` bytes (1, 2, 4 or 8), the last one first; `last` is the element at the end
  void copy_reversed(void* to, const void* last, std::int64_t n, std::size_t size);

 private:
  static constexpr std::size_t kShortest = 256;  // bytes; shorter rows are not worth the care for their ends
  static bool supported();
  static void stream(void* to, const void* from, std::size_t bytes);
  void finish();
  bool streams_;
};

}  // namespace qc::host
