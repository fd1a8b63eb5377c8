// Reductions. The kernel for block b, chunk c of the tree:
//
//   rows of `lanes` iterations, each lane combining its own in order     (accumulate)
//   lanes folded in halves                                               (fold_lanes)
//   the chunk's value stored; the block that stores the last one         (finish)
//   folds the chunks' values in the same way and joins the start value
//
// Last values of privates are handed out by the guarded copy of the body alone, so that they cost nothing in the rows
// before. A lane without an iteration holds the neutral element.
//
// Small sums on a GPU are bound by launches and exchanges: one exchange through shared memory in place of one a
// halving, and acquire and release around the ticket in place of total fences, save a third at 2^14. Many accumulators
// ask for more at a time, and two blocks share a multiprocessor. On a host a thread holds two lanes: with
// four, 512 lanes apart, the lines of two arrays put each other out of the first cache. Of three to sixteen
// accumulators of light bodies it holds four lanes of four at a time: two steps of the fold, which is a third of the
// work there, stay in registers. Of more it holds two lanes of eight, since each pass reads the chunk again. A chunk
// shorter than a row of lanes folds those that it has: 25 elements take 0.6 us in place of 4.
//
// A few kept iterations that lie side by side in memory (channels) are taken together: each has a set of values of its
// own, and its tree is the one it would have alone.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "transform/parts/fold_in_place.h"
#include "transform/parts/reduction.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kLargestRow = 1024;       // nodes of an unrolled row beyond which it only costs code
constexpr int kLargestRowWarps = 4096;  // the same where loads have to be under way to hide their latency
constexpr int kStrided = 4;             // lanes of a host thread, in bodies of few nodes
constexpr int kStridedWhole = 2;   // those of a reduction without kept iterations, whose chunks have all their rows
constexpr int kStridedBytes = 16;  // that the lanes of a host thread read in a row
constexpr int kStridedRows = 4;    // of lanes: a unit of a chunk
constexpr int kStridedMost = 8;    // rows whose lanes never leave the registers
constexpr std::int64_t kStridedLanes = 256;
constexpr int kLargestStrided = 320;       // nodes of a unit
constexpr std::size_t kItemsTogether = 8;  // of many, that a loop over the threads takes
constexpr int kValuesTogether = 16;        // of them, where a thread has several lanes and the body is light
constexpr int kLight = 8;                  // nodes for an item
constexpr int kTogetherBytes = 32;         // of accumulators of kept iterations taken together
constexpr int kBytesInFlight = 32;         // that a thread asks for before it waits; light bodies take policy.unroll
constexpr int kBytesInFlightFew = 64;      // that one asks for whose accumulators leave room for few threads
constexpr int kHeldByFew = 64;             // more bytes of them than this
constexpr int kMostRowsWarps = 16;         // rows that a thread takes at a time for that

struct Reducer : Reduction {
  std::int64_t lanes;  // of the whole tree's row
  int per_thread;      // W
  std::int64_t threads;
  std::vector<std::vector<VarId>> values;  // [item][j]
  bool strided = false;                    // lane l = threads * j + thread, not W * thread + j
  int together;                            // kept iterations taken together, each with its own items; 0: one at a time
  std::size_t set_size;                    // items of one

  Reducer(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : Reduction(nest, p, facts, pol) {
    lanes = tree_lanes(accumulator_bytes(plan));
    if (facts.short_lanes) lanes = std::min(lanes, std::max<std::int64_t>(facts.short_lanes, kWarp));
    per_thread = 1;
    const int wanted = policy.lanes_per_thread;
    while (per_thread < wanted && lanes / per_thread > 512) per_thread *= 2;
    if (facts.short_lanes && wanted > 1)
      while (per_thread < wanted && lanes / (per_thread * 2) >= 32) per_thread *= 2;
    if (pol.reduce.threads) {
      const std::int64_t wish = std::min<std::int64_t>(pol.reduce.threads, lanes);
      per_thread = int(lanes / wish);
    }
    if (strided_fits(nest)) {
      strided = true;
      per_thread = strided_lanes(nest);
    }
    threads = lanes / per_thread;
    together = together_fits(plan, facts) ? facts.kept_together : 0;
    set_size = items.size();
    for (int q = 1; q < together; ++q)
      for (std::size_t i = 0; i < set_size; ++i) items.push_back(items[i]);
  }

  // On the host a thread is one lane of a vector: with W lanes of the tree that lie `threads` apart, rows and the first
  // steps of the fold stay in registers. What may fail is no vector: row by row it walks along memory.
  bool strided_fits(const LoopNest& nest) const {
    if (policy.warps || per_thread != 1 || (items.size() <= 2 && lanes < kStridedLanes) || b.facts().kept_together ||
        b.facts().checked)
      return false;
    const BodyWeight w = body_weight(plan, nest.function);
    if (w.loops || has_last_values()) return false;
    if (items.size() <= 2) return w.nodes * kStrided * kStridedRows <= kLargestStrided;
    return nodes_together(w.nodes, kItemsTogether) * kStridedRows <= kLargestStrided;
  }
  int nodes_together(int nodes, std::size_t at_once) const {
    return nodes * int(std::min(items.size(), at_once)) / int(items.size());
  }
  // The items of a pass over the chunk. What they share is computed in each pass, so that heavy bodies have few.
  std::size_t items_together() const {
    return per_thread == 1 ? kItemsTogether : std::size_t(std::max(1, kValuesTogether / per_thread));
  }

  // The rows and lanes of a thread are a large power of two bytes apart, so that their lines meet in a few sets of the
  // cache: of elements of several arrays, or of eight bytes, it takes fewer lanes, and no line is put out before it has
  // been read whole.
  int strided_lanes(const LoopNest& nest) const {
    const int bytes = body_weight(plan, nest.function).load_bytes;
    int n = partial ? kStrided : kStridedWhole;
    if (items.size() > 2) {
      const bool light = !partial && reduced_weight(plan, nest.function) <= kLight * int(items.size());
      n = !light ? 1 : items.size() <= std::size_t(kValuesTogether) ? kStrided : kStridedWhole;
    }
    while (n > 1 && n * bytes > kStridedBytes) n /= 2;
    return n;
  }

  static bool together_fits(const LoopPlan& plan, const LoopFacts& facts) {
    return facts.kept_together * accumulator_bytes(plan) <= kTogetherBytes && only_starts(plan) && !last_values(plan);
  }

  ExprP is_first() const { return binary(BinaryOp::Eq, thread_index(), int_const(0)); }
  Block joined(const std::vector<std::vector<VarId>>& from) {
    Block all;
    for (std::size_t set = 0; set < items.size(); set += set_size) {
      if (together) b.set_kept(all, int_const(std::int64_t(set / set_size)));
      std::vector<VarId> first;
      for (std::size_t i = 0; i < set_size; ++i) first.push_back(from[set + i][0]);
      for (Stmt& s : Reduction::joined(first)) all.push_back(std::move(s));
    }
    return all;
  }

  void declare(Block& block) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      values.emplace_back();
      for (int j = 0; j < per_thread; ++j)
        values[i].push_back(b.let(block, per_thread == 1 ? fmt::format("$acc{}", i) : fmt::format("$acc{}_{}", i, j),
                                  neutral(items[i])));
      if (is_second(items, i))
        for (int j = 0; j < per_thread; ++j) b.set_second(values[i - 1][std::size_t(j)], values[i][std::size_t(j)]);
    }
  }

  // Linear iteration `it` of every kept iteration of the block, for lane j of this thread.
  void iterate(Block& block, const ExprP& it, int j, bool hand_out) {
    for (std::size_t set = 0; set < items.size(); set += set_size) {
      if (together) b.set_kept(block, int_const(std::int64_t(set / set_size)));
      std::vector<VarId> v;
      for (std::size_t i : first_item) v.push_back(values[set + i][std::size_t(j)]);
      b.iteration(block, it, v, hand_out);
    }
  }

  // $i .. $e is the chunk's part of the linear iteration space.
  std::pair<VarId, VarId> chunk_bounds(Block& block, const ExprP& chunk_index) {
    const std::int64_t unit = 4 * lanes_of_unit();
    const ExprP units = b.param({Binding::Kind::ChunkUnits}, "$units", Elem::I64);
    const VarId chunk = b.let(block, "$chunk", mul(units, int_const(unit)));
    const VarId i = b.let(block, "$i", mul(chunk_index, b.ref(chunk)));
    const VarId e = b.let(block, "$e", binary(BinaryOp::Min, add(b.ref(i), b.ref(chunk)), b.total()));
    return {i, e};
  }

  void accumulate(Block& block, VarId i, VarId e) {
    const BodyWeight w = body_weight(plan, b.nest());
    const int unroll = rows_at_a_time(w);
    if (unroll > 1) rows(block, i, e, unroll);
    rows(block, i, e, 1);
    Block part;
    last_row(part, i, e);
    block.push_back({If{lt(b.ref(i), b.ref(e)), std::move(part), {}}, {}});
  }
  // The lanes of a row that exist.
  void last_row(Block& block, VarId i, VarId e, int row = 0) {
    for (int j = 0; j < per_thread; ++j) {
      Block one;
      const ExprP it = at(i, row, j);
      iterate(one, it, j, true);
      bool first = true;
      for (Block& piece : divided(std::move(one))) {
        if (!first) block.push_back({Barrier{}, {}});
        first = false;
        block.push_back({If{lt(it, b.ref(e)), std::move(piece), {}}, {}});
      }
    }
  }

  // Whether a row of lanes, more than half of which exist, is a few lanes of every thread and one of some threads.
  bool knows_halves() const { return is_plain_partial() && per_thread > 1 && b.facts().short_lanes == lanes; }
  // Partial, every item folded by itself.
  bool is_plain_partial() const {
    bool plain = partial;
    for (std::size_t k = 0; k < items.size(); ++k) plain = plain && !is_second(items, k) && !is_pair(items, k);
    return plain;
  }
  // Lane j of the threads that have it, in variables of their own. It comes first, so that what the threads do together
  // is one loop over them.
  std::vector<VarId> lanes_that_exist(Block& block, VarId i, VarId e, int j) {
    const std::vector<VarId> part = neutrals(block, "$part");
    Block one;
    const ExprP it = at(i, 0, j);
    Reduction::iterate(one, it, part);
    block.push_back({If{lt(it, b.ref(e)), std::move(one), {}}, {}});
    return part;
  }

  // Of many items a few at a time, as many as registers hold, in passes over the chunk, which the caches keep.
  void accumulate_strided(Block& block, VarId i, VarId e) {
    const VarId there = b.let(block, "$there", binary(BinaryOp::Min, sub(b.ref(e), b.ref(i)), int_const(threads)));
    FoldInPlace fold(b, {threads, 1, false, "$s", b.ref(there), policy.reduce.strategy}, items);
    const std::size_t at_once = updates_in_place(b.nest()) ? items.size() : items_together();
    for (std::size_t begin = 0, end; begin < items.size(); begin = end) {
      end = std::min(items.size(), begin + at_once);
      while (end < items.size() && is_second(items, end)) ++end;
      accumulate_items(block, fold, begin, end, b.let(block, "$at", b.ref(i)), e, there);
      block.push_back({Barrier{}, {}});
    }
    std::vector<VarId> results;
    for (std::size_t k = 0; k < items.size(); ++k) {
      results.push_back(b.kernel().add_var(fmt::format("$tree{}", k), items[k].type));  // of the first thread
      values.push_back({results.back()});
    }
    fold.fold(block, results);
  }

  // Whether an iteration that runs once more does something else then: it reads what it has written.
  bool updates_in_place(const Function& nest) const {
    std::set<ArrayId> written, read;
    bool atomic = false;
    const Block& body = planned_body(plan, nest);
    for_each_stmt(body, [&](const Stmt& s) {
      if (auto* w = std::get_if<Store>(&s.node); w && !match_update(plan, nest, s)) written.insert(w->access.array);
      atomic |= std::holds_alternative<Atomic>(s.node);
    });
    for_each_expr(body, [&](const Expr& e) {
      if (auto* l = std::get_if<Load>(&e.node)) read.insert(l->access.array);
    });
    return atomic || std::any_of(written.begin(), written.end(), [&](ArrayId a) { return read.count(a) > 0; });
  }

  // A chunk of one whole unit, the usual one, is one loop over the threads whose lanes never leave the registers; so
  // is, in partial reductions, a chunk of fewer whole rows of lanes or of a part of one. Such rows and a part of
  // another are two loops. Others keep their lanes in memory between rows. All leave a value a thread, the rest of the
  // fold, which is short where few threads have one.
  void accumulate_items(Block& block, const FoldInPlace& fold, std::size_t begin, std::size_t end, VarId i, VarId e,
                        VarId there) {
    const ExprP length = sub(b.ref(e), b.ref(i));
    const auto lanes_of_threads = [&](const auto& accumulate_lanes, int part = -1) {
      Block out;
      const std::vector<VarId> of_part = part < 0 ? std::vector<VarId>() : lanes_that_exist(out, i, e, part);
      declare(out);
      for (std::size_t k = 0; k < of_part.size(); ++k)
        out.push_back({Assign{values[k][std::size_t(part)], b.ref(of_part[k])}, {}});
      accumulate_lanes(out);
      std::set<VarId> others;
      for (std::size_t k = 0; k < items.size(); ++k)
        if (k < begin || k >= end) {
          others.insert(values[k].begin(), values[k].end());
          if (part >= 0) others.insert(of_part[k]);
        }
      fold_of_thread(out, fold, begin, end);
      values.clear();
      return others.empty() ? out : without(out, others);
    };
    Block chosen = lanes_of_threads([&](Block& out) { accumulate(out, i, e); });
    const auto prefer = [&](BinaryOp op, int rows, const auto& accumulate_lanes) {
      Block out;
      out.push_back(
          {If{binary(op, length, int_const(rows * lanes)), lanes_of_threads(accumulate_lanes), std::move(chosen)}, {}});
      chosen = std::move(out);
    };
    for (int whole = kStridedRows - 1; whole >= 1 && partial && !b.facts().short_lanes; --whole)
      prefer(BinaryOp::Lt, whole + 1, [&](Block& out) {
        whole_rows(out, i, whole);
        last_row(out, i, e, whole);
      });
    prefer(BinaryOp::Lt, 1, [&](Block& out) { last_row(out, i, e); });
    if (begin == 0 && end == items.size() && !b.facts().short_lanes) {
      Block out;
      out.push_back({If{le(length, int_const(threads)), first_lanes(fold, i, there), std::move(chosen)}, {}});
      chosen = std::move(out);
    }
    if (knows_halves())
      for (int whole = per_thread - 1; whole >= per_thread / 2; --whole) {
        Block some = lanes_of_threads(
            [&](Block& out) {
              for (int j = 0; j < whole; ++j) iterate(out, at(i, 0, j), j, true);
            },
            whole);
        Block out;
        out.push_back({If{lt(length, int_const((whole + 1) * threads)), std::move(some), std::move(chosen)}, {}});
        chosen = std::move(out);
      }
    const int nodes = nodes_together(body_weight(plan, b.nest()).nodes, end - begin) * per_thread;
    for (int rows = partial ? 1 : kStridedRows; rows <= (partial ? kStridedRows : kStridedMost); rows *= 2)
      if (rows <= kStridedRows || nodes * rows <= kLargestRow)
        prefer(BinaryOp::Eq, rows, [&](Block& out) { whole_rows(out, i, rows); });
    for (Stmt& s : chosen) block.push_back(std::move(s));
  }

  // A chunk that is the first lane of some threads. What the fold reads beside them is neutral.
  Block first_lanes(const FoldInPlace& fold, VarId i, VarId there) {
    Block out, fill, one;
    for (std::size_t k = 0; k < items.size(); ++k) fill.push_back(fold.store(k, thread_index(), neutral(items[k])));
    out.push_back({If{lt(thread_index(), fold.read_of(b.ref(there))), std::move(fill), {}}, {}});
    out.push_back({Barrier{}, {}});
    const ExprP it = at(i, 0, 0);
    const std::vector<VarId> own = neutrals(one, "$own");
    Reduction::iterate(one, it, own);
    for (std::size_t k = 0; k < items.size(); ++k) one.push_back(fold.store(k, thread_index(), b.ref(own[k])));
    out.push_back({If{lt(thread_index(), b.ref(there)), std::move(one), {}}, {}});
    return out;
  }

  // The steps of the fold whose lanes one thread holds.
  void fold_of_thread(Block& block, const FoldInPlace& fold, std::size_t begin, std::size_t end) {
    auto lane = [&](int j) {
      std::vector<VarId> v;
      for (const auto& of_item : values) v.push_back(of_item[std::size_t(j)]);
      return v;
    };
    for (int h = per_thread / 2; h >= 1; h /= 2)
      for (int j = 0; j < h; ++j) meet(block, lane(j), lane(j), lane(j + h));
    for (std::size_t k = begin; k < end; ++k) block.push_back(fold.store(k, thread_index(), b.ref(values[k][0])));
  }

  // On a target without warps a row of many accumulators is several lane loops, one for each piece, because the time a
  // loop takes to compile grows with the square of its length.
  std::vector<Block> divided(Block row) const {
    constexpr int kLongest = 160;  // nodes
    if (strided) return {std::move(row)};
    std::vector<Block> pieces(1);
    int nodes = 0;
    for (Stmt& s : row) {
      const int more = policy.warps ? 0 : body_weight({s}, b.function()).nodes;
      if (nodes + more > kLongest && nodes > 0) {
        pieces.emplace_back();
        nodes = 0;
      }
      nodes += more;
      pieces.back().push_back(std::move(s));
    }
    return pieces;
  }

  // Blocks an SM bound the registers of a thread: only where its accumulators leave room for the loads under way.
  int blocks_together() const {
    return held() <= 16 ? policy.min_blocks : held() <= 64 ? policy.min_blocks / 2 : held() <= 192 ? 2 : 0;
  }
  // Bytes of accumulators that a thread holds.
  std::int64_t held() const { return per_thread * std::int64_t(accumulator_bytes(plan)) * std::max(1, together); }
  int bytes_in_flight() const { return held() <= kHeldByFew ? kBytesInFlight : kBytesInFlightFew; }

  // Rows whose loads are under way together. Many accumulators make a row heavy but ask for as few bytes as one does.
  int rows_at_a_time(const BodyWeight& w) const {
    if (w.loops || (!policy.warps && b.facts().checked)) return 1;
    int n = policy.unroll;
    while (n < (policy.warps ? kMostRowsWarps : kStridedRows) && w.load_bytes > 0 &&
           w.load_bytes * per_thread * n < bytes_in_flight())
      n *= 2;
    const int nodes = strided ? nodes_together(w.nodes, items_together()) : w.nodes * std::max(1, together);
    while (n > 1 && nodes * per_thread * n > (policy.warps ? kLargestRowWarps : kLargestRow)) n /= 2;
    return n;
  }

  std::int64_t lanes_of_unit() const { return tree_lanes(accumulator_bytes(plan)); }

  ExprP at(VarId i, int row, int j) const {
    if (strided) return add(add(b.ref(i), int_const(row * lanes + j * threads)), thread_index());
    return add(add(b.ref(i), int_const(row * lanes)), add(mul(thread_index(), int_const(per_thread)), int_const(j)));
  }

  // n rows from $i on.
  void whole_rows(Block& block, VarId i, int n) {
    Block row;
    for (int u = 0; u < n; ++u)
      for (int j = 0; j < per_thread; ++j) iterate(row, at(i, u, j), j, false);
    bool first = true;
    for (Block& piece : divided(std::move(row))) {
      if (!std::exchange(first, false)) block.push_back({Barrier{}, {}});
      for (Stmt& s : piece) block.push_back(std::move(s));
    }
  }

  // The statements but for what they assign to these variables.
  static Block without(const Block& block, const std::set<VarId>& variables) {
    Block out;
    for (const Stmt& s : block) {
      if (auto* a = std::get_if<Assign>(&s.node); a && variables.count(a->var)) continue;
      out.push_back(s);
      if (auto* n = std::get_if<If>(&out.back().node)) {
        n->then = without(n->then, variables);
        n->otherwise = without(n->otherwise, variables);
      } else if (auto* w = std::get_if<While>(&out.back().node)) {
        w->body = without(w->body, variables);
      }
    }
    return out;
  }

  // Whole rows. With last values the row that holds the last iteration stays for the guarded copy, which hands them
  // out.
  void rows(Block& block, VarId i, VarId e, int n) {
    Block body;
    whole_rows(body, i, n);
    body.push_back({Assign{i, add(b.ref(i), int_const(n * lanes))}, {}});
    const ExprP next = add(b.ref(i), int_const(n * lanes));
    block.push_back({While{has_last_values() ? lt(next, b.ref(e)) : le(next, b.ref(e)), std::move(body)}, {}});
  }

  // Several chunks: store this one's values; the last block folds them all.
  void finish(Block& block, const ExprP& chunk_index, const ExprP& kept_index) {
    const ExprP chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64);
    const ExprP base = kept_index ? mul(kept_index, chunks) : int_const(0);
    const std::vector<ArrayId> parts = partials();
    if (policy.reduce.finish != ReduceFinish::LastBlock) return leave(block, parts, chunk_index);
    const ArrayId ticket = b.scratch({Binding::Kind::Ticket}, "$ticket");
    const ArrayId last = b.shared_array("$last", Elem::I64, 1);

    Block alone, several, store;
    alone.push_back({If{is_first(), joined(values), {}}, {}});
    for (std::size_t i = 0; i < items.size(); ++i)
      store.push_back({Store{element(parts[i], add(base, chunk_index)), b.ref(values[i][0])}, {}});
    draw_ticket(b, store, ticket, kept_index ? kept_index : int_const(0), chunks, last);
    several.push_back({If{is_first(), std::move(store), {}}, {}});
    several.push_back({Barrier{}, {}});
    several.push_back({If{binary(BinaryOp::Eq, load(b.kernel(), element(last, int_const(0))), int_const(1)),
                          fold_chunks(parts, base, chunks),
                          {}},
                       {}});
    block.push_back({If{binary(BinaryOp::Eq, chunks, int_const(1)), std::move(alone), std::move(several)}, {}});
  }

  // Other finishes: the chunk's values are stored for a second kernel, or meet in cells.
  void leave(Block& block, const std::vector<ArrayId>& parts, const ExprP& chunk_index) {
    Block one;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (policy.reduce.finish == ReduceFinish::TwoKernel)
        one.push_back({Store{element(parts[i], chunk_index), b.ref(values[i][0])}, {}});
      else
        one.push_back(
            {Atomic{{}, atomic_op(items[i].op), element(parts[i], int_const(0)), b.ref(values[i][0]), nullptr}, {}});
    }
    block.push_back({If{is_first(), std::move(one), {}}, {}});
  }

  // Chunk c's value is lane c of a fold over kMaxChunks lanes; those that do not exist are neutral.
  Block fold_chunks(const std::vector<ArrayId>& parts, const ExprP& base, const ExprP& chunks) {
    Block block;
    const int w = int(std::max<std::int64_t>(1, kMaxChunks / threads));
    std::vector<std::vector<VarId>> v(items.size());
    if (!policy.warps) {
      std::vector<VarId> results;
      for (std::size_t i = 0; i < items.size(); ++i) {
        v[i].push_back(b.let(block, fmt::format("$c{}", i), neutral(items[i])));
        results.push_back(v[i][0]);
      }
      fold_in_place(
          b, block, {kMaxChunks, 1, false, "$t", chunks, policy.reduce.strategy}, items,
          [&](std::size_t i, const ExprP& c) { return load(b.kernel(), element(parts[i], add(base, c))); }, results);
      block.push_back({If{is_first(), joined(v), {}}, {}});
      return block;
    }
    // The values of one group at a time, so that they fit into registers.
    for (const auto& [begin, end] : fold_groups(items, w)) {
      for (std::size_t i = begin; i < end; ++i)
        for (int j = 0; j < w; ++j) {
          v[i].push_back(b.let(block, fmt::format("$c{}_{}", i, j), neutral(items[i])));
          const ExprP c = add(mul(thread_index(), int_const(w)), int_const(j));
          Block take;
          take.push_back({Assign{v[i].back(), load(b.kernel(), element(parts[i], add(base, c)))}, {}});
          block.push_back({If{lt(c, chunks), std::move(take), {}}, {}});
        }
      if (begin > 0) block.push_back({Barrier{}, {}});
      const auto from = std::ptrdiff_t(begin), to = std::ptrdiff_t(end);
      fold_lanes(b, block, {kMaxChunks, w, policy.warps, "$t", chunks, policy.reduce.strategy},
                 {items.begin() + from, items.begin() + to}, {v.begin() + from, v.begin() + to});
    }
    block.push_back({If{is_first(), joined(v), {}}, {}});
    return block;
  }
};

// The second kernel of the two-kernel finish: one block folds the chunks' values.
Scheduled fold_kernel(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                      const SchedulePolicy& policy) {
  Reducer r(nest, plan, facts, policy);
  r.b.kernel().threads = int(r.threads);
  Block body = r.fold_chunks(r.partials(), int_const(0), r.b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64));
  LaunchRule rule{LaunchRule::Kind::Reduce, int(r.threads), 1, accumulator_bytes(plan)};
  rule.chunks_in_block = true;
  return r.b.finish(std::move(body), rule, "");
}

// The kernels of --reduce's other finishes around `main`.
Scheduled with_finish(Scheduled main, const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                      const SchedulePolicy& policy) {
  const bool atomic = policy.reduce.finish == ReduceFinish::BlockAtomic;
  Scheduled last = atomic ? schedule_join_cells(nest, plan, facts, policy) : fold_kernel(nest, plan, facts, policy);
  if (atomic) last.before.push_back(schedule_clear_cells(nest, plan, facts, policy));
  last.summary = fmt::format("tree, blocks of {} threads, {}", main.launch.threads,
                             atomic ? "3 launches, blocks meet by atomics in any order" : "2 launches");
  last.before.push_back(std::move(main));
  return last;
}

}  // namespace

Scheduled schedule_reduce(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                          const SchedulePolicy& policy) {
  Reducer r(nest, plan, facts, policy);
  KernelBuilder& b = r.b;
  b.kernel().threads = int(r.threads);
  b.kernel().min_blocks = r.blocks_together();

  Block body;
  ExprP chunk_index = builtin(BuiltinKind::BlockIdx), kept_index;
  if (r.partial && !r.together) {
    const ExprP chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64);
    const VarId k = b.let(body, "$row", binary(BinaryOp::DivTrunc, builtin(BuiltinKind::BlockIdx), chunks));
    const VarId c = b.let(body, "$c", sub(builtin(BuiltinKind::BlockIdx), mul(b.ref(k), chunks)));
    kept_index = b.ref(k);
    chunk_index = b.ref(c);
    b.set_kept(body, kept_index);
    r.set_out(body);
  }
  const auto [from, end] = r.chunk_bounds(body, chunk_index);
  if (r.strided) {
    r.accumulate_strided(body, from, end);
  } else {
    r.declare(body);
    r.accumulate(body, from, end);
    fold_lanes(b, body, {r.lanes, r.per_thread, policy.warps, "$s", nullptr, policy.reduce.strategy}, r.items,
               r.values);
  }
  r.settle(body);
  r.finish(body, chunk_index, kept_index);
  LaunchRule rule{LaunchRule::Kind::Reduce, int(r.threads), 1, accumulator_bytes(plan)};
  rule.kept_per_block = std::max(1, r.together);
  Scheduled out = b.finish(
      std::move(body), rule,
      fmt::format("tree of {} lanes, 1 launch, blocks of {} threads, last block finishes", r.lanes, r.threads));
  return policy.reduce.finish == ReduceFinish::LastBlock ? std::move(out)
                                                         : with_finish(std::move(out), nest, plan, facts, policy);
}

}  // namespace qc
