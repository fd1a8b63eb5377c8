// Scans, in one launch that reads everything once from memory. A block takes a tile of 8 rows of 256 lanes, a lane holding 4
// consecutive iterations:
//
//   values:  the lanes' values (the slice of the body that updates depend on), block_scan over each row
//   before:  the tile publishes its value and takes what stands before it from the tiles that ran before (tile_prefix.h)
//   body:    each lane runs its iterations as written, from the start value joined with all that is before it; what the body
//            reads again is in the caches
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
#include "transform/tile_prefix.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kUnrolledNodes = 600;  // nodes of copies of the body beyond which a loop over a lane's iterations is better


class ScanKernel {
 public:
  ScanKernel(const LoopNest& nest, const LoopPlan& plan, const RunningElements& starts, const LoopFacts& facts, const SchedulePolicy& policy)
      : b(nest, plan, facts, policy), plan(plan), policy(policy), slice(update_slice(plan, nest.function)), starts_(starts) {
    for (const Accumulator& a : plan.accumulators) {
      first.push_back(items.size());
      for (const FoldItem& item : fold_items(a)) items.push_back(item);
    }
    for (std::int64_t r = 0; r < kScanRows; ++r) rows_items.insert(rows_items.end(), items.begin(), items.end());
  }

  Scheduled make() {
    b.kernel().threads = int(kScanLanes);
    b.kernel().min_blocks = policy.min_blocks;
    Block body;
    TilePrefix prefix(b, items, policy.warps);
    const ExprP tile = prefix.draw_tile(body);
    begin = b.let(body, "$i", mul(tile, int_const(kScanTile)));
    start_values(body);
    // With last values the tile that holds the last iteration stays for the guarded copy, which hands them out.
    const ExprP next = add(b.ref(begin), int_const(kScanTile));
    whole = b.let(body, "$whole", Reduction::last_values(plan) ? lt(next, b.total()) : le(next, b.total()));
    values(body);
    BlockScan scan(b, rows_items, int(kScanLanes), policy.warps, "$p");
    const BlockScan::Result rows = scan.emit(body, lanes, int_const(0));
    // What is before a lane in its tile, kept in `lanes`; `all` is what is before the next row.
    std::vector<VarId> all;
    for (std::size_t i = 0; i < items.size(); ++i) all.push_back(b.let(body, "$all", nothing(i)));
    for (std::int64_t r = 0; r < kScanRows; ++r) {
      combine_items(b, body, items, lanes_of(r), refs(all), refs(of_row(rows.before, r)));
      combine_items(b, body, items, all, refs(all), refs(of_row(rows.all, r)));
    }
    before = prefix.emit(body, tile, all);
    for (std::int64_t r = 0; r < kScanRows; ++r) row(body, r);
    return b.finish(std::move(body), {LaunchRule::Kind::Scan, int(kScanLanes), 1, 0},
                    fmt::format("scan of tiles of {} rows of {} lanes of {}, 1 launch, blocks of {} threads", kScanRows, kScanLanes, kScanRun, kScanLanes));
  }

 private:
  KernelBuilder b;
  const LoopPlan& plan;
  const SchedulePolicy& policy;
  Block slice;
  const RunningElements& starts_;
  std::vector<FoldItem> items, rows_items;
  std::vector<std::size_t> first;        // item of each accumulator
  std::vector<VarId> init, running;      // of each accumulator
  std::vector<VarId> before, lanes;      // of each item: before the tile; of the rows' lanes, row by row
  VarId begin = kNoVar, whole = kNoVar;                 // of the tile

  ExprP nothing(std::size_t item) const { return neutral(items[item]); }
  std::vector<ExprP> refs(const std::vector<VarId>& v) const {
    std::vector<ExprP> out;
    for (VarId x : v) out.push_back(b.ref(x));
    return out;
  }
  ExprP row_begin(std::int64_t r) const { return add(b.ref(begin), int_const(r * kScanRow)); }
  std::vector<VarId> of_row(const std::vector<VarId>& all, std::int64_t r) const {
    const auto from = all.begin() + r * std::int64_t(items.size());
    return {from, from + std::int64_t(items.size())};
  }
  std::vector<VarId> lanes_of(std::int64_t r) const { return of_row(lanes, r); }
  // The variables that updates go to, of a row's.
  std::vector<VarId> updated(const std::vector<VarId>& row) {
    std::vector<VarId> out;
    for (std::size_t i : first) {
      out.push_back(row[i]);
      if (is_pair(items, i)) b.set_second(row[i], row[i + 1]);
    }
    return out;
  }

  // The lanes' values of all rows: their loads need not wait for each other.
  void values(Block& block) {
    for (std::int64_t r = 0; r < kScanRows; ++r)
      for (std::size_t i = 0; i < items.size(); ++i) lanes.push_back(b.let(block, "$lane", nothing(i)));
    Block full, part;
    for (std::int64_t r = 0; r < kScanRows; ++r) {
      in_full(full, r, slice, updated(lanes_of(r)));
      in_part(part, r, slice, updated(lanes_of(r)), false);
    }
    block.push_back({If{b.ref(whole), std::move(full), std::move(part)}, {}});
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

  void row(Block& block, std::int64_t r) {
    const std::vector<VarId> start = lanes_of(r);
    combine_items(b, block, items, start, refs(before), refs(start));
    for (std::size_t i = 0; i < first.size(); ++i) start_lane(block, i, start);
    Block full, part;
    in_full(full, r, planned_body(plan, b.nest()), {});
    in_part(part, r, planned_body(plan, b.nest()), {}, true);
    block.push_back({If{b.ref(whole), std::move(full), std::move(part)}, {}});
    final_values(block, r);
  }

  ExprP iteration(std::int64_t r, const ExprP& k) const { return add(row_begin(r), add(mul(thread_index(), int_const(kScanRun)), k)); }

  // A lane's iterations of a row, in order.
  void in_full(Block& block, std::int64_t r, const Block& statements, const std::vector<VarId>& accumulators) {
    const BodyWeight w = body_weight(statements, b.nest());
    if (w.loops || w.nodes * kScanRun > kUnrolledNodes) return block.push_back(loop(r, statements, accumulators, false, false));
    for (std::int64_t k = 0; k < kScanRun; ++k) b.iteration_of(block, statements, iteration(r, int_const(k)), accumulators, false);
  }
  // The same where the loop may end on the way.
  void in_part(Block& block, std::int64_t r, const Block& statements, const std::vector<VarId>& accumulators, bool hand_out) {
    Block some;
    some.push_back(loop(r, statements, accumulators, hand_out, true));
    block.push_back({If{lt(row_begin(r), b.total()), std::move(some), {}}, {}});
  }
  Stmt loop(std::int64_t r, const Block& statements, const std::vector<VarId>& accumulators, bool hand_out, bool guarded) {
    const VarId k = b.kernel().add_var("$k", Elem::I64);
    Block one, each;
    b.iteration_of(one, statements, iteration(r, b.ref(k)), accumulators, hand_out);
    if (guarded) each.push_back({If{lt(iteration(r, b.ref(k)), b.total()), std::move(one), {}}, {}});
    else each = std::move(one);
    return {For{k, int_const(0), int_const(1), int_const(kScanRun - 1), std::move(each)}, {}};
  }

  // The lane that ran the last iteration of all holds the final values: guarded lanes stop at it.
  void final_values(Block& block, std::int64_t r) {
    Block out;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const VarId v = plan.accumulators[i].var, im = plan.accumulators[i].imaginary;
      if (starts_.start_of(v)) continue;
      out.push_back({Assign{b.output(v), b.ref(running[i])}, {}});
      if (im != kNoVar) out.push_back({Assign{b.output(im), b.ref(b.variable(im))}, {}});
    }
    if (out.empty()) return;
    const ExprP holder = binary(BinaryOp::DivTrunc, sub(sub(b.total(), int_const(1)), row_begin(r)), int_const(kScanRun));
    Block single;
    single.push_back({If{binary(BinaryOp::Eq, thread_index(), holder), std::move(out), {}}, {}});
    const ExprP here = logical_and(lt(row_begin(r), b.total()), binary(BinaryOp::Ge, row_begin(r + 1), b.total()));
    block.push_back({If{here, std::move(single), {}}, {}});
  }
};

}  // namespace

Scheduled schedule_scan(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  const RunningElements starts(nest, plan);
  return ScanKernel(starts.nest(), starts.plan(), starts, facts, policy).make();
}

}  // namespace qc
