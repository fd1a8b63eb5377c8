// What decides which group moves on, and when the threads of a launch wait for each other for ever.
#pragma once
#include <cstdint>

namespace qc::emulator {

// Numbers without an order (splitmix64), the same for the same seed.
class RandomOrder {
 public:
  explicit RandomOrder(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }

 private:
  std::uint64_t state_;
};

// Whether anything changes in the memory that threads share.
class Progress {
 public:
  // Something was written that was not there before, a barrier opened, a block ended.
  void changed() { idle_ = pointless_ = 0; }
  void accessed(std::uint64_t times = 1) { idle_ += times; }
  void pointless_atomic() { ++pointless_; }

  // A block may wait for one that has not started; a machine of any size would hold it. The next time is as far.
  bool one_more_block() const { return idle_ > kIdle; }
  void block_came() { idle_ = 0; }
  bool is_deadlock() const { return pointless_ > kPointless || idle_ > kStuck; }

 private:
  static constexpr std::uint64_t kIdle = 1u << 16;       // accesses without a change until one more block is let in
  static constexpr std::uint64_t kPointless = 1u << 20;  // atomics without a change that are taken for a deadlock
  static constexpr std::uint64_t kStuck = 1u << 28;      // accesses without a change that are
  std::uint64_t idle_ = 0;                               // accesses since something changed
  std::uint64_t pointless_ = 0;                          // atomics that changed nothing, since something changed
};

}  // namespace qc::emulator
