// Partial reductions with few reduced iterations. A team of up to a warp holds all lanes of the tree for one kept iteration:
//
//   lane T * k + t is held by thread t of the team's T threads as its k-th value; it has at most one iteration
//   halves that are further apart than T fold in registers, the others by shuffles
//
// so that a block of several teams needs no shared memory and no barrier. The order is that of tree_shape.h.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "transform/reduction.h"
#include "transform/schedules.h"

namespace qc {

using namespace ir;

namespace {

constexpr std::int64_t kHeldBytes = 128;  // of accumulators a thread holds
constexpr int kLargestTeam = 2048;        // nodes of the unrolled lanes of a thread
constexpr std::int64_t kThreads = 256;

std::int64_t team_threads(const LoopFacts& facts) { return std::min(kWarp, facts.short_lanes); }

struct RowReducer : Reduction {
  std::int64_t team, held;
  std::vector<std::vector<VarId>> values;  // [k][accumulator]

  RowReducer(const LoopNest& nest, const LoopPlan& p, const LoopFacts& facts, const SchedulePolicy& pol)
      : Reduction(nest, p, facts, pol), team(team_threads(facts)), held(facts.short_lanes / team) {}

  ExprP lane() const { return binary(BinaryOp::BitAnd, thread(), int_const(team - 1)); }
  ExprP in_team() const { return binary(BinaryOp::Shr, thread(), int_const(std::countr_zero(std::uint64_t(team)))); }

  // More than half of the lanes have an iteration, because the power of two is the smallest one.
  void accumulate(Block& block) {
    for (std::int64_t k = 0; k < held; ++k) values.push_back(neutrals(block, fmt::format("$acc{}", k)));
    Block full, part;
    for (std::int64_t k = 0; k < held; ++k) {
      const ExprP it = add(int_const(team * k), lane());
      b.iteration(full, it, values[std::size_t(k)], false);
      if (team * (k + 1) * 2 <= b.facts().short_lanes) b.iteration(part, it, values[std::size_t(k)], false);
      else guarded(part, it, k);
    }
    block.push_back({If{binary(BinaryOp::Eq, b.total(), int_const(b.facts().short_lanes)), std::move(full), std::move(part)}, {}});
  }

  // Loads of absent iterations repeat the last one's, so that no branch stands between the loads of a thread.
  void guarded(Block& block, const ExprP& it, std::int64_t k) {
    const std::vector<VarId> taken = neutrals(block, "$taken");
    const VarId safe = b.let(block, "$it", binary(BinaryOp::Min, it, sub(b.total(), int_const(1))));
    b.iteration(block, b.ref(safe), taken, false);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const VarId v = values[std::size_t(k)][i];
      block.push_back({Assign{v, select(lt(it, b.total()), b.ref(taken[i]), b.ref(v))}, {}});
    }
  }

  void fold(Block& block) {
    auto meet = [&](VarId to, std::size_t item, ExprP other) { block.push_back({Assign{to, combine(items[item].op, b.ref(to), std::move(other))}, {}}); };
    for (std::int64_t h = held / 2; h >= 1; h /= 2)
      for (std::int64_t k = 0; k < h; ++k)
        for (std::size_t i = 0; i < items.size(); ++i) meet(values[std::size_t(k)][i], i, b.ref(values[std::size_t(k + h)][i]));
    for (std::int64_t h = team / 2; h >= 1; h /= 2)
      for (std::size_t i = 0; i < items.size(); ++i) meet(values[0][i], i, full_shuffle_down(b.ref(values[0][i]), h));
  }
};

}  // namespace

bool rows_fit(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  if (!policy.warps || facts.short_lanes == 0 || !Reduction::repeatable(nest, plan)) return false;
  const std::int64_t held = facts.short_lanes / team_threads(facts);
  return held * accumulator_bytes(plan) <= kHeldBytes && held * body_weight(planned_body(plan, nest.function), nest.function).nodes <= kLargestTeam;
}

Scheduled schedule_rows(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy) {
  RowReducer r(nest, plan, facts, policy);
  KernelBuilder& b = r.b;
  b.kernel().threads = int(kThreads);
  const std::int64_t teams = kThreads / r.team;

  Block body;
  const VarId row = b.let(body, "$row", add(mul(builtin(BuiltinKind::BlockIdx), int_const(teams)), r.in_team()));
  const ExprP kepts = b.param({Binding::Kind::KeptTotal}, "$kepts", Elem::I64);
  // Teams beyond the end repeat the last row, because shuffles want whole warps; they store nothing.
  const VarId safe = b.let(body, "$r", binary(BinaryOp::Min, b.ref(row), sub(kepts, int_const(1))));
  b.set_kept(body, b.ref(safe));
  r.set_out(body);
  r.accumulate(body);
  r.fold(body);
  const ExprP mine = logical_and(binary(BinaryOp::Eq, r.lane(), int_const(0)), lt(b.ref(row), kepts));
  body.push_back({If{mine, r.joined(r.values[0]), {}}, {}});
  LaunchRule rule{LaunchRule::Kind::Reduce, int(kThreads), 1, accumulator_bytes(plan)};
  rule.kept_per_block = teams;
  return b.finish(std::move(body), rule, fmt::format("tree of {} lanes held by {} threads, {} rows a block, 1 launch", facts.short_lanes, r.team, teams));
}

}  // namespace qc
