// Partial reductions of a known, small number of iterations: the taps of a filter, the pixels of a window, the channels
// of an image. A thread takes one kept iteration whole: its reduced iterations are written out, and folded in the order
// of tree_shape.h, in which absent lanes are skipped. Neighbouring threads are neighbouring kept iterations, so on the
// host each of the written-out operations becomes one on vectors, and a warp of a GPU reads side by side.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "support/how_many.h"
#include "transform/parts/reduction.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kLargestTree = 4096;  // nodes of all iterations written out
constexpr int kLargestBesideWindow =
    4096;                   // the same of bodies that are not light where there could be a loop instead (window.cpp)
constexpr int kLight = 24;  // nodes
constexpr std::int64_t kMostWritten = 300;   // iterations: 17 x 17 and not much more, LLVM takes seconds for 19 x 19
constexpr std::int64_t kMostTogether = 128;  // iterations of all channels that a thread takes
constexpr int kFalling = 100;                // what a falling read counts
constexpr std::int64_t kMostThreads =
    1024;  // of a block: few enough that its part of a dozen rows stays in the first-level cache
constexpr std::int64_t kWarpsThreads = 256;  // the same on targets with warps
constexpr std::int64_t kBytesOfThread = 16, kRowsOfThread = 4;

struct ShortReducer : Reduction {
  using Reduction::Reduction;
  std::int64_t lanes = 1;

  // What is folded from the lanes l, l + step, l + 2 step ...: the halves of the tree, the deeper one first, so that
  // few values wait at a time.
  std::vector<VarId> node(Block& block, std::int64_t l, std::int64_t step) {
    if (step >= lanes) {
      const std::vector<VarId> values = neutrals(block, fmt::format("$v{}", l));
      iterate(block, int_const(l), values);
      return values;
    }
    const std::vector<VarId> left = node(block, l, 2 * step);
    if (l + step >= b.facts().short_count) return left;
    meet(block, left, left, node(block, l + step, 2 * step));
    return left;
  }

  // All of it. With warps the threads whose iterations read inside their arrays, nearly all, do so without looking
  // where; on the host the back end splits rows (codegen/interior.h).
  std::vector<VarId> sums() {
    const auto inside = policy.warps ? b.all_inside(planned_body(plan, b.nest())) : std::nullopt;
    if (!inside) return node(inner, 0, 1);
    const std::vector<VarId> all = neutrals(inner, "$sum");
    const VarId yes = b.let(inner, "$inside", *inside);
    b.kernel().split_at_edges = true;
    Block fast, slow;
    b.assume_inside(true);
    put(fast, all, node(fast, 0, 1));
    b.assume_inside(false);
    put(slow, all, node(slow, 0, 1));
    inner.push_back({If{b.ref(yes), std::move(fast), std::move(slow)}, {}});
    return all;
  }

  // The channels of a pixel are taken together where they are few: what a vector of pixels reads of all channels is
  // taken out of whole vectors of memory, while one channel alone is gathered.
  int channels() const {
    const int n = b.facts().pixel_channels;
    return n > 1 && n * b.facts().short_count <= kMostTogether && !has_last_values() ? n : 1;
  }

  void stand_at(const KeptPlace& at) {
    const int along = b.facts().tiled;
    if (channels() > 1)
      b.set_pixel(inner, at.outer, along, at.index);
    else if (along < 0)
      b.set_kept(inner, at.index);
    else
      b.set_kept(inner, at.outer, along, at.index);
  }
  void take(int channel) {
    if (channels() > 1) b.take_channel(inner, channel);
    set_out(inner);
    const std::vector<VarId> all = sums();
    for (Stmt& s : joined(all)) inner.push_back(std::move(s));
  }

  // To start a thread takes as long as to read some 20 bytes: on targets with warps one takes several short rows, whose
  // reads are under way together.
  std::int64_t rows_of_thread() const {
    const BodyWeight w = body_weight(plan, b.nest());
    const bool shares = policy.warps && channels() == 1 && b.facts().short_count * w.load_bytes <= kBytesOfThread &&
                        w.nodes <= kLight && !has_last_values() && plan.epilogue_out.empty();
    return shares ? kRowsOfThread : 1;
  }
  // Those at `at.index` and each `threads` further, all there.
  void take_rows(Block& block, const KeptPlace& at, std::int64_t threads) {
    const auto stand = [&](std::int64_t u) {
      stand_at({at.outer, add(at.index, int_const(u * threads)), at.there});
      set_out(inner);
    };
    std::vector<std::vector<VarId>> start, value;
    for (std::int64_t u = 0; u < rows_of_thread(); ++u) {
      stand(u);
      start.push_back(start_variables(inner));
      starts(inner, start.back());
      value.push_back(sums());
    }
    for (std::int64_t u = 0; u < rows_of_thread(); ++u) {
      stand(u);
      for (Stmt& s : joined(value[std::size_t(u)], start[std::size_t(u)])) inner.push_back(std::move(s));
    }
    block = std::exchange(inner, {});
  }

  Block inner;  // of a thread that has a kept iteration
};

// Reads along a falling subscript, `x[n-1-i]`: written out often, they take LLVM's register allocation seconds.
int falling_reads(const Block& body, const LoopPlan& plan) {
  int n = 0;
  const auto names_loop = [&](const Expr& e) {
    auto* v = std::get_if<VarRef>(&e.node);
    return v &&
           std::any_of(plan.loops.begin(), plan.loops.end(), [&](const PlannedLoop& l) { return l.var == v->var; });
  };
  for_each_expr(body, [&](const Expr& e) {
    auto* l = std::get_if<Load>(&e.node);
    if (!l) return;
    bool falls = false;
    for (const ExprP& i : l->access.index)
      for_each_expr(*i, [&](const Expr& x) {
        auto* b = std::get_if<Binary>(&x.node);
        if (b && b->op == BinaryOp::Sub) for_each_expr(*b->b, [&](const Expr& part) { falls |= names_loop(part); });
      });
    n += falls;
  });
  return n;
}

std::int64_t block_threads(const LoopFacts& facts, const SchedulePolicy& policy) {
  if (policy.warps) return kWarpsThreads;
  return facts.few_columns ? std::min<std::int64_t>(facts.few_columns, kMostThreads) : kMostThreads;
}

}  // namespace

bool unrolled_window_fits(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts) {
  if (facts.short_count == 0 || facts.short_count > kMostWritten || !Reduction::repeatable(nest, plan)) return false;
  const BodyWeight w = body_weight(plan, nest.function);
  const int nodes = w.nodes + kFalling * falling_reads(planned_body(plan, nest.function), plan);
  if (w.loops) return false;
  if (facts.window && facts.pixel_channels * facts.short_count > kMostTogether &&
      window_takes_channels(nest, plan, facts))
    return false;
  if (!facts.window || w.nodes <= kLight) return nodes * facts.short_count <= kLargestTree;
  return (nodes - w.nodes + reduced_weight(plan, nest.function)) * facts.short_count <= kLargestBesideWindow;
}

Scheduled schedule_unrolled_window(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                                   const SchedulePolicy& policy) {
  ShortReducer r(nest, plan, facts, policy);
  r.lanes = std::int64_t(std::bit_ceil(std::uint64_t(facts.short_count)));
  const std::int64_t threads = block_threads(facts, policy);
  r.b.kernel().threads = int(threads);
  Block body;
  const std::int64_t rows = r.rows_of_thread();
  const KeptPlaces places = r.kept_places(body, threads * rows);
  Block all, some;
  if (rows > 1) r.take_rows(all, places.at(thread_index()), threads);
  for (std::int64_t u = 0; u < rows; ++u) {
    const KeptPlace place = places.at(add(thread_index(), int_const(u * threads)));
    r.stand_at(place);
    for (int channel = 0; channel < r.channels(); ++channel) r.take(channel);
    some.push_back({If{place.there, std::exchange(r.inner, {}), {}}, {}});
  }
  if (rows > 1)
    body.push_back({If{places.at(int_const(threads * rows - 1)).there, std::move(all), std::move(some)}, {}});
  else
    std::move(some.begin(), some.end(), std::back_inserter(body));
  LaunchRule rule{LaunchRule::Kind::Reduce, int(threads), 1, accumulator_bytes(plan)};
  rule.kept_per_block = threads * rows;
  rule.tiled = facts.tiled;
  rule.kept_of_thread = r.channels();
  rule.chunks_in_block = true;
  return r.b.finish(std::move(body), rule,
                    fmt::format("tree of {} lanes written out, {} a block, 1 launch", r.lanes,
                                how_many(rule.kept_per_block, "kept iteration")));
}

}  // namespace qc
