#include "codegen/llvm_passes/strided_gathers.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace qc::codegen {

namespace {

using llvm::Value;
using namespace llvm::PatternMatch;

constexpr std::int64_t kMostStride = 4;  // elements: as many loads, and one shuffle less

// A vector of ints whose neighbours differ by the same number: its first one, and that number.
struct Progression {
  Value* first;
  std::int64_t step;
};

class Progressions {
 public:
  std::optional<Progression> of(Value* v) {
    if (auto at = known_.find(v); at != known_.end()) return at->second;
    const auto found = find(v);
    known_[v] = found;
    return found;
  }

 private:
  std::optional<Progression> find(Value* v) {
    if (auto* c = llvm::dyn_cast<llvm::Constant>(v)) return of_constant(*c);
    if (Value* same = llvm::getSplatValue(v)) return Progression{same, 0};
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(v)) return of_induction(*phi);
    Value *a = nullptr, *b = nullptr;
    const llvm::APInt* by = nullptr;
    if (match(v, m_AddLike(m_Value(a), m_Value(b)))) return of_sum(v, a, b);
    if (match(v, m_Mul(m_Value(a), m_APInt(by)))) return of_product(v, a, *by);
    if (match(v, m_Shl(m_Value(a), m_APInt(by))) && by->ult(by->getBitWidth()))
      return of_product(v, a, llvm::APInt::getOneBitSet(by->getBitWidth(), unsigned(by->getZExtValue())));
    return {};
  }

  static std::optional<Progression> of_constant(llvm::Constant& c) {
    auto* type = llvm::dyn_cast<llvm::FixedVectorType>(c.getType());
    if (!type) return {};
    std::vector<std::int64_t> lanes;
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      auto* lane = llvm::dyn_cast_or_null<llvm::ConstantInt>(c.getAggregateElement(i));
      if (!lane || lane->getBitWidth() > 64) return {};
      lanes.push_back(lane->getSExtValue());
    }
    const std::int64_t step = lanes.size() > 1 ? lanes[1] - lanes[0] : 0;
    for (std::size_t i = 1; i < lanes.size(); ++i)
      if (lanes[i] - lanes[i - 1] != step) return {};
    return Progression{c.getAggregateElement(0u), step};
  }

  // The vector that a loop counts with gets a number beside it.
  std::optional<Progression> of_induction(llvm::PHINode& phi) {
    if (phi.getNumIncomingValues() != 2) return {};
    for (unsigned back = 0; back < 2; ++back) {
      Value* by = nullptr;
      if (!match(phi.getIncomingValue(back), m_c_Add(m_Specific(&phi), m_Value(by)))) continue;
      Value* more = llvm::getSplatValue(by);
      auto* start = llvm::dyn_cast<llvm::Constant>(phi.getIncomingValue(1 - back));
      const auto from = start ? of_constant(*start) : std::nullopt;
      if (!more || !llvm::isa<llvm::Constant>(more) || !from) return {};
      auto* counter = llvm::PHINode::Create(more->getType(), 2, "first", phi.getIterator());
      llvm::IRBuilder<> b(phi.getIncomingBlock(back)->getTerminator());
      counter->addIncoming(from->first, phi.getIncomingBlock(1 - back));
      counter->addIncoming(b.CreateAdd(counter, more), phi.getIncomingBlock(back));
      return Progression{counter, from->step};
    }
    return {};
  }

  std::optional<Progression> of_sum(Value* v, Value* a, Value* b) {
    const auto x = of(a), y = of(b);
    if (!x || !y) return {};
    return Progression{after(v).CreateAdd(x->first, y->first), x->step + y->step};
  }
  std::optional<Progression> of_product(Value* v, Value* a, const llvm::APInt& by) {
    const auto x = of(a);
    if (!x || by.getSignificantBits() > 32) return {};
    return Progression{after(v).CreateMul(x->first, llvm::ConstantInt::get(x->first->getType(), by)),
                       x->step * by.getSExtValue()};
  }
  static llvm::IRBuilder<> after(Value* v) { return llvm::IRBuilder<>(llvm::cast<llvm::Instruction>(v)); }

  std::map<Value*, std::optional<Progression>> known_;
};

// Elements 0, stride, 2*stride, .. of memory.
Value* load_strided(llvm::IRBuilder<>& b, Value* address, llvm::FixedVectorType* type, int stride, llvm::Align align) {
  const int lanes = int(type->getNumElements()), end = stride * (lanes - 1) + 1;
  Value* joined = nullptr;
  int filled = 0;  // lanes that `joined` has
  for (int from = 0; filled < lanes; from += lanes) {
    from = std::min(from, end - lanes);
    Value* part =
        b.CreateAlignedLoad(type, b.CreateConstGEP1_64(type->getElementType(), address, std::uint64_t(from)), align);
    std::vector<int> mask(std::size_t(lanes), llvm::PoisonMaskElem);
    for (int lane = 0; lane < filled; ++lane) mask[std::size_t(lane)] = lane;
    for (; filled < lanes && filled * stride < from + lanes; ++filled)
      mask[std::size_t(filled)] = (joined ? lanes : 0) + filled * stride - from;
    joined = joined ? b.CreateShuffleVector(joined, part, mask) : b.CreateShuffleVector(part, mask);
  }
  return joined;
}

bool load_if_strided(llvm::IntrinsicInst& gather, Progressions& progressions) {
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(gather.getType());
  auto* places = llvm::dyn_cast<llvm::GetElementPtrInst>(gather.getArgOperand(0));
  Value* mask = gather.getArgOperand(gather.arg_size() - 2);
  if (!type || !match(mask, m_AllOnes()) || !places || places->getNumIndices() != 1 ||
      places->getPointerOperandType()->isVectorTy())
    return false;
  const auto& layout = gather.getDataLayout();
  const auto index = progressions.of(places->getOperand(1));
  const std::int64_t element = std::int64_t(layout.getTypeStoreSize(type->getElementType()));
  if (!index || index->first->getType() != layout.getIndexType(places->getPointerOperandType())) return false;
  const std::int64_t bytes =
      index->step * std::int64_t(layout.getTypeAllocSize(places->getSourceElementType()).getFixedValue());
  if (bytes % element != 0 || bytes / element < 2 || bytes / element > kMostStride) return false;
  llvm::IRBuilder<> b(&gather);
  Value* address = b.CreateGEP(places->getSourceElementType(), places->getPointerOperand(), index->first);
  gather.replaceAllUsesWith(load_strided(b, address, type, int(bytes / element), llvm::Align(std::uint64_t(element))));
  return true;
}

}  // namespace

void load_strided_gathers(llvm::Module& module) {
  for (llvm::Function& f : module) {
    std::vector<llvm::IntrinsicInst*> gathers;
    for (llvm::Instruction& i : llvm::instructions(f))
      if (auto* g = llvm::dyn_cast<llvm::IntrinsicInst>(&i); g && g->getIntrinsicID() == llvm::Intrinsic::masked_gather)
        gathers.push_back(g);
    Progressions progressions;
    llvm::SmallVector<llvm::WeakTrackingVH, 8> places;
    for (llvm::IntrinsicInst* g : gathers) {
      llvm::WeakTrackingVH place(g->getArgOperand(0));
      if (!load_if_strided(*g, progressions)) continue;
      g->eraseFromParent();
      places.push_back(std::move(place));
    }
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(places);
    for (llvm::BasicBlock& block : f) llvm::DeleteDeadPHIs(&block);
  }
}

}  // namespace qc::codegen
