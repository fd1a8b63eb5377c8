#include "analysis/recognize/nest_split.h"

#include <vector>

#include "analysis/loops/iteration_split.h"
#include "analysis/recognize/loop_interchange.h"
#include "analysis/recognize/plan_loop.h"

namespace qc {

using namespace ir;

// The loop over each of the loops that are all there is in it: in a map no order between iterations can be broken.
static std::vector<Stmt> over_each(const Stmt& loop) {
  std::vector<Stmt> out;
  for (const Stmt& inner : std::get<For>(loop.node).body) {
    out.push_back(loop);
    std::get<For>(out.back().node).body = {inner};
  }
  return out;
}

std::optional<DistributedNest> split_nest(const LoopNest& nest, const PlanResult& planned) {
  // Floats that an inner loop joins would meet in another order than in the nest.
  if (!planned.plan.split_at || has_float_tree(planned)) return {};
  LoopNest inside = with_independent_loops(nest, planned.inner);
  const auto& outer = std::get<For>(nest.function.body[0].node);
  const bool is_loop = outer.body.size() == 1 && std::holds_alternative<For>(outer.body[0].node);
  DistributedNest out;
  for (const Stmt& third : split_loop(inside.function.body[0], planned.plan.split_at))
    for (const Stmt& loop : is_loop ? over_each(third) : std::vector{third}) {
      LoopNest part = nest;
      part.function.body = {loop};
      PlanResult plan = plan_loop(part);
      if (plan.plan.verdict != Verdict::Map || !plan.plan.conditions.empty() || !is_plain_plan(part, plan)) return {};
      out.parts.push_back({{std::move(part), std::move(plan)}, {}});
    }
  return out;
}

}  // namespace qc
