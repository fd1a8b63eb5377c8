// Partial reductions whose neighbours in memory belong to different kept iterations (sums of columns). A block takes a tile
// of C neighbouring kept iterations ("columns") and one chunk of the tree; its C * P threads are P rows of C:
//
//   thread (w, c) walks the lanes l = P * q + w of column c, q in bit-reversed order: so a lane's partner of the first
//   folding step is the lane visited next, and the walk needs a stack of log2(lanes) values (pairwise.h)
//   the P values of a column, the last log2(P) steps, meet in shared memory
//
// The order is that of tree_shape.h; the chunks' values of a column are folded by the same walk in the tile's last block.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "transform/pairwise.h"
#include "transform/reduction.h"
#include "transform/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kGroup = 16;       // lanes whose loads are under way together
constexpr std::int64_t kGuardedGroup = 4;
constexpr std::int64_t kShortGroup = 16;  // the same where a lane has one iteration
constexpr std::int64_t kGroupBytes = 64; // of accumulators in a group
constexpr int kLargestGroup = 2048;       // nodes of an unrolled group

struct ColumnReducer : Reduction {
  std::int64_t columns, rows;  // C, P
  std::int64_t lanes;          // of the tree
  ExprP chunk_index, kept_tile, kept_index;
  ExprP inside;                // this thread's column exists

  ColumnReducer(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : Reduction(nest, p, facts, pol), columns(pol.column_tile), rows(pol.column_rows) {
    lanes = facts.short_lanes ? facts.short_lanes : tree_lanes(accumulator_bytes(plan));
    // Few lanes: fewer rows of threads with more lanes each, and more columns in their place.
    while (rows > 1 && lanes / rows < kShortGroup) { rows /= 2; columns *= 2; }
    if (facts.few_columns) columns = std::min<std::int64_t>(columns, facts.few_columns);
  }

  ExprP column() const { return rows == 1 ? thread_index() : binary(BinaryOp::BitAnd, thread_index(), int_const(columns - 1)); }
  ExprP row() const { return rows == 1 ? int_const(0) : binary(BinaryOp::Shr, thread_index(), int_const(std::countr_zero(std::uint64_t(columns)))); }
  ExprP is_row0() const { return rows == 1 ? bool_const(true) : lt(thread_index(), int_const(columns)); }

  void place(Block& block) {
    const ExprP tiles = b.param({Binding::Kind::KeptTiles}, "$tiles", Elem::I64);
    const VarId c = b.let(block, "$c", binary(BinaryOp::DivTrunc, builtin(BuiltinKind::BlockIdx), tiles));
    const VarId tile = b.let(block, "$tile", sub(builtin(BuiltinKind::BlockIdx), mul(b.ref(c), tiles)));
    chunk_index = b.ref(c);
    kept_tile = b.ref(tile);
    const int along = b.facts().tiled;
    ExprP first = kept_tile, n, outer;
    if (along < 0) {
      n = b.param({Binding::Kind::KeptTotal}, "$kepts", Elem::I64);
    } else {
      n = b.count(along);
      const ExprP per_row = b.param({Binding::Kind::RowTiles}, "$rowtiles", Elem::I64);
      outer = b.ref(b.let(block, "$outer", binary(BinaryOp::DivTrunc, kept_tile, per_row)));
      first = sub(kept_tile, mul(outer, per_row));
    }
    const ExprP begin = b.ref(b.let(block, "$first", mul(first, int_const(columns))));
    const ExprP index = add(begin, column());
    inside = lt(index, n);
    // Columns beyond the end repeat the last one, because barriers want whole blocks; they store nothing.
    const VarId safe = b.let(block, "$j", binary(BinaryOp::Min, index, sub(n, int_const(1))));
    if (along < 0) b.set_kept(block, b.ref(safe));
    else b.set_kept(block, outer, along, b.ref(safe));
    kept_index = b.kept_linear();
  }

  // ---- one chunk of one column ----
  void accumulate(Block& block, const std::vector<VarId>& sums) {
    ExprP begin = int_const(0), span = int_const(lanes), units;
    if (!b.facts().short_lanes) {
      units = b.param({Binding::Kind::ChunkUnits}, "$units", Elem::I64);
      span = b.ref(b.let(block, "$chunk", mul(units, int_const(4 * lanes))));
      begin = b.ref(b.let(block, "$begin", mul(chunk_index, span)));
    }
    Block full, part;
    walk(full, begin, units, false, sums);
    walk(part, begin, units, true, sums);
    block.push_back({If{le(add(begin, span), b.total()), std::move(full), std::move(part)}, {}});
  }

  std::int64_t group(std::int64_t wanted, int nodes) const {
    std::int64_t g = std::min(wanted, lanes / rows);
    while (g > 1 && (g * accumulator_bytes(plan) > kGroupBytes || g * nodes > kLargestGroup)) g /= 2;
    return g;
  }

  void walk(Block& block, const ExprP& begin, const ExprP& units, bool guard, const std::vector<VarId>& sums) {
    const BodyWeight w = body_weight(planned_body(plan, b.nest()), b.nest());
    // The guarded copy needs more registers for each load under way, and only the last chunk runs it.
    const std::int64_t g = group(units ? (guard ? kGuardedGroup : kGroup) : kShortGroup, units ? 4 * w.nodes : w.nodes);
    const int unroll = units && !guard && g * 4 * w.nodes <= kLargestGroup && !w.loops ? 4 : 1;
    visit(block, lanes / rows, g, sums, [&](Block& to, const std::vector<std::vector<VarId>>& values, const std::vector<ExprP>& lane) {
      if (!units) {
        for (std::size_t e = 0; e < lane.size(); ++e) take(to, lane[e], guard, values[e]);
        return;
      }
      const VarId r = b.let(to, "$at", begin), end = b.let(to, "$end", add(begin, mul(units, int_const(4 * lanes))));
      Block some;
      // Never less than r: what it is for is that no back end keeps a pointer in registers for each of the loads.
      const VarId at = b.let(some, "$row", binary(BinaryOp::Min, b.ref(r), sub(b.ref(end), int_const(unroll * lanes))));
      for (int u = 0; u < unroll; ++u)
        for (std::size_t e = 0; e < lane.size(); ++e) take(some, add(add(b.ref(at), int_const(u * lanes)), lane[e]), guard, values[e]);
      some.push_back({Assign{r, add(b.ref(r), int_const(unroll * lanes))}, {}});
      to.push_back({While{lt(b.ref(r), b.ref(end)), std::move(some)}, {}});
    });
  }

  void take(Block& block, const ExprP& it, bool guard, const std::vector<VarId>& values) {
    guard ? iterate_below_end(block, it, values) : iterate(block, it, values);
  }

  // ---- the walk in bit-reversed order ----
  // fill(block, values, lane) brings the values of lanes lane[e] into values[e], neutral before. Afterwards sums holds the
  // fold of `n` lanes P * q + w of this thread, q < n.
  template <class Fill> void visit(Block& block, std::int64_t n, std::int64_t g, const std::vector<VarId>& sums, const Fill& fill) {
    const int group_bits = std::countr_zero(std::uint64_t(g)), depth = std::countr_zero(std::uint64_t(n / g));
    PairwiseStack stack(*this, block, depth + 1);
    const VarId at = b.let(block, "$g", int_const(0));
    Block body;
    const ExprP rev = reversed_bits(b.ref(at), depth);
    const ExprP first = b.ref(b.let(body, "$rev", mul(rev, int_const(rows))));
    std::vector<std::vector<VarId>> values;
    std::vector<ExprP> lane;
    for (std::int64_t e = 0; e < g; ++e) {
      values.push_back(neutrals(body, fmt::format("$v{}", e)));
      lane.push_back(add(add(first, int_const(reversed_bits(e, group_bits) * (n / g) * rows)), row()));
    }
    fill(body, values, lane);
    for (std::int64_t d = 1; d < g; d *= 2)
      for (std::int64_t e = 0; e < g; e += 2 * d) meet(body, values[std::size_t(e)], values[std::size_t(e)], values[std::size_t(e + d)]);
    if (depth == 0) put(body, sums, values[0]);
    else stack.push(body, at, values[0]);
    body.push_back({Assign{at, add(b.ref(at), int_const(1))}, {}});
    if (depth == 0) {
      for (Stmt& s : body) block.push_back(std::move(s));
      return;
    }
    block.push_back({While{lt(b.ref(at), int_const(n / g)), std::move(body)}, {}});
    put(block, sums, stack.level(depth));
  }

  // ---- across the block's rows, and the chunks ----
  void fold_rows(Block& block, const std::vector<VarId>& sums, const std::string& name) {
    if (rows == 1) return;
    std::vector<ArrayId> arrays;
    for (std::size_t i = 0; i < items.size(); ++i) arrays.push_back(b.shared_array(fmt::format("{}{}", name, i), items[i].type, (rows - 1) * columns));
    Block give, get;
    for (std::size_t i = 0; i < items.size(); ++i)
      give.push_back({Store{element(arrays[i], sub(thread_index(), int_const(columns))), b.ref(sums[i])}, {}});
    block.push_back({If{is_row0(), {}, std::move(give)}, {}});
    block.push_back({Barrier{}, {}});
    std::vector<std::vector<VarId>> v{sums};
    for (std::int64_t w = 1; w < rows; ++w) {
      v.emplace_back();
      for (std::size_t i = 0; i < items.size(); ++i) {
        const ExprP other = load(b.kernel(), element(arrays[i], add(thread_index(), int_const((w - 1) * columns))));
        v.back().push_back(b.let(get, "$w", items[i].type == Elem::Bool ? other : cast(items[i].type, other)));
      }
    }
    for (std::int64_t h = rows / 2; h >= 1; h /= 2)
      for (std::int64_t w = 0; w < h; ++w) meet(get, v[std::size_t(w)], v[std::size_t(w)], v[std::size_t(w + h)]);
    block.push_back({If{is_row0(), std::move(get), {}}, {}});
  }

  void finish(Block& block, const std::vector<VarId>& sums) {
    const ExprP mine = logical_and(is_row0(), inside);
    if (b.facts().short_lanes) {  // one chunk
      block.push_back({If{mine, joined(sums), {}}, {}});
      return;
    }
    const ExprP chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64);
    const ExprP kepts = b.param({Binding::Kind::KeptTotal}, "$kepts", Elem::I64);
    const ArrayId ticket = b.scratch({Binding::Kind::Ticket}, "$ticket");
    const std::vector<ArrayId> parts = partials();
    const ArrayId last = b.shared_array("$last", Elem::I64, 1);

    Block alone, several, store, draw, fold;
    alone.push_back({If{mine, joined(sums), {}}, {}});
    for (std::size_t i = 0; i < items.size(); ++i)
      store.push_back({Store{element(parts[i], add(mul(chunk_index, kepts), kept_index)), b.ref(sums[i])}, {}});
    several.push_back({If{mine, std::move(store), {}}, {}});
    several.push_back({Barrier{}, {}});  // the fence of the thread that draws covers what it has seen of the others
    b.draw_ticket(draw, ticket, kept_tile, chunks, last);
    several.push_back({If{binary(BinaryOp::Eq, thread_index(), int_const(0)), std::move(draw), {}}, {}});
    several.push_back({Barrier{}, {}});
    const std::vector<VarId> all = neutrals(fold, "$all");
    visit(fold, kMaxChunks / rows, group(kShortGroup, 8), all,
          [&](Block& to, const std::vector<std::vector<VarId>>& values, const std::vector<ExprP>& lane) { take_chunks(to, parts, kepts, chunks, values, lane); });
    fold_rows(fold, all, "$t");
    fold.push_back({If{mine, joined(all), {}}, {}});
    several.push_back({If{binary(BinaryOp::Eq, load(b.kernel(), element(last, int_const(0))), int_const(1)), std::move(fold), {}}, {}});
    block.push_back({If{binary(BinaryOp::Eq, chunks, int_const(1)), std::move(alone), std::move(several)}, {}});
  }

  // lane[0] is a group's lowest one: a group that begins beyond the last chunk stays neutral.
  void take_chunks(Block& block, const std::vector<ArrayId>& parts, const ExprP& kepts, const ExprP& chunks,
                   const std::vector<std::vector<VarId>>& values, const std::vector<ExprP>& lane) {
    Block some;
    for (std::size_t e = 0; e < lane.size(); ++e) {
      const VarId c = b.let(some, "$safe", binary(BinaryOp::Min, lane[e], sub(chunks, int_const(1))));
      for (std::size_t i = 0; i < items.size(); ++i) {
        const ExprP value = load(b.kernel(), element(parts[i], add(mul(b.ref(c), kepts), kept_index)));
        some.push_back({Assign{values[e][i], select(lt(lane[e], chunks), items[i].type == Elem::Bool ? value : cast(items[i].type, value), b.ref(values[e][i]))}, {}});
      }
    }
    block.push_back({If{lt(sub(lane[0], row()), chunks), std::move(some), {}}, {}});
  }
};

}  // namespace

bool columns_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts) {
  constexpr std::int64_t kMostBytes = 64;  // of accumulators: their meeting place in shared memory grows with them
  if (!facts.columns || !Reduction::repeatable(nest, plan) || accumulator_bytes(plan) > kMostBytes) return false;
  return body_weight(planned_body(plan, nest.function), nest.function).nodes <= kLargestGroup / 4;
}

Scheduled schedule_columns(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  ColumnReducer r(nest, plan, facts, policy);
  const std::int64_t threads = r.columns * r.rows;
  r.b.kernel().threads = int(threads);
  Block body;
  r.place(body);
  r.set_out(body);
  const std::vector<VarId> sums = r.neutrals(body, "$sum");
  r.accumulate(body, sums);
  r.fold_rows(body, sums, "$s");
  r.settle(body);
  r.finish(body, sums);
  LaunchRule rule{LaunchRule::Kind::Reduce, int(threads), 1, accumulator_bytes(plan)};
  rule.kept_per_block = r.columns;
  rule.tiled = facts.tiled;
  return r.b.finish(std::move(body), rule,
                    fmt::format("tree of {} lanes, tiles of {} columns, 1 launch, blocks of {} threads", r.lanes, r.columns, threads));
}

}  // namespace qc
