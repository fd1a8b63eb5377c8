// The smaller and the larger of two floats on x86: a NaN is ignored, signalling ones too, and -0 lies before +0.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace qc::codegen {

// Kernels ask for them by llvm.minimumnum and llvm.maximumnum, which loops and vectors are made of as of additions.
// LLVM 22 itself turns these into code that hands on a NaN of the first operand when it knows that the second is none
// (an int made a float, a constant) and AVX-512 is there; and the last step of a loop of them into llvm.vector.reduce
// .fmin, for which the zeros are alike. Here they become
//   AVX-512DQ   vrangeps, which does all of it but that it hands on a signalling NaN: operands that memory or bits may
//               have given are made quiet first, once each
//   else        x < y ? x : y, with the zeros' signs joined where both are equal, and x where y is a NaN, unless it is
//               known to be none: what an extreme of a constant gave is one, as in a chain that begins with -inf
// Call it after the passes.
void lower_numeric_extremes(llvm::Module& module, const llvm::TargetMachine& machine);

}  // namespace qc::codegen
