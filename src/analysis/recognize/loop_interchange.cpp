#include "analysis/recognize/loop_interchange.h"

#include <algorithm>

#include "analysis/loops/nest_model.h"
#include "ir/build.h"

namespace qc {

using namespace ir;

bool is_plain_plan(const LoopNest& nest, const PlanResult& planned) {
  const LoopPlan& p = planned.plan;
  return runs_parallel(p) && !p.speculates && !p.may_misspeculate && p.private_arrays.empty() && p.stages.empty() &&
         !planned.copying && planned.diagnostics.empty() && nest.updated_in_place.empty();
}

// Whether an accumulator of a reduction or of bins is the same in every order of the iterations, but for the rounding
// of its tree: no zero of one sign is that of the first or the last. Places of values are in no such plan.
static bool is_orderless(const Accumulator& a) {
  return !a.divides && a.op != ReduceOp::ComplexMul && !(a.compare_form && is_float(a.type));
}

static bool is_counter(const std::vector<PlannedLoop>& loops, VarId v) {
  return std::any_of(loops.begin(), loops.end(), [&](const PlannedLoop& l) { return l.var == v; });
}

std::optional<LoopNest> with_loops_in_order(const LoopNest& nest, const std::vector<PlannedLoop>& loops,
                                            const std::vector<int>& order) {
  std::vector<Stmt> heads;
  const Block* b = &nest.function.body;
  for (std::size_t l = 0; l < loops.size(); ++l) {
    const auto& f = std::get<For>((*b)[0].node);
    for (const ExprP& e : {f.lo, f.step, f.hi})
      for (VarId v : read_variables(*e))
        if (is_counter(loops, v)) return {};
    heads.push_back((*b)[0]);
    b = &f.body;
  }
  Block body = *b;
  for (auto k = order.rbegin(); k != order.rend(); ++k) {
    Stmt& head = heads[std::size_t(*k)];
    std::get<For>(head.node).body = std::move(body);
    body = {std::move(head)};
  }
  LoopNest out = nest;
  out.hint = ast::LoopHint::None;
  out.function.body = std::move(body);
  return out;
}

std::optional<LoopNest> interchange_loops(const LoopNest& nest, const PlanResult& planned,
                                          const std::vector<int>& order) {
  const LoopPlan& plan = planned.plan;
  const auto& loops = plan.loops;
  const auto counts = [&](VarId v) { return is_counter(loops, v); };
  const Verdict v = plan.verdict;
  if ((v != Verdict::Map && v != Verdict::Reduction && v != Verdict::Bins) || !is_plain_plan(nest, planned) ||
      !std::all_of(plan.accumulators.begin(), plan.accumulators.end(), is_orderless) ||
      !std::all_of(plan.live_out.begin(), plan.live_out.end(), counts))
    return {};
  return with_loops_in_order(nest, loops, order);
}

}  // namespace qc
