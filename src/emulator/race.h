// Who touched an element, and whether two accesses are ordered.
//
// Accesses of two threads are ordered by a barrier of the block between them (the block's phase), by a barrier of the
// warp, and by release and acquire: a fence after the first, an atomic, and on the other side an atomic of the same
// element that comes later and a fence before the second. What a thread so knows of others is a set of clocks
// (Knowledge), which barriers hand to the whole block.
#pragma once
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace qc::emulator {

enum class Touch : std::uint8_t { None, Read, Write, Atomic };

// One access, packed into words by hand, which compilers do not do well; counters saturate, which loses findings and
// invents none.
struct Access {
  static constexpr std::uint32_t kThreads = 1u << 10, kFences = 1u << 8, kEpochs = 1u << 14, kPhases = 1u << 20,
                                 kPlaces = 1u << 12;
  std::uint32_t block = 0;
  std::uint32_t who = 0;   // thread, and the fences and warp barriers that it had passed
  std::uint32_t when = 0;  // barriers of the block, and the index of the access in the code

  static std::uint32_t of_thread(std::uint32_t thread, std::uint32_t fences, std::uint32_t epoch) {
    return thread | (fences < kFences ? fences : kFences - 1) << 10 | (epoch < kEpochs ? epoch : kEpochs - 1) << 18;
  }
  static std::uint32_t of_place(std::uint32_t phase, std::uint32_t place) {
    return phase % kPhases | (place < kPlaces ? place : kPlaces - 1) << 20;
  }
  std::uint32_t thread() const { return who % kThreads; }
  std::uint32_t fences() const { return who >> 10 & (kFences - 1); }
  std::uint32_t epoch() const { return who >> 18; }
  std::uint32_t phase() const { return when % kPhases; }
  std::uint32_t place() const { return when >> 20; }
};

// The last write or atomic, and two others: reads, or an atomic of another thread before the last one.
struct Cell {
  Access access[3];
  std::uint16_t launch = 0;
  std::uint16_t touches = 0;  // Touch of each, 2 bits
  Touch touch(int k) const { return Touch(touches >> (2 * k) & 3); }
  void set(int k, Touch t, const Access& a) {
    access[k] = a;
    touches = std::uint16_t((touches & ~(3u << (2 * k))) | unsigned(t) << (2 * k));
  }
};

// Clocks: for all threads of a block the phases that are over, for one thread the fences it had passed.
class Knowledge {
 public:
  static constexpr std::uint32_t kAll = 1u << 10;  // in place of a thread
  void raise(std::uint32_t block, std::uint32_t thread, bool grid, std::uint32_t clock);
  std::uint32_t clock(std::uint32_t block, std::uint32_t thread, bool grid) const;
  void join(const Knowledge& other);
  void join_block(const Knowledge& other, std::uint32_t block);  // what a fence of the block's scope makes visible
  bool empty() const { return clocks_.empty(); }

 private:
  static std::uint64_t key(std::uint32_t block, std::uint32_t thread, bool grid) {
    return std::uint64_t(block) << 12 | thread << 1 | std::uint64_t(grid);
  }
  std::unordered_map<std::uint64_t, std::uint32_t> clocks_;
};
using KnowledgeP = std::shared_ptr<Knowledge>;  // copied before it is changed when shared

// Joins `what` into `into`.
void learn(KnowledgeP& into, const KnowledgeP& what);

// What one thread has done to be ordered with others.
struct ThreadSync {
  std::uint32_t epoch = 0;  // warp barriers passed: the warp's counter at the last
  std::uint32_t fences = 0;
  bool unfenced = false;                     // global accesses since the last fence of the grid
  std::uint32_t released[2] = {0, 0};        // [grid]: fences passed at the last fence of that scope at least
  std::uint32_t released_phase[2] = {0, 0};  // and the block's phase then
  KnowledgeP known, known_at_fence;
  KnowledgeP pending;  // of atomics, until the next fence
};

}  // namespace qc::emulator
