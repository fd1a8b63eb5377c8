// Loops of kernels for the host that read arrays, and store little, ask for memory ahead of themselves.
#pragma once
#include <llvm/IR/Module.h>

namespace qc::codegen {

// A reduction reads rows of lanes and folds them, row after row; while it folds, nothing is read, and a processor that
// looks a few hundred operations ahead does not come to the next row. So the first vector load of each line, in a loop
// that reads far more than it stores, asks for the line that lies a few rows further on. No fault comes of asking
// beyond the end of an array, and no value changes. Call it after the passes, for x86.
void prefetch_loads(llvm::Module& module);

}  // namespace qc::codegen
