#include "codegen/llvm_passes/masked_failures.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/VFABIDemangler.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <string>
#include <vector>

#include "codegen/llvm_passes/common_range.h"

namespace qc::codegen {

namespace {

using llvm::Value;

constexpr const char* kFail = "qc_fail";
constexpr const char* kMasked = "qc.fails";
constexpr unsigned kWidths[] = {2, 4, 8, 16, 32, 64};
// Of a failure's parameters the record and the site are one for all lanes. LLVM drops those that nobody needs.
bool differs(const llvm::Type& parameter) { return parameter.isIntegerTy(64); }

std::string parameters(const llvm::FunctionType& type) {
  std::string all;
  for (llvm::Type* t : type.params()) all += differs(*t) ? 'v' : 'u';
  return all;
}

constexpr const char* kOneByOne = ".rare";

std::string of_lanes(unsigned width) { return kMasked + ("." + std::to_string(width)); }

// LLVM moves no call that may not return, and removes none, and makes no vectors of one that touches memory: nothing in
// the loop reads what it writes.
void promise(llvm::Function& f) {
  f.setMemoryEffects(llvm::MemoryEffects::none());
  for (auto a : {llvm::Attribute::NoUnwind, llvm::Attribute::NoFree, llvm::Attribute::Cold}) f.addFnAttr(a);
}

llvm::Function* declared(llvm::Module& module, const llvm::Function& fail) {
  if (llvm::Function* made = module.getFunction(kMasked)) return made;
  llvm::FunctionType* scalar = fail.getFunctionType();
  auto* f = llvm::Function::Create(scalar, llvm::GlobalValue::ExternalLinkage, kMasked, module);
  promise(*f);
  llvm::appendToCompilerUsed(module, {f});
  for (const unsigned width : kWidths) {
    std::vector<llvm::Type*> params;
    for (llvm::Type* t : scalar->params()) params.push_back(differs(*t) ? llvm::FixedVectorType::get(t, width) : t);
    params.push_back(llvm::FixedVectorType::get(llvm::Type::getInt1Ty(module.getContext()), width));
    auto* v = llvm::Function::Create(llvm::FunctionType::get(scalar->getReturnType(), params, false),
                                     llvm::GlobalValue::ExternalLinkage, of_lanes(width), module);
    promise(*v);
    llvm::appendToCompilerUsed(module, {v});
  }
  return f;
}

llvm::CallInst* failure(llvm::Instruction& i, llvm::StringRef name = kFail) {
  auto* c = llvm::dyn_cast<llvm::CallInst>(&i);
  return c && c->getCalledFunction() && c->getCalledFunction()->getName() == name ? c : nullptr;
}

// Calls in a loop all of whose other instructions could stand in vectors.
std::vector<llvm::CallInst*> failures(const llvm::Loop& loop) {
  std::vector<llvm::CallInst*> found;
  for (llvm::BasicBlock* block : loop.blocks())
    for (llvm::Instruction& i : *block) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&i);
      auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
      if (llvm::CallInst* c = failure(i))
        found.push_back(c);
      else if ((load && !load->isSimple()) || (store && !store->isSimple()) || (i.mayHaveSideEffects() && !store))
        return {};
    }
  return found;
}

struct UseMaskedFailures : llvm::PassInfoMixin<UseMaskedFailures> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* fail = module.getFunction(kFail);
    if (!fail) return llvm::PreservedAnalyses::all();
    std::vector<llvm::CallInst*> found;
    for (llvm::Function& f : module) {
      if (f.isDeclaration()) continue;
      const llvm::DominatorTree dominators(f);
      const llvm::LoopInfo loops(dominators);
      for (const llvm::Loop* l : loops.getLoopsInPreorder())
        if (l->isInnermost())
          for (llvm::CallInst* c : failures(*l)) found.push_back(c);
    }
    for (llvm::CallInst* c : found) replace(module, *c, *fail);
    if (!found.empty()) llvm::appendToCompilerUsed(module, {fail});
    return found.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
  }

 private:
  static void replace(llvm::Module& module, llvm::CallInst& c, const llvm::Function& fail) {
    c.setCalledFunction(declared(module, fail));
    c.setCallingConv(llvm::CallingConv::C);
    c.setTailCallKind(llvm::CallInst::TCK_None);
    llvm::SmallVector<std::string, 6> variants;
    for (const unsigned width : kWidths)
      variants.push_back("_ZGV_LLVM_M" + std::to_string(width) + parameters(*fail.getFunctionType()) + "_" + kMasked +
                         "(" + of_lanes(width) + ")");
    llvm::VFABI::setVectorVariantNames(&c, variants);
  }
};

// Records the lanes of the mask, from the first one on.
llvm::Function* one_by_one(llvm::Function& lanes, llvm::Function& fail, unsigned width) {
  auto& context = lanes.getContext();
  auto* f = llvm::Function::Create(lanes.getFunctionType(), llvm::GlobalValue::InternalLinkage,
                                   lanes.getName() + kOneByOne, *lanes.getParent());
  for (auto a : {llvm::Attribute::NoUnwind, llvm::Attribute::NoInline, llvm::Attribute::Cold}) f->addFnAttr(a);
  auto block = [&](const char* name) { return llvm::BasicBlock::Create(context, name, f); };
  auto *entry = block("entry"), *lane = block("lane"), *fails = block("fails"), *next = block("next"),
       *done = block("done");
  llvm::IRBuilder<> b(entry);
  b.CreateBr(lane);
  b.SetInsertPoint(lane);
  auto* k = b.CreatePHI(b.getInt64Ty(), 2);
  k->addIncoming(b.getInt64(0), entry);
  const unsigned mask = f->arg_size() - 1;
  b.CreateCondBr(b.CreateExtractElement(f->getArg(mask), k), fails, next);
  b.SetInsertPoint(fails);
  std::vector<Value*> values;
  for (unsigned a = 0; a < mask; ++a)
    values.push_back(differs(*fail.getArg(a)->getType()) ? b.CreateExtractElement(f->getArg(a), k) : f->getArg(a));
  b.CreateCall(&fail, values)->setCallingConv(fail.getCallingConv());
  b.CreateBr(next);
  b.SetInsertPoint(next);
  Value* after = b.CreateAdd(k, b.getInt64(1));
  k->addIncoming(after, next);
  b.CreateCondBr(b.CreateICmpULT(after, b.getInt64(width)), lane, done);
  b.SetInsertPoint(done);
  b.CreateRetVoid();
  return f;
}

void define(llvm::Function& lanes, llvm::Function& fail, unsigned width) {
  lanes.setLinkage(llvm::GlobalValue::InternalLinkage);
  lanes.setMemoryEffects(llvm::MemoryEffects::unknown());
  lanes.removeFnAttr(llvm::Attribute::Cold);
  lanes.addFnAttr(llvm::Attribute::AlwaysInline);
  auto& context = lanes.getContext();
  auto block = [&](const char* name) { return llvm::BasicBlock::Create(context, name, &lanes); };
  auto *entry = block("entry"), *some = block("some"), *none = block("none");
  llvm::IRBuilder<> b(entry);
  b.CreateCondBr(b.CreateOrReduce(lanes.getArg(lanes.arg_size() - 1)), some, none,
                 llvm::MDBuilder(context).createUnlikelyBranchWeights());
  b.SetInsertPoint(some);
  std::vector<Value*> all;
  for (llvm::Argument& a : lanes.args()) all.push_back(&a);
  b.CreateCall(one_by_one(lanes, fail, width), all);
  b.CreateBr(none);
  b.SetInsertPoint(none);
  b.CreateRetVoid();
}

}  // namespace

void use_masked_failures(llvm::PassBuilder& passes) {
  passes.registerOptimizerEarlyEPCallback([](llvm::ModulePassManager& pm, llvm::OptimizationLevel,
                                             llvm::ThinOrFullLTOPhase) { pm.addPass(UseMaskedFailures()); });
}

void settle_masked_failures(llvm::Module& module) {
  llvm::Function* scalar = module.getFunction(kMasked);
  if (!scalar) return;
  llvm::Function* fail = module.getFunction(kFail);
  llvm::removeFromUsedLists(
      module, [](llvm::Constant* c) { return c->getName().starts_with(kMasked) || c->getName() == kFail; });
  scalar->removeDeadConstantUsers();
  for (llvm::User* u : llvm::make_early_inc_range(scalar->users())) {
    auto* c = llvm::cast<llvm::CallInst>(u);
    c->setCalledFunction(fail);
    c->setCallingConv(fail->getCallingConv());
    c->setMemoryEffects(llvm::MemoryEffects::unknown());
  }
  scalar->eraseFromParent();
  for (const unsigned width : kWidths) {
    llvm::Function* lanes = module.getFunction(of_lanes(width));
    if (lanes->use_empty())
      lanes->eraseFromParent();
    else
      define(*lanes, *fail, width);
  }
  inline_always(module);
}

llvm::Value* failing_lanes(llvm::Instruction& i) {
  auto* c = llvm::dyn_cast<llvm::CallInst>(&i);
  const llvm::Function* f = c ? c->getCalledFunction() : nullptr;
  if (!f || !f->getName().starts_with(kMasked) || !f->getName().ends_with(kOneByOne)) return nullptr;
  return c->getArgOperand(c->arg_size() - 1);
}

}  // namespace qc::codegen
