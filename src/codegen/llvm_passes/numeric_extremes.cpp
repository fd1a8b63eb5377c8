#include "codegen/llvm_passes/numeric_extremes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/MC/MCSubtargetInfo.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace qc::codegen {

namespace {

using llvm::Value;
namespace id = llvm::Intrinsic;

bool is_extreme(id::ID i) { return i == id::minimumnum || i == id::maximumnum; }
bool is_reduction(id::ID i) { return i == id::vector_reduce_fmin || i == id::vector_reduce_fmax; }

// Whether a value is no signalling NaN because of what made it. Values that go round a loop are taken for quiet while
// it is asked what comes in.
bool is_quiet(Value* v, std::set<Value*>& asked) {
  if (!asked.insert(v).second) return true;
  if (asked.size() > 64) return false;
  if (auto* c = llvm::dyn_cast<llvm::Constant>(v)) {
    if (auto* number = llvm::dyn_cast<llvm::ConstantFP>(c)) return !number->getValueAPF().isSignaling();
    if (llvm::isa<llvm::ConstantAggregateZero, llvm::UndefValue>(c)) return true;
    auto* same = c->getType()->isVectorTy() ? c->getSplatValue() : nullptr;
    return same && is_quiet(same, asked);
  }
  auto* i = llvm::dyn_cast<llvm::Instruction>(v);
  if (!i) return false;
  const auto all = [&](auto&& operands) {
    return std::all_of(operands.begin(), operands.end(), [&](Value* o) { return is_quiet(o, asked); });
  };
  switch (i->getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FPExt:
    case llvm::Instruction::FPTrunc:
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
      return true;
    case llvm::Instruction::FNeg:
    case llvm::Instruction::ExtractElement:
      return is_quiet(i->getOperand(0), asked);
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::ShuffleVector:
      return is_quiet(i->getOperand(0), asked) && is_quiet(i->getOperand(1), asked);
    case llvm::Instruction::Select:
      return is_quiet(i->getOperand(1), asked) && is_quiet(i->getOperand(2), asked);
    case llvm::Instruction::PHI:
      return all(llvm::cast<llvm::PHINode>(i)->incoming_values());
    default:
      break;
  }
  auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(i);
  if (!call) return false;
  switch (call->getIntrinsicID()) {
    case id::minimumnum:
    case id::maximumnum:
    case id::vector_reduce_fmin:
    case id::vector_reduce_fmax:
    case id::x86_avx512_mask_range_ps_128:
    case id::x86_avx512_mask_range_ps_256:
    case id::x86_avx512_mask_range_ps_512:
    case id::x86_avx512_mask_range_pd_128:
    case id::x86_avx512_mask_range_pd_256:
    case id::x86_avx512_mask_range_pd_512:
    case id::sqrt:
    case id::fma:
    case id::floor:
    case id::ceil:
    case id::trunc:
    case id::rint:
    case id::nearbyint:
    case id::roundeven:
      return true;
    case id::fabs:
      return is_quiet(call->getArgOperand(0), asked);
    default:
      return false;
  }
}

bool is_number(const llvm::Constant& c) {
  auto* same = c.getType()->isVectorTy() ? c.getSplatValue() : &c;
  auto* number = llvm::dyn_cast_or_null<llvm::ConstantFP>(same);
  return number && !number->isNaN();
}

// Values that are no NaN because of what made them: an int is none, an extreme is one only of two.
class Numbers {
 public:
  bool contains(Value* v) {
    std::set<Value*> asked;
    return contains(v, asked);
  }

 private:
  // Of values that go round a loop it is asked what comes in.
  bool contains(Value* v, std::set<Value*>& asked) {
    if (auto* c = llvm::dyn_cast<llvm::Constant>(v)) return is_number(*c);
    if (others_.count(v)) return false;
    if (!asked.insert(v).second) return true;
    auto* i = asked.size() > kMostAsked ? nullptr : llvm::dyn_cast<llvm::Instruction>(v);
    if (i && is_made_as_number(*i, asked)) return true;
    others_.insert(v);
    return false;
  }
  bool is_made_as_number(llvm::Instruction& i, std::set<Value*>& asked) {
    const auto is = [&](unsigned operand) { return contains(i.getOperand(operand), asked); };
    switch (i.getOpcode()) {
      case llvm::Instruction::SIToFP:
      case llvm::Instruction::UIToFP:
        return true;
      case llvm::Instruction::FNeg:
      case llvm::Instruction::ExtractElement:
        return is(0);
      case llvm::Instruction::Select:
        return is(1) && is(2);
      case llvm::Instruction::PHI:
        return std::all_of(i.op_begin(), i.op_end(), [&](Value* o) { return contains(o, asked); });
      default:
        break;
    }
    auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
    if (!call) return false;
    if (call->getIntrinsicID() == id::fabs) return is(0);
    if (!is_extreme(call->getIntrinsicID())) return false;
    std::set<Value*> before = asked;
    if (is(0)) return true;
    asked = std::move(before);  // what was taken for one in vain
    return is(1);
  }

  static constexpr std::size_t kMostAsked = 64;
  std::set<Value*> others_;  // asked for in vain
};

// Makes the code of extremes, in vectors of the type that is asked for or of a part of it.
class Extremes {
 public:
  // numbers: operands that are no NaN.
  Extremes(bool has_range, std::set<const Value*> numbers) : has_range_(has_range), numbers_(std::move(numbers)) {}

  // For the call, in front of it.
  Value* of_call(llvm::IntrinsicInst& call) {
    llvm::IRBuilder<> b(&call);
    const id::ID i = call.getIntrinsicID();
    if (is_extreme(i)) return of_two(b, i == id::maximumnum, call.getArgOperand(0), call.getArgOperand(1));
    return of_lanes(b, i == id::vector_reduce_fmax, call.getArgOperand(0));
  }

 private:
  Value* of_two(llvm::IRBuilder<>& b, bool is_max, Value* x, Value* y) {
    const bool may_range =
        has_range_ && (x->getType()->getScalarType()->isFloatTy() || x->getType()->getScalarType()->isDoubleTy());
    if (!may_range) return by_comparing(b, is_max, x, y);
    return by_range(b, is_max, quiet(b, x), quiet(b, y));
  }

  // Halves of the lanes meet until one is left.
  Value* of_lanes(llvm::IRBuilder<>& b, bool is_max, Value* v) {
    unsigned lanes = llvm::cast<llvm::FixedVectorType>(v->getType())->getNumElements();
    for (; lanes > 1 && lanes % 2 == 0; lanes /= 2)
      v = of_two(b, is_max, part(b, v, 0, lanes / 2), part(b, v, lanes / 2, lanes / 2));
    Value* result = b.CreateExtractElement(v, std::uint64_t(0));
    for (unsigned i = 1; i < lanes; ++i)
      result = of_two(b, is_max, result, b.CreateExtractElement(v, std::uint64_t(i)));
    return result;
  }

  Value* by_comparing(llvm::IRBuilder<>& b, bool is_max, Value* x, Value* y) {
    if (llvm::isa<llvm::Constant>(x)) std::swap(x, y);
    // What the last choice is between must not be what was loaded where the result goes: LLVM stores the other value
    // under a mask then, which takes processors of AMD with AVX2 some 20 cycles.
    if (llvm::isa<llvm::LoadInst>(x) && !llvm::isa<llvm::Constant>(y)) std::swap(x, y);
    if (!is_number(y) && is_number(x)) std::swap(x, y);
    auto* constant = llvm::dyn_cast<llvm::Constant>(y);
    const auto* number = constant ? llvm::dyn_cast_or_null<llvm::ConstantFP>(
                                        constant->getType()->isVectorTy() ? constant->getSplatValue() : constant)
                                  : nullptr;
    Value* ordered = is_max ? b.CreateFCmpOGT(x, y) : b.CreateFCmpOLT(x, y);
    Value* m = b.CreateSelect(ordered, x, y);  // y where they are equal or one is a NaN
    if (number && !number->isNaN() && (!number->isZero() || number->isNegative() != is_max)) return m;
    llvm::Type* bits = b.getIntNTy(x->getType()->getScalarSizeInBits());
    if (auto* v = llvm::dyn_cast<llvm::FixedVectorType>(x->getType()))
      bits = llvm::FixedVectorType::get(bits, v->getNumElements());
    const auto joined = [&](Value* p, Value* q) {
      Value *i = b.CreateBitCast(p, bits), *j = b.CreateBitCast(q, bits);
      return b.CreateBitCast(is_max ? b.CreateAnd(i, j) : b.CreateOr(i, j), x->getType());
    };
    // Of two numbers: the one and the other, which differ where both are zeros.
    if (is_number(x) && is_number(y))
      return joined(m, b.CreateSelect(is_max ? b.CreateFCmpOGT(y, x) : b.CreateFCmpOLT(y, x), y, x));
    m = b.CreateSelect(b.CreateFCmpOEQ(x, y), joined(x, y), m);
    return is_number(y) ? m : b.CreateSelect(b.CreateFCmpUNO(y, y), x, m);
  }

  static Value* part(llvm::IRBuilder<>& b, Value* v, unsigned first, unsigned lanes) {
    std::vector<int> mask(lanes);
    std::iota(mask.begin(), mask.end(), int(first));
    return b.CreateShuffleVector(v, mask);
  }

  // In registers of 512, 256 or 128 bits: longer vectors in parts, others at the front of one.
  static Value* by_range(llvm::IRBuilder<>& b, bool is_max, Value* x, Value* y) {
    llvm::Type* element = x->getType()->getScalarType();
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(x->getType());
    const unsigned lanes = vector ? vector->getNumElements() : 1, bits = element->getPrimitiveSizeInBits();
    if (lanes * bits > 512) {
      const unsigned most = 512 / bits;
      std::vector<int> mask(lanes);
      std::iota(mask.begin(), mask.end(), 0);
      Value* first = by_range(b, is_max, part(b, x, 0, most), part(b, y, 0, most));
      Value* rest = by_range(b, is_max, part(b, x, most, lanes - most), part(b, y, most, lanes - most));
      std::vector<int> widen(most, llvm::PoisonMaskElem);  // both operands of a shuffle have one type
      std::iota(widen.begin(), widen.begin() + std::min(most, lanes - most), 0);
      if (lanes - most < most) rest = b.CreateShuffleVector(rest, widen);
      if (lanes - most <= most) return b.CreateShuffleVector(first, rest, mask);
      widen.resize(lanes - most, llvm::PoisonMaskElem);
      first = b.CreateShuffleVector(first, widen);
      for (unsigned i = most; i < lanes; ++i) mask[i] = int(lanes - most + (i - most));
      return b.CreateShuffleVector(first, rest, mask);
    }
    const unsigned width = std::max(128u, unsigned(std::bit_ceil(lanes * bits))), all = width / bits;
    if (!vector) {
      Value* none = llvm::PoisonValue::get(llvm::FixedVectorType::get(element, all));
      Value* z = range(b, is_max, b.CreateInsertElement(none, x, std::uint64_t(0)),
                       b.CreateInsertElement(none, y, std::uint64_t(0)));
      return b.CreateExtractElement(z, std::uint64_t(0));
    }
    if (lanes == all) return range(b, is_max, x, y);
    std::vector<int> mask(all, llvm::PoisonMaskElem);
    std::iota(mask.begin(), mask.begin() + lanes, 0);
    return part(b, range(b, is_max, b.CreateShuffleVector(x, mask), b.CreateShuffleVector(y, mask)), 0, lanes);
  }

  static Value* range(llvm::IRBuilder<>& b, bool is_max, Value* x, Value* y) {
    auto* type = llvm::cast<llvm::FixedVectorType>(x->getType());
    const bool wide = type->getScalarType()->isDoubleTy();
    const unsigned lanes = type->getNumElements(), width = lanes * (wide ? 64 : 32);
    const id::ID which = width == 512   ? (wide ? id::x86_avx512_mask_range_pd_512 : id::x86_avx512_mask_range_ps_512)
                         : width == 256 ? (wide ? id::x86_avx512_mask_range_pd_256 : id::x86_avx512_mask_range_ps_256)
                                        : (wide ? id::x86_avx512_mask_range_pd_128 : id::x86_avx512_mask_range_ps_128);
    constexpr int kSignOfResult = 4, kCurrentDirection = 4;
    Value* every = llvm::ConstantInt::getAllOnesValue(b.getIntNTy(std::max(8u, lanes)));
    std::vector<Value*> arguments{x, y, b.getInt32(kSignOfResult + int(is_max)), x, every};
    if (width == 512) arguments.push_back(b.getInt32(kCurrentDirection));
    return b.CreateIntrinsic(which, arguments);
  }

  // The value without signalling NaNs, made behind its definition for all its uses.
  Value* quiet(llvm::IRBuilder<>& b, Value* v) {
    std::set<Value*> asked;
    if (is_quiet(v, asked)) return v;
    if (const auto at = quiet_.find(v); at != quiet_.end()) return at->second;
    auto* definition = llvm::dyn_cast<llvm::Instruction>(v);
    const auto place =
        definition && !definition->isTerminator() ? definition->getInsertionPointAfterDef() : std::nullopt;
    llvm::IRBuilder<> behind(b.getContext());
    if (place)
      behind.SetInsertPoint((*place)->getParent(), *place);
    else if (definition)
      return by_range(b, false, v, v);
    else
      behind.SetInsertPointPastAllocas(b.GetInsertBlock()->getParent());
    return quiet_[v] = by_range(behind, false, v, v);
  }

  bool is_number(const Value* v) const {
    auto* c = llvm::dyn_cast<llvm::Constant>(v);
    return c ? codegen::is_number(*c) : numbers_.count(v) > 0;
  }

  bool has_range_;
  std::set<const Value*> numbers_;
  std::map<Value*, Value*> quiet_;
};

}  // namespace

void lower_numeric_extremes(llvm::Module& module, const llvm::TargetMachine& machine) {
  if (!machine.getTargetTriple().isX86()) return;
  const bool has_range = machine.getMCSubtargetInfo()->checkFeatures("+avx512dq,+avx512vl");
  for (llvm::Function& f : module) {
    std::vector<llvm::IntrinsicInst*> calls;
    for (llvm::Instruction& i : llvm::instructions(f))
      if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i))
        if (is_extreme(call->getIntrinsicID()) || is_reduction(call->getIntrinsicID())) calls.push_back(call);
    std::set<const Value*> numbers;
    Numbers known;
    for (llvm::IntrinsicInst* call : calls)
      for (Value* v : call->args())
        if (!has_range && is_extreme(call->getIntrinsicID()) && known.contains(v)) numbers.insert(v);
    // The last first: what an extreme is of is asked while it is still there.
    Extremes extremes(has_range, std::move(numbers));
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
      Value* result = extremes.of_call(**call);
      (*call)->replaceAllUsesWith(result);
      (*call)->eraseFromParent();
    }
  }
}

}  // namespace qc::codegen
