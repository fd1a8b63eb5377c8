// Verdicts in the YAML of LLVM's optimisation records, which opt-viewer and editors read.
#pragma once
#include <string>

#include "analysis/loops/loop_plan.h"
#include "support/source.h"

namespace qc {

// One YAML document: !Passed for a parallel loop, !Missed for one that runs in order or step by step.
std::string remark_yaml(const LoopPlan& plan, const ir::Function* nest, const SourceMap& sources);

}  // namespace qc
