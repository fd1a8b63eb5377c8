// Scans. With several chunks two kernels, of which the first reads what the updates need and the second runs the body:
//
//   totals: a chunk's value in interleaved lanes, as a reduction has it (row after row where some iterations set the running
//           value anew); the last block scans the chunks' values
//   rows:   for each row of 256 lanes, a lane holding 8 consecutive iterations:
//             the lane's value (the slice of the body that updates depend on), block_scan over the lanes,
//             then the lane runs its iterations as written, from the start value joined with all that is before it
//
// Reading twice costs less than blocks that wait for each other, and needs no order in which blocks run.
#include <fmt/format.h>

#include <algorithm>

#include "transform/block_scan.h"
#include "transform/fold.h"
#include "transform/kernel_builder.h"
#include "transform/reduction.h"
#include "transform/running_element.h"
#include "transform/scan_shape.h"
#include "transform/schedules.h"
#include "transform/slice.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kUnrolledNodes = 600;  // nodes of copies of the body beyond which a loop over a lane's iterations is better


struct Common {
  KernelBuilder b;
  const LoopPlan& plan;
  const SchedulePolicy& policy;
  Block slice;
  std::vector<FoldItem> items;
  VarId begin = kNoVar, end = kNoVar;  // of the chunk

  Common(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : b(nest, p, facts, pol), plan(p), policy(pol), slice(update_slice(p, nest.function)) {
    for (const Accumulator& a : plan.accumulators) {
      first.push_back(items.size());
      for (const FoldItem& item : fold_items(a)) items.push_back(item);
    }
  }
  std::vector<std::size_t> first;  // item of each accumulator

  // The variables that updates go to, of all items' variables.
  std::vector<VarId> firsts(const std::vector<VarId>& all) {
    std::vector<VarId> out;
    for (std::size_t i : first) {
      out.push_back(all[i]);
      if (is_pair(items, i)) b.set_second(all[i], all[i + 1]);
    }
    return out;
  }
  // to = x op y, item by item.
  void meet(Block& block, const std::vector<VarId>& to, const std::vector<ExprP>& x, const std::vector<ExprP>& y) {
    for (std::size_t i : first) {
      if (!is_pair(items, i)) { block.push_back({Assign{to[i], combine(items[i].op, x[i], y[i])}, {}}); continue; }
      const auto [one, two] = combine_pair(b, block, items, i, x[i], x[i + 1], y[i], y[i + 1]);
      const VarId kept = b.let(block, "$first", one);
      block.push_back({Assign{to[i + 1], two}, {}});
      block.push_back({Assign{to[i], b.ref(kept)}, {}});
    }
  }
  std::vector<ExprP> refs(const std::vector<VarId>& v) const {
    std::vector<ExprP> out;
    for (VarId x : v) out.push_back(b.ref(x));
    return out;
  }
  // Elements of arrays of values, in variables.
  std::vector<ExprP> taken(Block& block, ArrayId (Common::*array)(std::size_t), const ExprP& index) {
    std::vector<ExprP> out;
    for (std::size_t i = 0; i < items.size(); ++i) out.push_back(b.ref(b.let(block, "$c", value((this->*array)(i), index, i))));
    return out;
  }

  void chunk_bounds(Block& block) {
    const ExprP rows = b.param({Binding::Kind::ChunkUnits}, "$rows", Elem::I64);
    const VarId chunk = b.let(block, "$chunk", mul(rows, int_const(kScanRow)));
    begin = b.let(block, "$i", mul(block_index(), b.ref(chunk)));
    end = b.let(block, "$e", binary(BinaryOp::Min, add(b.ref(begin), b.ref(chunk)), b.total()));
  }
  ArrayId scratch(const char* name, std::size_t region, std::size_t item) {
    return b.scratch({Binding::Kind::Partials, std::uint32_t(2 * item + region), items[item].type}, fmt::format("${}{}", name, item));
  }
  ArrayId totals(std::size_t item) { return scratch("total", 0, item); }
  ArrayId prefixes(std::size_t item) { return scratch("prefix", 1, item); }
  ExprP value(ArrayId array, ExprP index, std::size_t item) {
    const ExprP v = load(b.kernel(), element(array, std::move(index)));
    return items[item].type == Elem::Bool ? v : cast(items[item].type, v);
  }
  ExprP in_lane(const ExprP& k) const { return add(b.ref(begin), add(mul(thread_index(), int_const(kScanRun)), k)); }

  // A lane of a row: consecutive iterations, in order; unguarded when the row is whole.
  void lane_of_row(Block& block, VarId whole, const Block& statements, const std::vector<VarId>& accumulators, bool body) {
    const BodyWeight w = body_weight(statements, b.nest());
    Block full, part;
    if (!w.loops && w.nodes * kScanRun <= kUnrolledNodes) {
      for (std::int64_t k = 0; k < kScanRun; ++k) b.iteration_of(full, statements, in_lane(int_const(k)), accumulators, false);
    } else {
      full.push_back(lane_loop(statements, accumulators, false, false));
    }
    part.push_back(lane_loop(statements, accumulators, body, true));
    block.push_back({If{b.ref(whole), std::move(full), std::move(part)}, {}});
  }
  Stmt lane_loop(const Block& statements, const std::vector<VarId>& accumulators, bool hand_out, bool guarded) {
    const VarId k = b.kernel().add_var("$k", Elem::I64);
    Block one, each;
    b.iteration_of(one, statements, in_lane(b.ref(k)), accumulators, hand_out);
    if (guarded) each.push_back({If{lt(in_lane(b.ref(k)), b.ref(end)), std::move(one), {}}, {}});
    else each = std::move(one);
    return {For{k, int_const(0), int_const(1), int_const(kScanRun - 1), std::move(each)}, {}};
  }

  ExprP nothing(std::size_t item) const { return neutral(items[item]); }
};

// ---- the chunks' values ----------------------------------------------------------------------------------------------
struct TotalsKernel : Common {
  using Common::Common;
  int per_thread = 1;
  std::vector<std::vector<VarId>> values;  // [item][j]

  Scheduled make() {
    if (std::any_of(plan.accumulators.begin(), plan.accumulators.end(), [](const Accumulator& a) { return a.resets; })) return make_in_order();
    per_thread = policy.lanes_per_thread > 1 ? 4 : 1;
    const std::int64_t threads = kScanTotalLanes / per_thread;
    b.kernel().threads = int(threads);
    b.kernel().min_blocks = policy.min_blocks;
    Block body;
    chunk_bounds(body);
    for (std::size_t i = 0; i < items.size(); ++i) {
      values.emplace_back();
      for (int j = 0; j < per_thread; ++j) values[i].push_back(b.let(body, fmt::format("$acc{}_{}", i, j), nothing(i)));
    }
    rows(body, 2);
    rows(body, 1);
    Block part;
    for (int j = 0; j < per_thread; ++j) {
      Block one;
      b.iteration_of(one, slice, iteration(0, j), lane(j), false);
      part.push_back({If{lt(iteration(0, j), b.ref(end)), std::move(one), {}}, {}});
    }
    body.push_back({If{lt(b.ref(begin), b.ref(end)), std::move(part), {}}, {}});
    fold_lanes(b, body, {kScanTotalLanes, per_thread, policy.warps, "$s", nullptr}, items, values);
    finish(body, int(threads));
    return b.finish(std::move(body), {LaunchRule::Kind::ScanTotals, int(threads), 1, 0}, "");
  }

  // Where the order of iterations matters: row after row, as the second kernel has them.
  Scheduled make_in_order() {
    b.kernel().threads = int(kScanLanes);
    b.kernel().min_blocks = policy.min_blocks;
    Block body, row;
    chunk_bounds(body);
    std::vector<VarId> sum, lanes;
    for (std::size_t i = 0; i < items.size(); ++i) sum.push_back(b.let(body, fmt::format("$acc{}", i), nothing(i)));
    const VarId parity = b.let(body, "$parity", int_const(0));
    for (std::size_t i = 0; i < items.size(); ++i) lanes.push_back(b.let(row, "$lane", nothing(i)));
    BlockScan scan(b, items, int(kScanLanes), policy.warps, "$r");
    const ExprP next = add(b.ref(begin), int_const(kScanRow));
    const VarId whole = b.let(row, "$whole", le(next, b.ref(end)));
    lane_of_row(row, whole, slice, firsts(lanes), false);
    const BlockScan::Result r = scan.emit(row, lanes, b.ref(parity));
    meet(row, sum, refs(sum), refs(r.all));
    row.push_back({Assign{begin, next}, {}});
    row.push_back({Assign{parity, sub(int_const(1), b.ref(parity))}, {}});
    body.push_back({While{lt(b.ref(begin), b.ref(end)), std::move(row)}, {}});
    for (VarId v : sum) values.push_back({v});
    finish(body, int(kScanLanes));
    return b.finish(std::move(body), {LaunchRule::Kind::ScanTotals, int(kScanLanes), 1, 0}, "");
  }

  ExprP iteration(int row, int j) const {
    return add(add(b.ref(begin), int_const(row * kScanTotalLanes)), add(mul(thread_index(), int_const(per_thread)), int_const(j)));
  }
  std::vector<VarId> lane(int j) {
    std::vector<VarId> v;
    for (const auto& item : values) v.push_back(item[std::size_t(j)]);
    return firsts(v);
  }
  void rows(Block& block, int n) {
    Block row;
    for (int u = 0; u < n; ++u)
      for (int j = 0; j < per_thread; ++j) b.iteration_of(row, slice, iteration(u, j), lane(j), false);
    const ExprP next = add(b.ref(begin), int_const(n * kScanTotalLanes));
    row.push_back({Assign{begin, next}, {}});
    block.push_back({While{le(next, b.ref(end)), std::move(row)}, {}});
  }

  // The chunk's value; the last block turns the values into prefixes.
  void finish(Block& block, int threads) {
    const ExprP chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64);
    const ArrayId ticket = b.scratch({Binding::Kind::Ticket}, "$ticket");
    const ArrayId last = b.shared_array("$last", Elem::I64, 1);
    const ExprP first = binary(BinaryOp::Eq, thread_index(), int_const(0));
    Block store;
    for (std::size_t i = 0; i < items.size(); ++i) store.push_back({Store{element(totals(i), block_index()), b.ref(values[i][0])}, {}});
    b.draw_ticket(store, ticket, int_const(0), chunks, last);
    block.push_back({If{first, std::move(store), {}}, {}});
    block.push_back({Barrier{}, {}});
    block.push_back({If{binary(BinaryOp::Eq, load(b.kernel(), element(last, int_const(0))), int_const(1)), scan_totals(chunks, threads), {}}, {}});
  }

  Block scan_totals(const ExprP& chunks, int threads) {
    static_assert(kScanLanes * kScanRun >= kMaxScanChunks);
    Block block;
    auto chunk = [&](std::int64_t k) { return add(mul(thread_index(), int_const(kScanRun)), int_const(k)); };
    std::vector<VarId> v;
    for (std::size_t i = 0; i < items.size(); ++i) v.push_back(b.let(block, "$run", nothing(i)));
    for (std::int64_t k = 0; k < kScanRun; ++k) {
      Block take;
      meet(take, v, refs(v), taken(take, &Common::totals, chunk(k)));
      block.push_back({If{lt(chunk(k), chunks), std::move(take), {}}, {}});
    }
    BlockScan scan(b, items, threads, policy.warps, "$p");
    const auto before = scan.emit(block, v, int_const(0)).before;
    for (std::int64_t k = 0; k < kScanRun; ++k) {
      Block give;
      for (std::size_t i = 0; i < items.size(); ++i) give.push_back({Store{element(prefixes(i), chunk(k)), b.ref(before[i])}, {}});
      meet(give, before, refs(before), taken(give, &Common::totals, chunk(k)));
      block.push_back({If{lt(chunk(k), chunks), std::move(give), {}}, {}});
    }
    return block;
  }
};

// ---- the rows --------------------------------------------------------------------------------------------------------
struct RowsKernel : Common {
  RowsKernel(const LoopNest& nest, const LoopPlan& p, const RunningElements& starts, const LoopFacts& facts, const SchedulePolicy& pol)
      : Common(nest, p, facts, pol), starts_(starts) {}
  const RunningElements& starts_;
  std::vector<VarId> init, running;    // of each accumulator
  std::vector<VarId> before_row, lane; // of each item

  Scheduled make() {
    b.kernel().threads = int(kScanLanes);
    b.kernel().min_blocks = policy.min_blocks;
    Block body;
    chunk_bounds(body);
    start_values(body);
    Block more;
    for (std::size_t i = 0; i < items.size(); ++i) {
      before_row.push_back(b.let(body, "$before", nothing(i)));
      more.push_back({Assign{before_row[i], value(prefixes(i), block_index(), i)}, {}});
    }
    body.push_back({If{binary(BinaryOp::Gt, block_index(), int_const(0)), std::move(more), {}}, {}});
    const VarId parity = b.let(body, "$parity", int_const(0));
    for (std::size_t i = 0; i < items.size(); ++i) lane.push_back(b.kernel().add_var("$lane", items[i].type));
    BlockScan scan(b, items, int(kScanLanes), policy.warps, "$p");
    Block row;
    one_row(row, scan, parity);
    body.push_back({While{lt(b.ref(begin), b.ref(end)), std::move(row)}, {}});
    return b.finish(std::move(body), {LaunchRule::Kind::Scan, int(kScanLanes), 1, 0},
                    fmt::format("scan of rows of {} lanes of {}, 2 launches, blocks of {} threads", kScanLanes, kScanRun, kScanLanes));
  }

  // What the running values are before the first iteration.
  void start_values(Block& block) {
    for (std::size_t i = 0; i < first.size(); ++i) {
      const VarId v = plan.accumulators[i].var;
      running.push_back(b.variable(v));
      if (const Access* first = starts_.start_of(v)) {
        const Block read = {{Assign{v, load(b.nest(), *first)}, plan.span}};
        b.iteration_of(block, read, int_const(0), {}, false);
        init.push_back(b.let(block, "$init", b.ref(running[i])));
      } else {
        init.push_back(b.let(block, "$init", b.scalar(v)));
      }
    }
  }

  // The running value of accumulator i from its start value and what is before a lane, as a reduction joins its start value.
  void start_lane(Block& block, std::size_t i, const std::vector<VarId>& before) {
    const Accumulator& a = plan.accumulators[i];
    const ExprP e = b.ref(before[first[i]]);
    if (a.op == ReduceOp::ComplexMul) {
      const auto [re, im] = complex_product(b, block, b.ref(init[i]), b.scalar(a.imaginary), e, b.ref(before[first[i] + 1]));
      block.push_back({Assign{b.variable(a.imaginary), im}, {}});
      block.push_back({Assign{running[i], re}, {}});
    } else if (a.resets) {
      block.push_back({Assign{running[i], select(b.ref(before[first[i] + 1]), e, join(i, e))}, {}});
    } else {
      block.push_back({Assign{running[i], join(i, e)}, {}});
    }
  }
  // init op e
  ExprP join(std::size_t i, const ExprP& e) const {
    const Accumulator& a = plan.accumulators[i];
    const ExprP start = b.ref(init[i]);
    if (a.divides) return binary(BinaryOp::Div, start, e);
    if (a.compare_form) return select(binary(a.op == ReduceOp::Max ? BinaryOp::Gt : BinaryOp::Lt, e, start), e, start);
    return combine(a.op, start, e);
  }

  void one_row(Block& row, BlockScan& scan, VarId parity) {
    const ExprP next = add(b.ref(begin), int_const(kScanRow));
    // With last values the row that holds the last iteration stays for the guarded copy, which hands them out.
    const VarId whole = b.let(row, "$whole", Reduction::last_values(plan) ? lt(next, b.ref(end)) : le(next, b.ref(end)));
    for (std::size_t i = 0; i < items.size(); ++i) row.push_back({Assign{lane[i], nothing(i)}, {}});
    lane_of_row(row, whole, slice, firsts(lane), false);
    const BlockScan::Result r = scan.emit(row, lane, b.ref(parity));
    meet(row, r.before, refs(before_row), refs(r.before));
    for (std::size_t i = 0; i < first.size(); ++i) start_lane(row, i, r.before);
    lane_of_row(row, whole, planned_body(plan, b.nest()), {}, true);
    final_values(row, next);
    meet(row, before_row, refs(before_row), refs(r.all));
    row.push_back({Assign{begin, next}, {}});
    row.push_back({Assign{parity, sub(int_const(1), b.ref(parity))}, {}});
  }

  // The lane that ran the last iteration of all holds the final values: guarded lanes stop at it.
  void final_values(Block& block, const ExprP& next) {
    Block out;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const VarId v = plan.accumulators[i].var, im = plan.accumulators[i].imaginary;
      if (starts_.start_of(v)) continue;
      out.push_back({Assign{b.output(v), b.ref(running[i])}, {}});
      if (im != kNoVar) out.push_back({Assign{b.output(im), b.ref(b.variable(im))}, {}});
    }
    if (out.empty()) return;
    const ExprP holder = binary(BinaryOp::DivTrunc, sub(sub(b.total(), int_const(1)), b.ref(begin)), int_const(kScanRun));
    Block single;
    single.push_back({If{binary(BinaryOp::Eq, thread_index(), holder), std::move(out), {}}, {}});
    block.push_back({If{binary(BinaryOp::Ge, next, b.total()), std::move(single), {}}, {}});
  }
};

}  // namespace

Scheduled schedule_scan(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  const RunningElements starts(nest, plan);
  Scheduled out = RowsKernel(starts.nest(), starts.plan(), starts, facts, policy).make();
  out.before.push_back(TotalsKernel(starts.nest(), starts.plan(), facts, policy).make());
  return out;
}

}  // namespace qc
