// What stands before a tile of a scan, taken from the tiles before it while they run (scan_shape.h): a tile publishes
// its value, the last child of a node the node's, and a tile waits for those that are to its left on its way to the
// root. Each value has a flag, the number of the launch; so nothing needs to be reset between launches. On GPUs the
// flag shares a word with 32 bits of value, which are published and found in one access. Doubles are stored before a
// flag of their own, in the order of fences: 764 us for 2^28 f32 on an H200 against 648.
//
// Tiles are numbered by a ticket when their block starts. Those to the left have blocks that run already and wait for
// nothing on their right: every wait ends. No value depends on which block comes first.
#pragma once
#include <string>
#include <vector>

#include "transform/parts/fold.h"
#include "transform/parts/kernel_parameters.h"

namespace qc {

class TilePrefix {
 public:
  TilePrefix(KernelParameters& b, const std::vector<FoldItem>& items, bool warps);

  // The block's tile; contains a barrier.
  ir::ExprP draw_tile(ir::Block& block);
  // `values`: the tile's, one variable an item, the same in every thread. The results are those before it, neutral for
  // tile 0. Every thread has to run the block.
  std::vector<ir::VarId> emit(ir::Block& block, const ir::ExprP& tile, const std::vector<ir::VarId>& values);

 private:
  using Vars = std::vector<ir::VarId>;
  struct Step;
  Step first_step(ir::Block& block, const ir::ExprP& tile);
  void up(ir::Block& block, const Step& s);
  ir::ExprP digit(const Step& s) const;
  ir::ExprP node(const Step& s) const;
  ir::Block level_a_warp(const ir::ExprP& tile, const Vars& values);
  void publish_upper(ir::Block& block, const ir::ExprP& tile, const Vars& values);
  ir::Block climb(const ir::ExprP& tile, const Vars& values);
  void publish(ir::Block& block, const ir::ExprP& node, const Vars& values);
  void publish_words(ir::Block& block, const ir::ExprP& node, const Vars& values);
  void await_words(ir::Block& block, const ir::ExprP& node, const Vars& into);
  ir::Access word(const ir::ExprP& node, int k) const;
  ir::ExprP launch_above() const;  // the launch's number, above 32 bits of zeros
  void await(ir::Block& block, const ir::ExprP& node, const Vars& into);
  Vars siblings_in_warp(ir::Block& block, const ir::ExprP& first, const ir::ExprP& digit);
  Vars siblings_in_turn(ir::Block& block, const ir::ExprP& first, const ir::ExprP& digit);
  ir::ExprP value(ir::ArrayId array, ir::ExprP index, std::size_t item) const;
  ir::ExprP nothing(std::size_t item) const { return neutral(items_[item]); }
  Vars nothings(ir::Block& block, const std::string& name);
  std::vector<ir::ExprP> refs(const Vars& v) const;
  // The items' values at an element of each array, in variables.
  std::vector<ir::ExprP> taken(ir::Block& block, const std::vector<ir::ArrayId>& arrays, const ir::ExprP& index);
  void meet(ir::Block& block, const Vars& to, const std::vector<ir::ExprP>& x, const std::vector<ir::ExprP>& y) {
    combine_items(b_, block, items_, to, x, y);
  }

  KernelParameters& b_;
  const std::vector<FoldItem>& items_;
  bool warps_;
  std::vector<ir::ArrayId> nodes_, shared_, group_;  // values of the tree, of the whole block, of siblings
  int words_of_node_ = 0;                            // 0: values and flags lie apart
  ir::ArrayId flags_ = 0, words_ = 0;
  ir::ExprP tiles_, launch_;
};

}  // namespace qc
