// Divisions of whole numbers by constants in lanes: there is no vector of high halves of 64-bit products.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace qc::codegen {

// In loops x / c and the remainder become calls, right before LLVM makes vectors: a vector looks once whether all its lanes fit 32 bits,
// as nearly all numbers do, and divides those. Values are the same both ways.
void use_common_divisions(llvm::PassBuilder& passes);
// After the passes: puts the vectors' form in place, and the division as it was where no vector was made.
void settle_common_divisions(llvm::Module& module);

}  // namespace qc::codegen
