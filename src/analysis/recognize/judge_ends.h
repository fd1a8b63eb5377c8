// Rules about how a nest runs: its bounds, and whether it may be left early.
#pragma once
#include "analysis/recognize/judged_nest.h"

namespace qc {

// Rectangular: bounds are the same in every iteration. Those of the outermost loop are evaluated before it starts.
void judge_bounds(JudgedNest& nest);
// The nest is left at its end only, or it is a search (rule 16).
void judge_ends(JudgedNest& nest);

}  // namespace qc
