#include "codegen/llvm_passes/interleaved_order.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace qc::codegen {

namespace {

constexpr const char* kParallel = "llvm.loop.parallel_accesses";

// Loads and stores of one iteration, each behind those that come before it on a path.
std::vector<llvm::Instruction*> accesses_of(llvm::Loop& loop, llvm::LoopInfo& loops) {
  std::vector<llvm::Instruction*> out;
  llvm::LoopBlocksRPO blocks(&loop);
  blocks.perform(&loops);
  for (llvm::BasicBlock* block : blocks)
    for (llvm::Instruction& i : *block)
      if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(i)) out.push_back(&i);
  return out;
}

// Whether the elements of neighbouring iterations have others between them, so many each time.
bool is_strided(llvm::Instruction& access, const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  const llvm::Value* place = llvm::getLoadStorePointerOperand(&access);
  auto* moving = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(const_cast<llvm::Value*>(place)));
  if (!moving || moving->getLoop() != &loop) return false;
  auto* step = llvm::dyn_cast<llvm::SCEVConstant>(moving->getStepRecurrence(evolution));
  const llvm::TypeSize size = access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access));
  return step && step->getAPInt().abs().ugt(size.getFixedValue());
}

// Whether a strided store would be made behind an access to its element, or a strided load before one.
bool passes_another(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
                    llvm::AAResults& aliases) {
  const std::vector<llvm::Instruction*> all = accesses_of(loop, loops);
  const auto meet = [&](llvm::Instruction* a, llvm::Instruction* b) {
    return !aliases.isNoAlias(llvm::MemoryLocation::get(a), llvm::MemoryLocation::get(b));
  };
  for (std::size_t k = 0; k < all.size(); ++k) {
    const bool stores = llvm::isa<llvm::StoreInst>(all[k]);
    const std::size_t from = stores ? k + 1 : 0, to = stores ? all.size() : k;
    if (from == to || !is_strided(*all[k], loop, evolution)) continue;
    for (std::size_t j = from; j < to; ++j)
      if ((stores || llvm::isa<llvm::StoreInst>(all[j])) && meet(all[k], all[j])) return true;
  }
  return false;
}

void take_mark(llvm::Loop& loop) {
  llvm::SmallVector<llvm::Metadata*> kept{nullptr};  // the first operand is the node itself
  for (const llvm::MDOperand& o : llvm::drop_begin(loop.getLoopID()->operands())) {
    auto* hint = llvm::dyn_cast<llvm::MDNode>(o);
    auto* name = hint && hint->getNumOperands() > 0 ? llvm::dyn_cast<llvm::MDString>(hint->getOperand(0)) : nullptr;
    if (!name || name->getString() != kParallel) kept.push_back(o);
  }
  auto* id = llvm::MDNode::getDistinct(loop.getHeader()->getContext(), kept);
  id->replaceOperandWith(0, id);
  loop.setLoopID(id);
}

struct KeepInterleavedOrder : llvm::PassInfoMixin<KeepInterleavedOrder> {
  llvm::PreservedAnalyses run(llvm::Function& f, llvm::FunctionAnalysisManager& analyses) {
    llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(f);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() || !loop->isAnnotatedParallel()) continue;
      auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(f);
      auto& aliases = analyses.getResult<llvm::AAManager>(f);
      if (passes_another(*loop, loops, evolution, aliases)) take_mark(*loop);
    }
    return llvm::PreservedAnalyses::all();  // of loops, not of their marks
  }
  static bool isRequired() { return true; }
};

}  // namespace

void keep_interleaved_order(llvm::PassBuilder& passes) {
  passes.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager& pm, llvm::OptimizationLevel) { pm.addPass(KeepInterleavedOrder()); });
}

}  // namespace qc::codegen
