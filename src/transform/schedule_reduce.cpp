// Reductions. The kernel for block b, chunk c of the tree:
//
//   rows of `lanes` iterations, each lane combining its own in order     (accumulate)
//   lanes folded in halves                                               (fold_lanes)
//   the chunk's value stored; the block that stores the last one         (finish)
//   folds the chunks' values in the same way and joins the start value
//
// Last values of privates are handed out by the guarded copy of the body alone, so that they cost nothing in the rows
// before. A lane without an iteration holds the neutral element.
#include <fmt/format.h>

#include <algorithm>

#include "transform/fold.h"
#include "transform/kernel_builder.h"
#include "transform/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kLargestRow = 1024;     // nodes of an unrolled row beyond which it only costs code
constexpr int kBytesInFlight = 32;  // that a thread should have asked for before it waits; light bodies take policy.unroll

struct Reducer {
  KernelBuilder b;
  const LoopPlan& plan;
  const SchedulePolicy& policy;
  std::int64_t lanes;      // of the whole tree's row
  int per_thread;          // W
  std::int64_t threads;
  std::vector<FoldItem> items;
  std::vector<std::vector<VarId>> values;  // [item][j]
  std::vector<std::size_t> first_item;     // of each accumulator
  bool partial;

  Reducer(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : b(nest, p, facts, pol), plan(p), policy(pol), partial(p.verdict == Verdict::Partial) {
    lanes = tree_lanes(accumulator_bytes(plan));
    if (facts.short_lanes) lanes = std::min(lanes, facts.short_lanes);
    per_thread = 1;
    const int wanted = policy.lanes_per_thread;
    while (per_thread < wanted && lanes / per_thread > 512) per_thread *= 2;
    if (facts.short_lanes && wanted > 1) while (per_thread < wanted && lanes / (per_thread * 2) >= 32) per_thread *= 2;
    threads = lanes / per_thread;
    for (const Accumulator& a : plan.accumulators) {
      first_item.push_back(items.size());
      items.push_back({a.op, value_elem(a.type)});
      if (is_arg(a.op)) items.push_back({a.strict ? ReduceOp::First : ReduceOp::Last, Elem::I64});
    }
  }

  ExprP thread() const { return builtin(BuiltinKind::ThreadIdx); }
  ExprP is_first() const { return binary(BinaryOp::Eq, thread(), int_const(0)); }

  void declare(Block& block) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      values.emplace_back();
      for (int j = 0; j < per_thread; ++j)
        values[i].push_back(b.let(block, per_thread == 1 ? fmt::format("$acc{}", i) : fmt::format("$acc{}_{}", i, j), neutral(items[i].op, items[i].type)));
      if (i > 0 && is_arg(items[i - 1].op))
        for (int j = 0; j < per_thread; ++j) b.set_position(values[i - 1][std::size_t(j)], values[i][std::size_t(j)]);
    }
  }

  std::vector<VarId> lane(int j) const {
    std::vector<VarId> v;
    for (std::size_t i : first_item) v.push_back(values[i][std::size_t(j)]);
    return v;
  }

  // $b .. $e is the chunk's part of the linear iteration space.
  void accumulate(Block& block, const ExprP& chunk_index) {
    const std::int64_t unit = 4 * lanes_of_unit();
    const ExprP units = b.param({Binding::Kind::ChunkUnits}, "$units", Elem::I64);
    const VarId chunk = b.let(block, "$chunk", mul(units, int_const(unit)));
    const VarId i = b.let(block, "$i", mul(chunk_index, b.ref(chunk)));
    const VarId e = b.let(block, "$e", binary(BinaryOp::Min, add(b.ref(i), b.ref(chunk)), b.total()));
    const BodyWeight w = body_weight(planned_body(plan, b.nest()), b.nest());
    const int unroll = rows_at_a_time(w);
    if (unroll > 1) rows(block, i, e, unroll);
    rows(block, i, e, 1);
    Block part;
    for (int j = 0; j < per_thread; ++j) {
      Block one;
      const ExprP it = at(i, 0, j);
      b.iteration(one, it, lane(j), true);
      part.push_back({If{lt(it, b.ref(e)), std::move(one), {}}, {}});
    }
    block.push_back({If{lt(b.ref(i), b.ref(e)), std::move(part), {}}, {}});
  }

  // Rows whose loads are under way together. Many accumulators make a row heavy but ask for as few bytes as one does.
  int rows_at_a_time(const BodyWeight& w) const {
    if (w.loops) return 1;
    int n = policy.unroll;
    while (n < 8 && w.load_bytes > 0 && w.load_bytes * per_thread * n < kBytesInFlight) n *= 2;
    while (n > 1 && w.nodes * per_thread * n > kLargestRow) n /= 2;
    return n;
  }

  std::int64_t lanes_of_unit() const { return tree_lanes(accumulator_bytes(plan)); }

  ExprP at(VarId i, int row, int j) const {
    return add(add(b.ref(i), int_const(row * lanes)), add(mul(thread(), int_const(per_thread)), int_const(j)));
  }

  // Privates whose last value is used after the loop.
  bool has_last_values() const {
    return std::any_of(plan.live_out.begin(), plan.live_out.end(), [&](VarId v) {
      return std::none_of(plan.loops.begin(), plan.loops.end(), [&](const PlannedLoop& l) { return l.var == v; });
    });
  }

  // Whole rows. With last values the row that holds the last iteration stays for the guarded copy, which hands them out.
  void rows(Block& block, VarId i, VarId e, int n) {
    Block body;
    for (int u = 0; u < n; ++u)
      for (int j = 0; j < per_thread; ++j) b.iteration(body, at(i, u, j), lane(j), false);
    body.push_back({Assign{i, add(b.ref(i), int_const(n * lanes))}, {}});
    const ExprP next = add(b.ref(i), int_const(n * lanes));
    block.push_back({While{has_last_values() ? lt(next, b.ref(e)) : le(next, b.ref(e)), std::move(body)}, {}});
  }

  // init op value, stored where the accumulator lives. Only thread 0 of one block runs this.
  void join(Block& block, std::size_t i, const ExprP& value) {
    const Accumulator& a = plan.accumulators[i];
    const bool element = a.element.has_value();
    ExprP init;
    if (element) init = load(b.kernel(), b.copy_access(unchecked(*a.element)));
    else init = start(i);
    ExprP result;
    if (a.divides) result = binary(BinaryOp::Div, init, value);
    else if (a.compare_form)
      result = select(binary(a.op == ReduceOp::Max ? BinaryOp::Gt : BinaryOp::Lt, value, init), value, init);
    else result = combine(a.op, init, value);
    if (element) block.push_back({Store{b.copy_access(unchecked(*a.element)), cast(b.nest().arrays[a.element->array].elem, result)}, {}});
    else if (private_accumulator(i)) block.push_back({Assign{b.variable(a.var), result}, {}});
    else block.push_back({Assign{b.output(a.var), result}, {}});
  }

  // The element of iteration `at` and what is kept beside it, if it replaces the start value.
  void join_arg(Block& block, std::size_t i, const ExprP& value, const ExprP& at) {
    const Accumulator& a = plan.accumulators[i];
    const ExprP init = b.scalar(a.var);
    const BinaryOp compare = a.op == ReduceOp::ArgMin ? (a.strict ? BinaryOp::Lt : BinaryOp::Le) : a.strict ? BinaryOp::Gt : BinaryOp::Ge;
    std::map<VarId, VarId> results;
    Block taken, kept;
    kept.push_back({Assign{b.output(a.var), init}, {}});
    for (VarId c : a.companions) {
      results[c] = b.output(c);
      kept.push_back({Assign{b.output(c), b.scalar(c)}, {}});
    }
    taken.push_back({Assign{b.output(a.var), value}, {}});
    b.companions(taken, at, int(i), results);
    const ExprP there = binary(BinaryOp::Ge, at, int_const(0));
    block.push_back({If{logical_and(there, binary(compare, value, init)), std::move(taken), std::move(kept)}, {}});
  }

  bool private_accumulator(std::size_t i) const { return partial && !plan.accumulators[i].element; }
  // A private accumulator of a kept iteration starts from what the prologue left in it.
  ExprP start(std::size_t i) {
    const VarId v = plan.accumulators[i].var;
    return private_accumulator(i) ? b.ref(b.variable(v)) : b.scalar(v);
  }
  static Access unchecked(Access a) { a.boundary = Boundary::Unchecked; a.site = kNoSite; return a; }

  void join_all(Block& block, const std::vector<std::vector<VarId>>& from) {
    append(block, b.copy_kept(plan.prologue, {}));
    for (std::size_t i = 0; i < first_item.size(); ++i) {
      const std::size_t item = first_item[i];
      if (is_arg(items[item].op)) join_arg(block, i, b.ref(from[item][0]), b.ref(from[item + 1][0]));
      else join(block, i, b.ref(from[item][0]));
    }
    append(block, b.copy_kept(plan.epilogue, {}));
  }

  static void append(Block& to, Block from) { for (Stmt& s : from) to.push_back(std::move(s)); }

  // What the prologue assigns beside the accumulators' start values may be read by the reduced loop: every thread has it.
  void set_out(Block& block) {
    const bool only_starts = std::all_of(plan.prologue.begin(), plan.prologue.end(), [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      return a && std::any_of(plan.accumulators.begin(), plan.accumulators.end(), [&](const Accumulator& x) { return x.var == a->var; });
    });
    if (!only_starts) append(block, b.copy_kept(plan.prologue, {}));
  }

  // Several chunks: store this one's values; the last block folds them all.
  void finish(Block& block, const ExprP& chunk_index, const ExprP& kept_index) {
    const ExprP chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64);
    const ExprP base = kept_index ? mul(kept_index, chunks) : int_const(0);
    const ArrayId ticket = b.scratch({Binding::Kind::Ticket}, "$ticket");
    std::vector<ArrayId> parts;
    for (std::size_t i = 0; i < items.size(); ++i)
      parts.push_back(b.scratch({Binding::Kind::Partials, std::uint32_t(i), items[i].type}, fmt::format("$part{}", i)));
    Array flag;
    flag.name = "$last";
    flag.elem = Elem::I64;
    flag.space = Space::Shared;
    flag.dims = {1};
    const ArrayId last = b.kernel().add_array(flag);

    Block alone, several, store;
    alone.push_back({If{is_first(), joined(values), {}}, {}});
    for (std::size_t i = 0; i < items.size(); ++i)
      store.push_back({Store{element(parts[i], add(base, chunk_index)), b.ref(values[i][0])}, {}});
    store.push_back({Fence{ir::Scope::Grid, true}, {}});
    const VarId old = b.kernel().add_var("$old", Elem::I64);
    store.push_back({Atomic{old, AtomicOp::Inc, element(ticket, kept_index ? kept_index : int_const(0)), sub(chunks, int_const(1)), nullptr}, {}});
    store.push_back({Fence{ir::Scope::Grid, true}, {}});  // for the whole block: the others read after the barrier
    store.push_back({Store{element(last, int_const(0)), cast(Elem::I64, binary(BinaryOp::Eq, b.ref(old), sub(chunks, int_const(1))))}, {}});
    several.push_back({If{is_first(), std::move(store), {}}, {}});
    several.push_back({Barrier{}, {}});
    several.push_back({If{binary(BinaryOp::Eq, load(b.kernel(), element(last, int_const(0))), int_const(1)), fold_chunks(parts, base, chunks), {}}, {}});
    block.push_back({If{binary(BinaryOp::Eq, chunks, int_const(1)), std::move(alone), std::move(several)}, {}});
  }

  Block joined(const std::vector<std::vector<VarId>>& from) {
    Block block;
    join_all(block, from);
    return block;
  }

  static Access element(ArrayId array, ExprP index) {
    Access a;
    a.array = array;
    a.index = {std::move(index)};
    return a;
  }

  // Chunk c's value is lane c of a fold over kMaxChunks lanes; those that do not exist are neutral.
  Block fold_chunks(const std::vector<ArrayId>& parts, const ExprP& base, const ExprP& chunks) {
    Block block;
    const int w = int(std::max<std::int64_t>(1, kMaxChunks / threads));
    std::vector<std::vector<VarId>> v(items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
      for (int j = 0; j < w; ++j) {
        v[i].push_back(b.let(block, fmt::format("$c{}_{}", i, j), neutral(items[i].op, items[i].type)));
        const ExprP c = add(mul(thread(), int_const(w)), int_const(j));
        Block take;
        take.push_back({Assign{v[i].back(), load(b.kernel(), element(parts[i], add(base, c)))}, {}});
        block.push_back({If{lt(c, chunks), std::move(take), {}}, {}});
      }
    fold_lanes(b, block, {kMaxChunks, w, policy.warps, "$t", chunks}, items, v);
    block.push_back({If{is_first(), joined(v), {}}, {}});
    return block;
  }
};

}  // namespace

Scheduled schedule_reduce(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  Reducer r(nest, plan, facts, policy);
  KernelBuilder& b = r.b;
  b.kernel().threads = int(r.threads);
  // Blocks an SM bound the registers of a thread: only where its accumulators leave room for the loads under way.
  const std::int64_t held = r.per_thread * std::int64_t(accumulator_bytes(plan));
  b.kernel().min_blocks = held <= 16 ? policy.min_blocks : held <= 64 ? policy.min_blocks / 2 : 0;

  Block body;
  ExprP chunk_index = builtin(BuiltinKind::BlockIdx), kept_index;
  if (r.partial) {
    const ExprP chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64);
    const VarId k = b.let(body, "$row", binary(BinaryOp::DivTrunc, builtin(BuiltinKind::BlockIdx), chunks));
    const VarId c = b.let(body, "$c", sub(builtin(BuiltinKind::BlockIdx), mul(b.ref(k), chunks)));
    kept_index = b.ref(k);
    chunk_index = b.ref(c);
    b.set_kept(body, kept_index);
    r.set_out(body);
  }
  r.declare(body);
  r.accumulate(body, chunk_index);
  fold_lanes(b, body, {r.lanes, r.per_thread, policy.warps, "$s", nullptr}, r.items, r.values);
  r.finish(body, chunk_index, kept_index);
  return b.finish(std::move(body), {LaunchRule::Kind::Reduce, int(r.threads), 1, accumulator_bytes(plan)},
                  fmt::format("tree of {} lanes, 1 launch, blocks of {} threads, last block finishes", r.lanes, r.threads));
}

}  // namespace qc
