// Finds the plan, of those of loops inside a nest, that an innermost loop stands in whatever the values are.
#pragma once
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "analysis/loops/loop_plan.h"

namespace qc {

class PlansOfInnermost {
 public:
  explicit PlansOfInnermost(const std::vector<LoopPlan>& inner);
  // The plan whose last covered loop it is; null: there is none, it hangs on values, or the loops of this place in the
  // source, as those of a function that is called twice, have plans of several verdicts.
  const LoopPlan* of(const ir::For& loop, const Span& span) const;
  // The value of its variable between whose neighbours its iterations are maps (LoopPlan::split_at), by the same rule;
  // null: there is none.
  ir::ExprP split_of(const ir::For& loop, const Span& span) const;

 private:
  using SourceLoop = std::pair<ir::VarId, std::uint32_t>;     // counter and place
  std::map<SourceLoop, std::vector<const LoopPlan*>> plans_;  // null: one that is not the last of such a plan
  std::map<SourceLoop, std::vector<ir::ExprP>> splits_;
};

}  // namespace qc
