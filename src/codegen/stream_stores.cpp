#include "codegen/stream_stores.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <map>
#include <set>
#include <vector>

#include "codegen/codegen.h"

namespace qc::codegen {

namespace {

using llvm::Value;

// Bytes of one result above which streaming it is quicker even where the next loop reads it: four times a core's own
// cache of 2 MB.
constexpr std::int64_t kLargeBytes = std::int64_t(8) << 20;

// Stores of less than a line of memory, with loads between them, would leave the processor one by one.
constexpr std::uint64_t kLineBytes = 64;

struct Candidate {
  llvm::StoreInst* store;
  std::uint64_t bytes;
  Value* streams = nullptr;  // whether its addresses are multiples of its size, and the launch is large
};

std::uint64_t bytes_of(const std::vector<Candidate>& group) {
  std::uint64_t n = 0;
  for (const Candidate& c : group) n += c.bytes;
  return n;
}

class Streamer {
 public:
  explicit Streamer(llvm::Function& f)
      : f_(f),
        tree_(f),
        loops_(tree_),
        library_(llvm::Triple(f.getParent()->getTargetTriple())),
        info_(library_),
        assumptions_(f),
        evolution_(f, info_, assumptions_, tree_, loops_),
        expander_(evolution_, "stream") {}

  void run() {
    for (llvm::Instruction& i : llvm::instructions(f_))
      if (auto* l = llvm::dyn_cast<llvm::LoadInst>(&i)) read_.insert(llvm::getUnderlyingObject(l->getPointerOperand()));
    std::vector<std::vector<Candidate>> groups;
    for (llvm::BasicBlock& block : f_) collect(block, groups);
    std::erase_if(groups, [](const std::vector<Candidate>& g) { return bytes_of(g) < kLineBytes; });
    for (auto& group : groups) split(group);
    if (!groups.empty()) order_before_returns();
  }

 private:
  // The stores of a block with one condition and nothing between them that memory matters to.
  void collect(llvm::BasicBlock& block, std::vector<std::vector<Candidate>>& groups) {
    bool open = false;
    for (llvm::Instruction& i : block) {
      auto* s = llvm::dyn_cast<llvm::StoreInst>(&i);
      std::optional<Candidate> c = s ? candidate(*s) : std::nullopt;
      if (!c) {
        if (i.mayReadOrWriteMemory()) open = false;
        continue;
      }
      if (open && groups.back().back().streams == c->streams)
        groups.back().push_back(*c);
      else
        groups.push_back({*c});
      open = true;
    }
  }

  std::optional<Candidate> candidate(llvm::StoreInst& s) {
    auto* type = llvm::dyn_cast<llvm::FixedVectorType>(s.getValueOperand()->getType());
    if (!type || !s.isSimple()) return {};
    const std::uint64_t bytes = f_.getDataLayout().getTypeStoreSize(type);
    if (bytes != 16 && bytes != 32 && bytes != 64) return {};
    const Value* base = llvm::getUnderlyingObject(s.getPointerOperand());
    if (!llvm::isa<llvm::LoadInst>(base) || read_.contains(base))
      return {};  // an array, not what threads keep; only written
    llvm::Loop* loop = loops_.getLoopFor(s.getParent());
    if (!loop || !loop->getLoopPreheader()) return {};
    auto* address = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(s.getPointerOperand()));
    if (!address || address->getLoop() != loop || !address->isAffine()) return {};
    auto* step = llvm::dyn_cast<llvm::SCEVConstant>(address->getStepRecurrence(evolution_));
    if (!step || step->getAPInt().getSExtValue() <= 0 || std::uint64_t(step->getAPInt().getSExtValue()) % bytes != 0)
      return {};
    Value* streams = condition(address->getStart(), *loop, bytes,
                               std::int64_t(f_.getDataLayout().getTypeStoreSize(type->getElementType())));
    if (!streams) return {};
    return Candidate{&s, bytes, streams};
  }

  // Computed once for neighbouring vectors of one array.
  Value* condition(const llvm::SCEV* start, const llvm::Loop& loop, std::uint64_t bytes, std::int64_t element) {
    for (const Known& k : known_) {
      if (k.loop != &loop || k.bytes != bytes || k.element != element) continue;
      auto* distance = llvm::dyn_cast<llvm::SCEVConstant>(evolution_.getMinusSCEV(start, k.start));
      if (distance && distance->getAPInt().srem(llvm::APInt(64, bytes)) == 0) return k.streams;
    }
    llvm::Instruction* at = loop.getLoopPreheader()->getTerminator();
    if (!expander_.isSafeToExpandAt(start, at)) return nullptr;
    llvm::IRBuilder<> b(at);
    Value* address = b.CreatePtrToInt(expander_.expandCodeFor(start, start->getType(), at), b.getInt64Ty());
    Value* aligned = b.CreateICmpEQ(b.CreateAnd(address, b.getInt64(bytes - 1)), b.getInt64(0));
    Value* streams = b.CreateAnd(aligned, large(element), "streams");
    known_.push_back({start, &loop, bytes, element, streams});
    return streams;
  }

  // Whether the threads of the launch, an element each, store that much.
  Value* large(std::int64_t element) {
    Value*& known = large_[element];
    if (known) return known;
    llvm::IRBuilder<> b(f_.getEntryBlock().getTerminator());
    return known = b.CreateICmpSGE(threads(), b.getInt64(kLargeBytes / element), "large");
  }

  Value* threads() {
    if (threads_) return threads_;
    llvm::IRBuilder<> b(f_.getEntryBlock().getTerminator());
    Value* dims = f_.getArg(1);
    Value* threads = b.getInt64(1);
    for (unsigned axis = 0; axis < 3; ++axis) {
      Value* grid = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), dims, offsetof(GridDims, grid) + 8 * axis);
      Value* block = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), dims, offsetof(GridDims, block) + 4 * axis);
      threads = b.CreateMul(threads, b.CreateMul(b.CreateLoad(b.getInt64Ty(), grid),
                                                 b.CreateSExt(b.CreateLoad(b.getInt32Ty(), block), b.getInt64Ty())));
    }
    return threads_ = threads;
  }

  void split(std::vector<Candidate>& group) {
    llvm::StoreInst* last = group.back().store;
    for (Candidate& c : group)
      if (c.store != last) c.store->moveBefore(last->getIterator());
    llvm::Instruction *streamed = nullptr, *stored = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(group.front().streams, group.front().store->getIterator(), &streamed, &stored);
    auto* yes = llvm::MDNode::get(
        f_.getContext(),
        {llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(f_.getContext()), 1))});
    for (Candidate& c : group) {
      auto* past = llvm::cast<llvm::StoreInst>(c.store->clone());
      past->insertBefore(streamed->getIterator());
      past->setAlignment(llvm::Align(c.bytes));
      past->setMetadata(llvm::LLVMContext::MD_nontemporal, yes);
      c.store->moveBefore(stored->getIterator());
    }
  }

  // Streamed stores become visible in order with the others.
  void order_before_returns() {
    std::vector<llvm::ReturnInst*> returns;
    for (llvm::BasicBlock& block : f_)
      if (auto* r = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator())) returns.push_back(r);
    for (llvm::ReturnInst* r : returns) {
      llvm::IRBuilder<> b(llvm::SplitBlockAndInsertIfThen(large_.rbegin()->second, r->getIterator(),
                                                          false));  // of the largest elements
      b.CreateIntrinsic(llvm::Intrinsic::x86_sse_sfence, {});
    }
  }

  struct Known {
    const llvm::SCEV* start;
    const llvm::Loop* loop;
    std::uint64_t bytes;
    std::int64_t element;
    Value* streams;
  };

  llvm::Function& f_;
  llvm::DominatorTree tree_;
  llvm::LoopInfo loops_;
  llvm::TargetLibraryInfoImpl library_;
  llvm::TargetLibraryInfo info_;
  llvm::AssumptionCache assumptions_;
  llvm::ScalarEvolution evolution_;
  llvm::SCEVExpander expander_;
  std::set<const Value*> read_;  // objects that the function loads from
  std::vector<Known> known_;
  std::map<std::int64_t, Value*> large_;  // by the bytes of an element
  Value* threads_ = nullptr;
};

}  // namespace

void stream_large_results(llvm::Module& module) {
  if (!module.getTargetTriple().isX86()) return;
  for (llvm::Function& f : module)
    if (!f.isDeclaration() && !f.hasLocalLinkage() && f.arg_size() == 4) Streamer(f).run();
}

}  // namespace qc::codegen
