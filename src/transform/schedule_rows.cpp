// Partial reductions over rows that a team of up to a warp can hold: all lanes of the tree in its registers.
//
//   lane T * k + t is held by thread t of the team's T threads as its k-th value
//   halves that are further apart than T fold in registers, the others by shuffles
//
// so that a block of several teams needs no shared memory and no barrier. Short rows have at most one iteration a lane, and
// a team takes several of them at a time; of long ones it takes the chunks one after the other, in bit-reversed order with
// a stack, as schedule_columns.cpp walks lanes. The order is that of tree_shape.h.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "transform/pairwise.h"
#include "transform/reduction.h"
#include "transform/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kHeldBytes = 128;      // of accumulators a thread holds
constexpr std::int64_t kHeldBytesLong = 256;
constexpr std::int64_t kWanted = 8;           // lanes of a thread that make its team small
constexpr std::int64_t kUnderWay = 16;        // loads of a thread that cover their latency
constexpr std::int64_t kSmallestTeam = 8;     // threads that read 32 bytes side by side
constexpr int kLargestTeam = 2048;            // nodes of the unrolled lanes of a thread
constexpr std::int64_t kThreads = 256;

// Threads that hold a row of `lanes` lanes.
std::int64_t team_threads(std::int64_t lanes) {
  return std::min(lanes, std::clamp(lanes / kWanted, kSmallestTeam, kWarp));
}
int body_nodes(const LoopNest& nest, const LoopPlan& plan) { return body_weight(planned_body(plan, nest.function), nest.function).nodes; }

using Lanes = std::vector<std::vector<VarId>>;  // [k][item]

struct RowReducer : Reduction {
  std::int64_t lanes, team, held;

  RowReducer(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : Reduction(nest, p, facts, pol), lanes(facts.short_lanes ? facts.short_lanes : tree_lanes(accumulator_bytes(p))),
        team(team_threads(lanes)), held(lanes / team) {}

  ExprP lane() const { return binary(BinaryOp::BitAnd, thread_index(), int_const(team - 1)); }
  ExprP in_block() const { return binary(BinaryOp::Shr, thread_index(), int_const(std::countr_zero(std::uint64_t(team)))); }
  ExprP iteration_of(std::int64_t k) const { return add(int_const(team * k), lane()); }
  ExprP kepts() { return b.param({Binding::Kind::KeptTotal}, "$kepts", Elem::I64); }

  Lanes neutral_lanes(Block& block) {
    Lanes v;
    for (std::int64_t k = 0; k < held; ++k) v.push_back(neutrals(block, fmt::format("$acc{}", k)));
    return v;
  }

  // The row's value in values[0] of the team's first thread.
  void fold(Block& block, const Lanes& values) {
    for (std::int64_t h = held / 2; h >= 1; h /= 2)
      for (std::int64_t k = 0; k < h; ++k) meet(block, values[std::size_t(k)], values[std::size_t(k)], values[std::size_t(k + h)]);
    for (std::int64_t h = team / 2; h >= 1; h /= 2) {
      std::vector<VarId> other;
      for (VarId v : values[0]) other.push_back(b.let(block, "$other", full_shuffle_down(b.ref(v), h)));
      meet(block, values[0], values[0], other);
    }
  }

  // This thread's kept iteration. Teams beyond the end repeat the last one, because shuffles want whole warps; they store
  // nothing (`mine`).
  ExprP take_row(Block& block, const ExprP& row) {
    const VarId safe = b.let(block, "$r", binary(BinaryOp::Min, row, sub(kepts(), int_const(1))));
    b.set_kept(block, b.ref(safe));
    set_out(block);
    return logical_and(binary(BinaryOp::Eq, lane(), int_const(0)), lt(row, kepts()));
  }

  // ---- short rows: at most one iteration a lane, several rows at a time ----
  std::int64_t rows_at_a_time(int nodes) const {
    std::int64_t u = 1;
    while (u < 8 && held * u < kUnderWay && held * u * 2 * accumulator_bytes(plan) <= kHeldBytes && held * u * 2 * nodes <= kLargestTeam) u *= 2;
    return u;
  }
  void short_rows(Block& body, std::int64_t teams, std::int64_t at_a_time) {
    const VarId first = b.let(body, "$row", add(mul(builtin(BuiltinKind::BlockIdx), int_const(teams * at_a_time)), in_block()));
    auto row = [&](std::int64_t u) { return add(b.ref(first), int_const(u * teams)); };
    std::vector<Lanes> values;
    for (std::int64_t u = 0; u < at_a_time; ++u) values.push_back(neutral_lanes(body));
    Block full, part;
    for (std::int64_t u = 0; u < at_a_time; ++u) {
      take_row(full, row(u));
      for (std::int64_t k = 0; k < held; ++k) iterate(full, iteration_of(k), values[std::size_t(u)][std::size_t(k)]);
      take_row(part, row(u));
      for (std::int64_t k = 0; k < held; ++k) {
        const std::vector<VarId>& v = values[std::size_t(u)][std::size_t(k)];
        // More than half of the lanes have an iteration, because the power of two is the smallest one.
        if (team * (k + 1) * 2 <= lanes) iterate(part, iteration_of(k), v);
        else iterate_below_end(part, iteration_of(k), v);
      }
    }
    body.push_back({If{binary(BinaryOp::Eq, b.total(), int_const(lanes)), std::move(full), std::move(part)}, {}});
    for (const Lanes& v : values) fold(body, v);
    settle(body);
    for (std::int64_t u = 0; u < at_a_time; ++u) {
      const ExprP mine = take_row(body, row(u));
      body.push_back({If{mine, joined(values[std::size_t(u)][0]), {}}, {}});
    }
  }

  // ---- long rows: chunk after chunk ----
  void long_rows(Block& body, std::int64_t teams) {
    constexpr int kDepth = std::countr_zero(std::uint64_t(kMaxChunks));
    const ExprP chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64);
    const ExprP units = b.param({Binding::Kind::ChunkUnits}, "$units", Elem::I64);
    const ExprP mine = take_row(body, add(mul(builtin(BuiltinKind::BlockIdx), int_const(teams)), in_block()));
    const VarId span = b.let(body, "$chunk", mul(units, int_const(4 * lanes)));
    PairwiseStack stack(*this, body, kDepth + 1);
    const VarId depth = b.let(body, "$depth", int_const(0));
    Block deeper;
    deeper.push_back({Assign{depth, add(b.ref(depth), int_const(1))}, {}});
    body.push_back({While{lt(binary(BinaryOp::Shl, int_const(1), b.ref(depth)), chunks), std::move(deeper)}, {}});
    const VarId at = b.let(body, "$g", int_const(0));
    Block each, there;
    const ExprP rev = reversed_bits(b.ref(at), kDepth);
    const VarId c = b.let(each, "$c", binary(BinaryOp::Shr, rev, sub(int_const(kDepth), b.ref(depth))));
    const Lanes values = neutral_lanes(each);
    one_chunk(there, mul(b.ref(c), b.ref(span)), b.ref(span), values);
    fold(there, values);
    each.push_back({If{lt(b.ref(c), chunks), std::move(there), {}}, {}});
    stack.push(each, at, values[0]);
    each.push_back({Assign{at, add(b.ref(at), int_const(1))}, {}});
    body.push_back({While{lt(b.ref(at), binary(BinaryOp::Shl, int_const(1), b.ref(depth))), std::move(each)}, {}});
    const std::vector<VarId> sums = neutrals(body, "$sum");
    for (int k = 0; k <= kDepth; ++k) {
      Block get;
      put(get, sums, stack.level(k));
      body.push_back({If{binary(BinaryOp::Eq, b.ref(depth), int_const(k)), std::move(get), {}}, {}});
    }
    settle(body);
    body.push_back({If{mine, joined(sums), {}}, {}});
  }

  void one_chunk(Block& block, const ExprP& begin, const ExprP& span, const Lanes& values) {
    const VarId i = b.let(block, "$i", begin), end = b.let(block, "$e", binary(BinaryOp::Min, add(begin, span), b.total()));
    Block row, rest;
    for (std::int64_t k = 0; k < held; ++k) iterate(row, add(b.ref(i), iteration_of(k)), values[std::size_t(k)]);
    row.push_back({Assign{i, add(b.ref(i), int_const(lanes))}, {}});
    block.push_back({While{le(add(b.ref(i), int_const(lanes)), b.ref(end)), std::move(row)}, {}});
    for (std::int64_t k = 0; k < held; ++k) iterate_below_end(rest, add(b.ref(i), iteration_of(k)), values[std::size_t(k)]);
    block.push_back({If{lt(b.ref(i), b.ref(end)), std::move(rest), {}}, {}});
  }
};

bool short_rows_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts) {
  const std::int64_t held = facts.short_lanes ? facts.short_lanes / team_threads(facts.short_lanes) : 0;
  return held > 0 && held * accumulator_bytes(plan) <= kHeldBytes && held * body_nodes(nest, plan) <= kLargestTeam;
}
bool long_rows_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts) {
  const std::int64_t held = tree_lanes(accumulator_bytes(plan)) / kWarp;
  return facts.many_rows && facts.short_lanes == 0 && held * accumulator_bytes(plan) <= kHeldBytesLong && held * body_nodes(nest, plan) <= kLargestTeam;
}

}  // namespace

bool rows_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  return policy.warps && Reduction::repeatable(nest, plan) && (short_rows_fit(nest, plan, facts) || long_rows_fit(nest, plan, facts));
}

Scheduled schedule_rows(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  RowReducer r(nest, plan, facts, policy);
  r.b.kernel().threads = int(kThreads);
  const std::int64_t teams = kThreads / r.team, at_a_time = facts.short_lanes ? r.rows_at_a_time(body_nodes(nest, plan)) : 1;
  Block body;
  if (facts.short_lanes) r.short_rows(body, teams, at_a_time);
  else r.long_rows(body, teams);
  LaunchRule rule{LaunchRule::Kind::Reduce, int(kThreads), 1, accumulator_bytes(plan)};
  rule.kept_per_block = teams * at_a_time;
  rule.chunks_in_block = true;
  return r.b.finish(std::move(body), rule, fmt::format("tree of {} lanes held by {} threads, {} rows a block, 1 launch", r.lanes, r.team, rule.kept_per_block));
}

}  // namespace qc
