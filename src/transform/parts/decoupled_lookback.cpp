#include "transform/parts/decoupled_lookback.h"

#include <fmt/format.h>

#include <algorithm>

#include "transform/policy/scan_shape.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kLevels = 5;  // of the tree below its root: 2^25 tiles
// A power of two: LLVM reads the levels of truth values as one vector, and what it reads beyond them is to be memory
// too.
constexpr std::int64_t kLevelsRoom = 8;
constexpr std::int64_t kLower = 0xffffffff;  // of a word: value, below the launch's number

ExprP is(BinaryOp op, const ExprP& a, const ExprP& b) { return binary(op, a, b); }
int words_of(Elem type) { return type == Elem::I64 ? 2 : 1; }
ExprP lane() { return binary(BinaryOp::BitAnd, thread_index(), int_const(kScanGroup - 1)); }

}  // namespace

TilePrefix::TilePrefix(KernelParameters& b, const std::vector<FoldItem>& items, bool warps)
    : b_(b), items_(items), warps_(warps) {
  if (warps && std::none_of(items.begin(), items.end(), [](const FoldItem& i) { return i.type == Elem::F64; }))
    for (const FoldItem& i : items) words_of_node_ += words_of(i.type);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!words_of_node_)
      nodes_.push_back(
          b.scratch({Binding::Kind::Partials, std::uint32_t(i), items[i].type}, fmt::format("$node{}", i)));
    shared_.push_back(b.shared_array(fmt::format("$tile{}", i), items[i].type, warps ? kLevelsRoom : 1));
    if (!warps) group_.push_back(b.shared_array(fmt::format("$group{}", i), items[i].type, kScanGroup));
  }
  if (words_of_node_)
    words_ = b.scratch({Binding::Kind::Words, std::uint32_t(words_of_node_), Elem::I64}, "$word");
  else
    flags_ = b.scratch({Binding::Kind::Flags}, "$flag");
  tiles_ = b.param({Binding::Kind::KeptTiles}, "$tiles", Elem::I64);
  launch_ = b.param({Binding::Kind::LaunchNumber}, "$launch", Elem::I64);
}

ExprP TilePrefix::value(ArrayId array, ExprP index, std::size_t item) const {
  const ExprP v = load(b_.kernel(), element(array, std::move(index)));
  return items_[item].type == Elem::Bool ? v : cast(items_[item].type, v);
}

TilePrefix::Vars TilePrefix::nothings(Block& block, const std::string& name) {
  Vars v;
  for (std::size_t i = 0; i < items_.size(); ++i) v.push_back(b_.let(block, name, nothing(i)));
  return v;
}
std::vector<ExprP> TilePrefix::refs(const Vars& v) const {
  std::vector<ExprP> out;
  for (VarId x : v) out.push_back(b_.ref(x));
  return out;
}
std::vector<ExprP> TilePrefix::taken(Block& block, const std::vector<ArrayId>& arrays, const ExprP& index) {
  std::vector<ExprP> out;
  for (std::size_t i = 0; i < items_.size(); ++i)
    out.push_back(b_.ref(b_.let(block, "$c", value(arrays[i], index, i))));
  return out;
}

ExprP TilePrefix::draw_tile(Block& block) {
  const ArrayId ticket = b_.scratch({Binding::Kind::Ticket}, "$ticket");
  const ArrayId drawn = b_.shared_array("$drawn", Elem::I64, 1);
  const VarId old = b_.kernel().add_var("$old", Elem::I64);
  Block draw;
  draw.push_back({Atomic{old, AtomicOp::Inc, element(ticket, int_const(0)), sub(tiles_, int_const(1)), nullptr}, {}});
  draw.push_back({Store{element(drawn, int_const(0)), b_.ref(old)}, {}});
  block.push_back({If{is(BinaryOp::Eq, thread_index(), int_const(0)), std::move(draw), {}}, {}});
  block.push_back({Barrier{}, {}});
  return b_.ref(b_.let(block, "$mine", load(b_.kernel(), element(drawn, int_const(0)))));
}

std::vector<VarId> TilePrefix::emit(Block& block, const ExprP& tile, const Vars& values) {
  const Vars before = nothings(block, "$before");
  Block some = warps_ ? level_a_warp(tile, values) : climb(tile, values);
  some.push_back({Barrier{}, {}});
  if (!warps_) {
    for (std::size_t i = 0; i < items_.size(); ++i)
      some.push_back({Assign{before[i], value(shared_[i], int_const(0), i)}, {}});
  } else {
    for (std::int64_t l = 0; l < kLevels; ++l) meet(some, before, taken(some, shared_, int_const(l)), refs(before));
    publish_upper(some, tile, values);
  }
  block.push_back({If{is(BinaryOp::Gt, tiles_, int_const(1)), std::move(some), {}}, {}});
  return before;
}

// The place of a tile's way to the root: node `index` of the `width` nodes of a level, the first of which is `level`.
struct TilePrefix::Step {
  VarId index, level, width;
};
TilePrefix::Step TilePrefix::first_step(Block& block, const ExprP& tile) {
  return {b_.let(block, "$at", tile), b_.let(block, "$level", int_const(0)), b_.let(block, "$width", tiles_)};
}
void TilePrefix::up(Block& block, const Step& s) {
  block.push_back({Assign{s.level, add(b_.ref(s.level), b_.ref(s.width))}, {}});
  block.push_back(
      {Assign{s.width, is(BinaryOp::Shr, add(b_.ref(s.width), int_const(kScanGroup - 1)), int_const(5))}, {}});
  block.push_back({Assign{s.index, is(BinaryOp::Shr, b_.ref(s.index), int_const(5))}, {}});
}
ExprP TilePrefix::digit(const Step& s) const {
  return is(BinaryOp::BitAnd, b_.ref(s.index), int_const(kScanGroup - 1));
}
ExprP TilePrefix::node(const Step& s) const { return add(b_.ref(s.level), b_.ref(s.index)); }

// A warp for each level, so that they wait side by side; what they find is left in shared memory.
Block TilePrefix::level_a_warp(const ExprP& tile, const Vars& values) {
  Block block;
  const ExprP warp = is(BinaryOp::Shr, thread_index(), int_const(5));
  publish(block, tile, values);
  const Step s = first_step(block, tile);
  for (std::int64_t l = 1; l < kLevels; ++l) {
    Block next;
    up(next, s);
    block.push_back({If{is(BinaryOp::Ge, warp, int_const(l)), std::move(next), {}}, {}});
  }
  Block wait;
  const ExprP d = b_.ref(b_.let(wait, "$digit", digit(s)));
  const ExprP first = b_.ref(b_.let(wait, "$first", sub(node(s), d)));
  const Vars left = siblings_in_warp(wait, first, d);
  Block store, last;
  for (std::size_t i = 0; i < items_.size(); ++i)
    store.push_back({Store{element(shared_[i], warp), b_.ref(left[i])}, {}});
  wait.push_back({If{is(BinaryOp::Eq, lane(), int_const(0)), std::move(store), {}}, {}});
  // The node above is complete with its last child: others may wait for it.
  const Vars own = nothings(last, "$own");
  meet(last, own, refs(left), refs(values));
  up(last, s);
  publish(last, node(s), own);
  wait.push_back({If{logical_and(is(BinaryOp::Eq, warp, int_const(0)), is(BinaryOp::Eq, d, int_const(kScanGroup - 1))),
                     std::move(last),
                     {}},
                  {}});
  block.push_back({If{is(BinaryOp::Lt, warp, int_const(kLevels)), std::move(wait), {}}, {}});
  return block;
}

// The nodes above that are complete with this tile.
void TilePrefix::publish_upper(Block& block, const ExprP& tile, const Vars& values) {
  Block some;
  const Step s = first_step(some, tile);
  const Vars own = nothings(some, "$own");
  meet(some, own, taken(some, shared_, int_const(0)), refs(values));
  up(some, s);
  const VarId level = b_.let(some, "$l", int_const(1));
  Block next;
  meet(next, own, taken(next, shared_, b_.ref(level)), refs(own));
  up(next, s);
  publish(next, node(s), own);
  next.push_back({Assign{level, add(b_.ref(level), int_const(1))}, {}});
  some.push_back({While{is(BinaryOp::Eq, digit(s), int_const(kScanGroup - 1)), std::move(next)}, {}});
  const ExprP ends = is(BinaryOp::Eq, is(BinaryOp::BitAnd, tile, int_const(kScanGroup * kScanGroup - 1)),
                        int_const(kScanGroup * kScanGroup - 1));
  block.push_back({If{logical_and(ends, is(BinaryOp::Eq, thread_index(), int_const(0))), std::move(some), {}}, {}});
}

// The same by one thread: from the tile towards the root, as long as anything is to the left.
Block TilePrefix::climb(const ExprP& tile, const Vars& values) {
  Block block;
  const Vars before = nothings(block, "$so_far");
  publish(block, tile, values);
  const Step s = first_step(block, tile);
  const VarId last = b_.let(block, "$last", int_const(1));  // whether the tile is the last one below this node
  Vars own;
  for (std::size_t i = 0; i < items_.size(); ++i) own.push_back(b_.let(block, "$own", b_.ref(values[i])));
  Block step;
  const ExprP d = b_.ref(b_.let(step, "$digit", digit(s)));
  const ExprP first = b_.ref(b_.let(step, "$first", sub(node(s), d)));
  const Vars left = siblings_in_turn(step, first, d);
  meet(step, before, refs(left), refs(before));
  const ExprP ends =
      logical_and(is(BinaryOp::Eq, b_.ref(last), int_const(1)), is(BinaryOp::Eq, d, int_const(kScanGroup - 1)));
  step.push_back({Assign{last, cast(Elem::I64, ends)}, {}});
  up(step, s);
  Block complete;
  meet(complete, own, refs(left), refs(own));
  publish(complete, node(s), own);
  step.push_back({If{is(BinaryOp::Eq, b_.ref(last), int_const(1)), std::move(complete), {}}, {}});
  block.push_back({While{is(BinaryOp::Gt, b_.ref(s.index), int_const(0)), std::move(step)}, {}});
  for (std::size_t i = 0; i < items_.size(); ++i)
    block.push_back({Store{element(shared_[i], int_const(0)), b_.ref(before[i])}, {}});
  return {{If{is(BinaryOp::Eq, thread_index(), int_const(0)), std::move(block), {}}, {}}};
}

// By the first thread.
void TilePrefix::publish(Block& block, const ExprP& node, const Vars& values) {
  Block one;
  if (words_of_node_)
    publish_words(one, node, values);
  else {
    for (std::size_t i = 0; i < items_.size(); ++i)
      one.push_back({Store{element(nodes_[i], node), b_.ref(values[i])}, {}});
    one.push_back({Fence{ir::SyncScope::Grid, true}, {}});
    one.push_back({Atomic{{}, AtomicOp::Exch, element(flags_, node), launch_, nullptr}, {}});
  }
  block.push_back({If{is(BinaryOp::Eq, thread_index(), int_const(0)), std::move(one), {}}, {}});
}

ExprP TilePrefix::launch_above() const { return is(BinaryOp::Shl, launch_, int_const(32)); }

Access TilePrefix::word(const ExprP& node, int k) const {
  return element(words_, add(mul(node, int_const(words_of_node_)), int_const(k)));
}

void TilePrefix::publish_words(Block& block, const ExprP& node, const Vars& values) {
  int k = 0;
  auto put = [&](const ExprP& bits) {
    block.push_back(
        {Atomic{{}, AtomicOp::Exch, word(node, k++), is(BinaryOp::BitOr, launch_above(), bits), nullptr}, {}});
  };
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const ExprP v = b_.ref(values[i]);
    if (items_[i].type == Elem::F32) {
      put(unary(UnaryOp::Bits, v));
    } else if (items_[i].type == Elem::Bool) {
      put(cast(Elem::I64, v));
    } else {
      put(is(BinaryOp::BitAnd, v, int_const(kLower)));
      put(is(BinaryOp::BitAnd, is(BinaryOp::Shr, v, int_const(32)), int_const(kLower)));
    }
  }
}

void TilePrefix::await_words(Block& block, const ExprP& node, const Vars& into) {
  Vars seen;
  Block look;
  ExprP missing;
  for (int k = 0; k < words_of_node_; ++k) {
    seen.push_back(b_.let(block, "$seen", int_const(0)));
    look.push_back({Atomic{seen.back(), AtomicOp::Or, word(node, k), int_const(0), nullptr}, {}});
    const ExprP old = is(BinaryOp::Ne, is(BinaryOp::BitAnd, b_.ref(seen.back()), int_const(~kLower)), launch_above());
    missing = missing ? is(BinaryOp::Or, missing, old) : old;
  }
  block.push_back({While{missing, std::move(look)}, {}});
  std::size_t k = 0;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const ExprP low = is(BinaryOp::BitAnd, b_.ref(seen[k]), int_const(kLower));
    ExprP v = low;
    if (items_[i].type == Elem::F32)
      v = unary(UnaryOp::OfBits, low);
    else if (items_[i].type == Elem::Bool)
      v = is(BinaryOp::Ne, low, int_const(0));
    else
      v = is(BinaryOp::BitOr, low, is(BinaryOp::Shl, b_.ref(seen[k + 1]), int_const(32)));
    block.push_back({Assign{into[i], v}, {}});
    k += std::size_t(words_of(items_[i].type));
  }
}

void TilePrefix::await(Block& block, const ExprP& node, const Vars& into) {
  if (words_of_node_) return await_words(block, node, into);
  const VarId seen = b_.let(block, "$seen", int_const(0));
  Block look;
  look.push_back({Atomic{seen, AtomicOp::Or, element(flags_, node), int_const(0), nullptr}, {}});
  block.push_back({While{is(BinaryOp::Ne, b_.ref(seen), launch_), std::move(look)}, {}});
  block.push_back({Fence{ir::SyncScope::Grid, true}, {}});
  for (std::size_t i = 0; i < items_.size(); ++i) block.push_back({Assign{into[i], value(nodes_[i], node, i)}, {}});
}

// The combination of the `digit` nodes from `first` on, a lane each.
TilePrefix::Vars TilePrefix::siblings_in_warp(Block& block, const ExprP& first, const ExprP& digit) {
  const Vars v = nothings(block, "$v"), both = nothings(block, "$both"), out = nothings(block, "$left");
  Block wait;
  await(wait, add(first, lane()), v);
  block.push_back({If{is(BinaryOp::Lt, lane(), digit), std::move(wait), {}}, {}});
  auto shuffled = [&](ShuffleKind kind, const ExprP& by) {
    std::vector<ExprP> other;
    for (VarId x : v) other.push_back(b_.ref(b_.let(block, "$below", full_shuffle(kind, b_.ref(x), by))));
    return other;
  };
  for (std::int64_t d = 1; d < kScanGroup; d *= 2) {
    meet(block, both, shuffled(ShuffleKind::Up, int_const(d)), refs(v));
    for (std::size_t i = 0; i < items_.size(); ++i)
      block.push_back(
          {Assign{v[i], select(is(BinaryOp::Ge, lane(), int_const(d)), b_.ref(both[i]), b_.ref(v[i]))}, {}});
  }
  const auto last = shuffled(ShuffleKind::Idx, binary(BinaryOp::Max, sub(digit, int_const(1)), int_const(0)));
  for (std::size_t i = 0; i < items_.size(); ++i)
    block.push_back({Assign{out[i], select(is(BinaryOp::Gt, digit, int_const(0)), last[i], nothing(i))}, {}});
  return out;
}

// The same by one thread.
TilePrefix::Vars TilePrefix::siblings_in_turn(Block& block, const ExprP& first, const ExprP& digit) {
  const VarId k = b_.kernel().add_var("$k", Elem::I64);
  const Vars v = nothings(block, "$v"), out = nothings(block, "$left");
  auto store = [&](Block& to, const ExprP& at) {
    for (std::size_t i = 0; i < items_.size(); ++i) to.push_back({Store{element(group_[i], at), b_.ref(v[i])}, {}});
  };
  Block each;
  await(each, add(first, b_.ref(k)), v);
  store(each, b_.ref(k));
  block.push_back({For{k, int_const(0), int_const(1), sub(digit, int_const(1)), std::move(each)}, {}});
  for (std::int64_t d = 1; d < kScanGroup; d *= 2) {
    const ExprP t = b_.ref(b_.kernel().add_var("$t", Elem::I64));
    Block step;
    const auto below = taken(step, group_, sub(t, int_const(d)));
    meet(step, v, below, taken(step, group_, t));
    store(step, t);
    block.push_back(
        {For{std::get<VarRef>(t->node).var, sub(digit, int_const(1)), int_const(-1), int_const(d), std::move(step)},
         {}});
  }
  Block some;
  for (std::size_t i = 0; i < items_.size(); ++i)
    some.push_back({Assign{out[i], value(group_[i], sub(digit, int_const(1)), i)}, {}});
  block.push_back({If{is(BinaryOp::Gt, digit, int_const(0)), std::move(some), {}}, {}});
  return out;
}

}  // namespace qc
