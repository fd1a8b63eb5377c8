// The folding of lanes inside a thread block: the part of the reduction tree that needs shared memory and shuffles.
#pragma once
#include <string>
#include <vector>

#include "transform/kernel_builder.h"

namespace qc {

inline constexpr std::int64_t kWarp = 32;  // threads that shuffle among themselves

// One value travelling through a fold: what combines it and its type. An arg-reduction is two items: the value (ArgMin or
// ArgMax) and, right after it, the linear iteration that it comes from (First or Last, as equals are decided; -1: none).
struct FoldItem {
  ReduceOp op;
  Elem type;
};
inline bool is_arg(ReduceOp op) { return op == ReduceOp::ArgMin || op == ReduceOp::ArgMax; }
// Whether (value, at) replaces (best, best_at): it is better, or equal and on the side that wins. Order-independent, so an
// arg-reduction is exact in any tree.
ir::ExprP arg_replaces(ReduceOp op, ReduceOp side, const ir::ExprP& value, const ir::ExprP& at, const ir::ExprP& best, const ir::ExprP& best_at);

// The value of the lane `distance` further in the warp; every thread of the warp has to reach it.
ir::ExprP full_shuffle_down(const ir::ExprP& value, std::int64_t distance);

struct FoldShape {
  std::int64_t lanes;         // a power of two
  int lanes_per_thread;       // W; lane l = W * thread + j, held in values[item][j]
  bool warps;                 // the last 32 threads shuffle
  std::string name;           // prefix of the shared arrays
  ir::ExprP count;            // if given (uniform): steps that only meet lanes at or beyond it are skipped
  ReduceWay way = ReduceWay::Shuffle;
};

// Which items are folded together: so many that their values fit into registers and straight code stays short; the two of
// an arg-reduction are not divided. Pairs of first and end.
std::vector<std::pair<std::size_t, std::size_t>> fold_groups(const std::vector<FoldItem>& items, int lanes_per_thread);

// Folds the lanes of all items in halves, l = l op (l + h) for h = lanes/2 .. 1. Afterwards values[item][0] of
// thread 0 holds the result; the other variables are spent. Every thread of the block has to run the block.
void fold_lanes(KernelBuilder& b, ir::Block& block, const FoldShape& shape, const std::vector<FoldItem>& items,
                const std::vector<std::vector<ir::VarId>>& values);

// The same on a target without warps, for lanes that `value(item, lane)` gives: each lane of the tree is asked for once, by
// any thread. Those at or beyond `count` are neutral. Thread 0 has the results.
void fold_in_place(KernelBuilder& b, ir::Block& block, const FoldShape& shape, const std::vector<FoldItem>& items,
                   const std::function<ir::ExprP(std::size_t, const ir::ExprP&)>& value, const std::vector<ir::VarId>& results);

}  // namespace qc
