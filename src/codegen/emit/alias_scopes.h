// What LLVM may know about the arrays of a kernel: those that overlap no other, and those that nobody writes.
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

 private:
  const ir::Function& f_;
  std::vector<bool> written_;                  // arrays that the kernel writes
  std::vector<llvm::MDNode*> scope_, others_;  // of arrays that overlap no other
};

}  // namespace qc::codegen
