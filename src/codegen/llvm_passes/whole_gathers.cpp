#include "codegen/llvm_passes/whole_gathers.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

#include "codegen/llvm_passes/masked_failures.h"

namespace qc::codegen {

namespace {

using llvm::Value;
using namespace llvm::PatternMatch;

// Masks of lanes that did not fail: what is recorded is a lane that is none of them.
class Sound {
 public:
  explicit Sound(llvm::Function& f) {
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& i : block)
        if (Value* lanes = failing_lanes(i)) add_others(lanes);
  }
  bool contains(Value* mask) const {
    Value *a, *b;
    return sound_.contains(mask) || match(mask, m_One()) ||
           (match(mask, m_LogicalAnd(m_Value(a), m_Value(b))) && contains(a) && contains(b));
  }
  bool empty() const { return sound_.empty(); }

 private:
  // Of lanes that look, some fail: the others of them are sound, and so is who looks if nothing else hides lanes.
  void add_others(Value* lanes) {
    Value *ok, *looks;
    if (match(lanes, m_Not(m_Value(ok))) || match(lanes, m_c_LogicalAnd(m_Value(looks), m_Not(m_Value(ok)))))
      sound_.insert(ok);
  }
  llvm::SmallPtrSet<const Value*, 8> sound_;
};

void take_whole(llvm::IntrinsicInst& gather) {
  llvm::IRBuilder<> b(&gather);
  constexpr unsigned kMask = 1;
  Value* all = b.CreateAndReduce(gather.getArgOperand(kMask));
  llvm::Instruction *then = nullptr, *otherwise = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(all, gather.getIterator(), &then, &otherwise,
                                      llvm::MDBuilder(gather.getContext()).createLikelyBranchWeights());
  llvm::BasicBlock* after = gather.getParent();
  auto* whole = llvm::cast<llvm::IntrinsicInst>(gather.clone());
  whole->setArgOperand(kMask, llvm::Constant::getAllOnesValue(gather.getArgOperand(kMask)->getType()));
  whole->insertBefore(then->getIterator());
  gather.moveBefore(otherwise->getIterator());
  auto* value = llvm::PHINode::Create(gather.getType(), 2, "", after->begin());
  gather.replaceAllUsesWith(value);
  value->addIncoming(whole, then->getParent());
  value->addIncoming(&gather, otherwise->getParent());
}

}  // namespace

void take_whole_gathers(llvm::Module& module) {
  for (llvm::Function& f : module) {
    if (f.isDeclaration()) continue;
    const Sound sound(f);
    if (sound.empty()) continue;
    std::vector<llvm::IntrinsicInst*> found;
    for (llvm::BasicBlock& block : f)
      for (llvm::Instruction& i : block)
        if (auto* c = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
            c && c->getIntrinsicID() == llvm::Intrinsic::masked_gather && sound.contains(c->getArgOperand(1)) &&
            !llvm::isa<llvm::Constant>(c->getArgOperand(1)))
          found.push_back(c);
    for (llvm::IntrinsicInst* gather : found) take_whole(*gather);
  }
}

}  // namespace qc::codegen
