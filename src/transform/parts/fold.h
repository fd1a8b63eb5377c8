// The folding of lanes inside a thread block: the part of the reduction tree that needs shared memory and shuffles.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "transform/parts/kernel_parameters.h"
#include "transform/parts/reduce_operators.h"
#include "transform/policy/fold_items.h"

namespace qc {

inline constexpr std::int64_t kWarp = 32;  // threads that shuffle among themselves

// The value of a lane that has none: 1 and 0 for the two parts of a product of complex numbers.
ir::ExprP neutral(const FoldItem& item);
// (x0, x1) op (y0, y1) for the pair that begins at items[i]; the values are simple (variables or constants).
std::pair<ir::ExprP, ir::ExprP> combine_pair(KernelParameters& b, ir::Block& block, const std::vector<FoldItem>& items,
                                             std::size_t i, const ir::ExprP& x0, const ir::ExprP& x1,
                                             const ir::ExprP& y0, const ir::ExprP& y1);
// to = x op y, item by item; x and y are simple.
void combine_items(KernelParameters& b, ir::Block& block, const std::vector<FoldItem>& items,
                   const std::vector<ir::VarId>& to, const std::vector<ir::ExprP>& x, const std::vector<ir::ExprP>& y);
// A product of complex numbers in which exactly 1 is neutral: it leaves the other factor as it is, infinities and signs
// of zero too.
std::pair<ir::ExprP, ir::ExprP> complex_product(KernelParameters& b, ir::Block& block, const ir::ExprP& x0,
                                                const ir::ExprP& x1, const ir::ExprP& y0, const ir::ExprP& y1);
// Whether (value, at) replaces (best, best_at): it is better, or equal and on the side that wins. Order-independent, so
// an arg-reduction is exact in any tree.
ir::ExprP arg_replaces(ReduceOp op, ReduceOp side, const ir::ExprP& value, const ir::ExprP& at, const ir::ExprP& best,
                       const ir::ExprP& best_at);

// A shuffle that every thread of the warp has to reach; Down: the value of the lane `distance` further in the warp.
ir::ExprP full_shuffle(ir::ShuffleKind kind, const ir::ExprP& value, const ir::ExprP& by);
ir::ExprP full_shuffle_down(const ir::ExprP& value, std::int64_t distance);

struct FoldShape {
  std::int64_t lanes;    // a power of two
  int lanes_per_thread;  // W; lane l = W * thread + j, held in values[item][j]
  bool warps;            // the last 32 threads shuffle
  std::string name;      // prefix of the shared arrays
  ir::ExprP count;       // if given (uniform): steps that only meet lanes at or beyond it are skipped
  ReduceStrategy strategy = ReduceStrategy::Shuffle;
  ir::ExprP parity =
      nullptr;  // if given (uniform, 0 or 1): a fold with the other parity may still be under way in the first warp
};

// Which items are folded together: so many that their values fit into registers and straight code stays short; the two
// of an arg-reduction are not divided. Pairs of first and end.
std::vector<std::pair<std::size_t, std::size_t>> fold_groups(const std::vector<FoldItem>& items, int lanes_per_thread);

// Folds the lanes of all items in halves, l = l op (l + h) for h = lanes/2 .. 1. Afterwards values[item][0] of
// thread 0 holds the result; the other variables are spent. Every thread of the block has to run the block.
void fold_lanes(KernelParameters& b, ir::Block& block, const FoldShape& shape, const std::vector<FoldItem>& items,
                const std::vector<std::vector<ir::VarId>>& values);

// Whether a fold of this shape has one barrier only and so can use `parity`.
bool fold_takes_parity(const FoldShape& shape, const std::vector<FoldItem>& items);

// The same on a target without warps, for lanes that `value(item, lane)` gives: each lane of the tree is asked for
// once, by any thread. Those at or beyond `count` are neutral. Thread 0 has the results.
void fold_in_place(KernelParameters& b, ir::Block& block, const FoldShape& shape, const std::vector<FoldItem>& items,
                   const std::function<ir::ExprP(std::size_t, const ir::ExprP&)>& value,
                   const std::vector<ir::VarId>& results);

}  // namespace qc
