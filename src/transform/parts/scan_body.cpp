#include "transform/parts/scan_body.h"

#include "transform/parts/body_weight.h"
#include "transform/parts/update_slice.h"
#include "transform/policy/compared.h"

namespace qc {

using namespace ir;

namespace {

constexpr int kUnrolledNodes =
    600;  // nodes of copies of the body beyond which a loop over a lane's iterations is better

}  // namespace

ScanBody::ScanBody(const LoopNest& nest, const LoopPlan& plan, const RunningElements& starts, const LoopFacts& facts,
                   const SchedulePolicy& policy)
    : b(nest, plan, facts, policy), plan(plan), slice_(update_slice(plan, nest.function)), starts_(starts) {
  for_each_stmt(slice_, [&](const Stmt& s) { slice_waits_ |= std::holds_alternative<While>(s.node); });
  if (slice_waits_) b.run_twice();
  for (const Accumulator& a : plan.accumulators) {
    first_.push_back(items.size());
    for (const FoldItem& item : fold_items(a)) items.push_back(item);
  }
}

std::vector<ExprP> ScanBody::refs(const std::vector<VarId>& v) const {
  std::vector<ExprP> out;
  for (VarId x : v) out.push_back(b.ref(x));
  return out;
}

std::vector<ExprP> ScanBody::nothing() const {
  std::vector<ExprP> out;
  for (const FoldItem& item : items) out.push_back(neutral(item));
  return out;
}

std::vector<VarId> ScanBody::lets(Block& block, const std::string& name, const std::vector<ExprP>& values) {
  std::vector<VarId> out;
  for (const ExprP& v : values) out.push_back(b.let(block, name, v));
  return out;
}

void ScanBody::start_values(Block& block) {
  for (const Accumulator& a : plan.accumulators) {
    const VarId running = b.variable(a.var);
    if (const Access* first = starts_.start_of(a.var)) {
      const Block read = {{Assign{a.var, load(b.nest(), *first)}, plan.span}};
      b.iteration_of(block, read, int_const(0), {}, false);
      init_.push_back(b.let(block, "$init", b.ref(running)));
    } else {
      init_.push_back(b.let(block, "$init", b.scalar(a.var)));
    }
  }
}

// The variables that updates go to.
std::vector<VarId> ScanBody::accumulators(const std::vector<VarId>& of_items) {
  std::vector<VarId> out;
  for (std::size_t i : first_) {
    out.push_back(of_items[i]);
    if (is_pair(items, i)) b.set_second(of_items[i], of_items[i + 1]);
  }
  return out;
}

void ScanBody::lane_values(Block& block, const ExprP& first, const std::vector<VarId>& updated, bool whole) {
  b.fail_silently(!slice_waits_);
  b.in_first_run(slice_waits_);
  if (whole)
    in_full(block, first, slice_, accumulators(updated));
  else
    in_part(block, first, slice_, accumulators(updated), false);
  b.fail_silently(false);
  b.in_first_run(false);
}

void ScanBody::start_lane(Block& block, const std::vector<VarId>& before) {
  for (std::size_t i = 0; i < first_.size(); ++i) start_lane(block, i, before);
}

void ScanBody::run_lane(Block& block, const ExprP& first, bool whole) {
  if (whole)
    in_full(block, first, planned_body(plan, b.nest()), {});
  else
    in_part(block, first, planned_body(plan, b.nest()), {}, true);
}

// The running value of accumulator i from its start value and what is before a lane, as a reduction joins its start
// value.
void ScanBody::start_lane(Block& block, std::size_t i, const std::vector<VarId>& before) {
  const Accumulator& a = plan.accumulators[i];
  const VarId running = b.variable(a.var);
  const ExprP e = b.ref(before[first_[i]]);
  if (a.op == ReduceOp::ComplexMul) {
    const auto [re, im] =
        complex_product(b, block, b.ref(init_[i]), b.scalar(a.imaginary), e, b.ref(before[first_[i] + 1]));
    block.push_back({Assign{b.variable(a.imaginary), im}, {}});
    block.push_back({Assign{running, re}, {}});
  } else if (a.resets) {
    block.push_back({Assign{running, cast(a.type, select(b.ref(before[first_[i] + 1]), e, join(i, e)))}, {}});
  } else {
    block.push_back({Assign{running, cast(a.type, join(i, e))}, {}});
  }
}

// init op e
ExprP ScanBody::join(std::size_t i, const ExprP& e) const {
  const Accumulator& a = plan.accumulators[i];
  const ExprP start = b.ref(init_[i]);
  if (a.divides) return binary(BinaryOp::Div, start, e);
  if (is_compared(a)) return select(replaces(a, e, start), e, start);
  return combine(a.op, start, e);
}

ExprP ScanBody::iteration(const ExprP& first, const ExprP& k) const {
  return add(first, add(mul(thread_index(), int_const(kScanRun)), k));
}

void ScanBody::in_full(Block& block, const ExprP& first, const Block& statements,
                       const std::vector<VarId>& accumulators) {
  const BodyWeight w = body_weight(statements, b.nest());
  if (w.loops || w.nodes * kScanRun > kUnrolledNodes)
    return block.push_back(loop(first, statements, accumulators, false, false));
  for (std::int64_t k = 0; k < kScanRun; ++k)
    b.iteration_of(block, statements, iteration(first, int_const(k)), accumulators, false);
}

// The same where the loop may end on the way.
void ScanBody::in_part(Block& block, const ExprP& first, const Block& statements,
                       const std::vector<VarId>& accumulators, bool hand_out) {
  Block some;
  some.push_back(loop(first, statements, accumulators, hand_out, true));
  block.push_back({If{lt(first, b.total()), std::move(some), {}}, {}});
}

Stmt ScanBody::loop(const ExprP& first, const Block& statements, const std::vector<VarId>& accumulators, bool hand_out,
                    bool guarded) {
  const VarId k = b.kernel().add_var("$k", Elem::I64);
  Block one, each;
  b.iteration_of(one, statements, iteration(first, b.ref(k)), accumulators, hand_out);
  if (guarded)
    each.push_back({If{lt(iteration(first, b.ref(k)), b.total()), std::move(one), {}}, {}});
  else
    each = std::move(one);
  return {For{k, int_const(0), int_const(1), int_const(kScanRun - 1), std::move(each)}, {}};
}

void ScanBody::final_values(Block& block, const ExprP& first, std::int64_t lanes) {
  Block out;
  for (const Accumulator& a : plan.accumulators) {
    if (starts_.start_of(a.var)) continue;
    out.push_back({Assign{b.output(a.var), b.ref(b.variable(a.var))}, {}});
    if (a.imaginary != kNoVar) out.push_back({Assign{b.output(a.imaginary), b.ref(b.variable(a.imaginary))}, {}});
  }
  if (out.empty()) return;
  const ExprP holder = binary(BinaryOp::DivTrunc, sub(sub(b.total(), int_const(1)), first), int_const(kScanRun));
  Block single;
  single.push_back({If{binary(BinaryOp::Eq, thread_index(), holder), std::move(out), {}}, {}});
  const ExprP here =
      logical_and(lt(first, b.total()), binary(BinaryOp::Ge, add(first, int_const(lanes * kScanRun)), b.total()));
  block.push_back({If{here, std::move(single), {}}, {}});
}

}  // namespace qc
