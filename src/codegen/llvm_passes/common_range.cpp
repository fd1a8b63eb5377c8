#include "codegen/llvm_passes/common_range.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/VFABIDemangler.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace qc::codegen {

namespace {

using llvm::Value;

// The common arguments x of a function, whose bits lie in a range; or x and y whose quotient is small.
struct Range {
  enum Of { Bits, Magnitude, Quotient, Larger };
  enum AtZero {
    Nothing,
    MinusInfinity,
    Zero
  };  // what vectors know beside: f(0) and f(-0); f(0, y) for a positive y. Images are full of zeros
  const char* function;
  Of of;  // x; |x|; |x| < |y|*2^end for a finite y; the larger one of |x| and |y|, or zeros: what the function itself
          // branches on first
  std::uint64_t first, end;  // bits, a power of two
  AtZero at_zero = Nothing;
};

// Sines: where elementary.ll or libclc reduces the argument by three parts of pi/2. Logarithms and powers: positive
// normal numbers.
constexpr Range kRanges[] = {
    {"qc_Z3sinf", Range::Magnitude, 0, 0x47800000},
    {"qc_Z3cosf", Range::Magnitude, 0, 0x47800000},
    {"qc_Z3tanf", Range::Magnitude, 0, 0x47800000},
    {"qc_Z3sind", Range::Magnitude, 0, 0x42E0000000000000},
    {"qc_Z3cosd", Range::Magnitude, 0, 0x42E0000000000000},
    {"qc_Z3tand", Range::Magnitude, 0, 0x41D0000000000000},
    {"qc_Z3logf", Range::Bits, 0x00800000, 0x7F800000, Range::MinusInfinity},
    {"qc_Z4log2f", Range::Bits, 0x00800000, 0x7F800000, Range::MinusInfinity},
    {"qc_Z5log10f", Range::Bits, 0x00800000, 0x7F800000, Range::MinusInfinity},
    {"qc_Z3powff", Range::Bits, 0x00800000, 0x7F800000, Range::Zero},
    {"qc_Z3powdd", Range::Bits, 0x0010000000000000, 0x7FF0000000000000, Range::Zero},
    {"qc_Z5hypotff", Range::Larger, 0x26800000, 0x5D800000},
    {"qc_Z5hypotdd", Range::Larger, 0x26F0000000000000, 0x5F30000000000000},
    {"qc_Z4fmodff", Range::Quotient, 0, 22},
    {"qc_Z4fmoddd", Range::Quotient, 0, 51},
};

llvm::IntegerType* bits_type(llvm::Type* t) {
  return llvm::IntegerType::get(t->getContext(), t->getScalarSizeInBits());
}

// Whether the lanes of a function's arguments, numbers or vectors of them, are common.
Value* is_common(llvm::IRBuilder<>& b, const Range& r, llvm::Function& f) {
  Value* x = f.getArg(0);
  if (r.of == Range::Quotient) {
    Value *ax = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x),
          *ay = b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, f.getArg(1));
    Value* small =
        b.CreateFCmpOLT(ax, b.CreateFMul(ay, llvm::ConstantFP::get(x->getType(), std::ldexp(1, int(r.end)))));
    return b.CreateAnd(small, b.CreateFCmpOLT(ay, llvm::ConstantFP::getInfinity(x->getType())));
  }
  llvm::Type* bits = bits_type(x->getType());
  if (auto* v = llvm::dyn_cast<llvm::FixedVectorType>(x->getType()))
    bits = llvm::FixedVectorType::get(bits, v->getNumElements());
  Value* word = b.CreateBitCast(x, bits);
  Value* const without_sign = llvm::ConstantInt::get(bits, ~std::uint64_t(0) >> (65 - bits->getScalarSizeInBits()));
  if (r.of != Range::Bits) word = b.CreateAnd(word, without_sign);
  if (r.of == Range::Larger)
    word = b.CreateBinaryIntrinsic(llvm::Intrinsic::umax, word,
                                   b.CreateAnd(b.CreateBitCast(f.getArg(1), bits), without_sign));
  Value* within = b.CreateICmpULT(b.CreateSub(word, llvm::ConstantInt::get(bits, r.first)),
                                  llvm::ConstantInt::get(bits, r.end - r.first));
  return r.of == Range::Larger ? b.CreateOr(within, b.CreateICmpEQ(word, llvm::Constant::getNullValue(bits))) : within;
}

// The lanes whose result is known for a zero.
Value* is_zero(llvm::IRBuilder<>& b, const Range& r, llvm::Function& f) {
  Value *x = f.getArg(0), *none = llvm::Constant::getNullValue(x->getType());
  if (r.at_zero == Range::MinusInfinity) return b.CreateFCmpOEQ(x, none);
  llvm::Type* bits = llvm::FixedVectorType::get(bits_type(x->getType()),
                                                llvm::cast<llvm::FixedVectorType>(x->getType())->getNumElements());
  Value* positive = b.CreateICmpEQ(b.CreateBitCast(x, bits), llvm::Constant::getNullValue(bits));
  return b.CreateAnd(positive, b.CreateFCmpOGT(f.getArg(1), none));
}
Value* at_zero(const Range& r, llvm::Type* t) {
  return r.at_zero == Range::Zero ? llvm::Constant::getNullValue(t) : llvm::ConstantFP::getInfinity(t, true);
}

void simplify(llvm::Function& f) {
  llvm::LoopAnalysisManager lam;
  llvm::FunctionAnalysisManager fam;
  llvm::CGSCCAnalysisManager cgam;
  llvm::ModuleAnalysisManager mam;
  llvm::PassBuilder passes;
  passes.registerModuleAnalyses(mam);
  passes.registerCGSCCAnalyses(cgam);
  passes.registerFunctionAnalyses(fam);
  passes.registerLoopAnalyses(lam);
  passes.crossRegisterProxies(lam, fam, cgam, mam);
  llvm::FunctionPassManager pm;
  pm.addPass(llvm::EarlyCSEPass());
  pm.addPass(llvm::InstCombinePass());
  pm.addPass(llvm::CorrelatedValuePropagationPass());
  pm.addPass(llvm::SimplifyCFGPass());
  pm.addPass(llvm::InstCombinePass());
  pm.addPass(llvm::ADCEPass());
  pm.run(f, fam);
}

// |x| < bound and no NaN decide the comparisons of |x| with constants, and whether x is a NaN.
void fold_comparisons(llvm::Function& f, const llvm::APFloat& bound) {
  namespace pm = llvm::PatternMatch;
  using P = llvm::CmpInst;
  Value* x = f.getArg(0);
  for (llvm::BasicBlock& block : f) {
    for (llvm::Instruction& i : llvm::make_early_inc_range(block)) {
      auto* c = llvm::dyn_cast<llvm::FCmpInst>(&i);
      if (!c) continue;
      const llvm::APFloat* k;
      std::optional<bool> known;
      if (c->getOperand(0) == x && (c->getPredicate() == P::FCMP_ORD || c->getPredicate() == P::FCMP_UNO) &&
          pm::match(c->getOperand(1), pm::m_AnyZeroFP())) {
        known = c->getPredicate() == P::FCMP_ORD;
      } else if (pm::match(c->getOperand(0), pm::m_FAbs(pm::m_Specific(x))) &&
                 pm::match(c->getOperand(1), pm::m_APFloat(k)) && !k->isNaN() && *k >= bound) {
        switch (c->getPredicate()) {  // |x| < bound <= k
          case P::FCMP_OLT:
          case P::FCMP_ULT:
          case P::FCMP_OLE:
          case P::FCMP_ULE:
          case P::FCMP_ONE:
          case P::FCMP_UNE:
            known = true;
            break;
          case P::FCMP_OGT:
          case P::FCMP_UGT:
          case P::FCMP_OGE:
          case P::FCMP_UGE:
          case P::FCMP_OEQ:
          case P::FCMP_UEQ:
            known = false;
            break;
          default:
            break;
        }
      }
      if (!known) continue;
      c->replaceAllUsesWith(llvm::ConstantInt::getBool(c->getType(), *known));
      c->eraseFromParent();
    }
  }
}

llvm::Function* clone(llvm::Function& f, const std::string& name) {
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(&f, map);
  copy->setName(name);
  copy->setLinkage(llvm::GlobalValue::InternalLinkage);
  return copy;
}

// A copy of the function for common arguments; for others its result is any value.
llvm::Function* short_form(llvm::Function& f, const Range& r) {
  const std::string name = f.getName().str() + ".short";
  llvm::Type* t = f.getReturnType();
  if (r.of != Range::Bits) {
    llvm::Function* copy = clone(f, name);
    if (r.of == Range::Magnitude)
      fold_comparisons(*copy, llvm::APFloat(t->getFltSemantics(), llvm::APInt(t->getScalarSizeInBits(), r.end)));
    else
      llvm::cast<llvm::BranchInst>(copy->getEntryBlock().getTerminator())
          ->setCondition(llvm::ConstantInt::getTrue(f.getContext()));
    simplify(*copy);
    copy->removeRetAttr(llvm::Attribute::NoUndef);
    copy->addFnAttr(llvm::Attribute::AlwaysInline);
    return copy;
  }
  // As a function of the bits, whose range an attribute can tell.
  std::vector<llvm::Type*> params;
  for (llvm::Argument& a : f.args()) params.push_back(a.getType());
  llvm::IntegerType* bits = bits_type(t);
  params[0] = bits;
  auto* copy = llvm::Function::Create(llvm::FunctionType::get(t, params, false), llvm::GlobalValue::InternalLinkage,
                                      name, *f.getParent());
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(f.getContext(), "", copy));
  llvm::ValueToValueMapTy map;
  map[f.getArg(0)] = b.CreateBitCast(copy->getArg(0), t);
  for (unsigned k = 1; k < f.arg_size(); ++k) map[f.getArg(k)] = copy->getArg(k);
  llvm::SmallVector<llvm::ReturnInst*, 4> returns;
  llvm::BasicBlock* entry = &copy->getEntryBlock();
  llvm::CloneFunctionInto(copy, &f, map, llvm::CloneFunctionChangeType::LocalChangesOnly, returns);
  b.SetInsertPoint(entry);
  b.CreateBr(entry->getNextNode());
  copy->setAttributes({});
  const unsigned width = bits->getBitWidth();
  const llvm::ConstantRange range(llvm::APInt(width, r.first), llvm::APInt(width, r.end));
  copy->addParamAttr(0, llvm::Attribute::get(f.getContext(), llvm::Attribute::Range, range));
  simplify(*copy);
  copy->removeParamAttr(0, llvm::Attribute::Range);
  copy->addFnAttr(llvm::Attribute::AlwaysInline);
  return copy;
}

void set_pure(llvm::Function& f) {
  f.setMemoryEffects(llvm::MemoryEffects::none());
  for (auto a : {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn, llvm::Attribute::Speculatable,
                 llvm::Attribute::NoSync, llvm::Attribute::NoFree, llvm::Attribute::NoRecurse})
    f.addFnAttr(a);
}

// A function of the arguments of f and the result of the short form, all of them vectors of `width` lanes (1: numbers).
llvm::Function* new_rest(llvm::Function& f, const std::string& suffix, unsigned width) {
  llvm::Type* t = width == 1 ? f.getReturnType() : llvm::FixedVectorType::get(f.getReturnType(), width);
  const std::vector<llvm::Type*> params(f.arg_size() + 1, t);
  auto* rest =
      llvm::Function::Create(llvm::FunctionType::get(t, params, false), llvm::GlobalValue::InternalLinkage,
                             f.getName().str() + suffix + (width == 1 ? "" : std::to_string(width)), *f.getParent());
  set_pure(*rest);
  return rest;
}

// Lane by lane: what f says where x is not common.
llvm::Function* rare_lanes(llvm::Function& f, const Range& r, unsigned width) {
  llvm::Function* rare = new_rest(f, ".rare", width);
  rare->addFnAttr(llvm::Attribute::NoInline);
  rare->addFnAttr(llvm::Attribute::Cold);
  auto block = [&](const char* name) { return llvm::BasicBlock::Create(f.getContext(), name, rare); };
  llvm::BasicBlock *entry = block("entry"), *one = block("one"), *done = block("done");
  llvm::IRBuilder<> b(entry);
  const auto inputs = unsigned(f.arg_size());
  Value* result = rare->getArg(inputs);
  Value* common = is_common(b, r, *rare);
  b.CreateBr(one);
  b.SetInsertPoint(one);
  auto* lane = b.CreatePHI(b.getInt32Ty(), 2);
  auto* so_far = b.CreatePHI(result->getType(), 2);
  std::vector<Value*> arguments;
  for (unsigned k = 0; k < inputs; ++k) arguments.push_back(b.CreateExtractElement(rare->getArg(k), lane));
  Value* mine = b.CreateSelect(b.CreateExtractElement(common, lane), b.CreateExtractElement(result, lane),
                               b.CreateCall(&f, arguments));
  Value* more = b.CreateInsertElement(so_far, mine, lane);
  Value* following = b.CreateAdd(lane, b.getInt32(1));
  b.CreateCondBr(b.CreateICmpEQ(following, b.getInt32(width)), done, one);
  lane->addIncoming(b.getInt32(0), entry);
  lane->addIncoming(following, one);
  so_far->addIncoming(result, entry);
  so_far->addIncoming(more, one);
  b.SetInsertPoint(done);
  b.CreateRet(more);
  return rare;
}

// rest(arguments of f, result of the short form).
llvm::Function* rest_form(llvm::Function& f, const Range& r, unsigned width) {
  llvm::Function* rest = new_rest(f, ".rest", width);
  // Numbers: a call that the vectoriser can replace has to be left. Vectors: inlined behind it.
  rest->addFnAttr(width == 1 ? llvm::Attribute::NoInline : llvm::Attribute::AlwaysInline);
  auto block = [&](const char* name) { return llvm::BasicBlock::Create(f.getContext(), name, rest); };
  llvm::BasicBlock *entry = block("entry"), *rare = block("rare"), *done = block("done");
  llvm::IRBuilder<> b(entry);
  std::vector<Value*> arguments;
  for (unsigned k = 0; k < f.arg_size(); ++k) arguments.push_back(rest->getArg(k));
  Value* result = rest->getArg(unsigned(f.arg_size()));
  Value* common = is_common(b, r, *rest);
  llvm::MDNode* likely = llvm::MDBuilder(f.getContext()).createLikelyBranchWeights();
  const bool zeros = width > 1 && r.at_zero != Range::Nothing;
  llvm::BasicBlock* uncommon = zeros ? llvm::BasicBlock::Create(f.getContext(), "zeros", rest, rare) : rare;
  b.CreateCondBr(width == 1 ? common : b.CreateAndReduce(common), done, uncommon, likely);
  Value* with_zeros = nullptr;
  if (zeros) {
    b.SetInsertPoint(uncommon);
    Value* zero = is_zero(b, r, *rest);
    with_zeros = b.CreateSelect(zero, at_zero(r, result->getType()), result);
    b.CreateCondBr(b.CreateAndReduce(b.CreateOr(common, zero)), done, rare, likely);
  }
  b.SetInsertPoint(rare);
  if (width > 1) arguments.push_back(result);
  Value* other = b.CreateCall(width == 1 ? &f : rare_lanes(f, r, width), arguments);
  b.CreateBr(done);
  b.SetInsertPoint(done);
  auto* either = b.CreatePHI(result->getType(), 3);
  either->addIncoming(result, entry);
  if (zeros) either->addIncoming(with_zeros, uncommon);
  either->addIncoming(other, rare);
  b.CreateRet(either);
  return rest;
}

// The calls in kernels; not those in other elementary functions.
std::vector<llvm::CallInst*> calls_of(llvm::Function& f) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* u : f.users()) {
    auto* c = llvm::dyn_cast<llvm::CallInst>(u);
    if (c && c->getCalledFunction() == &f && !c->getFunction()->getName().starts_with("qc_Z")) calls.push_back(c);
  }
  return calls;
}

}  // namespace

void use_common_ranges(llvm::Module& module) {
  for (const Range& r : kRanges) {
    llvm::Function* f = module.getFunction(r.function);
    if (!f || f->isDeclaration()) continue;
    const auto calls = calls_of(*f);
    if (calls.empty()) continue;
    llvm::Function* common = short_form(*f, r);
    f->addFnAttr(llvm::Attribute::NoInline);
    f->addFnAttr(llvm::Attribute::Speculatable);
    llvm::Function* rest = rest_form(*f, r, 1);
    llvm::appendToCompilerUsed(
        module,
        {rest});  // with its arguments: a constant one, x^2.4, would be taken out of it, and the vectors' forms with it
    std::string letters(f->arg_size() + 1, 'v');
    llvm::SmallVector<std::string, 4> variants;
    for (const unsigned width : {2u, 4u, 8u, 16u, 32u}) {
      llvm::Function* v = rest_form(*f, r, width);
      llvm::appendToCompilerUsed(module, {v});
      variants.push_back("_ZGV_LLVM_N" + std::to_string(width) + letters + "_" + rest->getName().str() + "(" +
                         v->getName().str() + ")");
    }
    for (llvm::CallInst* c : calls) {
      llvm::IRBuilder<> b(c);
      std::vector<Value*> arguments(c->arg_begin(), c->arg_end());
      std::vector<Value*> short_arguments = arguments;
      if (r.of == Range::Bits) short_arguments[0] = b.CreateBitCast(arguments[0], bits_type(f->getReturnType()));
      arguments.push_back(b.CreateCall(common, short_arguments));
      llvm::CallInst* all = b.CreateCall(rest, arguments);
      llvm::VFABI::setVectorVariantNames(all, variants);
      c->replaceAllUsesWith(all);
      c->eraseFromParent();
    }
  }
}

void inline_common_ranges(llvm::Module& module) {
  llvm::removeFromUsedLists(module, [](llvm::Constant* c) { return c->getName().contains(".rest"); });
  inline_always(module);
}

void inline_always(llvm::Module& module) {
  llvm::LoopAnalysisManager lam;
  llvm::FunctionAnalysisManager fam;
  llvm::CGSCCAnalysisManager cgam;
  llvm::ModuleAnalysisManager mam;
  llvm::PassBuilder passes;
  passes.registerModuleAnalyses(mam);
  passes.registerCGSCCAnalyses(cgam);
  passes.registerFunctionAnalyses(fam);
  passes.registerLoopAnalyses(lam);
  passes.crossRegisterProxies(lam, fam, cgam, mam);
  llvm::ModulePassManager pm;
  pm.addPass(llvm::AlwaysInlinerPass());
  pm.addPass(llvm::GlobalDCEPass());
  pm.run(module, mam);
}

}  // namespace qc::codegen
