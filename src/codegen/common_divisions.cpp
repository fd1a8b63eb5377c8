#include "codegen/common_divisions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/VFABIDemangler.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <optional>
#include <string>
#include <vector>

#include "codegen/common_range.h"

namespace qc::codegen {

namespace {

using llvm::Value;
using Op = llvm::Instruction::BinaryOps;

constexpr const char* kPrefix = "qc.divides.";

bool has_sign(Op op) { return op == Op::SDiv || op == Op::SRem; }

// A 64-bit x / c that vectors would take apart: c is no power of two and fits 32 bits.
const llvm::ConstantInt* divisor(const llvm::Instruction& i) {
  auto* b = llvm::dyn_cast<llvm::BinaryOperator>(&i);
  if (!b || !b->getType()->isIntegerTy(64)) return nullptr;
  const Op op = b->getOpcode();
  if (!has_sign(op) && op != Op::UDiv && op != Op::URem) return nullptr;
  auto* c = llvm::dyn_cast<llvm::ConstantInt>(b->getOperand(1));
  if (!c || c->getValue().abs().isPowerOf2() || c->isZero() || !c->getValue().isSignedIntN(31)) return nullptr;
  return c->isNegative() && !has_sign(op) ? nullptr : c;
}

llvm::Function* new_function(llvm::Module& module, const std::string& name, llvm::Type* t) {
  auto* f = llvm::Function::Create(llvm::FunctionType::get(t, {t}, false), llvm::GlobalValue::InternalLinkage, name, module);
  f->setMemoryEffects(llvm::MemoryEffects::none());
  for (auto a : {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn, llvm::Attribute::Speculatable, llvm::Attribute::NoSync, llvm::Attribute::NoFree,
                 llvm::Attribute::NoRecurse})
    f->addFnAttr(a);
  llvm::BasicBlock::Create(module.getContext(), "entry", f);
  return f;
}

Value* divided(llvm::IRBuilder<>& b, Op op, Value* x, const llvm::APInt& c) {
  return b.CreateBinOp(op, x, llvm::ConstantInt::get(x->getType(), c.trunc(x->getType()->getScalarSizeInBits())));
}

llvm::Function* plain(llvm::Module& module, const std::string& name, llvm::Type* t, Op op, const llvm::APInt& c) {
  llvm::Function* f = new_function(module, name, t);
  llvm::IRBuilder<> b(&f->getEntryBlock());
  b.CreateRet(divided(b, op, f->getArg(0), c));
  f->addFnAttr(llvm::Attribute::NoInline);
  return f;
}

llvm::Function* vector_form(llvm::Module& module, const std::string& name, unsigned width, Op op, const llvm::APInt& c) {
  auto& context = module.getContext();
  auto* wide = llvm::FixedVectorType::get(llvm::Type::getInt64Ty(context), width);
  auto* narrow = llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), width);
  llvm::Function* f = new_function(module, name + "." + std::to_string(width), wide);
  llvm::Function* rare = plain(module, name + ".rare." + std::to_string(width), wide, op, c);
  rare->addFnAttr(llvm::Attribute::Cold);
  f->addFnAttr(llvm::Attribute::AlwaysInline);
  llvm::IRBuilder<> b(&f->getEntryBlock());
  auto widened = [&](Value* v) { return has_sign(op) ? b.CreateSExt(v, wide) : b.CreateZExt(v, wide); };
  Value *x = f->getArg(0), *small = b.CreateTrunc(x, narrow);
  auto* common = llvm::BasicBlock::Create(context, "common", f);
  auto* other = llvm::BasicBlock::Create(context, "other", f);
  b.CreateCondBr(b.CreateAndReduce(b.CreateICmpEQ(widened(small), x)), common, other, llvm::MDBuilder(context).createLikelyBranchWeights());
  b.SetInsertPoint(common);
  b.CreateRet(widened(divided(b, op, small, c)));
  b.SetInsertPoint(other);
  b.CreateRet(b.CreateCall(rare, {x}));
  return f;
}

struct UseCommonDivisions : llvm::PassInfoMixin<UseCommonDivisions> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::vector<llvm::Instruction*> found;
    for (llvm::Function& f : module) {
      if (f.isDeclaration() || f.getName().starts_with("qc_Z")) continue;
      const llvm::DominatorTree dominators(f);
      const llvm::LoopInfo loops(dominators);
      for (llvm::BasicBlock& block : f) {
        const llvm::Loop* l = loops.getLoopFor(&block);
        if (!l || !l->isInnermost()) continue;
        for (llvm::Instruction& i : block)
          if (divisor(i)) found.push_back(&i);
      }
    }
    for (llvm::Instruction* i : found) replace(module, *i);
    return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
  }

 private:
  static void replace(llvm::Module& module, llvm::Instruction& i) {
    const auto op = llvm::cast<llvm::BinaryOperator>(i).getOpcode();
    const llvm::APInt c = divisor(i)->getValue();
    const std::string name = kPrefix + std::string(i.getOpcodeName()) + "." + std::to_string(c.getSExtValue());
    llvm::Function* f = module.getFunction(name);
    if (!f) {
      f = plain(module, name, i.getType(), op, c);
      for (const unsigned width : {2u, 4u, 8u, 16u, 32u}) llvm::appendToCompilerUsed(module, {vector_form(module, name, width, op, c)});
    }
    llvm::SmallVector<std::string, 4> variants;
    for (const unsigned width : {2u, 4u, 8u, 16u, 32u}) {
      const std::string lanes = std::to_string(width);
      variants.push_back("_ZGV_LLVM_N" + lanes + "v_" + name + "(" + name + "." + lanes + ")");
    }
    llvm::IRBuilder<> b(&i);
    llvm::CallInst* call = b.CreateCall(f, {i.getOperand(0)});
    llvm::VFABI::setVectorVariantNames(call, variants);
    i.replaceAllUsesWith(call);
    i.eraseFromParent();
  }
};

}  // namespace

void use_common_divisions(llvm::PassBuilder& passes) {
  passes.registerOptimizerEarlyEPCallback([](llvm::ModulePassManager& pm, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) { pm.addPass(UseCommonDivisions()); });
}

void settle_common_divisions(llvm::Module& module) {
  bool any = false;
  for (llvm::Function& f : module) {
    if (!f.getName().starts_with(kPrefix) || f.getName().contains(".rare.")) continue;
    f.removeFnAttr(llvm::Attribute::NoInline);
    f.addFnAttr(llvm::Attribute::AlwaysInline);
    any = true;
  }
  if (!any) return;
  llvm::removeFromUsedLists(module, [](llvm::Constant* c) { return c->getName().starts_with(kPrefix); });
  inline_always(module);
}

}  // namespace qc::codegen
