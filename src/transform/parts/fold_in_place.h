// Folding lanes where they lie in memory, on targets without warps.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "transform/parts/fold.h"

namespace qc {

// The name of the shared array that holds an item's lanes.
inline std::string fold_array_name(const FoldShape& s, std::size_t item) { return s.name + std::to_string(item); }

// mine = mine op theirs, for items i and, in an arg-reduction, i + 1. `mine` and `theirs` give an item's two sides.
template <class Mine, class Theirs>
void combine_item(KernelParameters& b, ir::Block& block, const std::vector<FoldItem>& items, std::size_t i,
                  const Mine& mine, const Theirs& theirs) {
  if (!is_pair(items, i)) {
    block.push_back({ir::Assign{mine(i), combine(items[i].op, b.ref(mine(i)), theirs(i))}, {}});
    return;
  }
  const ir::ExprP value = b.ref(b.let(block, "$v", theirs(i))), at = b.ref(b.let(block, "$at", theirs(i + 1)));
  const auto [first, second] = combine_pair(b, block, items, i, b.ref(mine(i)), b.ref(mine(i + 1)), value, at);
  const ir::VarId kept = b.let(block, "$first", first);  // the second is of the values before
  block.push_back({ir::Assign{mine(i + 1), second}, {}});
  block.push_back({ir::Assign{mine(i), b.ref(kept)}, {}});
}

// On a target without warps a block's threads are the lanes of vector instructions and shared memory is the cache: the
// lanes are stored once and folded where they lie, a step being one contiguous vector addition. The last steps, shorter
// than a vector, are straight code of thread 0. Items that are folded alike lie one after the other in one array and
// are folded by one loop over them, so that many accumulators are not as many copies of the code.
class FoldInPlace {
 public:
  // `items` must outlive it.
  FoldInPlace(KernelParameters& b, const FoldShape& s, const std::vector<FoldItem>& items);
  // A lane's value; each lane that fold() reads has to be stored once, by any thread, before the barrier before it.
  ir::Stmt store(std::size_t item, const ir::ExprP& lane, ir::ExprP value) const {
    return {ir::Store{at(item, lane), std::move(value)}, {}};
  }
  // Where `count` lanes have values fold() reads none from this one on.
  ir::ExprP read_of(const ir::ExprP& count) const {
    return ir::binary(ir::BinaryOp::Max, ir::mul(count, ir::int_const(1 << kLevels)), ir::int_const(2 * kShort));
  }
  // After the barrier behind the stores. Thread 0 has the results.
  void fold(ir::Block& block, const std::vector<ir::VarId>& results);

 private:
  static constexpr std::int64_t kShort = 8;
  static constexpr int kLevels = 3;  // steps that are taken together
  struct Place {
    ir::ArrayId array = 0;
    std::int64_t offset = 0;
  };
  ir::Access at(std::size_t item, const ir::ExprP& lane) const;
  ir::ExprP value_at(std::size_t item, ir::ExprP index) const;
  // Of the item whose lanes begin at offset_; of an arg-reduction both arrays begin there.
  ir::ExprP value(std::size_t item, const ir::ExprP& lane) const { return value_at(item, ir::add(offset_, lane)); }
  ir::Stmt put(std::size_t item, const ir::ExprP& lane, ir::VarId v) const;
  void steps(ir::Block& block, std::size_t i);
  void step(ir::Block& block, std::size_t i, std::int64_t h, int levels);

  KernelParameters& b_;
  FoldShape s_;
  const std::vector<FoldItem>& items_;
  std::vector<Place> place_;
  std::vector<std::pair<std::size_t, std::size_t>> runs_;  // items that are folded alike, or one arg-reduction
  ir::ExprP offset_;
};

}  // namespace qc
