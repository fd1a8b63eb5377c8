// Stores of what a comparison chose, or of what was there:
//
//   %new = select <8 x i1> %better, <8 x float> %value, <8 x float> %old        %old was loaded from %p
//   store <8 x float> %new, ptr %p
//
// LLVM makes masked stores of them, which take an AMD processor without AVX-512 twenty times as long as a blend and a
// plain store.
#pragma once
#include <llvm/IR/Module.h>

namespace qc::codegen {

// Such stores stay as they are, where the processor has no masks: their old value is frozen.
void keep_whole_stores(llvm::Module& module);

}  // namespace qc::codegen
