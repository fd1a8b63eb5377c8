#include "host/eval/state/loop_rewrites.h"

#include "host/desugar/dense_cell_arrays.h"
#include "host/desugar/growable_array_loops.h"
#include "host/desugar/loop_invariants.h"
#include "host/desugar/loop_paths.h"
#include "host/desugar/random_loops.h"
#include "host/desugar/record_loops.h"
#include "host/desugar/strip_mine_while.h"

namespace qc::host {

LoopRewrites::LoopRewrites()
    : invariants(std::make_unique<LoopInvariants>()),
      paths(std::make_unique<LoopPaths>()),
      random(std::make_unique<RandomLoops>()),
      counted(std::make_unique<GrowableArrayLoops>()),
      cells(std::make_unique<DenseCellArrays>()),
      records(std::make_unique<RecordLoops>()),
      whiles(std::make_unique<WhileLoops>()) {}
LoopRewrites::~LoopRewrites() = default;

}  // namespace qc::host
