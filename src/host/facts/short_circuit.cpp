#include "host/facts/short_circuit.h"

#include "ir/build.h"
#include "ir/effects.h"
#include "transform/parts/reduction.h"

namespace qc::host {

using namespace ir;

namespace {
// Whether a value could fail, by its accesses or divisions, in some iteration.
bool may_fail(const ExprP& value, const NestRanges& ranges) {
  bool may = may_divide_by_zero(*value);
  for_each_expr(*value, [&](const Expr& e) {
    if (auto* l = std::get_if<Load>(&e.node))
      may |= l->access.boundary == Boundary::Checked && !ranges.in_range(l->access);
  });
  return may;
}
}  // namespace

bool short_circuit_may_fail(const LoopPlan& plan, const Function& nest, const NestRanges& ranges) {
  auto short_circuits = [](const Accumulator& a) { return a.op == ReduceOp::And || a.op == ReduceOp::Or; };
  if (std::none_of(plan.accumulators.begin(), plan.accumulators.end(), short_circuits)) return false;
  bool may = false;
  for_each_stmt(planned_body(plan, nest), [&](const Stmt& s) {
    const auto u = match_update(plan, nest, s);
    if (u && u->operand && short_circuits(plan.accumulators[std::size_t(u->accumulator)]))
      may |= may_fail(u->operand, ranges);
  });
  return may;
}

bool companions_may_fail(const LoopPlan& plan, const Function& nest, const NestRanges& ranges) {
  bool may = false;
  for_each_stmt(planned_body(plan, nest), [&](const Stmt& s) {
    const auto u = match_update(plan, nest, s);
    const auto* taken = std::get_if<If>(&s.node);
    if (!u || !taken || !is_arg(plan.accumulators[std::size_t(u->accumulator)].op)) return;
    may |= ir::may_fail(taken->then) || !ranges.all_in_range(taken->then);
  });
  return may;
}

}  // namespace qc::host
