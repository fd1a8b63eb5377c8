#include "codegen/llvm_passes/common_divisions.h"

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

#include "codegen/llvm_passes/common_range.h"

namespace qc::codegen {

namespace {

using llvm::Value;
using Op = llvm::Instruction::BinaryOps;

constexpr const char* kPrefix = "qc.divides.";

bool has_sign(Op op) { return op == Op::SDiv || op == Op::SRem; }

// A division of 64-bit ints, and what it divides by where that is a constant; or a float that becomes such an int.
struct Division {
  Op op;
  std::optional<llvm::APInt> constant;
  llvm::Type* from = nullptr;  // of the float; null: a division
  std::string name() const {
    if (from) return kPrefix + std::string(from->isFloatTy() ? "one.float" : "one.double");
    return kPrefix + std::string(llvm::Instruction::getOpcodeName(op)) +
           (constant ? "." + std::to_string(constant->getSExtValue()) : "");
  }
  // Whether the second operand is one of the call.
  bool has_divisor() const { return !constant && !from; }
};

// An x / d that vectors would take apart: a constant d is no power of two and fits 32 bits.
std::optional<Division> division(const llvm::Instruction& i, const llvm::Loop& loop) {
  if (auto* c = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
      c && c->getIntrinsicID() == llvm::Intrinsic::fptosi_sat && c->getType()->isIntegerTy(64)) {
    llvm::Type* from = c->getArgOperand(0)->getType();
    return from->isFloatTy() || from->isDoubleTy() ? std::optional(Division{Op::SDiv, {}, from}) : std::nullopt;
  }
  auto* b = llvm::dyn_cast<llvm::BinaryOperator>(&i);
  if (!b || !b->getType()->isIntegerTy(64)) return {};
  const Op op = b->getOpcode();
  if (!has_sign(op) && op != Op::UDiv && op != Op::URem) return {};
  auto* c = llvm::dyn_cast<llvm::ConstantInt>(b->getOperand(1));
  if (!c)
    return loop.isLoopInvariant(b->getOperand(1)) && !loop.isLoopInvariant(b->getOperand(0))
               ? std::optional(Division{op, {}})
               : std::nullopt;
  if (c->getValue().abs().isPowerOf2() || c->isZero() || !c->getValue().isSignedIntN(31)) return {};
  if (c->isNegative() && !has_sign(op)) return {};
  return Division{op, c->getValue()};
}

llvm::Function* new_function(llvm::Module& module, const std::string& name, llvm::Type* t, const Division& d) {
  std::vector<llvm::Type*> params{d.from ? t->getWithNewType(d.from) : t};
  if (d.has_divisor()) params.push_back(llvm::Type::getInt64Ty(module.getContext()));
  auto* f = llvm::Function::Create(llvm::FunctionType::get(t, params, false), llvm::GlobalValue::InternalLinkage, name,
                                   module);
  f->setMemoryEffects(llvm::MemoryEffects::none());
  for (auto a : {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn, llvm::Attribute::NoSync,
                 llvm::Attribute::NoFree, llvm::Attribute::NoRecurse})
    f->addFnAttr(a);
  if (!d.has_divisor()) f->addFnAttr(llvm::Attribute::Speculatable);
  llvm::BasicBlock::Create(module.getContext(), "entry", f);
  return f;
}

// The constant, or the function's second argument in every lane.
Value* divisor(llvm::IRBuilder<>& b, llvm::Function* f, const Division& d, llvm::Type* t) {
  if (d.constant) return llvm::ConstantInt::get(t, d.constant->trunc(t->getScalarSizeInBits()));
  Value* one = b.CreateTrunc(f->getArg(1), t->getScalarType());
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(t);
  return vector ? b.CreateVectorSplat(vector->getNumElements(), one) : one;
}

llvm::Function* plain(llvm::Module& module, const std::string& name, llvm::Type* t, const Division& d) {
  llvm::Function* f = new_function(module, name, t, d);
  llvm::IRBuilder<> b(&f->getEntryBlock());
  Value* x = f->getArg(0);
  b.CreateRet(d.from ? b.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {t, x->getType()}, {x})
                     : b.CreateBinOp(d.op, x, divisor(b, f, d, t)));
  f->addFnAttr(llvm::Attribute::NoInline);
  return f;
}

// Of numbers that fit 32 bits with their sign, by a positive one.
Value* divided_as_doubles(llvm::IRBuilder<>& b, Op op, Value* x, Value* d) {
  auto* doubles = llvm::cast<llvm::VectorType>(x->getType())->getWithNewType(b.getDoubleTy());
  Value* q = b.CreateFPToSI(b.CreateFDiv(b.CreateSIToFP(x, doubles), b.CreateSIToFP(d, doubles)), x->getType());
  return op == Op::SDiv || op == Op::UDiv ? q : b.CreateSub(x, b.CreateMul(q, d));
}

llvm::Function* vector_form(llvm::Module& module, const std::string& name, unsigned width, const Division& d) {
  auto& context = module.getContext();
  auto* wide = llvm::FixedVectorType::get(llvm::Type::getInt64Ty(context), width);
  auto* narrow = llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), width);
  llvm::Function* f = new_function(module, name + "." + std::to_string(width), wide, d);
  llvm::Function* rare = plain(module, name + ".rare." + std::to_string(width), wide, d);
  rare->addFnAttr(llvm::Attribute::Cold);
  f->addFnAttr(llvm::Attribute::AlwaysInline);
  llvm::IRBuilder<> b(&f->getEntryBlock());
  const bool unsigned_constant = d.constant && !has_sign(d.op);
  auto widened = [&](Value* v) { return unsigned_constant ? b.CreateZExt(v, wide) : b.CreateSExt(v, wide); };
  Value *x = f->getArg(0), *small = d.from ? nullptr : b.CreateTrunc(x, narrow);
  auto* common = llvm::BasicBlock::Create(context, "common", f);
  auto* other = llvm::BasicBlock::Create(context, "other", f);
  Value* fits = d.from ? b.CreateFCmpOLT(b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x),
                                         llvm::ConstantFP::get(x->getType(), 0x1p31))
                       : b.CreateICmpEQ(widened(small), x);
  fits = b.CreateAndReduce(fits);
  if (d.has_divisor()) {
    if (!has_sign(d.op))
      fits = b.CreateAnd(fits, b.CreateAndReduce(b.CreateICmpSGE(x, llvm::Constant::getNullValue(wide))));
    fits = b.CreateAnd(
        fits, b.CreateICmpULT(b.CreateSub(f->getArg(1), b.getInt64(1)), b.getInt64(0x7FFFFFFF)));  // 1 to 2^31 - 1
  }
  b.CreateCondBr(fits, common, other, llvm::MDBuilder(context).createLikelyBranchWeights());
  b.SetInsertPoint(common);
  Value* by = d.from ? nullptr : divisor(b, f, d, narrow);
  b.CreateRet(widened(d.from       ? b.CreateFPToSI(x, narrow)
                      : d.constant ? b.CreateBinOp(d.op, small, by)
                                   : divided_as_doubles(b, d.op, small, by)));
  b.SetInsertPoint(other);
  std::vector<Value*> all;
  for (llvm::Argument& a : f->args()) all.push_back(&a);
  b.CreateRet(b.CreateCall(rare, all));
  return f;
}

struct UseCommonDivisions : llvm::PassInfoMixin<UseCommonDivisions> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    std::vector<std::pair<llvm::Instruction*, Division>> found;
    for (llvm::Function& f : module) {
      if (f.isDeclaration() || f.getName().starts_with("qc_Z")) continue;
      const llvm::DominatorTree dominators(f);
      const llvm::LoopInfo loops(dominators);
      for (llvm::BasicBlock& block : f) {
        const llvm::Loop* l = loops.getLoopFor(&block);
        if (!l || !l->isInnermost()) continue;
        for (llvm::Instruction& i : block)
          if (const auto d = division(i, *l)) found.emplace_back(&i, *d);
      }
    }
    for (const auto& [i, d] : found) replace(module, *i, d);
    return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
  }

 private:
  static void replace(llvm::Module& module, llvm::Instruction& i, const Division& d) {
    const std::string name = d.name();
    llvm::Function* f = module.getFunction(name);
    if (!f) {
      f = plain(module, name, i.getType(), d);
      for (const unsigned width : {2u, 4u, 8u, 16u, 32u})
        llvm::appendToCompilerUsed(module, {vector_form(module, name, width, d)});
    }
    llvm::SmallVector<std::string, 4> variants;
    for (const unsigned width : {2u, 4u, 8u, 16u, 32u}) {
      const std::string lanes = std::to_string(width);
      variants.push_back("_ZGV_LLVM_N" + lanes + (d.has_divisor() ? "vu_" : "v_") + name + "(" + name + "." + lanes +
                         ")");
    }
    llvm::IRBuilder<> b(&i);
    llvm::CallInst* call =
        d.has_divisor() ? b.CreateCall(f, {i.getOperand(0), i.getOperand(1)}) : b.CreateCall(f, {i.getOperand(0)});
    llvm::VFABI::setVectorVariantNames(call, variants);
    i.replaceAllUsesWith(call);
    i.eraseFromParent();
  }
};

}  // namespace

void use_common_divisions(llvm::PassBuilder& passes) {
  passes.registerOptimizerEarlyEPCallback([](llvm::ModulePassManager& pm, llvm::OptimizationLevel,
                                             llvm::ThinOrFullLTOPhase) { pm.addPass(UseCommonDivisions()); });
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
