// How a full reduction is carried out on targets with warps (docs/reductions.md). No choice but the atomic ones changes
// a bit.
#pragma once
#include <optional>
#include <string_view>

namespace qc {

enum class ReduceStrategy { Shuffle, SimulatedShuffle, Sequential, Classic, Atomic };
enum class ReduceFinish { LastBlock, TwoKernel, BlockAtomic };

struct ReduceChoice {
  ReduceStrategy strategy = ReduceStrategy::Shuffle;
  ReduceFinish finish = ReduceFinish::LastBlock;
  int threads = 0;  // of a block, a power of two from 32 to 1024; 0: the schedule's own choice

  bool any_order() const { return strategy == ReduceStrategy::Atomic || finish == ReduceFinish::BlockAtomic; }
  bool is_default() const {
    return strategy == ReduceStrategy::Shuffle && finish == ReduceFinish::LastBlock && threads == 0;
  }
};

// "WAY[,FINISH][,THREADS]"; nothing when it is none.
std::optional<ReduceChoice> parse_reduce_choice(std::string_view text);
inline constexpr const char* kReduceWords =
    "shuffle, sim-shuffle, sequential, classic or atomic, then last-block, two-kernel or block-atomic, then a block "
    "size";

}  // namespace qc
