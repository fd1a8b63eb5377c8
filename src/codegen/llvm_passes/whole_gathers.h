// Gathers of the lanes that did not fail:
//
//   %in = icmp ult <8 x i64> %place, %extent       where a lane is outside, a failure was recorded
//   %x = masked.gather(%p + %place, %in)
//
// A processor whose gathers are slow loads one lane after the other, and looks for each whether it is there. All are,
// but for the one vector that fails.
#pragma once
#include <llvm/IR/Module.h>

namespace qc::codegen {

// After masked failures are settled: such gathers look once whether all lanes are there, and take them all.
void take_whole_gathers(llvm::Module& module);

}  // namespace qc::codegen
