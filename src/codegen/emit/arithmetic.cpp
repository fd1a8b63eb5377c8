#include "codegen/emit/arithmetic.h"

#include <llvm/ADT/APSInt.h>
#include <llvm/IR/Intrinsics.h>

#include <cmath>
#include <cstdint>

#include "codegen/emit/math_functions.h"

namespace qc::codegen {

using ir::BinaryOp;
using ir::UnaryOp;
namespace id = llvm::Intrinsic;

Value* unary(InstructionBuilder& b, UnaryOp op, Elem operand, Elem type, Value* x) {
  llvm::Type* t = x->getType();
  if (op == UnaryOp::Not) return b.CreateNot(operand == Elem::Bool ? x : convert(b, Elem::Bool, operand, x));
  if (op == UnaryOp::Bits) return b.CreateZExt(b.CreateBitCast(x, b.getInt32Ty()), b.getInt64Ty());
  if (op == UnaryOp::OfBits) return b.CreateBitCast(b.CreateTrunc(x, b.getInt32Ty()), b.getFloatTy());
  if (!is_float(type)) {
    switch (op) {
      case UnaryOp::Neg:
        return b.CreateNeg(x);
      case UnaryOp::BitNot:
        return b.CreateNot(x);
      case UnaryOp::Abs:
        return type == Elem::Bool ? x : b.call(id::abs, {t}, {x, b.getFalse()});
      case UnaryOp::Sign:
        return type == Elem::Bool ? x : b.CreateSelect(b.CreateICmpSGT(x, b.i64(0)), b.i64(1), b.CreateAShr(x, 63));
      case UnaryOp::Floor:
      case UnaryOp::Ceil:
      case UnaryOp::Round:
      case UnaryOp::Trunc:
        return x;
      default:
        throw EmitError("an integer operand of a float operation");
    }
  }
  auto c = [&](double v) { return llvm::ConstantFP::get(t, v); };
  switch (op) {
    case UnaryOp::Neg:
      return b.CreateFNeg(x);
    case UnaryOp::Abs:
      return b.call(id::fabs, {t}, {x});
    case UnaryOp::Floor:
      return b.call(id::floor, {t}, {x});
    case UnaryOp::Ceil:
      return b.call(id::ceil, {t}, {x});
    case UnaryOp::Round:
      return b.call(id::round, {t}, {x});
    case UnaryOp::Trunc:
      return b.call(id::trunc, {t}, {x});
    case UnaryOp::Sqrt:
      return b.call(id::sqrt, {t}, {x});
    case UnaryOp::Sign: {  // NaN stays NaN; both zeros give +0
      Value* zero_or_nan = b.CreateSelect(b.CreateFCmpUNO(x, x), x, c(0));
      return b.CreateSelect(b.CreateFCmpOGT(x, c(0)), c(1),
                            b.CreateSelect(b.CreateFCmpOLT(x, c(0)), c(-1), zero_or_nan));
    }
    default:
      throw EmitError("a float operand of an integer operation");
  }
}

Value* compare(InstructionBuilder& b, BinaryOp op, Value* x, Value* y, Elem operands) {
  using P = llvm::CmpInst;
  const int k = int(op) - int(BinaryOp::Eq);
  static constexpr P::Predicate floats[] = {P::FCMP_OEQ, P::FCMP_UNE, P::FCMP_OLT,
                                            P::FCMP_OLE, P::FCMP_OGT, P::FCMP_OGE};
  static constexpr P::Predicate ints[] = {P::ICMP_EQ, P::ICMP_NE, P::ICMP_SLT, P::ICMP_SLE, P::ICMP_SGT, P::ICMP_SGE};
  static constexpr P::Predicate bools[] = {P::ICMP_EQ, P::ICMP_NE, P::ICMP_ULT, P::ICMP_ULE, P::ICMP_UGT, P::ICMP_UGE};
  if (is_float(operands)) return b.CreateFCmp(floats[k], x, y);
  return b.CreateICmp((operands == Elem::Bool ? bools : ints)[k], x, y);
}

// The larger or smaller number, a NaN ignored, -0 before +0 (for x86 see llvm_passes/numeric_extremes.h).
static Value* min_max(InstructionBuilder& b, bool is_max, Value* x, Value* y) {
  return b.call(is_max ? id::maximumnum : id::minimumnum, {x->getType()}, {x, y});
}

Value* float_binary(InstructionBuilder& b, BinaryOp op, Value* x, Value* y) {
  llvm::Type* t = x->getType();
  auto fmod = [&] { return b.CreateCall(math_function(b.module, "fmod", 2, t), {x, y}); };
  switch (op) {
    case BinaryOp::Add:
      return b.CreateFAdd(x, y);
    case BinaryOp::Sub:
      return b.CreateFSub(x, y);
    case BinaryOp::Mul:
      return b.CreateFMul(x, y);
    case BinaryOp::Div:
      return b.CreateFDiv(x, y);
    case BinaryOp::DivTrunc:
      return b.call(id::trunc, {t}, {b.CreateFDiv(x, y)});
    case BinaryOp::DivFloor:
      return b.call(id::floor, {t}, {b.CreateFDiv(x, y)});
    case BinaryOp::Mod:
      return fmod();
    case BinaryOp::Periodize: {
      Value* r = fmod();
      Value* moved = b.CreateFAdd(r, b.call(id::fabs, {t}, {y}));
      return b.CreateSelect(b.CreateFCmpOLT(r, llvm::ConstantFP::get(t, 0.0)), moved, r);
    }
    case BinaryOp::Min:
      return min_max(b, false, x, y);
    case BinaryOp::Max:
      return min_max(b, true, x, y);
    default:
      throw EmitError("a float operand of a bitwise operation");
  }
}

static Value* shift(InstructionBuilder& b, BinaryOp op, Value* x, Value* y) {
  Value* in_range = b.CreateICmpULT(y, b.i64(64));
  Value* count = b.CreateSelect(in_range, y, b.i64(op == BinaryOp::Shl ? 0 : 63));
  if (op == BinaryOp::Shr) return b.CreateAShr(x, count);
  return b.CreateSelect(in_range, b.CreateShl(x, count), b.i64(0));
}

// The divisor is replaced by 1 where dividing would trap, which gives the wrapped quotient -x for x / -1 by negation.
static Value* divide(InstructionBuilder& b, BinaryOp op, Value* x, Value* y, const InstructionBuilder::Body& on_zero) {
  auto* known = llvm::dyn_cast<llvm::ConstantInt>(y);
  Value* is_zero = b.CreateICmpEQ(y, b.i64(0));
  if (on_zero && (!known || known->isZero())) b.if_else(is_zero, on_zero);
  Value* is_minus_one = b.CreateICmpEQ(y, b.i64(-1));
  Value* safe = b.CreateSelect(b.CreateOr(is_zero, is_minus_one), b.i64(1), y);
  Value* result = nullptr;
  if (op == BinaryOp::DivTrunc || op == BinaryOp::DivFloor) {
    Value* q = b.CreateSDiv(x, safe);
    if (op == BinaryOp::DivFloor) {
      Value* r = b.CreateSub(x, b.CreateMul(q, safe));
      Value* below = b.CreateAnd(b.CreateICmpNE(r, b.i64(0)), b.CreateICmpSLT(b.CreateXor(r, safe), b.i64(0)));
      q = b.CreateAdd(q, b.CreateSExt(below, b.getInt64Ty()));
    }
    result = b.CreateSelect(is_minus_one, b.CreateNeg(x), q);
  } else {  // the remainder by 1 and by -1 is 0 both times
    result = b.CreateSRem(x, safe);
    if (op == BinaryOp::Periodize) {
      Value* size = b.CreateSelect(b.CreateICmpSLT(y, b.i64(0)), b.CreateNeg(y), y);
      result = b.CreateAdd(result, b.CreateAnd(b.CreateAShr(result, 63), size));
    }
  }
  return b.CreateSelect(is_zero, b.i64(0), result);
}

Value* int_binary(InstructionBuilder& b, BinaryOp op, bool truth, Value* x, Value* y,
                  const InstructionBuilder::Body& on_zero) {
  switch (op) {
    case BinaryOp::Add:
      return truth ? b.CreateOr(x, y) : b.CreateAdd(x, y);
    case BinaryOp::Sub:
      return truth ? b.CreateXor(x, y) : b.CreateSub(x, y);
    case BinaryOp::Mul:
      return truth ? b.CreateAnd(x, y) : b.CreateMul(x, y);
    case BinaryOp::Min:
      return truth ? b.CreateAnd(x, y) : b.call(id::smin, {x->getType()}, {x, y});
    case BinaryOp::Max:
      return truth ? b.CreateOr(x, y) : b.call(id::smax, {x->getType()}, {x, y});
    case BinaryOp::BitAnd:
      return b.CreateAnd(x, y);
    case BinaryOp::BitOr:
      return b.CreateOr(x, y);
    case BinaryOp::BitXor:
      return b.CreateXor(x, y);
    case BinaryOp::Shl:
    case BinaryOp::Shr:
      return shift(b, op, x, y);
    case BinaryOp::DivTrunc:
    case BinaryOp::DivFloor:
    case BinaryOp::Mod:
    case BinaryOp::Periodize:
      return divide(b, op, x, y, on_zero);
    default:
      throw EmitError("a division of integers without a rounding");
  }
}

// To half from a wider float in one rounding: to float with the last bit sticky first, which needs no help from a
// library.
static Value* half_of(InstructionBuilder& b, Value* v, Elem from) {
  if (from == Elem::I64) {  // beyond 2^17 everything is infinite
    Value* small = b.call(id::smax, {b.getInt64Ty()},
                          {b.call(id::smin, {b.getInt64Ty()}, {v, b.i64(1 << 17)}), b.i64(-(1 << 17))});
    v = b.CreateSIToFP(small, b.getFloatTy());
  } else if (from == Elem::F64) {
    Value* rounded = b.CreateFPTrunc(v, b.getFloatTy());
    Value* back = b.CreateFPExt(rounded, b.getDoubleTy());
    Value* bits = b.CreateBitCast(rounded, b.getInt32Ty());
    Value* even = b.CreateICmpEQ(b.CreateAnd(bits, b.getInt32(1)), b.getInt32(0));
    Value* finite =
        b.CreateFCmpONE(b.call(id::fabs, {b.getDoubleTy()}, {back}), llvm::ConstantFP::getInfinity(b.getDoubleTy()));
    Value* inexact = b.CreateAnd(b.CreateFCmpONE(v, back), b.CreateAnd(even, finite));
    Value* away =
        b.CreateFCmpOGT(b.call(id::fabs, {b.getDoubleTy()}, {v}), b.call(id::fabs, {b.getDoubleTy()}, {back}));
    Value* zero = b.CreateFCmpOEQ(back, llvm::ConstantFP::get(b.getDoubleTy(), 0.0));
    Value* sticky = b.CreateSelect(away, b.CreateAdd(bits, b.getInt32(1)), b.CreateSub(bits, b.getInt32(1)));
    bits = b.CreateSelect(b.CreateAnd(inexact, b.CreateNot(zero)), sticky, bits);
    v = b.CreateBitCast(bits, b.getFloatTy());
  }
  return b.CreateFPExt(b.CreateFPTrunc(v, b.getHalfTy()), b.getFloatTy());
}

// To an int of so many bits, cut off towards zero; beyond the ends the end, NaN 0. LLVM has an operation for it, but
// none in vectors on x86: there the float is bounded first, or looked at (llvm_passes/common_divisions.h).
static Value* saturated(InstructionBuilder& b, Value* v, unsigned bits, bool no_sign) {
  llvm::Type *to = b.getIntNTy(bits), *from = v->getType();
  if (auto* known = llvm::dyn_cast<llvm::ConstantFP>(v)) {
    llvm::APSInt n(bits, no_sign);
    bool exact = false;
    known->getValueAPF().convertToInteger(n, llvm::APFloat::rmTowardZero, &exact);
    return llvm::ConstantInt::get(to, n);
  }
  if (!b.module.getTargetTriple().isX86() || bits == 64)
    return b.call(no_sign ? id::fptoui_sat : id::fptosi_sat, {to, from}, {v});
  auto c = [&](double x) { return llvm::ConstantFP::get(v->getType(), x); };
  if (bits == 32) v = b.CreateFPExt(v, b.getDoubleTy());  // holds the ends
  const double low = no_sign ? 0 : -std::ldexp(1, int(bits) - 1),
               high = std::ldexp(1, int(bits) - (no_sign ? 0 : 1)) - 1;
  Value* bounded = b.CreateSelect(b.CreateFCmpOGT(v, c(low)), v, c(low));
  bounded = b.CreateSelect(b.CreateFCmpOLT(bounded, c(high)), bounded, c(high));
  if (!no_sign) bounded = b.CreateSelect(b.CreateFCmpUNO(v, v), c(0), bounded);
  llvm::Type* work = bits == 32 && no_sign ? b.getInt64Ty() : b.getInt32Ty();
  return b.CreateZExtOrTrunc(b.CreateFPToSI(bounded, work), to);
}

Value* convert(InstructionBuilder& b, Elem to, Elem from, Value* v) {
  from = value_elem(from);
  if (to == Elem::Bool) {
    if (from == Elem::Bool) return v;
    if (from == Elem::I64) return b.CreateICmpNE(v, b.i64(0));
    return b.CreateFCmpUNE(v, b.zero(from));
  }
  if (from == Elem::Bool) {
    if (is_float(to)) return b.CreateUIToFP(v, b.value_type(to));
    return b.CreateZExt(v, b.getInt64Ty());
  }
  if (is_float(to)) {
    if (to == Elem::F16) return half_of(b, v, from);
    if (from == Elem::I64) return b.CreateSIToFP(v, b.value_type(to));
    return b.CreateFPCast(v, b.value_type(to));
  }
  llvm::Type* small = b.getIntNTy(8 * byte_size(to));
  if (from == Elem::I64) {
    if (byte_size(to) == 8) return v;
    v = b.CreateTrunc(v, small);
  } else {
    v = saturated(b, v, unsigned(8 * byte_size(to)), is_unsigned(to));
  }
  return is_unsigned(to) ? b.CreateZExt(v, b.getInt64Ty()) : b.CreateSExt(v, b.getInt64Ty());
}

}  // namespace qc::codegen
