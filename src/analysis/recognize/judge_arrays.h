// Rules about arrays that the body stores to: maps, accumulators at elements, bins, running values, work arrays.
#pragma once
#include "analysis/recognize/judged_nest.h"

namespace qc {

// All of them.
void judge_arrays(JudgedNest& nest);

}  // namespace qc
