#include "host/eval/state/loop_rewrites.h"

#include "host/desugar/counter_based_random.h"
#include "host/desugar/dense_cell_arrays.h"
#include "host/desugar/growable_arrays.h"
#include "host/desugar/hoist_invariant_calls.h"
#include "host/desugar/loop_carried_records.h"
#include "host/desugar/replace_paths.h"
#include "host/desugar/strip_mine_while.h"

namespace qc::host {

LoopRewrites::LoopRewrites()
    : invariants(std::make_unique<LoopInvariants>()),
      paths(std::make_unique<LoopPaths>()),
      random(std::make_unique<RandomLoops>()),
      counted(std::make_unique<GrowingLoops>()),
      cells(std::make_unique<DenseCellArrays>()),
      records(std::make_unique<RecordLoops>()),
      whiles(std::make_unique<WhileLoops>()) {}
LoopRewrites::~LoopRewrites() = default;

}  // namespace qc::host
