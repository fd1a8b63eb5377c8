// Partial reductions of a host whose windows are too large to be written out (schedule_short.cpp): searches, wide filters. A thread takes one
// kept iteration whole, so that neighbouring threads, the lanes of a vector, are neighbouring kept iterations. Its reduced iterations are
// visited in a loop, in bit-reversed order, in which the lanes of tree_shape.h that meet follow each other (pairwise.h); where any order gives
// the same bits, in their own.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "transform/pairwise.h"
#include "transform/reduction.h"
#include "transform/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kThreads = 1024;  // of a block: many share what a step of the loop costs beside them

// Sums and products of floats alone depend on the order.
bool any_order(const std::vector<FoldItem>& items) {
  return std::none_of(items.begin(), items.end(), [](const FoldItem& i) {
    return i.op == ReduceOp::ComplexMul || (is_float(i.type) && (i.op == ReduceOp::Add || i.op == ReduceOp::Mul));
  });
}

struct WindowReducer : Reduction {
  using Reduction::Reduction;
  Block inner;  // of a thread that has a kept iteration

  // What all iterations of the window come to.
  std::vector<VarId> folded() {
    const std::vector<VarId> sums = neutrals(inner, "$sum");
    const std::int64_t lanes = b.facts().short_lanes;
    const int depth = std::countr_zero(std::uint64_t(lanes));
    if (any_order(items)) {
      in_loops(sums);
      return sums;
    }
    const VarId at = b.let(inner, "$at", int_const(0));
    Block body;
    PairwiseStack stack(*this, inner, depth + 1);
    const VarId lane = b.let(body, "$lane", reversed_bits(b.ref(at), depth));
    std::vector<VarId> value;
    for (const FoldItem& i : items) value.push_back(b.kernel().add_var("$v", i.type));
    Block there, absent;
    set_neutral(there, value);
    set_neutral(absent, value);
    iterate(there, b.ref(lane), value);
    body.push_back({If{lt(b.ref(lane), b.total()), std::move(there), std::move(absent)}, {}});
    stack.push(body, at, value);
    next(body, at);
    inner.push_back({While{lt(b.ref(at), int_const(lanes)), std::move(body)}, {}});
    put(inner, sums, stack.level(depth));
    return sums;
  }

 private:
  // The reduced loops as they were.
  void in_loops(const std::vector<VarId>& sums) {
    std::vector<ExprP> indices;
    ExprP it = int_const(0);
    for (const int k : b.run()) {
      indices.push_back(b.ref(b.kernel().add_var("$at", Elem::I64)));
      it = add(mul(it, b.count(k)), indices.back());
    }
    Block nest;
    b.set_run_indices(indices);
    iterate(nest, it, sums);
    b.set_run_indices({});
    for (std::size_t q = indices.size(); q-- > 0;) {
      const VarId at = std::get<VarRef>(indices[q]->node).var;
      Block loop;
      loop.push_back({For{at, int_const(0), int_const(1), sub(b.count(b.run()[q]), int_const(1)), std::move(nest), 1}, {}});
      nest = std::move(loop);
    }
    for (Stmt& s : nest) inner.push_back(std::move(s));
  }
  void set_neutral(Block& block, const std::vector<VarId>& to) {
    for (std::size_t i = 0; i < items.size(); ++i) block.push_back({Assign{to[i], neutral(items[i])}, {}});
  }
  void next(Block& body, VarId at) { body.push_back({Assign{at, add(b.ref(at), int_const(1))}, {}}); }
};

}  // namespace

bool window_fits(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts) {
  return facts.window && Reduction::repeatable(nest, plan);
}

Scheduled schedule_window(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  WindowReducer r(nest, plan, facts, policy);
  const std::int64_t threads = facts.few_columns ? std::min<std::int64_t>(facts.few_columns, kThreads) : kThreads;
  r.b.kernel().threads = int(threads);
  Block body;
  const KeptPlace place = r.kept_place(body, threads);
  if (facts.tiled < 0) r.b.set_kept(r.inner, place.index);
  else r.b.set_kept(r.inner, place.outer, facts.tiled, place.index);
  r.set_out(r.inner);
  const std::vector<VarId> sums = r.folded();
  for (Stmt& s : r.joined(sums)) r.inner.push_back(std::move(s));
  body.push_back({If{place.there, std::move(r.inner), {}}, {}});
  LaunchRule rule{LaunchRule::Kind::Reduce, int(threads), 1, accumulator_bytes(plan)};
  rule.kept_per_block = threads;
  rule.tiled = facts.tiled;
  rule.chunks_in_block = true;
  return r.b.finish(std::move(body), rule, fmt::format("tree of {} lanes walked by a thread, {} kept iterations a block, 1 launch", facts.short_lanes, threads));
}

}  // namespace qc
