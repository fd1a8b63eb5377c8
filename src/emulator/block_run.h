// A block under way: its groups, its shared memory, and the local memory of its threads.
#pragma once
#include <cstdint>
#include <vector>

#include "emulator/lockstep_group.h"
#include "emulator/race.h"

namespace qc::emulator {

struct SharedArray {
  std::vector<unsigned char> data, written;  // written: one for each element
  std::vector<Cell> cells;
};

struct BlockRun {
  std::int64_t index[3] = {0, 0, 0};
  std::uint32_t linear = 0;
  std::uint32_t phase = 0;            // barriers passed
  bool held = false;                  // at a barrier of the grid
  std::uint32_t published_phase = 0;  // all accesses before this phase were followed by fences of the grid
  std::vector<LockstepGroup> groups;
  std::vector<std::uint32_t> ready;                              // groups that can go on, in no order
  std::vector<SharedArray> shared;                               // by ArrayId, empty for others
  std::vector<std::vector<unsigned char>> local, local_written;  // by ArrayId: [thread][element]
  std::vector<ThreadSync> threads;
  std::vector<std::uint32_t> warp_epoch;  // barriers of each warp
  KnowledgeP known;

  // A group that waited goes on behind the instruction where it did.
  void resume(LockstepGroup& g) {
    g.state = LockstepGroup::State::Ready;
    ++g.pc;
    ready.push_back(std::uint32_t(&g - groups.data()));
  }
};

// Who accesses, for messages and checks.
struct Who {
  BlockRun& block;
  LockstepGroup& group;
  int lane;
  int thread() const { return group.first + lane; }
};

}  // namespace qc::emulator
