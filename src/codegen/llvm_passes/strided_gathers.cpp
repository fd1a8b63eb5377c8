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
#include <iterator>
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

llvm::IntrinsicInst* gather_of(llvm::Instruction& i) {
  auto* g = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
  return g && g->getIntrinsicID() == llvm::Intrinsic::masked_gather ? g : nullptr;
}

// What a gather reads: of each lane the element `offset` bytes behind an address, which is `step` bytes further in
// each.
struct Places {
  llvm::GetElementPtrInst* root;  // the vector of the addresses
  Value* first;                   // index of the first one
  std::int64_t step, offset;
};

std::optional<Places> places_of(const llvm::IntrinsicInst& gather, Progressions& progressions) {
  const auto& layout = gather.getDataLayout();
  if (!match(gather.getArgOperand(gather.arg_size() - 2), m_AllOnes())) return {};
  auto* at = llvm::dyn_cast<llvm::GetElementPtrInst>(gather.getArgOperand(0));
  const auto size = [&] { return std::int64_t(layout.getTypeAllocSize(at->getSourceElementType()).getFixedValue()); };
  std::int64_t offset = 0;
  while (at && at->getNumIndices() == 1 && at->getPointerOperandType()->isVectorTy()) {
    Value* by = at->getOperand(1);
    auto* distance =
        llvm::dyn_cast_or_null<llvm::ConstantInt>(by->getType()->isVectorTy() ? llvm::getSplatValue(by) : by);
    if (!distance) return {};
    offset += distance->getSExtValue() * size();
    at = llvm::dyn_cast<llvm::GetElementPtrInst>(at->getPointerOperand());
  }
  if (!at || at->getNumIndices() != 1) return {};
  const auto index = progressions.of(at->getOperand(1));
  if (!index || index->first->getType() != layout.getIndexType(at->getPointerOperandType())) return {};
  return Places{at, index->first, index->step * size(), offset};
}

Value* address_of(llvm::IRBuilder<>& b, const Places& at, std::int64_t behind) {
  Value* first = b.CreateGEP(at.root->getSourceElementType(), at.root->getPointerOperand(), at.first);
  return b.CreateConstGEP1_64(b.getInt8Ty(), first, std::uint64_t(behind));
}

llvm::FixedVectorType* type_of(const llvm::IntrinsicInst& gather) {
  return llvm::cast<llvm::FixedVectorType>(gather.getType());
}
std::int64_t element_bytes(const llvm::IntrinsicInst& gather) {
  return std::int64_t(gather.getDataLayout().getTypeStoreSize(type_of(gather)->getElementType()));
}

bool load_if_strided(llvm::IntrinsicInst& gather, const Places& at) {
  const std::int64_t element = element_bytes(gather);
  if (at.step % element != 0 || at.step / element < 2 || at.step / element > kMostStride) return false;
  llvm::IRBuilder<> b(&gather);
  gather.replaceAllUsesWith(load_strided(b, address_of(b, at, at.offset), type_of(gather), int(at.step / element),
                                         llvm::Align(std::uint64_t(element))));
  return true;
}

// ---- neighbouring columns of the same rows --------------------------------------------------------------------------

constexpr std::int64_t kPieceBytes = 16;  // of a row: inside so many bytes shuffles are cheap

struct ColumnGather {
  llvm::IntrinsicInst* gather;
  Places at;
};
using ColumnGathers = std::vector<ColumnGather>;  // of the same rows, in the order of their block

bool is_column(const llvm::IntrinsicInst& gather, const Places& at) {
  const std::int64_t element = element_bytes(gather);
  return (element == 4 || element == 8) && at.step >= kPieceBytes && at.step % element == 0 &&
         std::int64_t(type_of(gather)->getNumElements()) % (kPieceBytes / element) == 0;
}
bool is_beside(const ColumnGather& a, const ColumnGather& b) {
  return a.at.root == b.at.root && a.gather->getType() == b.gather->getType() &&
         (a.at.offset - b.at.offset) % element_bytes(*a.gather) == 0;
}

// Neighbouring units of `unit` elements: of each 16 bytes of two vectors the lower or the upper half, by turns.
Value* interleave(llvm::IRBuilder<>& b, Value* x, Value* y, int side, int unit, bool upper) {
  const int lanes = int(llvm::cast<llvm::FixedVectorType>(x->getType())->getNumElements());
  std::vector<int> mask;
  for (int piece = 0; piece < lanes; piece += side)
    for (int u = 0; u < side / 2; u += unit)
      for (const int from : {0, lanes})
        for (int k = 0; k < unit; ++k) mask.push_back(from + piece + (upper ? side / 2 : 0) + u + k);
  return b.CreateShuffleVector(x, y, mask);
}

// Columns of what lies as rows, inside each 16 bytes.
std::vector<Value*> transposed(llvm::IRBuilder<>& b, const std::vector<Value*>& rows, int side, int unit = 1) {
  if (rows.size() == 1) return rows;
  std::vector<Value*> all;
  for (const bool upper : {false, true}) {
    std::vector<Value*> half;
    for (std::size_t m = 0; m < rows.size(); m += 2)
      half.push_back(interleave(b, rows[m], rows[m + 1], side, unit, upper));
    const std::vector<Value*> columns = transposed(b, half, side, 2 * unit);
    all.insert(all.end(), columns.begin(), columns.end());
  }
  return all;
}

// The columns of 16 bytes of each row, `offset` behind its address: a vector for each.
std::vector<Value*> load_columns(llvm::IRBuilder<>& b, const ColumnGather& wanted, std::int64_t offset) {
  const std::int64_t element = element_bytes(*wanted.gather);
  const int lanes = int(type_of(*wanted.gather)->getNumElements()), side = int(kPieceBytes / element);
  auto* piece = llvm::FixedVectorType::get(type_of(*wanted.gather)->getElementType(), unsigned(side));
  std::vector<Value*> rows;  // each with those that are `side`, 2 side .. further behind it
  for (int r = 0; r < side; ++r) {
    std::vector<Value*> parts;
    for (int lane = r; lane < lanes; lane += side) {
      llvm::LoadInst* part = b.CreateAlignedLoad(piece, address_of(b, wanted.at, offset + lane * wanted.at.step),
                                                 llvm::Align(std::uint64_t(element)));
      part->copyMetadata(*wanted.gather, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias,
                                          llvm::LLVMContext::MD_invariant_load});
      parts.push_back(part);
    }
    rows.push_back(llvm::concatenateVectors(b, parts));
  }
  return transposed(b, rows, side);
}

// Those that share 16 bytes of their rows are replaced by the columns of these. They are loaded where the first of them
// is wanted, and no element outside of those that are asked for is read: the last 16 bytes end with the last of them.
void load_columns_of(const ColumnGathers& gathers, std::vector<llvm::IntrinsicInst*>& replaced) {
  const std::int64_t element = element_bytes(*gathers[0].gather);
  const auto [first, last] = std::minmax_element(
      gathers.begin(), gathers.end(), [](const auto& a, const auto& b) { return a.at.offset < b.at.offset; });
  const std::int64_t low = first->at.offset, end = last->at.offset + element;
  if (end - low < kPieceBytes) return;
  const auto piece_of = [&](const ColumnGather& g) {
    return std::min(low + (g.at.offset - low) / kPieceBytes * kPieceBytes, end - kPieceBytes);
  };
  std::map<std::int64_t, int> members;
  for (const ColumnGather& g : gathers) ++members[piece_of(g)];
  std::map<std::int64_t, std::vector<Value*>> columns;
  for (const ColumnGather& g : gathers) {
    const std::int64_t piece = piece_of(g);
    if (members[piece] < 2) continue;
    llvm::IRBuilder<> b(g.gather);
    if (columns[piece].empty()) columns[piece] = load_columns(b, g, piece);
    g.gather->replaceAllUsesWith(columns[piece][std::size_t((g.at.offset - piece) / element)]);
    replaced.push_back(g.gather);
  }
}

// Of a block, the gathers of columns that belong together: nothing is written between them that they might read.
std::vector<ColumnGathers> columns_together(llvm::BasicBlock& block, Progressions& progressions) {
  std::vector<ColumnGathers> closed, open;
  for (llvm::Instruction& i : block) {
    if (i.mayWriteToMemory()) {
      std::move(open.begin(), open.end(), std::back_inserter(closed));
      open.clear();
    }
    auto* gather = gather_of(i);
    const auto at = gather ? places_of(*gather, progressions) : std::nullopt;
    if (!at || !is_column(*gather, *at)) continue;
    const ColumnGather one{gather, *at};
    const auto same = std::find_if(open.begin(), open.end(), [&](const auto& g) { return is_beside(g[0], one); });
    (same == open.end() ? open.emplace_back() : *same).push_back(one);
  }
  std::move(open.begin(), open.end(), std::back_inserter(closed));
  return closed;
}

// Deletes them, and what computed their addresses alone.
void erase(const std::vector<llvm::IntrinsicInst*>& gathers) {
  llvm::SmallVector<llvm::WeakTrackingVH, 8> places;
  for (llvm::IntrinsicInst* g : gathers) {
    places.emplace_back(g->getArgOperand(0));
    g->eraseFromParent();
  }
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(places);
}

}  // namespace

void load_strided_gathers(llvm::Module& module) {
  for (llvm::Function& f : module) {
    Progressions progressions;
    std::vector<llvm::IntrinsicInst*> gathers, replaced;
    std::vector<ColumnGathers> together;
    for (llvm::BasicBlock& block : f) {
      std::vector<ColumnGathers> of_block = columns_together(block, progressions);
      std::move(of_block.begin(), of_block.end(), std::back_inserter(together));
    }
    for (const ColumnGathers& columns : together) load_columns_of(columns, replaced);
    for (llvm::Instruction& i : llvm::instructions(f))
      if (auto* g = gather_of(i); g && !g->use_empty()) gathers.push_back(g);
    for (llvm::IntrinsicInst* g : gathers)
      if (const auto at = places_of(*g, progressions); at && load_if_strided(*g, *at)) replaced.push_back(g);
    erase(replaced);
    for (llvm::BasicBlock& block : f) llvm::DeleteDeadPHIs(&block);
  }
}

}  // namespace qc::codegen
