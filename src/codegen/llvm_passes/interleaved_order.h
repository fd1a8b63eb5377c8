// Keeps the order in which one iteration stores to and loads from an element, where LLVM makes one access of several
// strided ones.
#pragma once
#include <llvm/Passes/PassBuilder.h>

namespace qc::codegen {

// Iterations of a loop marked as independent may be mixed, the accesses of each may not. LLVM looks at no dependences
// in such a loop, and makes one wide access of stores to y[2*i] and y[2*i+1], at the place of the last one, or of
// loads, at the place of the first one:
//
//   y[2*i] = 1;  if (x[i] > 0.5) y[2*i] = 2;  y[2*i+1] = 3        was 1 behind the loop, whatever x is
//
// Loops in which an access with a stride would pass another one that may mean the same element lose the mark before
// vectors are made: LLVM finds the dependences itself then.
void keep_interleaved_order(llvm::PassBuilder& passes);

}  // namespace qc::codegen
