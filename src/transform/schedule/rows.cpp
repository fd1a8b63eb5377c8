// Partial reductions over rows that a team of up to a warp can hold: all lanes of the tree in its registers.
//
//   lane T * k + t is held by thread t of the team's T threads as its k-th value
//   halves that are further apart than T fold in registers, the others by shuffles
//
// so that a block of several teams needs no shared memory and no barrier. Short rows have at most one iteration a lane,
// and a team takes several of them at a time; of long ones it takes the chunks one after the other, and of a chunk some
// lanes, in bit-reversed order with a stack, as columns.cpp walks lanes. The order is that of tree_shape.h.
//
// On a GPU a row of up to 15 is a thread's: teams of 8 take up to twice as long. A thread takes four rows of up to 16
// bytes, since one alone costs its start. Start values are read before the tree, and each row of a team is ended by a
// thread of its own; one thread for all took 72 registers in place of 40. Long rows go in pieces of 16 bytes a thread,
// the last of which are skipped; 64 lanes a thread that all look are slower, as is a block a row at 2049.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "support/how_many.h"
#include "transform/parts/pairwise.h"
#include "transform/parts/reduction.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kHeldBytes = 128;       // of accumulators a thread holds
constexpr std::int64_t kHeldBytesOfOne = 256;  // the same where it takes one short row at a time
constexpr std::int64_t kSideLanes = 4;         // lanes of a thread in a long row that lie side by side
constexpr std::int64_t kTogether = 4;          // such pieces that are under way together
constexpr std::int64_t kWanted = 8;            // lanes of a thread that make its team small
constexpr std::int64_t kUnderWay = 16;         // loads of a thread that cover their latency
constexpr std::int64_t kSmallestTeam = 8;      // threads that read 32 bytes side by side
constexpr int kLargestTeam = 2048;             // nodes of the unrolled lanes of a thread
constexpr int kLightNodes = 8;                 // of an iteration that needs no registers beside its accumulator
constexpr std::int64_t kThreads = 256;

// Threads that hold a row of `lanes` lanes.
std::int64_t team_threads(std::int64_t lanes) {
  return std::min(lanes, std::clamp(lanes / kWanted, kSmallestTeam, kWarp));
}
int body_nodes(const LoopNest& nest, const LoopPlan& plan) { return body_weight(plan, nest.function).nodes; }

using Lanes = std::vector<std::vector<VarId>>;  // [k][item]

struct RowReducer : Reduction {
  std::int64_t lanes, team, held;

  RowReducer(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : Reduction(nest, p, facts, pol),
        lanes(facts.short_lanes ? facts.short_lanes : tree_lanes(accumulator_bytes(p))),
        team(team_threads(lanes)),
        held(lanes / team) {}

  ExprP lane() const { return binary(BinaryOp::BitAnd, thread_index(), int_const(team - 1)); }
  ExprP in_block() const {
    return binary(BinaryOp::Shr, thread_index(), int_const(std::countr_zero(std::uint64_t(team))));
  }
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
      for (std::int64_t k = 0; k < h; ++k)
        meet(block, values[std::size_t(k)], values[std::size_t(k)], values[std::size_t(k + h)]);
    for (std::int64_t h = team / 2; h >= 1; h /= 2) {
      std::vector<VarId> other;
      for (VarId v : values[0]) other.push_back(b.let(block, "$other", full_shuffle_down(b.ref(v), h)));
      meet(block, values[0], values[0], other);
    }
  }

  // This thread's kept iteration. Teams beyond the end repeat the last one, because shuffles want whole warps; they
  // store nothing (`ends_here`).
  void stand_at(Block& block, const ExprP& row) {
    const VarId safe = b.let(block, "$r", binary(BinaryOp::Min, row, sub(kepts(), int_const(1))));
    b.set_kept(block, b.ref(safe));
  }
  void take_row(Block& block, const ExprP& row) {
    stand_at(block, row);
    set_out(block);
  }
  // Of a team that takes the rows first, first + teams .., `at_a_time` of them, as many threads end one each: they read
  // its start value and store its result.
  ExprP ended_row(const ExprP& first, std::int64_t teams, std::int64_t at_a_time) const {
    return at_a_time == 1 ? first : add(first, mul(lane(), int_const(teams)));
  }
  ExprP ends_here(const ExprP& row, std::int64_t at_a_time) {
    return logical_and(lt(lane(), int_const(at_a_time)), lt(row, kepts()));
  }

  // The start values of the rows that threads end: read before the iterations, so that the tree does not wait for them.
  // Only where the block ends behind the last row they have to look whether there is the row: its repetition may have
  // been stored by then.
  std::vector<VarId> read_starts(Block& block, const ExprP& first, std::int64_t teams, std::int64_t at_a_time) {
    const std::vector<VarId> start = start_variables(block);
    if (std::all_of(start.begin(), start.end(), [](VarId v) { return v == kNoVar; })) return start;
    const ExprP row = ended_row(first, teams, at_a_time);
    Block read, mine, own, one;
    take_row(read, row);
    starts(read, start);
    mine.push_back({If{lt(lane(), int_const(at_a_time)), std::move(read), {}}, {}});
    take_row(own, row);
    starts(one, start);
    own.push_back({If{ends_here(row, at_a_time), std::move(one), {}}, {}});
    const ExprP end = mul(add(builtin(BuiltinKind::BlockIdx), int_const(1)), int_const(teams * at_a_time));
    block.push_back({If{le(end, kepts()), std::move(mine), std::move(own)}, {}});
    return start;
  }
  // Stores the row that this thread ends, whose value is in `value`. No other one sets out for it again: it may read
  // what is stored here.
  void end_row(Block& block, const ExprP& row, std::int64_t at_a_time, const std::vector<VarId>& value,
               const std::vector<VarId>& start) {
    stand_at(block, row);
    for (const VarId v : start)  // a shuffle keeps the back end from reading it where it is used
      if (v != kNoVar) block.push_back({Assign{v, full_shuffle_down(b.ref(v), 0)}, {}});
    block.push_back({If{ends_here(row, at_a_time), joined(value, start), {}}, {}});
  }

  // ---- short rows: at most one iteration a lane, several rows at a time ----
  std::int64_t rows_at_a_time(int nodes) const {
    std::int64_t u = 1;
    while (u < std::min<std::int64_t>(8, team) && held * u < kUnderWay &&
           held * u * 2 * accumulator_bytes(plan) <= kHeldBytes && held * u * 2 * nodes <= kLargestTeam)
      u *= 2;
    return u;
  }
  void short_rows(Block& body, std::int64_t teams, std::int64_t at_a_time) {
    const VarId first =
        b.let(body, "$row", add(mul(builtin(BuiltinKind::BlockIdx), int_const(teams * at_a_time)), in_block()));
    auto row = [&](std::int64_t u) { return add(b.ref(first), int_const(u * teams)); };
    std::vector<Lanes> values;
    for (std::int64_t u = 0; u < at_a_time; ++u) values.push_back(neutral_lanes(body));
    const auto start = read_starts(body, b.ref(first), teams, at_a_time);
    Block full, part;
    for (std::int64_t u = 0; u < at_a_time; ++u) {
      take_row(full, row(u));
      for (std::int64_t k = 0; k < held; ++k) iterate(full, iteration_of(k), values[std::size_t(u)][std::size_t(k)]);
      take_row(part, row(u));
      for (std::int64_t k = 0; k < held; ++k) {
        const std::vector<VarId>& v = values[std::size_t(u)][std::size_t(k)];
        // More than half of the lanes have an iteration, because the power of two is the smallest one.
        if (team * (k + 1) * 2 <= lanes)
          iterate(part, iteration_of(k), v);
        else
          iterate_below_end(part, iteration_of(k), v);
      }
    }
    body.push_back({If{binary(BinaryOp::Eq, b.total(), int_const(lanes)), std::move(full), std::move(part)}, {}});
    for (const Lanes& v : values) fold(body, v);
    settle(body);
    // The first thread has the values of all rows: the u-th goes to the u-th thread, so that all are stored at once.
    const std::vector<VarId>& value = values[0][0];
    for (std::int64_t u = 1; u < at_a_time; ++u)
      for (std::size_t i = 0; i < value.size(); ++i) {
        const VarId v = values[std::size_t(u)][0][i];
        const VarId up = b.let(body, "$up", full_shuffle(ShuffleKind::Up, b.ref(v), int_const(u)));
        body.push_back(
            {Assign{value[i], select(binary(BinaryOp::Eq, lane(), int_const(u)), b.ref(up), b.ref(value[i]))}, {}});
      }
    end_row(body, ended_row(b.ref(first), teams, at_a_time), at_a_time, value, start);
  }

  // ---- long rows: chunk after chunk ----
  void long_rows(Block& body, std::int64_t teams) {
    constexpr int kDepth = std::countr_zero(std::uint64_t(kMaxChunks));
    const ExprP chunks = b.param({Binding::Kind::Chunks}, "$chunks", Elem::I64);
    const ExprP units = b.param({Binding::Kind::ChunkUnits}, "$units", Elem::I64);
    const ExprP row = add(mul(builtin(BuiltinKind::BlockIdx), int_const(teams)), in_block());
    const auto start = read_starts(body, row, teams, 1);
    take_row(body, row);
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
    const std::vector<VarId> value = neutrals(each, "$value");
    one_chunk(there, mul(b.ref(c), b.ref(span)), b.ref(span), value);
    each.push_back({If{lt(b.ref(c), chunks), std::move(there), {}}, {}});
    stack.push(each, at, value);
    each.push_back({Assign{at, add(b.ref(at), int_const(1))}, {}});
    body.push_back({While{lt(b.ref(at), binary(BinaryOp::Shl, int_const(1), b.ref(depth))), std::move(each)}, {}});
    const std::vector<VarId> sums = neutrals(body, "$sum");
    for (int k = 0; k <= kDepth; ++k) {
      Block get;
      put(get, sums, stack.level(k));
      body.push_back({If{binary(BinaryOp::Eq, b.ref(depth), int_const(k)), std::move(get), {}}, {}});
    }
    settle(body);
    end_row(body, row, 1, sums, start);
  }

  // Pieces of kSideLanes lanes of each thread, side by side, so that rows that begin anywhere cost few lines of memory
  // more. Some that lie apart are under way together and fold first; such groups follow each other in bit-reversed
  // order of their first piece.
  std::int64_t together() const {
    std::int64_t n = std::min<std::int64_t>(lanes / (team * kSideLanes), kTogether);
    while (n > 1 && n * kSideLanes * accumulator_bytes(plan) > kHeldBytes) n /= 2;
    return n;
  }
  std::int64_t groups() const { return lanes / (team * kSideLanes * together()); }
  ExprP piece(const ExprP& row, const ExprP& first, std::int64_t k) const {
    return add(add(row, int_const(team * kSideLanes * k * groups())), mul(first, int_const(team * kSideLanes)));
  }
  ExprP lane_of(const ExprP& row, const ExprP& first, std::int64_t k, std::int64_t j) const {
    return add(add(piece(row, first, k), int_const(j)), mul(lane(), int_const(kSideLanes)));
  }
  ExprP ends_by(const ExprP& row, const ExprP& first, std::int64_t k, const ExprP& end) const {
    return le(add(piece(row, first, k), int_const(team * kSideLanes)), end);
  }

  // The chunk's value of the team's first thread.
  void one_chunk(Block& block, const ExprP& begin, const ExprP& span, const std::vector<VarId>& value) {
    const int depth = std::countr_zero(std::uint64_t(groups()));
    const VarId from = b.let(block, "$i", begin),
                end = b.let(block, "$e", binary(BinaryOp::Min, add(begin, span), b.total()));
    std::vector<PairwiseStack> stacks;
    for (std::int64_t j = 0; j < kSideLanes; ++j) stacks.emplace_back(*this, block, depth + 1);
    const VarId at = b.let(block, "$k", int_const(0));
    Block each;
    const ExprP first = b.ref(b.let(each, "$first", reversed_bits(b.ref(at), depth)));
    std::vector<Lanes> values;
    for (std::int64_t k = 0; k < together(); ++k) {
      values.emplace_back();
      for (std::int64_t j = 0; j < kSideLanes; ++j) values.back().push_back(neutrals(each, fmt::format("$acc{}", k)));
    }
    const auto take = [&](Block& to, const ExprP& row, std::int64_t k, bool looks) {
      for (std::int64_t j = 0; j < kSideLanes; ++j) {
        const auto& v = values[std::size_t(k)][std::size_t(j)];
        if (looks)
          iterate_below_end(to, lane_of(row, first, k, j), v);
        else
          iterate(to, lane_of(row, first, k, j), v);
      }
    };
    const VarId i = b.let(each, "$row", b.ref(from));
    Block some, whole, part;
    for (std::int64_t k = 0; k < together(); ++k) take(some, b.ref(i), k, false);
    some.push_back({Assign{i, add(b.ref(i), int_const(lanes))}, {}});
    each.push_back({While{le(add(b.ref(i), int_const(lanes)), b.ref(end)), std::move(some)}, {}});
    for (std::int64_t k = 0; k < together(); ++k) {
      take(whole, b.ref(i), k, false);
      Block all, few, either;
      take(all, b.ref(i), k, false);
      take(few, b.ref(i), k, true);
      either.push_back({If{ends_by(b.ref(i), first, k, b.ref(end)), std::move(all), std::move(few)}, {}});
      part.push_back({If{lt(piece(b.ref(i), first, k), b.ref(end)), std::move(either), {}}, {}});
    }
    each.push_back({If{ends_by(b.ref(i), first, together() - 1, b.ref(end)), std::move(whole), std::move(part)}, {}});
    for (std::size_t h = values.size() / 2; h >= 1; h /= 2)
      for (std::size_t k = 0; k < h; ++k)
        for (std::size_t j = 0; j < kSideLanes; ++j) meet(each, values[k][j], values[k][j], values[k + h][j]);
    for (std::size_t j = 0; j < kSideLanes; ++j) stacks[j].push(each, at, values[0][j]);
    each.push_back({Assign{at, add(b.ref(at), int_const(1))}, {}});
    block.push_back({While{lt(b.ref(at), int_const(groups())), std::move(each)}, {}});
    for (std::int64_t h = team / 2; h >= 1; h /= 2)
      for (std::size_t j = 0; j < kSideLanes; ++j) {
        std::vector<VarId> other;
        for (VarId v : stacks[j].level(depth)) other.push_back(b.let(block, "$other", full_shuffle_down(b.ref(v), h)));
        meet(block, stacks[j].level(depth), stacks[j].level(depth), other);
      }
    for (std::size_t h = kSideLanes / 2; h >= 1; h /= 2)
      for (std::size_t j = 0; j < h; ++j)
        meet(block, stacks[j].level(depth), stacks[j].level(depth), stacks[j + h].level(depth));
    put(block, value, stacks[0].level(depth));
  }
};

bool short_rows_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts) {
  const std::int64_t held = facts.short_lanes ? facts.short_lanes / team_threads(facts.short_lanes) : 0;
  const std::int64_t most = facts.many_rows ? kHeldBytesOfOne : kHeldBytes;
  return held > 0 && held * accumulator_bytes(plan) <= most && held * body_nodes(nest, plan) <= kLargestTeam;
}
bool long_rows_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts) {
  constexpr int kCopies = 4;  // of the body for a lane
  return facts.many_rows && facts.short_lanes == 0 && kSideLanes * accumulator_bytes(plan) <= kHeldBytes &&
         kCopies * int(kSideLanes * kTogether) * body_nodes(nest, plan) <= kLargestTeam;
}

}  // namespace

bool rows_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  return policy.warps && Reduction::repeatable(nest, plan) &&
         (short_rows_fit(nest, plan, facts) || long_rows_fit(nest, plan, facts));
}

Scheduled schedule_rows(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                        const SchedulePolicy& policy) {
  RowReducer r(nest, plan, facts, policy);
  r.b.kernel().threads = int(kThreads);
  const std::int64_t teams = kThreads / r.team,
                     at_a_time = facts.short_lanes ? r.rows_at_a_time(body_nodes(nest, plan)) : 1;
  Block body;
  // Rows that fill half of the registers: the back end takes more, and fewer of them would be under way.
  if (facts.short_lanes && r.held * accumulator_bytes(plan) > kHeldBytes && body_nodes(nest, plan) <= kLightNodes)
    r.b.kernel().min_blocks = policy.min_blocks;
  if (facts.short_lanes)
    r.short_rows(body, teams, at_a_time);
  else
    r.long_rows(body, teams);
  LaunchRule rule{LaunchRule::Kind::Reduce, int(kThreads), 1, accumulator_bytes(plan)};
  rule.kept_per_block = teams * at_a_time;
  rule.chunks_in_block = true;
  return r.b.finish(std::move(body), rule,
                    fmt::format("tree of {} lanes held by {}, {} a block, 1 launch", r.lanes,
                                how_many(r.team, "thread"), how_many(rule.kept_per_block, "row")));
}

}  // namespace qc
