// `a[i] = a[i-1] op e` as a scan of a variable: `run = run op e; a[i] = run`, with run = a[i-1] of the first iteration.
#pragma once
#include <map>

#include "analysis/loops/loop_plan.h"

namespace qc {

class RunningElements {
 public:
  RunningElements(const LoopNest& nest, const LoopPlan& plan);
  // The nest and the plan with variables in place of elements; as given when there are none.
  const LoopNest& nest() const { return nest_; }
  const LoopPlan& plan() const { return plan_; }
  // For such a variable the access that gives its start value in the first iteration; null for variables of the
  // program.
  const ir::Access* start_of(ir::VarId v) const;

 private:
  void replace(Accumulator& a);
  LoopNest nest_;
  LoopPlan plan_;
  std::map<ir::VarId, ir::Access> starts_;
};

// The access whose value in the iteration before is the stored one, if the plan's accumulator `a` is such an element.
const ir::Access* running_load(const LoopPlan& plan, const ir::Function& nest, const Accumulator& a);

}  // namespace qc
