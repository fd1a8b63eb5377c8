// Scans, in one launch that reads everything once from memory. A block takes a tile of 8 rows of 256 lanes, a lane
// holding 4 consecutive iterations:
//
//   values:  the lanes' values (the slice of the body that updates depend on), block_scan over each row
//   before:  the tile publishes its value and takes what stands before it from the tiles that ran before
//            (decoupled_lookback.h)
//   body:    each lane runs its iterations as written, from the start value joined with all that is before it; what the
//            body reads again is in the caches
//
// Slower on an H200 (2^28 f32, us, then 764): lanes of 8 iterations 772, tiles of 4096 877, of 12288 798, the tree's
// levels one after the other 774, operands kept in registers 878 (they spill), prefixes in a launch of their own 883.
#include <fmt/format.h>

#include "transform/parts/block_scan.h"
#include "transform/parts/decoupled_lookback.h"
#include "transform/parts/fold.h"
#include "transform/parts/reduction.h"
#include "transform/parts/scan_body.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

class ScanKernel : ScanBody {
 public:
  using ScanBody::ScanBody;

  Scheduled make(const SchedulePolicy& policy) {
    for (std::int64_t r = 0; r < kScanRows; ++r) rows_items.insert(rows_items.end(), items.begin(), items.end());
    b.kernel().threads = int(kScanLanes);
    b.kernel().min_blocks = policy.min_blocks;
    Block body;
    TilePrefix prefix(b, items, true);
    const ExprP tile = prefix.draw_tile(body);
    begin = b.let(body, "$i", mul(tile, int_const(kScanTile)));
    start_values(body);
    // With last values the tile that holds the last iteration stays for the guarded copy, which hands them out.
    const ExprP next = add(b.ref(begin), int_const(kScanTile));
    whole = b.let(body, "$whole", Reduction::last_values(plan) ? lt(next, b.total()) : le(next, b.total()));
    values(body);
    BlockScan scan(b, rows_items, int(kScanLanes), "$p");
    const BlockScan::Result rows = scan.emit(body, lanes, int_const(0));
    // What is before a lane in its tile, kept in `lanes`; `all` is what is before the next row.
    const std::vector<VarId> all = lets(body, "$all", nothing());
    for (std::int64_t r = 0; r < kScanRows; ++r) {
      combine_items(b, body, items, of_row(lanes, r), refs(all), refs(of_row(rows.before, r)));
      combine_items(b, body, items, all, refs(all), refs(of_row(rows.all, r)));
    }
    before = prefix.emit(body, tile, all);
    for (std::int64_t r = 0; r < kScanRows; ++r) row(body, r);
    return b.finish(std::move(body), {LaunchRule::Kind::Scan, int(kScanLanes), 1, 0},
                    fmt::format("scan of tiles of {} rows of {} lanes of {}, 1 launch, blocks of {} threads", kScanRows,
                                kScanLanes, kScanRun, kScanLanes));
  }

 private:
  std::vector<FoldItem> rows_items;
  std::vector<VarId> before, lanes;      // of each item: before the tile; of the rows' lanes, row by row
  VarId begin = kNoVar, whole = kNoVar;  // of the tile

  ExprP row_begin(std::int64_t r) const { return add(b.ref(begin), int_const(r * kScanRow)); }
  std::vector<VarId> of_row(const std::vector<VarId>& all, std::int64_t r) const {
    const auto from = all.begin() + r * std::int64_t(items.size());
    return {from, from + std::int64_t(items.size())};
  }

  // The lanes' values of all rows: their loads need not wait for each other.
  void values(Block& block) {
    for (std::int64_t r = 0; r < kScanRows; ++r)
      for (const VarId lane : lets(block, "$lane", nothing())) lanes.push_back(lane);
    Block full, part;
    for (std::int64_t r = 0; r < kScanRows; ++r) {
      lane_values(full, row_begin(r), of_row(lanes, r), true);
      lane_values(part, row_begin(r), of_row(lanes, r), false);
    }
    block.push_back({If{b.ref(whole), std::move(full), std::move(part)}, {}});
  }

  void row(Block& block, std::int64_t r) {
    const std::vector<VarId> start = of_row(lanes, r);
    combine_items(b, block, items, start, refs(before), refs(start));
    start_lane(block, start);
    Block full, part;
    run_lane(full, row_begin(r), true);
    run_lane(part, row_begin(r), false);
    block.push_back({If{b.ref(whole), std::move(full), std::move(part)}, {}});
    final_values(block, row_begin(r), kScanLanes);
  }
};

}  // namespace

Scheduled schedule_scan(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                        const SchedulePolicy& policy) {
  const RunningElements starts(nest, plan);
  if (!policy.warps) return schedule_scan_in_order(starts.nest(), starts.plan(), starts, facts, policy);
  return ScanKernel(starts.nest(), starts.plan(), starts, facts, policy).make(policy);
}

}  // namespace qc
