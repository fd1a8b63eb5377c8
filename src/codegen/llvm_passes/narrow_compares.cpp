#include "codegen/llvm_passes/narrow_compares.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/CommandLine.h>

#include <optional>
#include <vector>

namespace qc::codegen {

namespace {

using llvm::Value;

// Numbers that stay in registers for a whole loop beside the parts of what it computes: half of what there are.
constexpr unsigned kMostKept = 16;

// LLVM's own: whether it tries as many lanes as the smallest type of a loop has in a vector, and takes what costs
// least, or as many as the widest type has. It is one for the process, which compiles one module at a time.
llvm::cl::opt<bool>* tries_many_lanes() {
  static auto* const option =
      static_cast<llvm::cl::opt<bool>*>(llvm::cl::getRegisteredOptions().lookup("vectorizer-maximize-bandwidth"));
  return option;
}

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
  if (!v || !llvm::isa<llvm::ZExtInst, llvm::SExtInst>(v) || !v->getType()->isIntegerTy(64)) return nullptr;
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

// Whether a place is inside: that of a 32-bit int, which is widened, below an extent that the loop does not change.
std::optional<Found> found_place(llvm::Instruction& i, const llvm::Loop& loop) {
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&i);
  llvm::BasicBlock* before = loop.getLoopPreheader();
  if (!compare || !before) return {};
  for (const unsigned side : {0u, 1u}) {
    const auto predicate = side == 0 ? compare->getPredicate() : compare->getSwappedPredicate();
    auto* c = llvm::dyn_cast<llvm::SExtInst>(compare->getOperand(side));
    Value* bound = compare->getOperand(1 - side);
    if (c && c->getType()->isIntegerTy(64) && width_of(*c) == 32 && !llvm::isa<llvm::Constant>(bound) &&
        loop.isLoopInvariant(bound) && (predicate == llvm::CmpInst::ICMP_ULT || predicate == llvm::CmpInst::ICMP_UGE))
      return Found{compare, c, bound, side == 0, before};
  }
  return {};
}

// Negative places are the greatest ones in either width. A bound that is no 32-bit int lies between them and the
// others.
void narrow_place(const Found& f) {
  llvm::IRBuilder<> outside(f.before->getTerminator()), inside(f.compare);
  llvm::Type *wide = outside.getInt64Ty(), *small = outside.getInt32Ty();
  Value* bound = outside.CreateTrunc(f.bound, small);
  bound = outside.CreateSelect(outside.CreateICmpEQ(outside.CreateSExt(bound, wide), f.bound), bound,
                               llvm::ConstantInt::get(small, std::uint64_t(1) << 31));
  const auto predicate = f.widened_first ? f.compare->getPredicate() : f.compare->getSwappedPredicate();
  f.compare->replaceAllUsesWith(inside.CreateICmp(predicate, f.widened->getOperand(0), bound));
  f.compare->eraseFromParent();
  if (f.widened->use_empty()) f.widened->eraseFromParent();
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

// The smaller or larger of two widened numbers, or a widened number made a float: the same of the small ones, widened
// again where it is no float. Whether it was one.
bool narrow_one(llvm::Instruction& i) {
  auto* a = widened(i.getNumOperands() ? i.getOperand(0) : nullptr);
  if (!a) return false;
  const bool sign = llvm::isa<llvm::SExtInst>(a);
  llvm::IRBuilder<> b(&i);
  Value* result = nullptr;
  if (llvm::isa<llvm::SIToFPInst>(i) || (llvm::isa<llvm::UIToFPInst>(i) && !sign)) {
    result = sign ? b.CreateSIToFP(a->getOperand(0), i.getType()) : b.CreateUIToFP(a->getOperand(0), i.getType());
  } else if (auto* extreme = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&i)) {
    auto* c = widened(extreme->getRHS());
    const bool is_max =
        extreme->getIntrinsicID() == llvm::Intrinsic::smax || extreme->getIntrinsicID() == llvm::Intrinsic::umax;
    if (!c || c->getOpcode() != a->getOpcode() || width_of(*c) != width_of(*a) || (sign && !extreme->isSigned()))
      return false;
    const auto small = sign ? (is_max ? llvm::Intrinsic::smax : llvm::Intrinsic::smin)
                            : (is_max ? llvm::Intrinsic::umax : llvm::Intrinsic::umin);
    result =
        b.CreateCast(a->getOpcode(), b.CreateBinaryIntrinsic(small, a->getOperand(0), c->getOperand(0)), i.getType());
  } else {
    return false;
  }
  const llvm::SmallSetVector<Value*, 2> operands(i.op_begin(), i.op_end());
  i.replaceAllUsesWith(result);
  i.eraseFromParent();
  for (Value* v : operands)
    if (auto* cast = llvm::dyn_cast<llvm::CastInst>(v); cast && cast->use_empty()) cast->eraseFromParent();
  return true;
}

// In the order of their making, so that extremes of extremes follow.
bool narrow_extremes(llvm::Function& f) {
  bool any = false;
  for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&f))
    for (llvm::Instruction& i : llvm::make_early_inc_range(*block)) any |= narrow_one(i);
  return any;
}

bool is_small(const llvm::Type& t) { return t.isIntegerTy(8) || t.isIntegerTy(16); }

// By how many of its elements an access moves on in a round of the loop; nothing: not by the same number each time.
std::optional<std::int64_t> stride(llvm::Instruction& access, const llvm::Loop& loop, llvm::ScalarEvolution& rounds) {
  Value* place = llvm::getLoadStorePointerOperand(&access);
  if (loop.isLoopInvariant(place)) return 0;
  auto* moving = llvm::dyn_cast<llvm::SCEVAddRecExpr>(rounds.getSCEV(place));
  auto* step = moving ? llvm::dyn_cast<llvm::SCEVConstant>(moving->getStepRecurrence(rounds)) : nullptr;
  const std::int64_t bytes = llvm::getLoadStoreType(&access)->getScalarSizeInBits() / 8;
  if (!step || bytes == 0 || step->getAPInt().getSExtValue() % bytes != 0) return {};
  return step->getAPInt().getSExtValue() / bytes;
}

// LLVM takes as many lanes as the widest type of a loop has in a vector: eight where a window of bytes ends in a float.
// Whether one that reads small numbers is better off with more: where no lane is read or written by itself, and where
// what is kept for all rounds leaves registers for the four parts of each float.
bool wants_lanes_of_small_numbers(const llvm::Loop& loop, llvm::ScalarEvolution& rounds) {
  bool reads_small = false;
  llvm::SmallPtrSet<const Value*, 32> kept;
  for (llvm::BasicBlock* block : loop.blocks())
    for (llvm::Instruction& i : *block) {
      if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(i)) {
        const auto by = stride(i, loop, rounds);
        if (!by || (llvm::isa<llvm::StoreInst>(i) && *by != 1)) return false;
        reads_small |= llvm::isa<llvm::LoadInst>(i) && is_small(*i.getType());
      }
      for (const Value* v : i.operands())
        if (v->getType()->isFloatingPointTy() && loop.isLoopInvariant(v)) kept.insert(v);
    }
  return reads_small && kept.size() <= kMostKept;
}

struct UseNarrowCompares : llvm::PassInfoMixin<UseNarrowCompares> {
  llvm::PreservedAnalyses run(llvm::Function& f, llvm::FunctionAnalysisManager& analyses) {
    const auto& loops = analyses.getResult<llvm::LoopAnalysis>(f);
    std::vector<Found> all, places;
    for (llvm::BasicBlock& block : f)
      if (const llvm::Loop* l = loops.getLoopFor(&block); l && l->isInnermost())
        for (llvm::Instruction& i : block) {
          if (auto one = found(i, *l)) all.push_back(*one);
          if (auto one = found_place(i, *l)) places.push_back(*one);
        }
    for (const Found& one : all) narrow(one);
    for (const Found& one : places) narrow_place(one);
    const bool any = narrow_extremes(f);
    auto& rounds = analyses.getResult<llvm::ScalarEvolutionAnalysis>(f);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder())
      if (loop->isInnermost() && tries_many_lanes() && wants_lanes_of_small_numbers(*loop, rounds))
        *tries_many_lanes() = true;
    if (all.empty() && places.empty() && !any) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
  }
};

}  // namespace

void use_narrow_compares(llvm::PassBuilder& passes) {
  if (tries_many_lanes()) *tries_many_lanes() = false;
  passes.registerOptimizerEarlyEPCallback(
      [](llvm::ModulePassManager& pm, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        pm.addPass(llvm::createModuleToFunctionPassAdaptor(UseNarrowCompares()));
      });
}

}  // namespace qc::codegen
