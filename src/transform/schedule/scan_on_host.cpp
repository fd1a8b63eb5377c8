// Scans on a host: the threads of a block are the lanes of one group, vectors of which the target makes, and the groups
// of a tile come one after another, so that what stands before a group is one number for all of its lanes. The tree is
// that of scan_shape.h. For each tile:
//
//   values:  row by row the lanes' values and the steps of group_scan, the groups' last values in order, then the rows'
//   before:  what stands before the tile (decoupled_lookback.h)
//   body:    group by group each lane runs its iterations as written
//
// As kernels of warps have it, 256 lanes with 8 rows at once in straight code, 2^22 running sums of floats took 34 ms.
#include <fmt/format.h>

#include "transform/parts/decoupled_lookback.h"
#include "transform/parts/scan_body.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kGroups = kScanLanes / kScanGroup;  // of a row
// Below the lanes of a group there are neutral values, so that the first lanes need not look which step they are in.
constexpr std::int64_t kRoom = kScanGroup / 2, kSpaced = kRoom + kScanGroup, kLanesSpaced = 1 + kScanGroup;
constexpr std::int64_t kGroupIterations = kScanGroup * kScanRun;

class ScanInOrder : ScanBody {
 public:
  using ScanBody::ScanBody;

  Scheduled make() {
    b.kernel().threads = int(kScanGroup);
    Block body;
    TilePrefix prefix(b, items, false);
    const ExprP tile = prefix.draw_tile(body);
    begin = b.let(body, "$i", mul(tile, int_const(kScanTile)));
    {
      KernelBuilder::OwnVariables own(b);
      start_values(body);
    }
    // The tile that holds the last iteration stays for the guarded copy, which hands the values out.
    whole = b.let(body, "$whole", lt(add(b.ref(begin), int_const(kScanTile)), b.total()));
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto array = [&](const char* name, std::int64_t n) {
        return b.shared_array(fmt::format("{}{}", name, i), items[i].type, n);
      };
      step[0].push_back(array("$even", kGroups * kSpaced));
      step[1].push_back(array("$odd", kGroups * kSpaced));
      lanes.push_back(array("$lanes", kScanRows * kGroups * kLanesSpaced));
      groups.push_back(array("$groups", kScanRows * kGroups));
      rows.push_back(array("$rows", kScanRows + 1));
    }
    neutral_below(body);
    each(body, "$row", kScanRows, [&](Block& block, const ExprP& r) { scan_row(block, r); });
    const auto itself = [](const ExprP& r) { return r; };
    in_order(body, kScanRows, rows, itself, rows, itself, int_const(kScanRows));
    const std::vector<VarId> all = lets(body, "$all", values(rows, int_const(kScanRows)));
    const std::vector<VarId> before = prefix.emit(body, tile, all);
    each(body, "$row", kScanRows, [&](Block& block, const ExprP& r) {
      const std::vector<VarId> row = lets(block, "$before_row", values(rows, r));
      each(block, "$group", kGroups, [&](Block& inner, const ExprP& g) { run_group(inner, r, g, before, row); });
    });
    return b.finish(std::move(body), {LaunchRule::Kind::Scan, int(kScanGroup), 1, 0},
                    fmt::format("scan of tiles of {} rows of {} lanes of {}, 1 launch, blocks of {} threads", kScanRows,
                                kScanLanes, kScanRun, kScanGroup));
  }

 private:
  using Arrays = std::vector<ArrayId>;   // of each item
  VarId begin = kNoVar, whole = kNoVar;  // of the tile
  Arrays step[2];                        // a row's lanes between two steps of group_scan
  Arrays lanes, groups,
      rows;  // of the tile: the lanes' values; what is before a group in its row, before a row and, last, the tile's

  ExprP value(ArrayId array, const ExprP& index, std::size_t item) {
    const ExprP v = load(b.kernel(), element(array, index));
    return items[item].type == Elem::Bool ? v : cast(items[item].type, v);
  }
  std::vector<ExprP> values(const Arrays& arrays, const ExprP& index) {
    std::vector<ExprP> out;
    for (std::size_t i = 0; i < items.size(); ++i) out.push_back(value(arrays[i], index, i));
    return out;
  }
  void store(Block& block, const Arrays& arrays, const ExprP& index, const std::vector<VarId>& v) {
    for (std::size_t i = 0; i < items.size(); ++i) block.push_back({Store{element(arrays[i], index), b.ref(v[i])}, {}});
  }

  // All threads together, one index after another.
  template <class F>
  void each(Block& block, const char* name, std::int64_t n, const F& make) {
    const VarId k = b.kernel().add_var(name, Elem::I64);
    Block one;
    make(one, b.ref(k));
    one.push_back({Barrier{}, {}});
    block.push_back({For{k, int_const(0), int_const(1), int_const(n - 1), std::move(one)}, {}});
  }

  // The first iteration of a group.
  ExprP first_of(Block& block, const ExprP& r, const ExprP& g) {
    return b.ref(b.let(block, "$first",
                       add(b.ref(begin), add(mul(r, int_const(kScanRow)), mul(g, int_const(kGroupIterations))))));
  }
  ExprP lane_in_row(const ExprP& g) const {
    return add(mul(g, int_const(kSpaced)), add(thread_index(), int_const(kRoom)));
  }

  void neutral_below(Block& block) {
    const auto fill = [&](std::int64_t n, std::int64_t spaced, std::int64_t room,
                          std::initializer_list<const Arrays*> arrays) {
      each(block, "$k", n, [&](Block& one, const ExprP& k) {
        Block below;
        for (const Arrays* a : arrays)
          for (std::size_t i = 0; i < items.size(); ++i)
            below.push_back(
                {Store{element((*a)[i], add(mul(k, int_const(spaced)), thread_index())), neutral(items[i])}, {}});
        one.push_back({If{lt(thread_index(), int_const(room)), std::move(below), {}}, {}});
      });
    };
    fill(kGroups, kSpaced, kRoom, {&step[0], &step[1]});
    fill(kScanRows * kGroups, kLanesSpaced, 1, {&lanes});
  }

  void scan_row(Block& block, const ExprP& r) {
    each(block, "$group", kGroups,
         [&](Block& inner, const ExprP& g) { group_values(inner, first_of(inner, r, g), g); });
    int from = 0;
    for (std::int64_t d = 1; d < kScanGroup; d *= 2) {
      const bool last = 2 * d == kScanGroup;
      each(block, "$group", kGroups, [&](Block& inner, const ExprP& g) { scan_step(inner, d, from, last, r, g); });
      from = 1 - from;
    }
    const ExprP first = mul(r, int_const(kGroups));
    const auto last = [&](const ExprP& g) {
      return add(mul(add(first, g), int_const(kLanesSpaced)), int_const(kScanGroup));
    };
    in_order(
        block, kGroups, lanes, last, groups, [&](const ExprP& g) { return add(first, g); }, r);
  }

  void group_values(Block& block, const ExprP& first, const ExprP& g) {
    const auto copy = [&](bool full) {
      Block out;
      KernelBuilder::OwnVariables own(b);
      const std::vector<VarId> lane = lets(out, "$lane", nothing());
      lane_values(out, first, lane, full);
      store(out, step[0], lane_in_row(g), lane);
      return out;
    };
    Block full = copy(true), part = copy(false);
    block.push_back({If{b.ref(whole), std::move(full), std::move(part)}, {}});
  }

  // v[t] = v[t-d] op v[t]
  void scan_step(Block& block, std::int64_t d, int from, bool last, const ExprP& r, const ExprP& g) {
    const ExprP lane = lane_in_row(g), of_tile = add(mul(r, int_const(kGroups)), g);
    const std::vector<VarId> below = lets(block, "$below", values(step[from], sub(lane, int_const(d))));
    const std::vector<VarId> mine = lets(block, "$mine", values(step[from], lane));
    combine_items(b, block, items, mine, refs(below), refs(mine));
    if (last)
      store(block, lanes, add(mul(of_tile, int_const(kLanesSpaced)), add(thread_index(), int_const(1))), mine);
    else
      store(block, step[1 - from], lane, mine);
  }

  // By the first thread: to[place(k)] becomes what stands before the k-th of n values, from[source(k)]; rows[all] what
  // all of them make.
  template <class Source, class Place>
  void in_order(Block& block, std::int64_t n, const Arrays& from, const Source& source, const Arrays& to,
                const Place& place, const ExprP& all) {
    Block single;
    const std::vector<VarId> so_far = lets(single, "$so_far", nothing());
    const VarId k = b.kernel().add_var("$k", Elem::I64);
    Block one;
    const std::vector<VarId> next = lets(one, "$next", values(from, source(b.ref(k))));
    store(one, to, place(b.ref(k)), so_far);
    combine_items(b, one, items, so_far, refs(so_far), refs(next));
    single.push_back({For{k, int_const(0), int_const(1), int_const(n - 1), std::move(one)}, {}});
    store(single, rows, all, so_far);
    block.push_back({If{binary(BinaryOp::Eq, thread_index(), int_const(0)), std::move(single), {}}, {}});
    block.push_back({Barrier{}, {}});
  }

  void run_group(Block& block, const ExprP& r, const ExprP& g, const std::vector<VarId>& before,
                 const std::vector<VarId>& row) {
    const ExprP first = first_of(block, r, g),
                group = b.ref(b.let(block, "$of_tile", add(mul(r, int_const(kGroups)), g)));
    const std::vector<VarId> of_group = lets(block, "$before_group", values(groups, group));
    const ExprP below = add(mul(group, int_const(kLanesSpaced)), thread_index());
    const auto copy = [&](bool full) {
      Block out;
      KernelBuilder::OwnVariables own(b);
      const std::vector<VarId> lane = lets(out, "$lane", values(lanes, below));
      for (const std::vector<VarId>* outer : {&of_group, &row, &before})
        combine_items(b, out, items, lane, refs(*outer), refs(lane));
      store(out, lanes, below, lane);  // read by none; but LLVM does not move what is stored behind the body's
                                       // branches, each of which would be a jump then
      start_lane(out, lane);
      run_lane(out, first, full);
      if (!full) final_values(out, first, kScanGroup);
      return out;
    };
    Block full = copy(true), part = copy(false);
    block.push_back({If{b.ref(whole), std::move(full), std::move(part)}, {}});
  }
};

}  // namespace

Scheduled schedule_scan_in_order(const LoopNest& nest, const LoopPlan& plan, const RunningElements& starts,
                                 const LoopFacts& facts, const SchedulePolicy& policy) {
  return ScanInOrder(nest, plan, starts, facts, policy).make();
}

}  // namespace qc
