// Divisions of whole numbers in lanes by numbers that a loop does not change, and floats that become whole numbers:
// there is no vector division of 64-bit ints, no vector of high halves of 64-bit products that constants could use, and
// before AVX-512 no vector of 64-bit ints made of floats.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace qc::codegen {

// In loops x / d and the remainder become calls, right before LLVM makes vectors: a vector looks once whether all its
// lanes fit 32 bits, as nearly all numbers do, and divides those; where d is no constant, as doubles: of ints with less
// than 53 bits together the whole part of the rounded quotient is exact. So do floats that become ints, saturating: of
// lanes that are all below 2^31 in size 32-bit ints are made. Values are the same both ways.
void use_common_divisions(llvm::PassBuilder& passes);
// After the passes: puts the vectors' form in place, and the division as it was where no vector was made.
void settle_common_divisions(llvm::Module& module);

}  // namespace qc::codegen
