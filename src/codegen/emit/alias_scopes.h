// Tells LLVM about the memory of a kernel: arrays that overlap no other, arrays that nobody writes, and what threads
// keep.
#pragma once
#include <llvm/IR/Instruction.h>

#include <vector>

#include "ir/ir.h"

namespace qc::codegen {

class AliasScopes {
 public:
  AliasScopes(const ir::Function& function, llvm::LLVMContext& context);
  // Writes on a load or store of an element what is known of its array.
  void mark(llvm::Instruction* access, ir::ArrayId array) const;
  // Writes on a load or store of a thread's variable in memory that it is in no array.
  void mark_variable(llvm::Instruction* access) const;

 private:
  const ir::Function& f_;
  std::vector<bool> written_;                  // arrays that the kernel writes
  std::vector<llvm::MDNode*> scope_, others_;  // of arrays that overlap no other
  llvm::MDNode* variables_;
};

}  // namespace qc::codegen
