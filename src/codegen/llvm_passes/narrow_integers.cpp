#include "codegen/llvm_passes/narrow_integers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace qc::codegen {

namespace {

using llvm::ConstantRange;
using llvm::Value;
namespace id = llvm::Intrinsic;

constexpr unsigned kWide = 64, kNarrow = 32;

// A 64-bit value as 32 bits, which all its values fit with their sign.
struct Narrowed {
  Value* value;
  ConstantRange range;  // of 64 bits
  bool moves;           // in the loop
};

bool fits(const ConstantRange& r) {
  return !r.isFullSet() && !r.isEmptySet() && r.getSignedMin().isSignedIntN(kNarrow) &&
         r.getSignedMax().isSignedIntN(kNarrow);
}

class Narrower {
 public:
  explicit Narrower(const llvm::LoopInfo& loops) : loops_(loops) {}

  bool run(llvm::Function& f) {
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&f)) {
      const llvm::Loop* l = loops_.getLoopFor(block);
      if (!l || !l->isInnermost()) continue;
      if (std::exchange(loop_, l) != l) fixed_.clear();
      for (llvm::Instruction& i : llvm::make_early_inc_range(*block)) visit(i);
    }
    for (auto at = done_.rbegin(); at != done_.rend(); ++at) finish(**at);
    for (llvm::Instruction* i : left_)
      if (i->use_empty()) i->eraseFromParent();
    return !done_.empty() || any_;
  }

 private:
  std::optional<Narrowed> operand(Value* v) {
    if (auto* c = llvm::dyn_cast<llvm::ConstantInt>(v); c && c->getValue().isSignedIntN(kNarrow))
      return Narrowed{llvm::ConstantInt::get(llvm::Type::getInt32Ty(c->getContext()), c->getValue().trunc(kNarrow)),
                      ConstantRange(c->getValue()), false};
    const auto at = known_.find(v);
    return at == known_.end() ? fixed(v) : std::optional(at->second);
  }

  // A value that the loop does not change, and of which is seen that it fits: it was widened, or is known in bounds.
  std::optional<Narrowed> fixed(Value* v) {
    auto* i = llvm::dyn_cast<llvm::Instruction>(v);
    if (!i || !i->getType()->isIntegerTy(kWide) || loop_->contains(i) || !loop_->getLoopPreheader()) return {};
    if (const auto at = fixed_.find(v); at != fixed_.end()) return at->second;
    const unsigned bits = kWide - llvm::ComputeNumSignBits(v, i->getDataLayout()) + 1;
    ConstantRange range = llvm::computeConstantRange(v, true);
    if (bits < kWide)
      range = range.intersectWith(ConstantRange::getFull(bits).signExtend(kWide), ConstantRange::Signed);
    if (!fits(range)) return {};
    llvm::IRBuilder<> b(loop_->getLoopPreheader()->getTerminator());
    Value* value = b.CreateTrunc(v, b.getInt32Ty());
    if (auto* made = llvm::dyn_cast<llvm::Instruction>(value)) left_.insert(made);
    return fixed_.insert({v, Narrowed{value, range, false}}).first->second;
  }

  void keep(llvm::Instruction& i, Value* value, const ConstantRange& range) {
    known_.insert({&i, Narrowed{value, range, true}});
    done_.push_back(&i);
  }

  void visit(llvm::Instruction& i) {
    if (auto* c = llvm::dyn_cast<llvm::CastInst>(&i)) return visit_cast(*c);
    if (auto* c = llvm::dyn_cast<llvm::ICmpInst>(&i)) return visit_compare(*c);
    if (!i.getType()->isIntegerTy(kWide)) return;
    if (auto* b = llvm::dyn_cast<llvm::BinaryOperator>(&i)) return visit_binary(*b);
    if (auto* s = llvm::dyn_cast<llvm::SelectInst>(&i)) return visit_select(*s);
    if (auto* m = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&i)) return visit_extreme(*m);
    if (auto* c = llvm::dyn_cast<llvm::IntrinsicInst>(&i); c && c->getIntrinsicID() == id::abs) return visit_size(*c);
  }

  void visit_cast(llvm::CastInst& c) {
    Value* from = c.getOperand(0);
    llvm::IRBuilder<> b(&c);
    const bool no_sign = llvm::isa<llvm::ZExtInst>(c);
    if ((no_sign || llvm::isa<llvm::SExtInst>(c)) && c.getType()->isIntegerTy(kWide)) {
      const unsigned bits = from->getType()->getIntegerBitWidth();
      if (bits != 8 && bits != 16 && (bits != kNarrow || no_sign)) return;
      const ConstantRange all = ConstantRange::getFull(bits);
      Value* value = bits == kNarrow ? from : b.CreateCast(c.getOpcode(), from, b.getInt32Ty());
      if (value != from) left_.insert(llvm::cast<llvm::Instruction>(value));
      keep(c, value, no_sign ? all.zeroExtend(kWide) : all.signExtend(kWide));
      return;
    }
    const auto x = operand(from);
    if (!x || !x->moves) return;
    Value* value = nullptr;
    if (llvm::isa<llvm::SIToFPInst>(c) || (llvm::isa<llvm::UIToFPInst>(c) && x->range.getSignedMin().isNonNegative()))
      value = b.CreateSIToFP(x->value, c.getType());
    else if (llvm::isa<llvm::TruncInst>(c) && c.getType()->getIntegerBitWidth() <= kNarrow)
      value = b.CreateTrunc(x->value, c.getType());
    if (value) replace(c, value);
  }

  // The lower half of sums and products, with its sign, is that of the lower halves of their terms: counters, what
  // fits, and what the loop does not change. LLVM makes vectors of counters that are cut off, but cuts off sums that
  // places hang on as well after it made vectors.
  // Shifts of it to the right have become one with that of its sign.
  bool lower_half(llvm::BinaryOperator& o) {
    using namespace llvm::PatternMatch;
    constexpr unsigned kMostTerms = 16;
    Value* v = nullptr;
    llvm::ConstantInt* by = nullptr;
    if (!match(&o, m_AShr(m_Value(v), m_ConstantInt(by))) || by->getValue().ult(kNarrow) || by->getValue().uge(kWide))
      return false;
    if (!loop_->getLoopPreheader() || loop_->isLoopInvariant(v) || terms(v, Half::Upper) > kMostTerms) return false;
    if (auto* shifted = llvm::dyn_cast<llvm::Instruction>(v)) left_.insert(shifted);
    const llvm::APInt more = by->getValue() - kNarrow;
    Value* half = terms_of(v, Half::Upper, o);
    if (!more.isZero()) half = llvm::IRBuilder<>(&o).CreateAShr(half, more.getZExtValue());
    keep(o, half, ConstantRange::getFull(kNarrow).signExtend(kWide).ashr(ConstantRange(more)));
    return true;
  }
  // Which half of a value is wanted; the upper one is that of something shifted to the left by as many bits.
  enum class Half { Lower, Upper };
  static constexpr unsigned kMany = 1000;
  // How many terms there are; many where something else is computed. Those of a sum that is wanted as a whole as well,
  // which are then computed twice, count more.
  unsigned terms(Value* v, Half half, unsigned depth = 0) const {
    constexpr unsigned kDeepest = 8, kTwice = 4;
    if (half == Half::Lower && (known_.count(v) || loop_->isLoopInvariant(v))) return 1;
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(v))
      return half == Half::Lower && phi->getParent() == loop_->getHeader() ? 1 : kMany;
    auto* o = llvm::dyn_cast<llvm::BinaryOperator>(v);
    if (!o || depth == kDeepest) return kMany;
    if (half == Half::Upper && is_shifted(*o)) return terms(o->getOperand(0), Half::Lower, depth + 1);
    if (!is_of_halves(*o)) return kMany;
    const auto [x, y] = halves(*o, half, depth);
    const unsigned all = terms(o->getOperand(0), x, depth + 1) + terms(o->getOperand(1), y, depth + 1);
    return std::min(all * (o->hasOneUse() ? 1 : kTwice), kMany);
  }
  static bool is_shifted(const llvm::BinaryOperator& o) {
    return match(&o,
                 llvm::PatternMatch::m_Shl(llvm::PatternMatch::m_Value(), llvm::PatternMatch::m_SpecificInt(kNarrow)));
  }
  // Whether the lower half of the result is that of the operands' lower halves.
  static bool is_of_halves(const llvm::BinaryOperator& o) {
    return o.getOpcode() == llvm::Instruction::Add || o.getOpcode() == llvm::Instruction::Sub ||
           o.getOpcode() == llvm::Instruction::Mul;
  }
  // Those of the operands: the upper half of a product is that of one factor, shifted, times the other one.
  std::pair<Half, Half> halves(const llvm::BinaryOperator& o, Half half, unsigned depth) const {
    if (o.getOpcode() != llvm::Instruction::Mul || half == Half::Lower) return {half, half};
    const bool second = terms(o.getOperand(1), Half::Upper, depth + 1) < kMany;
    return second ? std::pair(Half::Lower, Half::Upper) : std::pair(Half::Upper, Half::Lower);
  }
  Value* terms_of(Value* v, Half half, llvm::BinaryOperator& at, unsigned depth = 0) {
    if (const auto known = known_.find(v); half == Half::Lower && known != known_.end()) return known->second.value;
    const bool fixed = loop_->isLoopInvariant(v);
    llvm::IRBuilder<> b(fixed ? loop_->getLoopPreheader()->getTerminator() : static_cast<llvm::Instruction*>(&at));
    if (half == Half::Lower && (fixed || llvm::isa<llvm::PHINode>(v))) return b.CreateTrunc(v, b.getInt32Ty());
    auto& o = llvm::cast<llvm::BinaryOperator>(*v);
    if (half == Half::Upper && is_shifted(o)) return terms_of(o.getOperand(0), Half::Lower, at, depth + 1);
    const auto [first, second] = halves(o, half, depth);
    Value* x = terms_of(o.getOperand(0), first, at, depth + 1);
    return b.CreateBinOp(o.getOpcode(), x, terms_of(o.getOperand(1), second, at, depth + 1));
  }

  void visit_compare(llvm::ICmpInst& c) {
    const auto x = operand(c.getOperand(0)), y = operand(c.getOperand(1));
    if (!x || !y || !(x->moves || y->moves)) return;
    const bool at_least_0 = x->range.getSignedMin().isNonNegative() && y->range.getSignedMin().isNonNegative();
    if (c.isUnsigned() && !at_least_0) return;
    llvm::IRBuilder<> b(&c);
    replace(c, b.CreateICmp(c.getPredicate(), x->value, y->value));
  }

  void visit_binary(llvm::BinaryOperator& o) {
    if (lower_half(o)) return;
    const auto x = operand(o.getOperand(0)), y = operand(o.getOperand(1));
    if (!x || !y || !(x->moves || y->moves)) return;
    const auto op = o.getOpcode();
    switch (op) {
      case llvm::Instruction::Add:
      case llvm::Instruction::Sub:
      case llvm::Instruction::Mul:
      case llvm::Instruction::And:
      case llvm::Instruction::Or:
      case llvm::Instruction::Xor:
        break;
      case llvm::Instruction::Shl:
      case llvm::Instruction::AShr:
      case llvm::Instruction::LShr:
        if (y->moves || y->range.getUnsignedMax().uge(kNarrow)) return;
        if (op == llvm::Instruction::LShr && x->range.getSignedMin().isNegative()) return;
        break;
      case llvm::Instruction::SDiv:
      case llvm::Instruction::SRem:
        if (y->moves || !y->range.getSignedMin().isStrictlyPositive()) return;
        break;
      case llvm::Instruction::UDiv:
      case llvm::Instruction::URem:
        if (y->moves || !y->range.getSignedMin().isStrictlyPositive() || x->range.getSignedMin().isNegative()) return;
        break;
      default:
        return;
    }
    const ConstantRange range = range_of(op, *x, *y);
    if (!fits(range)) return;
    llvm::IRBuilder<> b(&o);
    Value* value = b.CreateBinOp(op, x->value, y->value);
    if (auto* made = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(value))
      llvm::cast<llvm::Instruction>(made)->setHasNoSignedWrap();
    keep(o, value, range);
  }
  // Products and sums are followed as if they could not wrap, which they do not where the result fits.
  static ConstantRange range_of(llvm::Instruction::BinaryOps op, const Narrowed& x, const Narrowed& y) {
    if (op == llvm::Instruction::Mul) return x.range.smul_fast(y.range);
    return x.range.binaryOp(op, y.range);
  }

  void visit_select(llvm::SelectInst& s) {
    const auto x = operand(s.getTrueValue()), y = operand(s.getFalseValue());
    if (!x || !y || !(x->moves || y->moves)) return;
    llvm::IRBuilder<> b(&s);
    keep(s, b.CreateSelect(s.getCondition(), x->value, y->value), x->range.unionWith(y->range, ConstantRange::Signed));
  }

  void visit_extreme(llvm::MinMaxIntrinsic& m) {
    if (bounded_float(m)) return;
    const auto x = operand(m.getLHS()), y = operand(m.getRHS());
    if (!x || !y || !(x->moves || y->moves)) return;
    const ConstantRange range = ConstantRange::intrinsic(m.getIntrinsicID(), {x->range, y->range});
    const bool at_least_0 = x->range.getSignedMin().isNonNegative() && y->range.getSignedMin().isNonNegative();
    if (!fits(range) || (!m.isSigned() && !at_least_0)) return;
    llvm::IRBuilder<> b(&m);
    keep(m, b.CreateBinaryIntrinsic(m.getIntrinsicID(), x->value, y->value), range);
  }

  // A float between two constants as an int: it is bounded before it becomes one, so that it fits.
  bool bounded_float(llvm::MinMaxIntrinsic& m) {
    auto* outer = llvm::dyn_cast<llvm::ConstantInt>(m.getRHS());
    auto* first = llvm::dyn_cast<llvm::MinMaxIntrinsic>(m.getLHS());
    auto* inner = first ? llvm::dyn_cast<llvm::ConstantInt>(first->getRHS()) : nullptr;
    auto* converted = inner ? llvm::dyn_cast<llvm::IntrinsicInst>(first->getLHS()) : nullptr;
    if (!outer || !converted || converted->getIntrinsicID() != id::fptosi_sat) return false;
    const auto bounded = [&](const ConstantRange& r) {
      return ConstantRange::intrinsic(
          m.getIntrinsicID(), {ConstantRange::intrinsic(first->getIntrinsicID(), {r, ConstantRange(inner->getValue())}),
                               ConstantRange(outer->getValue())});
    };
    constexpr unsigned kExact = 25;  // bits with the sign that a float holds
    const ConstantRange range = bounded(ConstantRange::getFull(kWide));
    if (range.isWrappedSet() || range.isFullSet() || !range.getSignedMin().isSignedIntN(kExact) ||
        !range.getSignedMax().isSignedIntN(kExact))
      return false;
    const llvm::APInt low = range.getSignedMin(), high = range.getSignedMax();
    const std::int64_t of_nan = bounded(ConstantRange(llvm::APInt(kWide, 0))).getSignedMin().getSExtValue();
    llvm::IRBuilder<> b(&m);
    Value* x = converted->getArgOperand(0);
    const auto number = [&](std::int64_t n) { return llvm::ConstantFP::get(x->getType(), double(n)); };
    Value* y = b.CreateSelect(b.CreateFCmpOGT(x, number(low.getSExtValue())), x, number(low.getSExtValue()));
    y = b.CreateSelect(b.CreateFCmpOLT(y, number(high.getSExtValue())), y, number(high.getSExtValue()));
    if (of_nan != low.getSExtValue()) y = b.CreateSelect(b.CreateFCmpUNO(x, x), number(of_nan), y);
    keep(m, b.CreateFPToSI(y, b.getInt32Ty()), range);
    for (llvm::Instruction* i : {static_cast<llvm::Instruction*>(first), static_cast<llvm::Instruction*>(converted)})
      left_.insert(i);
    return true;
  }

  void visit_size(llvm::IntrinsicInst& c) {
    const auto x = operand(c.getArgOperand(0));
    if (!x || !x->moves) return;
    const ConstantRange range = x->range.abs();
    if (!fits(range)) return;
    llvm::IRBuilder<> b(&c);
    keep(c, b.CreateBinaryIntrinsic(id::abs, x->value, b.getFalse()), range);
  }

  void replace(llvm::Instruction& old, Value* value) {
    old.replaceAllUsesWith(value);
    old.eraseFromParent();
    any_ = true;
  }

  // Who still wants 64 bits has them widened. From the last to the first: what was narrowed wants none.
  void finish(llvm::Instruction& wide) {
    const bool loaded = llvm::isa<llvm::CastInst>(wide);
    if (!wide.use_empty() && loaded) return;
    if (!wide.use_empty()) {
      const Narrowed& narrow = known_.find(&wide)->second;
      llvm::IRBuilder<> b(&wide);
      wide.replaceAllUsesWith(narrow.range.getSignedMin().isNonNegative()
                                  ? b.CreateZExt(narrow.value, wide.getType(), "", true)
                                  : b.CreateSExt(narrow.value, wide.getType()));
    }
    wide.eraseFromParent();
  }

  const llvm::LoopInfo& loops_;
  const llvm::Loop* loop_ = nullptr;  // the one that is looked at
  llvm::DenseMap<Value*, Narrowed> known_;
  llvm::DenseMap<Value*, Narrowed> fixed_;    // of the loop that is looked at
  std::vector<llvm::Instruction*> done_;      // in their order
  llvm::SetVector<llvm::Instruction*> left_;  // what may not be needed, users first
  bool any_ = false;
};

struct UseNarrowIntegers : llvm::PassInfoMixin<UseNarrowIntegers> {
  llvm::PreservedAnalyses run(llvm::Function& f, llvm::FunctionAnalysisManager& analyses) {
    if (!Narrower(analyses.getResult<llvm::LoopAnalysis>(f)).run(f)) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
  }
};

}  // namespace

void use_narrow_integers(llvm::PassBuilder& passes) {
  passes.registerOptimizerEarlyEPCallback(
      [](llvm::ModulePassManager& pm, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        pm.addPass(llvm::createModuleToFunctionPassAdaptor(UseNarrowIntegers()));
      });
}

}  // namespace qc::codegen
