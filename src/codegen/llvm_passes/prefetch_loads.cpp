#include "codegen/llvm_passes/prefetch_loads.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace qc::codegen {

namespace {

// Measured, sums of 2048 rows of 2048 floats: none 1.11 ms, 4 KB 1.12, 6 KB 0.86, 8 KB 0.88, 10 KB 0.78, 16 KB 0.89.
constexpr std::int64_t kAheadBytes = 10240;
constexpr std::int64_t kLineBytes = 64;  // of memory: loads that go on by less would ask for a line more than once

class Prefetcher {
 public:
  explicit Prefetcher(llvm::Function& f)
      : tree_(f),
        loops_(tree_),
        library_(llvm::Triple(f.getParent()->getTargetTriple())),
        info_(library_),
        assumptions_(f),
        evolution_(f, info_, assumptions_, tree_, loops_) {}

  void run() {
    std::vector<llvm::LoadInst*> found;
    for (llvm::Loop* loop : loops_.getLoopsInPreorder()) {
      if (!loop->isInnermost() || stores_to_array(*loop)) continue;
      for (llvm::BasicBlock* block : loop->blocks())
        for (llvm::Instruction& i : *block)
          if (auto* l = llvm::dyn_cast<llvm::LoadInst>(&i); l && goes_by_lines(*l, *loop)) found.push_back(l);
    }
    for (llvm::LoadInst* l : found) ask_ahead(*l);
  }

 private:
  // Arrays are reached by addresses that the kernel was given in memory; what threads keep lies in what it was given
  // itself.
  static bool is_array(const llvm::Value* address) {
    return llvm::isa<llvm::LoadInst>(llvm::getUnderlyingObject(address));
  }

  static bool stores_to_array(const llvm::Loop& loop) {
    for (const llvm::BasicBlock* block : loop.blocks())
      for (const llvm::Instruction& i : *block) {
        auto* s = llvm::dyn_cast<llvm::StoreInst>(&i);
        if (s ? is_array(s->getPointerOperand()) : i.mayWriteToMemory()) return true;
      }
    return false;
  }

  bool goes_by_lines(llvm::LoadInst& l, const llvm::Loop& loop) {
    if (!l.isSimple() || !l.getType()->isVectorTy() || !is_array(l.getPointerOperand())) return false;
    auto* address = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(l.getPointerOperand()));
    if (!address || address->getLoop() != &loop || !address->isAffine()) return false;
    auto* step = llvm::dyn_cast<llvm::SCEVConstant>(address->getStepRecurrence(evolution_));
    return step && step->getAPInt().sge(kLineBytes);
  }

  static void ask_ahead(llvm::LoadInst& l) {
    constexpr int kRead = 0, kKeep = 3, kData = 1;
    llvm::IRBuilder<> b(&l);
    llvm::Value* ahead = b.CreateConstGEP1_64(b.getInt8Ty(), l.getPointerOperand(), kAheadBytes);
    b.CreateIntrinsic(llvm::Intrinsic::prefetch, {ahead->getType()},
                      {ahead, b.getInt32(kRead), b.getInt32(kKeep), b.getInt32(kData)});
  }

  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo info_;
  llvm::AssumptionCache assumptions_;
  llvm::ScalarEvolution evolution_;
};

}  // namespace

void prefetch_loads(llvm::Module& module) {
  if (!module.getTargetTriple().isX86()) return;
  for (llvm::Function& f : module)
    if (!f.isDeclaration() && !f.hasLocalLinkage() && f.arg_size() == 4) Prefetcher(f).run();
}

}  // namespace qc::codegen
