// Makes kernels of a loop plan. One schedule serves every target: a target only chooses how many threads hold the
// lanes.
#pragma once
#include "transform/policy/schedule_types.h"

namespace qc {

// A plan that runs in parallel (runs_parallel) becomes parallel kernels; every other one thread that runs the nest in
// order. Around the schedule that is chosen stands what holds of all of them: conditions that are decided are left out,
// and failures come in the order of the text.
Scheduled schedule_loop(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts,
                        const SchedulePolicy& policy);

}  // namespace qc
