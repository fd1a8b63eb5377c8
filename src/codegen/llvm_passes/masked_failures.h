// Failures in lanes: a loop that may fail is made of vectors, as one that cannot.
#pragma once
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace qc::codegen {

// In loops a call of qc_fail (emit/failure_record.h) becomes one that LLVM may make of vectors, with the lanes that
// fail as its mask. A loop that looks at memory that others write while it runs, and one that calls something else, is
// left alone. Which failure is recorded stays the same: a lane's own are recorded in their order, and of several lanes
// the lowest iteration counts (docs/decisions/011-lowest-failure.md).
void use_masked_failures(llvm::PassBuilder& passes);
// After the passes: a vector looks once whether any of its lanes fails, and records those that do one by one; where no
// vector was made the call is qc_fail's again.
void settle_masked_failures(llvm::Module& module);
// The mask of the lanes that a settled call records; null: the instruction is none.
llvm::Value* failing_lanes(llvm::Instruction& i);

}  // namespace qc::codegen
