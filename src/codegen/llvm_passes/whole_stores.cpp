#include "codegen/llvm_passes/whole_stores.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace qc::codegen {

namespace {

bool same_address(const llvm::Value* a, const llvm::Value* b) {
  auto* x = llvm::dyn_cast<llvm::Instruction>(a);
  auto* y = llvm::dyn_cast<llvm::Instruction>(b);
  return a == b || (x && y && x->isIdenticalTo(y));
}

// The operand of the select that is what the store overwrites; -1: none.
int old_value(const llvm::SelectInst& select, const llvm::StoreInst& store) {
  for (int k = 1; k <= 2; ++k) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(select.getOperand(unsigned(k)));
    if (load && same_address(load->getPointerOperand(), store.getPointerOperand())) return k;
  }
  return -1;
}

}  // namespace

void keep_whole_stores(llvm::Module& module) {
  for (llvm::Function& f : module)
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& i : block) {
        auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
        auto* select = store ? llvm::dyn_cast<llvm::SelectInst>(store->getValueOperand()) : nullptr;
        if (!select || !select->getCondition()->getType()->isVectorTy()) continue;
        const int k = old_value(*select, *store);
        if (k < 0) continue;
        llvm::IRBuilder<> b(select);
        select->setOperand(unsigned(k), b.CreateFreeze(select->getOperand(unsigned(k))));
      }
}

}  // namespace qc::codegen
