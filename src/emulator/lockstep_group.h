// Threads that move in lockstep: their registers, and the masks of those that take part.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

namespace qc::emulator {

inline constexpr int kWarp = 32;
using Mask = std::uint32_t;

// Calls f(lane) for each set bit.
template <class F>
void for_lanes(Mask mask, const F& f) {
  for (; mask; mask &= mask - 1) f(std::countr_zero(mask));
}

struct LockstepGroup {
  enum class State : std::uint8_t { Ready, AtBarrier, AtGridBarrier, AtExchange, Done } state = State::Ready;
  std::uint32_t pc = 0;
  Mask mask = 0, alive = 0, existing = 0;
  int first = 0;                    // thread of lane 0 in the block
  int width = kWarp;                // lanes
  std::vector<std::uint64_t> regs;  // [register][lane]
  struct Frame {
    Mask outer, other;
  };  // of an If or a loop
  struct Loop {
    Mask live, iteration;
    std::uint64_t rounds = 0;
  };  // lanes that are in the loop; that have not left this iteration
  std::vector<Frame> frames;
  std::vector<Loop> loops;
  std::vector<std::uint64_t> before;  // registers one round of a long loop ago

  // Threads first .. first + lanes - 1 before their first instruction, with so many registers in each of `lockstep`
  // lanes.
  void begin(int first_thread, int lanes, int lockstep, std::uint32_t registers) {
    state = State::Ready;
    pc = 0;
    first = first_thread;
    width = lockstep;
    mask = alive = existing = lanes == kWarp ? ~Mask(0) : (Mask(1) << lanes) - 1;
    frames.clear();
    loops.clear();
    regs.resize(std::size_t(registers) * std::size_t(lockstep));
  }

  // A register, lane after lane.
  std::uint64_t* reg(std::uint32_t r) { return regs.data() + std::size_t(r) * std::size_t(width); }
  // The lanes that take part where a branch ends.
  Mask limit() const { return loops.empty() ? alive : loops.back().iteration; }
  // The active lanes whose register is not zero.
  Mask holds(std::uint32_t r) {
    Mask m = 0;
    for_lanes(mask, [&](int k) { m |= Mask(reg(r)[k] != 0) << k; });
    return m;
  }
  // The active lanes leave the innermost loop, or the kernel.
  void leave(bool kernel) {
    if (kernel) alive &= ~mask;
    for (std::size_t k = kernel ? 0 : loops.size() - 1; k < loops.size(); ++k) {
      loops[k].live &= ~mask;
      loops[k].iteration &= ~mask;
    }
    mask = 0;
  }
};

}  // namespace qc::emulator
