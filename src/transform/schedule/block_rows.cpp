// Partial reductions over many long rows: a block holds all lanes of the tree in its registers and takes one row, its
// chunks one after the other.
//
//   lane 4 T q + 4 t + j is held by thread t of the block's T threads, as value j of its group q: 16 bytes side by side
//   groups fold in registers, threads in the first warp (fold_lanes), while the others are at the next chunk already
//   chunk c's value is kept by lane c of the first warp, which folds them at the end
//
// A chunk needs one barrier, because folds of neighbouring chunks use two halves of the shared memory. The order is
// that of tree_shape.h. A warp for each row keeps too many rows of memory open: 283 us for row sums of 2^14 x 2^14 on
// an H200.
#include <fmt/format.h>

#include "transform/parts/reduction.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kSide = 4;          // neighbouring lanes of a thread
constexpr std::int64_t kHeld = 2 * kSide;  // lanes of a thread
constexpr std::int64_t kMostBytes = 32;    // of accumulators
constexpr std::int64_t kRowsUnderWay = 4;  // rows of lanes whose loads a thread asks for before it waits
constexpr std::int64_t kMostNodes = 2048;  // of a thread's lanes, unrolled

struct BlockRows : Reduction {
  std::int64_t lanes, threads;

  BlockRows(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : Reduction(nest, p, facts, pol), lanes(tree_lanes(accumulator_bytes(p))), threads(lanes / kHeld) {}

  FoldShape fold_shape(ExprP parity) const {
    return {threads * kSide, int(kSide), true, "$s", nullptr, ReduceStrategy::Shuffle, std::move(parity)};
  }
  ExprP in_first_warp() const { return lt(thread_index(), int_const(kWarp)); }

  using Lanes = std::vector<std::vector<VarId>>;  // [kSide * q + j][item]
  ExprP at(const ExprP& begin, std::int64_t k) const {
    return add(add(begin, int_const(threads * kSide * (k / kSide) + k % kSide)), mul(thread_index(), int_const(kSide)));
  }

  void rows(Block& block, VarId i, VarId end, const Lanes& values, std::int64_t n) {
    Block some;
    for (std::int64_t u = 0; u < n; ++u)
      for (std::int64_t k = 0; k < kHeld; ++k)
        iterate(some, at(add(b.ref(i), int_const(u * lanes)), k), values[std::size_t(k)]);
    some.push_back({Assign{i, add(b.ref(i), int_const(n * lanes))}, {}});
    block.push_back({While{le(add(b.ref(i), int_const(n * lanes)), b.ref(end)), std::move(some)}, {}});
  }

  void one_chunk(Block& block, const ExprP& begin, const ExprP& span, const Lanes& values, std::int64_t under_way) {
    const VarId i = b.let(block, "$i", begin),
                end = b.let(block, "$e", binary(BinaryOp::Min, add(begin, span), b.total()));
    if (under_way > 1) rows(block, i, end, values, under_way);
    rows(block, i, end, values, 1);
    Block rest;
    for (std::int64_t k = 0; k < kHeld; ++k) iterate_below_end(rest, at(b.ref(i), k), values[std::size_t(k)]);
    block.push_back({If{lt(b.ref(i), b.ref(end)), std::move(rest), {}}, {}});
  }

  // The chunk's value in values[0] of the first thread.
  void fold(Block& block, const Lanes& values, const ExprP& parity) {
    for (std::int64_t h = kHeld / 2; h >= kSide; h /= 2)
      for (std::int64_t k = 0; k < h; ++k)
        meet(block, values[std::size_t(k)], values[std::size_t(k)], values[std::size_t(k + h)]);
    std::vector<std::vector<VarId>> of_item(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
      for (std::int64_t j = 0; j < kSide; ++j) of_item[i].push_back(values[std::size_t(j)][i]);
    fold_lanes(b, block, fold_shape(parity), items, of_item);
  }

  Scheduled make(std::int64_t under_way) {
    b.kernel().threads = int(threads);
    const std::int64_t bytes = accumulator_bytes(plan);
    b.kernel().min_blocks = bytes <= 4 ? policy.min_blocks : bytes <= 8 ? 3 : 2;
    Block body;
    b.set_kept(body, builtin(BuiltinKind::BlockIdx));
    set_out(body);
    const ExprP units = b.param({Binding::Kind::ChunkUnits}, "$units", Elem::I64),
                chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64);
    const VarId span = b.let(body, "$chunk", mul(units, int_const(4 * lanes)));
    const VarId parity = b.let(body, "$parity", int_const(0)), c = b.let(body, "$c", int_const(0));
    const std::vector<VarId> kept = neutrals(body, "$kept");
    Block each, keep;
    Lanes values;
    for (std::int64_t k = 0; k < kHeld; ++k) values.push_back(neutrals(each, fmt::format("$acc{}", k)));
    one_chunk(each, mul(b.ref(c), b.ref(span)), b.ref(span), values, under_way);
    fold(each, values, b.ref(parity));
    for (std::size_t i = 0; i < items.size(); ++i) {
      const VarId chunk = b.let(keep, "$value", full_shuffle(ShuffleKind::Idx, b.ref(values[0][i]), int_const(0)));
      keep.push_back(
          {Assign{kept[i], select(binary(BinaryOp::Eq, thread_index(), b.ref(c)), b.ref(chunk), b.ref(kept[i]))}, {}});
    }
    each.push_back({If{in_first_warp(), std::move(keep), {}}, {}});
    each.push_back({Assign{parity, sub(int_const(1), b.ref(parity))}, {}});
    each.push_back({Assign{c, add(b.ref(c), int_const(1))}, {}});
    body.push_back({While{lt(b.ref(c), chunks), std::move(each)}, {}});
    Block last;
    for (std::int64_t h = kLongRowChunks / 2; h >= 1; h /= 2) {
      std::vector<VarId> other;
      for (VarId v : kept) other.push_back(b.let(last, "$other", full_shuffle_down(b.ref(v), h)));
      meet(last, kept, kept, other);
    }
    body.push_back({If{in_first_warp(), std::move(last), {}}, {}});
    settle(body);
    body.push_back({If{binary(BinaryOp::Eq, thread_index(), int_const(0)), joined(kept), {}}, {}});
    LaunchRule rule{LaunchRule::Kind::Reduce, int(threads), 1, bytes};
    rule.chunks_in_block = true;
    return b.finish(std::move(body), rule,
                    fmt::format("tree of {} lanes, a row a block of {} threads, 1 launch", lanes, threads));
  }
};

int unrolled_nodes(const LoopNest& nest, const LoopPlan& plan) {
  return int(kHeld) * body_weight(plan, nest.function).nodes;
}

}  // namespace

bool block_rows_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  if (!policy.warps || !facts.long_rows || accumulator_bytes(plan) > kMostBytes || !Reduction::repeatable(nest, plan))
    return false;
  const BlockRows r(nest, plan, facts, policy);
  return r.threads >= 2 * kWarp && fold_takes_parity(r.fold_shape(int_const(0)), r.items) &&
         unrolled_nodes(nest, plan) <= kMostNodes;
}

Scheduled schedule_block_rows(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                              const SchedulePolicy& policy) {
  const bool light = unrolled_nodes(nest, plan) * kRowsUnderWay <= kMostNodes;
  return BlockRows(nest, plan, facts, policy).make(light ? kRowsUnderWay : 1);
}

}  // namespace qc
