// Full reductions whose blocks, or whose iterations, meet by atomics: a cell for each accumulator is set neutral,
// updated, and joined with the start value. Chosen by --reduce alone (docs/reductions.md): the order of float additions
// is not fixed.
#include <fmt/format.h>

#include "transform/parts/reduction.h"
#include "transform/schedule/schedules.h"

namespace qc {

using namespace ir;

AtomicOp atomic_op(ReduceOp op) {
  switch (op) {
    case ReduceOp::Mul:
      return AtomicOp::Mul;
    case ReduceOp::Min:
      return AtomicOp::Min;
    case ReduceOp::Max:
      return AtomicOp::Max;
    case ReduceOp::BitAnd:
    case ReduceOp::And:
      return AtomicOp::And;
    case ReduceOp::BitOr:
    case ReduceOp::Or:
      return AtomicOp::Or;
    case ReduceOp::BitXor:
      return AtomicOp::Xor;
    default:
      return AtomicOp::Add;
  }
}

Scheduled schedule_clear_cells(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                               const SchedulePolicy& policy) {
  Reduction r(nest, plan, facts, policy);
  Block body;
  const std::vector<ArrayId> cells = r.partials();
  for (std::size_t i = 0; i < r.items.size(); ++i)
    body.push_back({Store{element(cells[i], int_const(0)), neutral(r.items[i])}, {}});
  r.b.kernel().threads = 1;
  return r.b.finish(std::move(body), {LaunchRule::Kind::Serial, 1, 1, accumulator_bytes(plan)}, "");
}

Scheduled schedule_join_cells(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                              const SchedulePolicy& policy) {
  Reduction r(nest, plan, facts, policy);
  Block body;
  const std::vector<ArrayId> cells = r.partials();
  std::vector<VarId> values;
  for (std::size_t i = 0; i < r.items.size(); ++i) {
    const ExprP v = load(r.b.kernel(), element(cells[i], int_const(0)));
    values.push_back(r.b.let(body, "$v", r.items[i].type == Elem::Bool ? v : cast(r.items[i].type, v)));
  }
  for (Stmt& s : r.joined(values)) body.push_back(std::move(s));
  r.b.kernel().threads = 1;
  return r.b.finish(std::move(body), {LaunchRule::Kind::Serial, 1, 1, accumulator_bytes(plan)}, "");
}

// One atomic for each iteration and accumulator.
Scheduled schedule_reduce_atomic(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                                 const SchedulePolicy& policy) {
  Reduction r(nest, plan, facts, policy);
  KernelBuilder& b = r.b;
  const int threads = policy.reduce.threads ? policy.reduce.threads : policy.map_threads;
  b.kernel().threads = threads;
  Block body, one;
  const VarId it = b.let(body, "$it", add(mul(builtin(BuiltinKind::BlockIdx), int_const(threads)), thread_index()));
  const std::vector<VarId> values = r.neutrals(one, "$v");
  b.iteration(one, b.ref(it), values, true);
  const std::vector<ArrayId> cells = r.partials();
  for (std::size_t i = 0; i < r.items.size(); ++i)
    one.push_back(
        {Atomic{{}, atomic_op(r.items[i].op), element(cells[i], int_const(0)), b.ref(values[i]), nullptr}, {}});
  body.push_back({If{lt(b.ref(it), b.total()), std::move(one), {}}, {}});
  Scheduled main = b.finish(std::move(body), {LaunchRule::Kind::Map, threads, threads, accumulator_bytes(plan)}, "");
  Scheduled last = schedule_join_cells(nest, plan, facts, policy);
  last.before.push_back(schedule_clear_cells(nest, plan, facts, policy));
  last.before.push_back(std::move(main));
  last.summary = fmt::format("one atomic an iteration, 3 launches, blocks of {} threads, any order", threads);
  return last;
}

}  // namespace qc
