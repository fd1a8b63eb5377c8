// Partial reductions whose neighbours in memory belong to different kept iterations (sums of columns). A block takes a
// tile of C neighbouring kept iterations ("columns") and one chunk of the tree; its C * P threads are P rows of C:
//
//   thread (w, c) walks the lanes l = P * q + w of column c, q in bit-reversed order: so a lane's partner of the first
//   folding step is the lane visited next, and the walk needs a stack of log2(lanes) values (pairwise.h)
//   the P values of a column, the last log2(P) steps, meet in shared memory
//
// The order is that of tree_shape.h; the chunks' values of a column are folded by the same walk in the tile's last
// block.
//
// On a GPU 16 lanes of a column are asked for together, rows two at a time, and the chunk of the last iteration begins
// first; where many columns fill it, 8 lanes of tiles of 64 (`kWideGroup`). Slower on an H200: these at other widths,
// tiles of 128 columns and four rows together at nearly every width; one copy of the walk in place of two (17 columns);
// groups of 64 bytes a row (8191).
//
// On a host few columns are summed side by side: of C columns, lane l of column c is element C * l + c of a row of
// lanes, which lies in memory as it is, so a thread is one element. The first steps of the fold are the thread's own,
// which holds elements that lie apart; the others fold C elements for each lane where they lie, until C are left. Where
// there are fewer chunks than threads of the machine, several blocks share a chunk (`LoopFacts::chunk_parts`): each
// takes a part of its threads, and the later one of two folds what both of them left.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>

#include "transform/parts/pairwise.h"
#include "transform/parts/reduction.h"
#include "transform/policy/column_blocks.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kGroup = 16;  // lanes of a thread, see ColumnReducer::grouped
// Where many columns fill a GPU (`LoopFacts::wide_columns`) it takes twice as many side by side and half as many lanes
// together: of rows that begin in the middle of a line of memory a tile then reads three lines for two, not two for one
// (8193 columns on an H200: 1.62 ps an element, now 1.36). 1024 threads have 64 registers each: enough where an
// iteration reads this much (doubles of two arrays: 13 % slower).
constexpr std::int64_t kWideGroup = 8, kWideBytes = 8;
constexpr int kThreadsOfUnit = 512;       // that a multiprocessor has registers for
constexpr int kRowsTogether = 2;          // of lanes, by the same
constexpr std::int64_t kShortGroup = 16;  // the same where a lane has one iteration
// On a host: rows that lie a power of two apart put each other out of its caches.
constexpr std::int64_t kHostGroup = 4;
constexpr std::int64_t kGroupBytes = 64;  // of accumulators in a group
constexpr int kLargestGroup = 2048;       // nodes of an unrolled group
// Threads whose accumulators stay in the first cache where a chunk is other than four rows of lanes.
constexpr std::int64_t kStrip = 1024;

struct ColumnReducer : Reduction {
  using Group = std::vector<std::vector<VarId>>;  // of lanes, of each their values
  std::int64_t columns, rows;                     // C, P
  std::int64_t lanes;                             // of the tree
  std::int64_t grouped = kGroup;                  // lanes whose loads are under way together
  ExprP chunk_index, kept_tile, kept_index;
  ExprP part_index;  // of those that share a chunk; null: the block has it alone
  ExprP inside;      // this thread's column exists

  ColumnReducer(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : Reduction(nest, p, facts, pol), columns(pol.column_tile), rows(pol.column_rows) {
    lanes = facts.short_lanes ? facts.short_lanes : tree_lanes(accumulator_bytes(plan));
    if (pol.warps && facts.wide_columns && accumulator_bytes(plan) <= kWideBytes &&
        body_weight(plan, b.nest()).load_bytes <= kWideBytes) {
      columns *= 2;
      grouped = kWideGroup;
    }
    // Few lanes: fewer rows of threads with more lanes each, and more columns in their place.
    while (rows > 1 && lanes / rows < kShortGroup) {
      rows /= 2;
      columns *= 2;
    }
    if (facts.few_columns) columns = std::min<std::int64_t>(columns, facts.few_columns);
    if (facts.side_by_side) columns = facts.side_by_side, rows = 1;
  }

  ExprP column() const {
    return rows == 1 ? thread_index() : binary(BinaryOp::BitAnd, thread_index(), int_const(columns - 1));
  }
  ExprP row() const {
    return rows == 1 ? int_const(0)
                     : binary(BinaryOp::Shr, thread_index(), int_const(std::countr_zero(std::uint64_t(columns))));
  }
  ExprP is_row0() const { return rows == 1 ? bool_const(true) : lt(thread_index(), int_const(columns)); }

  // The chunk and the columns of the block.
  void place(Block& block) {
    const ExprP tiles = b.param({Binding::Kind::KeptTiles}, "$tiles", Elem::I64);
    ExprP at = block_index();
    if (parts() > 1) {
      const ExprP n = int_const(parts()), shared = b.ref(b.let(block, "$shared", binary(BinaryOp::DivTrunc, at, n)));
      part_index = b.ref(b.let(block, "$part", sub(at, mul(shared, n))));
      at = shared;
    }
    const VarId c = b.let(block, "$c", binary(BinaryOp::DivTrunc, at, tiles));
    const VarId tile = b.let(block, "$tile", sub(at, mul(b.ref(c), tiles)));
    // The last chunk is no whole one and takes longest: its blocks begin first.
    const ExprP chunks = b.facts().short_lanes ? int_const(1) : b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64);
    chunk_index = b.ref(b.let(block, "$chunk_index", sub(sub(chunks, int_const(1)), b.ref(c))));
    kept_tile = b.ref(tile);
  }
  // The column of the thread.
  void place_column(Block& block) {
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
    // Columns beyond the end repeat the last one, because barriers of warps want whole blocks; they store nothing. On a
    // host they are left out
    // (`accumulate`), and nothing hides from the back end that neighbouring threads read neighbours.
    const VarId safe = b.let(block, "$j", policy.warps ? binary(BinaryOp::Min, index, sub(n, int_const(1))) : index);
    if (along < 0)
      b.set_kept(block, b.ref(safe));
    else
      b.set_kept(block, outer, along, b.ref(safe));
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
    if (!policy.warps) {
      Block inner;
      walk_on_host(inner, begin, span, sums);
      block.push_back({If{inside, std::move(inner), {}}, {}});
      return;
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

  // looks: the chunk ends behind the last iteration. Groups all of whose iterations are there do not look.
  void walk(Block& block, const ExprP& begin, const ExprP& units, bool looks, const std::vector<VarId>& sums) {
    const BodyWeight w = body_weight(plan, b.nest());
    const std::int64_t g = group(units ? grouped : kShortGroup, units ? 4 * w.nodes : w.nodes);
    const int unroll = units && g * 4 * w.nodes <= kLargestGroup && !w.loops ? kRowsTogether : 1;
    ExprP last_row = begin,
          whole = begin;  // where the chunk's last row of lanes begins, and the first one that is not whole
    if (units && looks) {
      last_row = b.ref(
          b.let(block, "$lastrow", add(begin, mul(sub(mul(units, int_const(4)), int_const(1)), int_const(lanes)))));
      const ExprP there = mul(binary(BinaryOp::DivTrunc, sub(b.total(), begin), int_const(lanes)), int_const(lanes));
      whole = b.ref(b.let(block, "$whole", add(begin, there)));
    }
    visit(block, lanes / rows, nullptr, g, sums, [&](Block& to, const std::vector<ExprP>& lane) {
      const Group values = neutral_group(to, g);
      Block all, some;
      if (units) {
        const VarId r = b.let(all, "$at", begin),
                    end = b.let(all, "$end", add(begin, mul(units, int_const(4 * lanes))));
        Block rows_of;
        // Never less than r: what it is for is that no back end keeps a pointer in registers for each of the loads.
        const VarId at =
            b.let(rows_of, "$row", binary(BinaryOp::Min, b.ref(r), sub(b.ref(end), int_const(unroll * lanes))));
        for (int u = 0; u < unroll; ++u)
          for (std::size_t e = 0; e < lane.size(); ++e)
            take(rows_of, add(add(b.ref(at), int_const(u * lanes)), lane[e]), false, values[e]);
        rows_of.push_back({Assign{r, add(b.ref(r), int_const(unroll * lanes))}, {}});
        all.push_back({While{lt(b.ref(r), b.ref(end)), std::move(rows_of)}, {}});
      } else {
        for (std::size_t e = 0; e < lane.size(); ++e) take(all, add(begin, lane[e]), false, values[e]);
      }
      if (!looks) {
        std::move(all.begin(), all.end(), std::back_inserter(to));
        return folded(to, values);
      }
      // Of all threads: lane[e] is that of a thread in its row.
      const auto is_there = [&](const ExprP& at, std::size_t e) {
        return lt(add(at, add(sub(lane[e], row()), int_const(rows - 1))), b.total());
      };
      const auto is_begun = [&](const ExprP& at, std::size_t e) { return lt(add(at, sub(lane[e], row())), b.total()); };
      if (units) {
        const VarId s = b.let(some, "$at", begin);
        for (int n = unroll; n >= 1; n /= 2) {
          Block rows_of;
          for (int u = 0; u < n; ++u)
            for (std::size_t e = 0; e < lane.size(); ++e)
              take(rows_of, add(add(b.ref(s), int_const(u * lanes)), lane[e]), false, values[e]);
          rows_of.push_back({Assign{s, add(b.ref(s), int_const(n * lanes))}, {}});
          some.push_back({While{le(add(b.ref(s), int_const(n * lanes)), whole), std::move(rows_of)}, {}});
        }
      }
      Block part;  // the first lane is the lowest
      for (std::size_t e = 0; e < lane.size(); ++e) take(part, add(whole, lane[e]), true, values[e]);
      some.push_back({If{is_begun(whole, 0), std::move(part), {}}, {}});
      to.push_back({If{is_there(last_row, lane.size() - 1), std::move(all), std::move(some)}, {}});
      return folded(to, values);
    });
  }

  // The same where a block is one thread of the machine after another. A group whose lanes have up to four iterations
  // is straight code, which stays in registers: whole rows of lanes, or such that look where the last iteration is.
  void walk_on_host(Block& block, const ExprP& begin, const ExprP& span, const std::vector<VarId>& sums) {
    const BodyWeight w = body_weight(plan, b.nest());
    const bool one_row = b.facts().short_lanes > 0;
    const std::int64_t g = one_row ? group(kShortGroup, w.nodes) : group(kHostGroup, 4 * w.nodes);
    const ExprP end = b.ref(b.let(block, "$end", binary(BinaryOp::Min, add(begin, span), b.total()))),
                length = b.ref(b.let(block, "$length", sub(end, begin)));
    visit(block, lanes, nullptr, g, sums, [&](Block& to, const std::vector<ExprP>& lane) {
      const std::vector<VarId> result = neutrals(to, "$group");
      const auto straight = [&](int whole, int rows_of) {
        Block code;
        const Group own = neutral_group(code, g);
        for (int u = 0; u < rows_of; ++u)
          for (std::size_t e = 0; e < lane.size(); ++e)
            take(code, add(add(begin, int_const(u * lanes)), lane[e]), u >= whole, own[e]);
        put(code, result, folded(code, own));
        return code;
      };
      const int most = one_row ? 1 : 4;
      const auto fits = [&](int n) { return !w.loops && g * n * w.nodes <= kLargestGroup; };
      Block chosen;
      if (one_row && fits(1)) {
        chosen = straight(0, 1);
      } else {
        const Group values = neutral_group(chosen, g);
        const VarId r = b.let(chosen, "$at", begin);
        Block some;
        some.push_back(rows_or_part(b.ref(r), lane, values));
        some.push_back({Assign{r, add(b.ref(r), int_const(lanes))}, {}});
        chosen.push_back({While{lt(b.ref(r), end), std::move(some)}, {}});
        put(chosen, result, folded(chosen, values));
        for (const int n : {4, 2, 1})
          if (n <= most && fits(n))
            chosen = Block{{If{le(length, int_const(n * lanes)), straight(n / 2, n), std::move(chosen)}, {}}};
      }
      if (fits(most))
        chosen = Block{
            {If{binary(BinaryOp::Eq, length, int_const(most * lanes)), straight(most, most), std::move(chosen)}, {}}};
      for (Stmt& s : chosen) to.push_back(std::move(s));
      return result;
    });
  }

  Stmt rows_or_part(const ExprP& first, const std::vector<ExprP>& lane, const Group& values) {
    Block whole, part;
    for (std::size_t e = 0; e < lane.size(); ++e) {
      take(whole, add(first, lane[e]), false, values[e]);
      take(part, add(first, lane[e]), true, values[e]);
    }
    return {If{le(add(first, int_const(lanes)), b.total()), std::move(whole), std::move(part)}, {}};
  }

  Group neutral_group(Block& block, std::int64_t g) {
    Group values;
    for (std::int64_t e = 0; e < g; ++e) values.push_back(neutrals(block, fmt::format("$v{}", e)));
    return values;
  }
  // The first of them becomes the fold of all.
  std::vector<VarId> folded(Block& block, const Group& values) {
    for (std::size_t d = 1; d < values.size(); d *= 2)
      for (std::size_t e = 0; e < values.size(); e += 2 * d) meet(block, values[e], values[e], values[e + d]);
    return values[0];
  }

  void take(Block& block, const ExprP& it, bool guard, const std::vector<VarId>& values) {
    guard ? iterate_below_end(block, it, values) : iterate(block, it, values);
  }

  // ---- the walk in bit-reversed order ----
  // fill(block, lane) gives the fold of g lanes. Afterwards sums holds the fold of `n` lanes P * q + w of this thread,
  // q < n. `used`, if not null: so many lanes of the tree, behind which all are neutral. Of the trees with a power of
  // two of groups the smallest that holds them is walked: its lanes meet as they do in the whole one.
  template <class Fill>
  void visit(Block& block, std::int64_t n, const ExprP& used, std::int64_t g, const std::vector<VarId>& sums,
             const Fill& fill) {
    const int group_bits = std::countr_zero(std::uint64_t(g)), depth = std::countr_zero(std::uint64_t(n / g));
    PairwiseStack stack(*this, block, depth + 1);
    const bool cut = used && depth > 0;
    ExprP groups = int_const(n / g);
    if (cut) {
      const VarId least = b.let(block, "$groups", int_const(1));
      Block twice{{Assign{least, mul(b.ref(least), int_const(2))}, {}}};
      block.push_back({While{lt(mul(b.ref(least), int_const(g * rows)), used), std::move(twice)}, {}});
      groups = b.ref(least);
    }
    const VarId at = b.let(block, "$g", int_const(0));
    Block body;
    ExprP rev = reversed_bits(b.ref(at), depth);
    if (cut) rev = binary(BinaryOp::Shr, mul(rev, groups), int_const(depth));
    const ExprP first = b.ref(b.let(body, "$rev", mul(rev, int_const(rows))));
    std::vector<ExprP> lane;
    for (std::int64_t e = 0; e < g; ++e)
      lane.push_back(add(add(first, mul(groups, int_const(reversed_bits(e, group_bits) * rows))), row()));
    const std::vector<VarId> value = fill(body, lane);
    if (depth == 0)
      put(body, sums, value);
    else
      stack.push(body, at, value);
    body.push_back({Assign{at, add(b.ref(at), int_const(1))}, {}});
    if (depth == 0) {
      for (Stmt& s : body) block.push_back(std::move(s));
      return;
    }
    block.push_back({While{lt(b.ref(at), groups), std::move(body)}, {}});
    if (!cut) return put(block, sums, stack.level(depth));
    for (int k = 0; k <= depth; ++k) {
      Block whole;
      put(whole, sums, stack.level(k));
      block.push_back({If{binary(BinaryOp::Eq, groups, int_const(std::int64_t(1) << k)), std::move(whole), {}}, {}});
    }
  }

  // ---- the same of columns side by side ----
  std::int64_t held() const { return held_side_by_side(columns, lanes); }
  std::int64_t parts() const { return b.facts().chunk_parts; }
  std::int64_t left() const { return lanes / held() * columns; }  // elements that the threads of a chunk leave
  std::int64_t threads() const { return b.facts().side_by_side ? left() / parts() : columns * rows; }

  // The elements of the chunk, from `first` to before `last`.
  struct Elements {
    VarId first, last;
    ExprP length;
  };
  Elements elements_of_chunk(Block& block) {
    ExprP begin = int_const(0), end = b.total();
    if (!b.facts().short_lanes) {
      const ExprP units = b.param({Binding::Kind::ChunkUnits}, "$units", Elem::I64);
      const VarId span = b.let(block, "$chunk", mul(units, int_const(4 * lanes)));
      begin = b.ref(b.let(block, "$begin", mul(chunk_index, b.ref(span))));
      end = binary(BinaryOp::Min, add(begin, b.ref(span)), end);
    }
    const VarId first = b.let(block, "$first", mul(begin, int_const(columns))),
                last = b.let(block, "$last", mul(end, int_const(columns)));
    return {first, last, b.ref(b.let(block, "$length", sub(b.ref(last), b.ref(first))))};
  }
  // Every thread leaves the fold of the lanes that it holds: in `to` at `place`.
  void accumulate_side_by_side(Block& block, const Elements& chunk, const std::vector<ArrayId>& to,
                               const ExprP& place) {
    b.take_all_loops(true);
    const int nodes = std::max(1, body_weight(plan, b.nest()).nodes);
    const auto fits = [&](int n) { return n * held() * nodes <= kLargestGroup; };
    const bool four = !b.facts().short_lanes && fits(4);
    Block chosen = in_strips(
        [&](Block& strip, const Strip&) { rows_in_a_loop(strip, chunk.first, chunk.last, four ? 4 : 1, to, place); });
    if (four) {
      const std::int64_t four_rows = 4 * lanes * columns;
      Block some = in_strips([&](Block& code, const Strip& strip) { few_rows(code, chunk, strip, to, place); });
      chosen = Block{{If{le(chunk.length, int_const(four_rows)), std::move(some), std::move(chosen)}, {}}};
      Block whole = straight_rows(chunk, 4, 4, to, place);
      const ExprP is_whole = binary(BinaryOp::Eq, chunk.length, int_const(four_rows));
      chosen = Block{{If{is_whole, std::move(whole), std::move(chosen)}, {}}};
    }
    for (Stmt& s : chosen) block.push_back(std::move(s));
    b.take_all_loops(false);
    block.push_back({Barrier{}, {}});
  }
  // The first `whole` rows of lanes as they are; those behind, up to `rows_of` of them, look where the last iteration
  // is.
  Block straight_rows(const Elements& chunk, int whole, int rows_of, const std::vector<ArrayId>& to,
                      const ExprP& place) {
    Block code;
    const Group values = neutral_group(code, held());
    whole_rows(code, b.ref(chunk.first), whole, values);
    for (int u = whole; u < rows_of; ++u)
      part_of_row(code, add(b.ref(chunk.first), int_const(u * lanes * columns)), chunk.last, values);
    leave(code, values, to, place);
    return code;
  }
  struct Strip {
    ExprP first, last;  // threads
  };
  // A chunk of four rows of lanes or fewer, for a strip of threads. Where the last thread's last lane has an iteration
  // all have, and where the first one's first lane has none, none has; behind a row that is not whole there is none.
  void few_rows(Block& block, const Elements& chunk, const Strip& strip, const std::vector<ArrayId>& to,
                const ExprP& place) {
    constexpr int kMost = 4;
    const auto has = [&](int row, std::int64_t lane, const ExprP& thread) {
      return lt(element_of(add(b.ref(chunk.first), int_const(row * lanes * columns)), lane, thread), b.ref(chunk.last));
    };
    Block chosen = straight_rows(chunk, 0, 1, to, place);
    for (int n = 1; n <= kMost; ++n) {
      Block whole = straight_rows(chunk, n, n, to, place);
      if (n < kMost)
        whole = Block{{If{has(n, 0, strip.first), straight_rows(chunk, n, n + 1, to, place), std::move(whole)}, {}}};
      chosen = Block{{If{has(n - 1, held() - 1, strip.last), std::move(whole), std::move(chosen)}, {}}};
    }
    for (Stmt& s : chosen) block.push_back(std::move(s));
  }
  // body(block, strip): kStrip threads after the other.
  template <class Body>
  Block in_strips(const Body& body) {
    Block all;
    if (threads() <= kStrip) {
      body(all, Strip{int_const(0), int_const(threads() - 1)});
      return all;
    }
    const VarId from = b.let(all, "$strip", int_const(0));
    const ExprP inside_strip =
        logical_and(le(b.ref(from), thread_index()), lt(thread_index(), add(b.ref(from), int_const(kStrip))));
    const ExprP end = binary(BinaryOp::Min, add(b.ref(from), int_const(kStrip)), int_const(threads()));
    Block strip, of_strip;
    body(of_strip, Strip{b.ref(from), sub(end, int_const(1))});
    strip.push_back({If{inside_strip, std::move(of_strip), {}}, {}});
    strip.push_back({Assign{from, add(b.ref(from), int_const(kStrip))}, {}});
    all.push_back({While{lt(b.ref(from), int_const(threads())), std::move(strip)}, {}});
    return all;
  }
  void rows_in_a_loop(Block& block, VarId first, VarId last, int unroll, const std::vector<ArrayId>& to,
                      const ExprP& place) {
    const std::int64_t row = lanes * columns;
    const Group values = neutral_group(block, held());
    const VarId at = b.let(block, "$at", b.ref(first));
    for (const int n : {unroll, 1}) {
      Block some;
      whole_rows(some, b.ref(at), n, values);
      some.push_back({Assign{at, add(b.ref(at), int_const(n * row))}, {}});
      if (n == unroll || unroll > 1)
        block.push_back({While{le(add(b.ref(at), int_const(n * row)), b.ref(last)), std::move(some)}, {}});
      if (unroll == 1) break;
    }
    Block part;
    part_of_row(part, b.ref(at), last, values);
    block.push_back({If{lt(b.ref(at), b.ref(last)), std::move(part), {}}, {}});
    leave(block, values, to, place);
  }
  ExprP element_of(const ExprP& row, std::int64_t k, const ExprP& thread = thread_index()) const {
    const ExprP own = add(row, int_const(k * left()));
    return add(part_index ? add(own, mul(part_index, int_const(threads()))) : own, thread);
  }
  void whole_rows(Block& block, const ExprP& first, int n, const Group& values) {
    for (int u = 0; u < n; ++u)
      for (std::int64_t k = 0; k < held(); ++k)
        iterate(block, element_of(add(first, int_const(u * lanes * columns)), k), values[std::size_t(k)]);
  }
  void part_of_row(Block& block, const ExprP& first, VarId last, const Group& values) {
    for (std::int64_t k = 0; k < held(); ++k) {
      Block one;
      const ExprP it = element_of(first, k);
      iterate(one, it, values[std::size_t(k)]);
      block.push_back({If{lt(it, b.ref(last)), std::move(one), {}}, {}});
    }
  }
  void leave(Block& block, const Group& values, const std::vector<ArrayId>& to, const ExprP& place) {
    for (std::size_t h = values.size() / 2; h >= 1; h /= 2)
      for (std::size_t k = 0; k < h; ++k) meet(block, values[k], values[k], values[k + h]);
    for (std::size_t i = 0; i < items.size(); ++i)
      block.push_back({Store{element(to[i], place), b.ref(values[0][i])}, {}});
  }
  ExprP value_of(ArrayId array, const ExprP& index, std::size_t item) {
    const ExprP v = load(b.kernel(), element(array, index));
    return items[item].type == Elem::Bool ? v : cast(items[item].type, v);
  }
  // What the threads of a block, or of all that share a chunk, left in `from` at `first` and behind it. Three steps at
  // a time in registers, or as many as there are.
  void fold_side_by_side(Block& block, std::vector<ArrayId> from, ExprP first, const std::vector<ArrayId>& to,
                         const std::vector<VarId>& sums) {
    for (std::int64_t h = threads() / columns / 2; h >= 1;) {
      const std::int64_t low = std::max<std::int64_t>(1, h / 4);
      Block each;
      Group v;
      for (std::int64_t m = 0; m < 2 * h / low; ++m)
        v.push_back(values_at(each, from, add(add(first, int_const(m * low * columns)), thread_index())));
      leave(each, v, to, thread_index());
      block.push_back({If{lt(thread_index(), int_const(low * columns)), std::move(each), {}}, {}});
      block.push_back({Barrier{}, {}});
      from = to;
      first = int_const(0);
      h = low / 2;
    }
    Block get;
    put(get, sums, values_at(get, from, add(first, thread_index())));
    block.push_back({If{lt(thread_index(), int_const(columns)), std::move(get), {}}, {}});
  }
  std::vector<VarId> values_at(Block& block, const std::vector<ArrayId>& from, const ExprP& place) {
    std::vector<VarId> values;
    for (std::size_t i = 0; i < items.size(); ++i) values.push_back(b.let(block, "$v", value_of(from[i], place, i)));
    return values;
  }
  // The sums of a chunk, by a block that has it alone or the last one of those that share it, which `then` goes on.
  template <class Then>
  void sum_side_by_side(Block& block, const std::vector<VarId>& sums, const Then& then) {
    std::vector<ArrayId> own;
    for (std::size_t i = 0; i < items.size(); ++i)
      own.push_back(b.shared_array(fmt::format("$s{}", i), items[i].type, threads()));
    const Elements chunk = elements_of_chunk(block);
    if (parts() == 1) {
      accumulate_side_by_side(block, chunk, own, thread_index());
      fold_side_by_side(block, own, int_const(0), own, sums);
      then(block);
      return;
    }
    std::vector<ArrayId> all;
    for (std::size_t i = 0; i < items.size(); ++i)
      all.push_back(b.scratch({Binding::Kind::Left, std::uint32_t(i), items[i].type}, fmt::format("$left{}", i)));
    const ExprP of_chunk = b.ref(b.let(block, "$of_chunk", mul(chunk_index, int_const(left()))));
    Block part;
    accumulate_side_by_side(part, chunk, all, add(of_part(of_chunk, part_index), thread_index()));
    meet_parts(part, parts() / 2, chunk, all, of_chunk, [&](Block& last) {
      fold_side_by_side(last, all, of_chunk, own, sums);
      then(last);
    });
    block.push_back({If{is_there(chunk, part_index), std::move(part), {}}, {}});
  }
  // Whether a part of a chunk, which may be short, has lanes.
  ExprP is_there(const Elements& chunk, const ExprP& part) const {
    return lt(mul(part, int_const(threads())), chunk.length);
  }
  ExprP of_part(const ExprP& of_chunk, const ExprP& part) const {
    return add(of_chunk, mul(part, int_const(threads())));
  }
  // The parts that share a chunk meet as its lanes do, part q and part q + h: the one that comes later folds them, and
  // goes on as part q of half as many.
  template <class Then>
  void meet_parts(Block& block, std::int64_t h, const Elements& chunk, const std::vector<ArrayId>& all,
                  const ExprP& of_chunk, const Then& then) {
    if (h == 0) return then(block);
    const ArrayId ticket = b.scratch({Binding::Kind::Ticket}, "$ticket"), last = b.shared_array("$last", Elem::I64, 1);
    const ExprP q = b.ref(b.let(block, "$q", binary(BinaryOp::BitAnd, part_index, int_const(h - 1))));
    // Behind the tickets of the kept iterations.
    const ExprP kepts = b.param({Binding::Kind::KeptTotal}, "$kepts", Elem::I64),
                number = add(add(kepts, mul(chunk_index, int_const(parts()))), add(q, int_const(h)));
    const ExprP has_other = is_there(chunk, add(q, int_const(h)));
    Block draw, alone, both, later;
    draw_ticket(b, draw, ticket, number, int_const(2), last);
    alone.push_back({Store{element(last, int_const(0)), int_const(1)}, {}});
    Block first_thread{{If{has_other, std::move(draw), std::move(alone)}, {}}};
    block.push_back({If{binary(BinaryOp::Eq, thread_index(), int_const(0)), std::move(first_thread), {}}, {}});
    block.push_back({Barrier{}, {}});
    const ExprP place = add(of_part(of_chunk, q), thread_index()),
                other = add(of_part(of_chunk, add(q, int_const(h))), thread_index());
    Group two;
    two.push_back(values_at(both, all, place));
    two.push_back(values_at(both, all, other));
    leave(both, two, all, place);
    later.push_back({If{has_other, std::move(both), {}}, {}});
    later.push_back({Barrier{}, {}});
    meet_parts(later, h / 2, chunk, all, of_chunk, then);
    block.push_back(
        {If{binary(BinaryOp::Eq, load(b.kernel(), element(last, int_const(0))), int_const(1)), std::move(later), {}},
         {}});
  }

  // ---- across the block's rows, and the chunks ----
  void fold_rows(Block& block, const std::vector<VarId>& sums, const std::string& name) {
    if (rows == 1) return;
    std::vector<ArrayId> arrays;
    for (std::size_t i = 0; i < items.size(); ++i)
      arrays.push_back(b.shared_array(fmt::format("{}{}", name, i), items[i].type, (rows - 1) * columns));
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
    draw_ticket(b, draw, ticket, kept_tile, chunks, last);
    several.push_back({If{binary(BinaryOp::Eq, thread_index(), int_const(0)), std::move(draw), {}}, {}});
    several.push_back({Barrier{}, {}});
    const std::vector<VarId> all = neutrals(fold, "$all");
    const std::int64_t g = group(kShortGroup, 8);
    visit(fold, kMaxChunks / rows, chunks, g, all, [&](Block& to, const std::vector<ExprP>& lane) {
      const Group values = neutral_group(to, g);
      take_chunks(to, parts, kepts, chunks, values, lane);
      return folded(to, values);
    });
    fold_rows(fold, all, "$t");
    fold.push_back({If{mine, joined(all), {}}, {}});
    if (b.facts().side_by_side)
      fold = Block{{If{inside, std::move(fold), {}}, {}}};  // whose threads are more than columns
    several.push_back(
        {If{binary(BinaryOp::Eq, load(b.kernel(), element(last, int_const(0))), int_const(1)), std::move(fold), {}},
         {}});
    block.push_back({If{binary(BinaryOp::Eq, chunks, int_const(1)), std::move(alone), std::move(several)}, {}});
  }

  // lane[0] is a group's lowest one: a group that begins beyond the last chunk stays neutral.
  void take_chunks(Block& block, const std::vector<ArrayId>& parts, const ExprP& kepts, const ExprP& chunks,
                   const Group& values, const std::vector<ExprP>& lane) {
    Block some;
    for (std::size_t e = 0; e < lane.size(); ++e) {
      const VarId c = b.let(some, "$safe", binary(BinaryOp::Min, lane[e], sub(chunks, int_const(1))));
      for (std::size_t i = 0; i < items.size(); ++i) {
        const ExprP value = load(b.kernel(), element(parts[i], add(mul(b.ref(c), kepts), kept_index)));
        some.push_back({Assign{values[e][i], select(lt(lane[e], chunks),
                                                    items[i].type == Elem::Bool ? value : cast(items[i].type, value),
                                                    b.ref(values[e][i]))},
                        {}});
      }
    }
    block.push_back({If{lt(sub(lane[0], row()), chunks), std::move(some), {}}, {}});
  }
};

}  // namespace

bool side_by_side_fits(const LoopNest& nest, const LoopPlan& plan) {
  constexpr std::int64_t kMostBytes = 16;
  const auto is_plain = [](const Accumulator& a) { return fold_items(a).size() == 1; };
  if (!std::all_of(plan.accumulators.begin(), plan.accumulators.end(), is_plain) ||
      accumulator_bytes(plan) > kMostBytes)
    return false;
  const BodyWeight w = body_weight(plan, nest.function);
  return !w.loops && w.nodes * kMostHeldSideBySide <= kLargestGroup && Reduction::repeatable(nest, plan) &&
         Reduction::only_starts(plan);
}

bool columns_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts) {
  constexpr std::int64_t kMostBytes = 64;  // of accumulators: their meeting place in shared memory grows with them
  if (!facts.columns || !Reduction::repeatable(nest, plan) || accumulator_bytes(plan) > kMostBytes) return false;
  return body_weight(plan, nest.function).nodes <= kLargestGroup / 4;
}

Scheduled schedule_columns(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                           const SchedulePolicy& policy) {
  ColumnReducer r(nest, plan, facts, policy);
  const std::int64_t threads = r.threads();
  r.b.kernel().threads = int(threads);
  if (policy.warps) r.b.kernel().min_blocks = std::max(1, kThreadsOfUnit / int(threads));
  Block body;
  r.place(body);
  if (!facts.side_by_side) r.place_column(body);
  r.set_out(body);
  const std::vector<VarId> sums = r.neutrals(body, "$sum");
  const auto finish = [&](Block& to) {
    r.fold_rows(to, sums, "$s");
    r.settle(to);
    r.finish(to, sums);
  };
  if (facts.side_by_side) {
    r.sum_side_by_side(body, sums, [&](Block& to) {
      r.place_column(to);
      finish(to);
    });
  } else {
    r.accumulate(body, sums);
    finish(body);
  }
  LaunchRule rule{LaunchRule::Kind::Reduce, int(threads), 1, accumulator_bytes(plan)};
  rule.kept_per_block = r.columns;
  rule.tiled = facts.tiled;
  if (facts.side_by_side && r.parts() > 1) {
    rule.chunk_parts = int(r.parts());
    rule.left_of_chunk = r.left();
  }
  const std::string shared = rule.chunk_parts > 1 ? fmt::format(", {} blocks a chunk", rule.chunk_parts) : "";
  return r.b.finish(std::move(body), rule,
                    fmt::format("tree of {} lanes, {} {} columns{}, 1 launch, blocks of {} threads", r.lanes,
                                facts.side_by_side ? "side by side" : "tiles of", r.columns, shared, threads));
}

}  // namespace qc
