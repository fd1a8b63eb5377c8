// A loop whose iterations depend on each other is cut into loops that run one after another, where no statement needs
// what a later one computes in an earlier iteration:
//   for i: x[i] = x[i-1] + y[i]; z[i] = x[i-1]*2 end
// becomes a scan and a map. Statements that depend on each other in a circle stay together.
#pragma once
#include <optional>

#include "analysis/recognize/loop_fission_scan.h"

namespace qc {

// nest: canonical. nullopt: there is no cut, or one of the parts would run in order. Without a scan among the parts
// the loop is still one whose iterations depend on each other, and no plan of it is called parallel: then the plan is
// for `cut_advice`. Of a forced loop only running values are cut off: other dependences between its iterations are
// errors.
std::optional<StagedLoop> distribute_loop(const LoopNest& nest);

// What to write instead: "write a loop that sets 'y', then one that sets 'x': each is parallel".
std::string cut_advice(const StagedLoop& cut);
// As plan_loop, of a loop that stays whole: no such cut, and none of what is tried where a nest runs in order.
PlanResult plan_uncut_loop(const LoopNest& nest);

}  // namespace qc
