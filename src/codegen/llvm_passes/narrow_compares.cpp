#include "codegen/llvm_passes/narrow_compares.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <vector>

namespace qc::codegen {

namespace {

using llvm::Value;

// A comparison of a widened number with one that the loop does not change.
struct Found {
  llvm::ICmpInst* compare;
  llvm::CastInst* widened;
  Value* bound;
  bool widened_first;
  llvm::BasicBlock* before;  // the loop
};

unsigned width_of(const llvm::CastInst& c) { return c.getOperand(0)->getType()->getIntegerBitWidth(); }

llvm::CastInst* widened(Value* v) {
  if (!llvm::isa<llvm::ZExtInst, llvm::SExtInst>(v) || !v->getType()->isIntegerTy(64)) return nullptr;
  auto* c = llvm::cast<llvm::CastInst>(v);
  return width_of(*c) == 8 || width_of(*c) == 16 ? c : nullptr;
}

std::optional<Found> found(llvm::Instruction& i, const llvm::Loop& loop) {
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&i);
  llvm::BasicBlock* before = loop.getLoopPreheader();
  if (!compare || compare->isUnsigned() || !before) return {};
  for (const unsigned side : {0u, 1u}) {
    auto* c = widened(compare->getOperand(side));
    Value* bound = compare->getOperand(1 - side);
    if (c && !llvm::isa<llvm::Constant>(bound) && loop.isLoopInvariant(bound))
      return Found{compare, c, bound, side == 0, before};
  }
  return {};
}

void narrow(const Found& f) {
  const unsigned bits = width_of(*f.widened);
  const bool sign = llvm::isa<llvm::SExtInst>(f.widened);
  const std::int64_t lowest = sign ? -(std::int64_t(1) << (bits - 1)) : 0,
                     highest = (std::int64_t(1) << (sign ? bits - 1 : bits)) - 1;
  llvm::IRBuilder<> outside(f.before->getTerminator());
  llvm::Type *wide = outside.getInt64Ty(), *small = outside.getIntNTy(2 * bits);
  Value* bound =
      outside.CreateBinaryIntrinsic(llvm::Intrinsic::smax, f.bound, llvm::ConstantInt::getSigned(wide, lowest - 1));
  bound = outside.CreateBinaryIntrinsic(llvm::Intrinsic::smin, bound, llvm::ConstantInt::getSigned(wide, highest + 1));
  bound = outside.CreateTrunc(bound, small);
  llvm::IRBuilder<> inside(f.compare);
  Value* x = inside.CreateCast(f.widened->getOpcode(), f.widened->getOperand(0), small);
  Value* answer =
      inside.CreateICmp(f.compare->getPredicate(), f.widened_first ? x : bound, f.widened_first ? bound : x);
  f.compare->replaceAllUsesWith(answer);
  f.compare->eraseFromParent();
  if (f.widened->use_empty()) f.widened->eraseFromParent();
}

struct UseNarrowCompares : llvm::PassInfoMixin<UseNarrowCompares> {
  llvm::PreservedAnalyses run(llvm::Function& f, llvm::FunctionAnalysisManager& analyses) {
    const auto& loops = analyses.getResult<llvm::LoopAnalysis>(f);
    std::vector<Found> all;
    for (llvm::BasicBlock& block : f)
      if (const llvm::Loop* l = loops.getLoopFor(&block); l && l->isInnermost())
        for (llvm::Instruction& i : block)
          if (auto one = found(i, *l)) all.push_back(*one);
    for (const Found& one : all) narrow(one);
    if (all.empty()) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
  }
};

}  // namespace

void use_narrow_compares(llvm::PassBuilder& passes) {
  passes.registerOptimizerEarlyEPCallback(
      [](llvm::ModulePassManager& pm, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        pm.addPass(llvm::createModuleToFunctionPassAdaptor(UseNarrowCompares()));
      });
}

}  // namespace qc::codegen
