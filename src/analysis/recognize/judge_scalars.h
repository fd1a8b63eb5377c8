// Rules about variables: private, accumulated, running, or carried from iteration to iteration.
#pragma once
#include "analysis/recognize/judged_nest.h"

namespace qc {

// All variables that the body assigns.
void judge_scalars(JudgedNest& nest);

}  // namespace qc
