// Loops of kernels for the host that only read arrays ask for memory ahead of themselves.
#pragma once
#include <llvm/IR/Module.h>

namespace qc::codegen {

// A reduction reads rows of lanes and folds them, row after row; while it folds, nothing is read, and a processor that
// looks a few hundred operations ahead does not come to the next row. So each vector load of a loop that stores to no
// array asks for the line that lies a few rows further on. No fault comes of asking beyond the end of an array, and no
// value changes. Call it after the passes, for x86.
void prefetch_loads(llvm::Module& module);

}  // namespace qc::codegen
