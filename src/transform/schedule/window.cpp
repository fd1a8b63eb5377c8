// Partial reductions whose windows are too large to be written out (unrolled_window.cpp): searches, wide filters. A
// thread takes one kept iteration whole, so that neighbouring threads, the lanes of a vector, are neighbouring kept
// iterations. Its reduced iterations are visited in a loop, some of them in each step, in bit-reversed order, in which
// the lanes of tree_shape.h that meet follow each other (pairwise.h); where any order gives the same bits, in their
// own.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "support/how_many.h"
#include "transform/parts/pairwise.h"
#include "transform/parts/reduction.h"
#include "transform/parts/uniform_tables.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kWindowThreads = 1024,
                       kFewThreads = 128;       // of a block: many share what a step of the loop costs beside them
constexpr std::int64_t kWindowWarps = 256;      // of a block of warps, which hold their stacks in registers
constexpr std::int64_t kStackBytes = 24 << 10;  // of a block's partial results: they stay in the first-level cache
constexpr int kMostAtATime = 8,
              kNodesAtATime = 256;  // iterations that a step of the loop takes, and the nodes of their bodies
constexpr int kMostWithWarps = 16, kNodesWithWarps = 1024;
// With warps all iterations are one step where they are few enough: their places are constants then, and a thread does
// no more for each than read and add.
constexpr std::int64_t kMostWindow = 512;
constexpr std::int64_t kRowsWritten =
    2600;  // nodes of all rows that a thread takes together: more take seconds to compile
constexpr int kLightBody = 24, kLightWritten = 2048, kHeavyWritten = 512;  // nodes of a body, and of all of them

// Sums and products of floats alone depend on the order.
bool any_order(const std::vector<FoldItem>& items) {
  return std::none_of(items.begin(), items.end(), [](const FoldItem& i) {
    return i.op == ReduceOp::ComplexMul || (is_float(i.type) && (i.op == ReduceOp::Add || i.op == ReduceOp::Mul));
  });
}

struct WindowReducer : Reduction {
  WindowReducer(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : Reduction(nest, p, facts, pol) {
    if (count == 0 || body_weight(p, nest.function).loops) return;
    const int nodes = reduced_weight(p, nest.function);
    const std::int64_t most = std::min<std::int64_t>(policy.warps ? kMostWithWarps : kMostAtATime, lanes);
    const int few = policy.warps ? kNodesWithWarps : kNodesAtATime;
    if (policy.warps && count <= kMostWindow && nodes * count <= (nodes <= kLightBody ? kLightWritten : kHeavyWritten))
      at_a_time = lanes;
    else
      while (at_a_time * 2 <= most && at_a_time * 2 * channels * nodes <= few) at_a_time *= 2;
  }
  Block inner;                          // of a thread that has a kept iteration
  std::optional<UniformTables> tables;  // read by threads whose windows stay inside
  bool reads_tables = false;
  const std::int64_t lanes = b.facts().short_lanes, count = b.facts().short_count;  // 0: the code is for more than one
  const int channels = takes_channels(plan, b.facts()) ? b.facts().pixel_channels : 1;
  std::int64_t at_a_time = 1;

  // What is read of all channels of a vector of pixels is taken out of whole vectors of memory, while one channel alone
  // is gathered.
  static bool takes_channels(const LoopPlan& plan, const LoopFacts& facts) {
    return facts.pixel_channels > 1 && only_starts(plan) && !last_values(plan);
  }

  // Threads take this many neighbours along LoopFacts::window_rows, whose windows share most of what they read.
  int rows() const {
    const bool may = at_a_time == lanes && channels == 1 && !has_last_values() && plan.epilogue_out.empty();
    int rows = may && b.facts().window_rows >= 0 ? b.facts().rows_of_window : 1;
    const std::int64_t row = reduced_weight(plan, b.nest()) * count;
    while (rows > 1 && (rows + 1) * row > kRowsWritten) rows /= 2;
    return rows;
  }

  void take(const KeptPlace& at) {
    const int along = b.facts().tiled;
    if (channels > 1)
      b.set_pixel(inner, at.outer, along, at.index);
    else if (along < 0)
      b.set_kept(inner, at.index);
    else
      b.set_kept(inner, at.outer, along, at.index);
    set_out(inner);
    PerChannel sums;
    for (int c = 0; c < channels; ++c) sums.push_back(neutrals(inner, "$sum"));
    const auto inside = policy.warps ? b.all_inside(planned_body(plan, b.nest())) : std::nullopt;
    if (policy.warps && at_a_time < lanes && !any_order(items)) try_tables(inside.has_value());
    if (inside)
      inside_or_not(*inside, sums);
    else
      walk(inner, sums);
    for (int c = 0; c < channels; ++c) {
      if (channels > 1) b.take_channel(inner, c);
      for (Stmt& s : joined(sums[std::size_t(c)])) inner.push_back(std::move(s));
    }
  }

  // The rows of a thread: where they are all there, and inside, all of them are written out before the first is stored,
  // so that what they share is read once.
  void take_rows(const KeptPlace& at, int rows) {
    const int across = b.facts().window_rows;
    const ExprP first = rows_of(at.outer, rows);
    ExprP all = le(add(first, int_const(rows)), b.count(across));
    bool looks = false;
    for (int u = 0; u < rows; ++u) {
      stand(inner, at, add(first, int_const(u)));
      const auto inside = b.all_inside(planned_body(plan, b.nest()));
      looks = inside.has_value();
      if (looks) all = binary(BinaryOp::BitAnd, all, b.ref(b.let(inner, "$inside", *inside)));
    }
    b.kernel().split_at_edges = looks;
    all = b.ref(b.let(inner, "$all", all));
    Block fast, one;
    std::vector<std::vector<VarId>> start, sum;
    for (int u = 0; u < rows; ++u) {
      stand(fast, at, add(first, int_const(u)));
      start.push_back(start_variables(fast));
      starts(fast, start.back());
      sum.push_back(neutrals(fast, "$sum"));
      b.assume_inside(looks);
      walk(fast, {sum.back()});
      b.assume_inside(false);
    }
    for (int u = 0; u < rows; ++u) {
      stand(fast, at, add(first, int_const(u)));
      for (Stmt& s : joined(sum[std::size_t(u)], start[std::size_t(u)])) fast.push_back(std::move(s));
    }
    // One by one. What reads outside is written out as well: its rows and columns are found once for all iterations.
    const VarId row = b.kernel().add_var("$r", Elem::I64);
    stand(one, at, b.ref(row));
    sum.push_back(neutrals(one, "$sum"));
    walk(one, {sum.back()});
    for (Stmt& s : joined(sum.back())) one.push_back(std::move(s));
    const ExprP end = binary(BinaryOp::Min, add(first, int_const(rows)), b.count(across));
    For each{row, first, int_const(1), sub(end, int_const(1)), std::move(one)};
    inner.push_back({If{all, std::move(fast), {{std::move(each), {}}}}, {}});
  }

  std::int64_t threads() const {
    if (policy.warps) return kWindowWarps;
    const std::int64_t values = any_order(items) ? 1 : depth() + 2;
    std::int64_t n = kWindowThreads;
    while (n > kFewThreads && n * values * channels * accumulator_bytes(plan) > kStackBytes) n /= 2;
    return b.facts().few_columns ? std::min<std::int64_t>(b.facts().few_columns, n) : n;
  }

 private:
  // A step folds the lanes l, l + steps, l + 2 steps ..., which meet first; the steps are in bit-reversed order.
  std::int64_t steps() const { return lanes / at_a_time; }
  int depth() const { return std::countr_zero(std::uint64_t(steps())); }

  // The first of the rows of this thread, of which blocks take groups: the kept loops beside them, `others_`, change
  // fastest from block to block.
  ExprP rows_of(const ExprP& outer, int rows) {
    ExprP n, group = outer;
    for (int k : b.kept())
      if (k != b.facts().window_rows && k != b.facts().tiled) n = n ? mul(n, b.count(k)) : b.count(k);
    if (n) {
      n = b.ref(b.let(inner, "$others", n));
      group = b.ref(b.let(inner, "$group", binary(BinaryOp::DivTrunc, outer, n)));
      others_ = b.ref(b.let(inner, "$other", sub(outer, mul(group, n))));
    }
    return b.ref(b.let(inner, "$row", mul(group, int_const(rows))));
  }
  void stand(Block& block, const KeptPlace& at, const ExprP& row) {
    b.set_kept(block, others_, {{b.facts().window_rows, row}, {b.facts().tiled, at.index}});
    set_out(block);
  }
  ExprP others_ = int_const(0);

  using PerChannel = std::vector<std::vector<VarId>>;  // a variable for each item
  template <class F>
  void each_channel(Block& block, const F& f) {
    for (int c = 0; c < channels; ++c) {
      if (channels > 1) b.take_channel(block, c);
      f(std::size_t(c));
    }
  }

  // With warps the threads whose iterations read inside their arrays, nearly all, do so without looking where; the code
  // of the others is short, not fast. (On the host the back end splits rows, codegen/interior.h.)
  void inside_or_not(const ExprP& inside, const PerChannel& sums) {
    b.kernel().split_at_edges = true;
    const VarId yes = b.let(inner, "$inside", inside);
    Block fast, slow;
    b.assume_inside(true);
    walk(fast, sums);
    b.assume_inside(false);
    at_a_time = 1;
    reads_tables = false;
    walk(slow, sums);
    inner.push_back({If{b.ref(yes), std::move(fast), std::move(slow)}, {}});
  }

  // Tables stand where all that depends on an iteration's number alone fits into them.
  void try_tables(bool inside) {
    tables.emplace(b, lanes, count > 0 ? int_const(count) : b.total());
    b.assume_inside(inside);
    Block trial;
    const KernelBuilder::OwnVariables own(b);
    reads_tables = iterate_by_tables(trial, int_const(0), neutrals(trial, "$v")) && !tables->empty();
    b.assume_inside(false);
  }

  bool iterate_by_tables(Block& block, const ExprP& it, const std::vector<VarId>& values) {
    Block one;
    b.set_run_indices(tables->indices());
    iterate(one, it, values);
    b.set_run_indices({});
    auto read = tables->read(one, it, values);
    if (read) std::move(read->begin(), read->end(), std::back_inserter(block));
    return read.has_value();
  }

  void walk(Block& to, const PerChannel& sums) {
    if (any_order(items))
      in_loops(to, sums);
    else
      in_tree(to, sums);
  }

  void in_tree(Block& inner, const PerChannel& sums) {
    const VarId at = b.let(inner, "$at", int_const(0));
    Block body;
    const VarId lane = b.let(body, "$lane", reversed_bits(b.ref(at), depth()));
    std::vector<PairwiseStack> stacks;
    PerChannel value(sums.size());
    for (std::vector<VarId>& v : value) {
      stacks.emplace_back(*this, inner, depth() + 1);
      for (const FoldItem& i : items) v.push_back(b.kernel().add_var("$v", i.type));
    }
    const std::int64_t all = count / steps();  // lanes that each step has; `rest` steps have one more
    const ExprP rest = count > 0 ? int_const(count % steps()) : b.total();
    Block more = step_of(lane, all + 1, value), rule = step_of(lane, all, value);
    if (as_int(*rest) == 0)
      std::move(rule.begin(), rule.end(), std::back_inserter(body));
    else
      body.push_back({If{lt(b.ref(lane), rest), std::move(more), std::move(rule)}, {}});
    for (std::size_t c = 0; c < stacks.size(); ++c) stacks[c].push(body, at, value[c]);
    body.push_back({Assign{at, add(b.ref(at), int_const(1))}, {}});
    inner.push_back({While{lt(b.ref(at), int_const(steps())), std::move(body)}, {}});
    for (std::size_t c = 0; c < stacks.size(); ++c) put(inner, sums[c], stacks[c].level(depth()));
  }
  Block step_of(VarId lane, std::int64_t present, const PerChannel& value) {
    Block block;
    each_channel(block, [&](std::size_t c) {
      if (present > 0) return put(block, value[c], node(block, lane, 0, 1, present));
      for (std::size_t i = 0; i < items.size(); ++i) block.push_back({Assign{value[c][i], neutral(items[i])}, {}});
    });
    return block;
  }
  // The lanes k, k + step, k + 2 step ... of a step, of which those below `present` exist.
  std::vector<VarId> node(Block& block, VarId lane, std::int64_t k, std::int64_t step, std::int64_t present) {
    if (step >= at_a_time) {
      const KernelBuilder::OwnVariables own(b);
      const std::vector<VarId> values = neutrals(block, "$v");
      const ExprP it = add(b.ref(lane), int_const(k * steps()));
      if (reads_tables)
        iterate_by_tables(block, it, values);
      else
        iterate(block, it, values);
      return values;
    }
    const std::vector<VarId> left = node(block, lane, k, 2 * step, present);
    if (k + step < present) meet(block, left, left, node(block, lane, k + step, 2 * step, present));
    return left;
  }

  // The reduced loops as they were.
  void in_loops(Block& inner, const PerChannel& sums) {
    std::vector<ExprP> indices;
    ExprP it = int_const(0);
    for (const int k : b.run()) {
      indices.push_back(b.ref(b.kernel().add_var("$at", Elem::I64)));
      it = add(mul(it, b.count(k)), indices.back());
    }
    Block nest;
    b.set_run_indices(indices);
    each_channel(nest, [&](std::size_t c) { iterate(nest, it, sums[c]); });
    b.set_run_indices({});
    for (std::size_t q = indices.size(); q-- > 0;) {
      const VarId at = std::get<VarRef>(indices[q]->node).var;
      Block loop;
      loop.push_back(
          {For{at, int_const(0), int_const(1), sub(b.count(b.run()[q]), int_const(1)), std::move(nest), 1}, {}});
      nest = std::move(loop);
    }
    for (Stmt& s : nest) inner.push_back(std::move(s));
  }
};

}  // namespace

bool window_fits(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts) {
  return facts.window && Reduction::repeatable(nest, plan);
}

bool window_takes_channels(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts) {
  return window_fits(nest, plan, facts) && WindowReducer::takes_channels(plan, facts);
}

Scheduled schedule_window(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                          const SchedulePolicy& policy) {
  WindowReducer r(nest, plan, facts, policy);
  const std::int64_t threads = r.threads();
  r.b.kernel().threads = int(threads);
  Block body;
  const KeptPlace place = r.kept_place(body, threads);
  const int rows = r.rows();
  if (rows > 1)
    r.take_rows(place, rows);
  else
    r.take(place);
  if (r.tables && !r.tables->empty())
    for (Stmt& s : r.tables->fill(threads)) body.push_back(std::move(s));
  body.push_back({If{place.there, std::move(r.inner), {}}, {}});
  LaunchRule rule{LaunchRule::Kind::Reduce, int(threads), 1, accumulator_bytes(plan)};
  rule.kept_per_block = threads;
  rule.tiled = facts.tiled;
  rule.kept_of_thread = r.channels;
  if (rows > 1) rule.rows_of_thread = rows, rule.grouped = facts.window_rows;
  rule.chunks_in_block = true;
  return r.b.finish(std::move(body), rule,
                    fmt::format("tree of {} lanes walked by a thread{}, {} a block, 1 launch", facts.short_lanes,
                                rows > 1 ? fmt::format(", {} rows of one together", rows) : "",
                                how_many(threads * rows, "kept iteration")));
}

}  // namespace qc
