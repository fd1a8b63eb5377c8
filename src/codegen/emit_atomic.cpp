// Atomic updates of array elements. What LLVM has as one operation is one; the rest is a compare-and-swap loop.
#include <optional>

#include "codegen/emitter.h"

namespace qc::codegen {

using ir::AtomicOp;
using Rmw = llvm::AtomicRMWInst;

namespace {

std::optional<Rmw::BinOp> native(AtomicOp op, Elem elem) {
  if (is_float(elem)) {
    const bool wide = elem == Elem::F32 || elem == Elem::F64;
    if (wide && (op == AtomicOp::Add || op == AtomicOp::Sub)) return Rmw::FAdd;
    return {};
  }
  if (elem == Elem::Bool) {  // on the truth values, so that a byte stays 0 or 1
    switch (op) {
      case AtomicOp::Add:
      case AtomicOp::Max:
      case AtomicOp::Or:
        return Rmw::Or;
      case AtomicOp::Mul:
      case AtomicOp::Min:
      case AtomicOp::And:
        return Rmw::And;
      case AtomicOp::Sub:
      case AtomicOp::Xor:
        return Rmw::Xor;
      case AtomicOp::Exch:
        return Rmw::Xchg;
      default:
        return {};
    }
  }
  const bool u =
      is_unsigned(elem) && byte_size(elem) < 8;  // an uint64 is compared as the int that arithmetic makes of it
  switch (op) {
    case AtomicOp::Add:
      return Rmw::Add;
    case AtomicOp::Sub:
      return Rmw::Sub;
    case AtomicOp::Min:
      return u ? Rmw::UMin : Rmw::Min;
    case AtomicOp::Max:
      return u ? Rmw::UMax : Rmw::Max;
    case AtomicOp::And:
      return Rmw::And;
    case AtomicOp::Or:
      return Rmw::Or;
    case AtomicOp::Xor:
      return Rmw::Xor;
    case AtomicOp::Inc:
      return Rmw::UIncWrap;
    case AtomicOp::Dec:
      return Rmw::UDecWrap;
    case AtomicOp::Exch:
      return Rmw::Xchg;
    default:
      return {};
  }
}

// An extreme is that of ints and is wrapped when it is stored, as in loops: `x[i] ^^= 300` of an int8 element
// stores 44.
bool may_not_fit(const ir::Atomic& n, Elem elem) {
  if (is_float(elem) || elem == Elem::Bool || byte_size(elem) == 8 || (n.op != AtomicOp::Min && n.op != AtomicOp::Max))
    return false;
  auto* cast = std::get_if<ir::Cast>(&n.value->node);
  return !cast || cast->to != elem;
}

}  // namespace

// The new value of an element, in value types.
Value* Emitter::combine(AtomicOp op, Elem elem, Value* old, Value* value) {
  ir::Binary n{ir::BinaryOp::Add, nullptr, nullptr};
  const bool fl = is_float(elem);
  auto arith = [&](ir::BinaryOp o) {
    n.op = o;
    if (fl) return float_binary(n, old, value);
    if (elem == Elem::Bool) {  // on the truth values
      switch (o) {
        case ir::BinaryOp::Mul:
        case ir::BinaryOp::Min:
        case ir::BinaryOp::BitAnd:
          return b.CreateAnd(old, value);
        case ir::BinaryOp::Sub:
        case ir::BinaryOp::BitXor:
          return b.CreateXor(old, value);
        default:
          return b.CreateOr(old, value);
      }
    }
    static const ir::ExprP integer = std::make_shared<const ir::Expr>(ir::Expr{ir::ConstInt{0}, Elem::I64, {}});
    n.a = integer;  // only its type is looked at
    return int_binary(n, old, value);
  };
  switch (op) {
    case AtomicOp::Add:
      return arith(ir::BinaryOp::Add);
    case AtomicOp::Sub:
      return arith(ir::BinaryOp::Sub);
    case AtomicOp::Mul:
      return arith(ir::BinaryOp::Mul);
    case AtomicOp::Min:
      return arith(ir::BinaryOp::Min);
    case AtomicOp::Max:
      return arith(ir::BinaryOp::Max);
    case AtomicOp::And:
      return arith(ir::BinaryOp::BitAnd);
    case AtomicOp::Or:
      return arith(ir::BinaryOp::BitOr);
    case AtomicOp::Xor:
      return arith(ir::BinaryOp::BitXor);
    case AtomicOp::Inc:
    case AtomicOp::Dec: {
      if (fl || elem == Elem::Bool) throw EmitError("atomic_inc and atomic_dec need an integer element");
      Value* one = i64(1);
      if (op == AtomicOp::Inc) return b.CreateSelect(b.CreateICmpUGE(old, value), i64(0), b.CreateAdd(old, one));
      Value* wraps = b.CreateOr(b.CreateICmpEQ(old, i64(0)), b.CreateICmpUGT(old, value));
      return b.CreateSelect(wraps, value, b.CreateSub(old, one));
    }
    default:
      return value;
  }
}

Value* Emitter::atomic_loop(const ir::Atomic& n, Value* address, Value* value) {
  const Elem elem = f.arrays[n.access.array].elem;
  const auto sid = module.getContext().getOrInsertSyncScopeID(target.device_scope());
  llvm::Type* bits = b.getIntNTy(8 * byte_size(elem));
  const llvm::Align align(byte_size(elem));
  auto* first = b.CreateAlignedLoad(bits, address, align);
  first->setAtomic(llvm::AtomicOrdering::Monotonic, sid);
  auto* from = b.GetInsertBlock();
  auto* again = new_block("atomic");
  auto* done = new_block("atomic.done");
  b.CreateBr(again);
  b.SetInsertPoint(again);
  auto* seen = b.CreatePHI(bits, 2);
  seen->addIncoming(first, from);
  Value* old = widen(b.CreateBitCast(seen, memory_type(elem)), elem);
  Value* wanted = b.CreateBitCast(narrow(combine(n.op, elem, old, value), elem), bits);
  auto* swap = b.CreateAtomicCmpXchg(address, seen, wanted, align, llvm::AtomicOrdering::Monotonic,
                                     llvm::AtomicOrdering::Monotonic, sid);
  seen->addIncoming(b.CreateExtractValue(swap, 0), b.GetInsertBlock());
  b.CreateCondBr(b.CreateExtractValue(swap, 1), done, again);
  b.SetInsertPoint(done);
  return old;
}

Value* Emitter::atomic_old(const ir::Atomic& n, Value* address, Value* value, Value* expected) {
  const Elem elem = f.arrays[n.access.array].elem;
  const auto sid = module.getContext().getOrInsertSyncScopeID(target.device_scope());
  const llvm::Align align(byte_size(elem));
  llvm::Type* bits = b.getIntNTy(8 * byte_size(elem));
  if (n.op == AtomicOp::Cas) {
    auto* swap = b.CreateAtomicCmpXchg(address, b.CreateBitCast(narrow(expected, elem), bits),
                                       b.CreateBitCast(narrow(value, elem), bits), align,
                                       llvm::AtomicOrdering::AcquireRelease, llvm::AtomicOrdering::Acquire, sid);
    return widen(b.CreateBitCast(b.CreateExtractValue(swap, 0), memory_type(elem)), elem);
  }
  if (n.op == AtomicOp::Exch && is_float(elem)) {
    Value* old = b.CreateAtomicRMW(Rmw::Xchg, address, b.CreateBitCast(narrow(value, elem), bits), align,
                                   llvm::AtomicOrdering::Monotonic, sid);
    return widen(b.CreateBitCast(old, memory_type(elem)), elem);
  }
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  if (n.op == AtomicOp::Or && constant && constant->isZero() &&
      elem != Elem::Bool) {  // changes nothing: threads that wait for a flag read side by side
    auto* read = b.CreateAlignedLoad(bits, address, align);
    read->setAtomic(llvm::AtomicOrdering::Monotonic, sid);
    return widen(read, elem);
  }
  if (n.op != AtomicOp::Exch && (n.in_block || f.arrays[n.access.array].space == ir::Space::Shared) &&
      target.runs_block_alone()) {
    // Not marked as an access of a lane loop: threads may update the same element, one after another.
    Value* old = widen(b.CreateAlignedLoad(memory_type(elem), address, align), elem);
    b.CreateAlignedStore(narrow(combine(n.op, elem, old, value), elem), address, align);
    return old;
  }
  const auto op = native(n.op, elem);
  if (!op) return atomic_loop(n, address, value);
  if (may_not_fit(n, elem)) return atomic_extreme(n, *op, address, value);
  if (is_float(elem) && n.op == AtomicOp::Sub) value = b.CreateFNeg(value);
  return widen(b.CreateAtomicRMW(*op, address, narrow(value, elem), align, llvm::AtomicOrdering::Monotonic, sid), elem);
}

// Natively where the value fits the element.
Value* Emitter::atomic_extreme(const ir::Atomic& n, Rmw::BinOp op, Value* address, Value* value) {
  const Elem elem = f.arrays[n.access.array].elem;
  const auto sid = module.getContext().getOrInsertSyncScopeID(target.device_scope());
  auto *fits = new_block("atomic.fits"), *wraps = new_block("atomic.wraps"), *met = new_block("atomic.met");
  b.CreateCondBr(b.CreateICmpEQ(widen(narrow(value, elem), elem), value), fits, wraps);
  b.SetInsertPoint(fits);
  Value* one = widen(b.CreateAtomicRMW(op, address, narrow(value, elem), llvm::Align(byte_size(elem)),
                                       llvm::AtomicOrdering::Monotonic, sid),
                     elem);
  auto* one_end = b.GetInsertBlock();
  b.CreateBr(met);
  b.SetInsertPoint(wraps);
  Value* other = atomic_loop(n, address, value);
  auto* other_end = b.GetInsertBlock();
  b.CreateBr(met);
  b.SetInsertPoint(met);
  auto* old = b.CreatePHI(one->getType(), 2);
  old->addIncoming(one, one_end);
  old->addIncoming(other, other_end);
  return old;
}

void Emitter::atomic(const ir::Atomic& n) {
  const Elem elem = f.arrays[n.access.array].elem;
  Value* value = expr(n.value);
  Value* expected = n.compare ? expr(n.compare) : nullptr;
  if (n.old) assign(*n.old, zero(elem));
  guarded_write(n.access, [&](Value* address, llvm::Align) {
    Value* old = atomic_old(n, address, value, expected);
    if (!n.old) return;
    if (!n.result_is_new) return assign(*n.old, old);
    Value* now = value;
    if (n.op == AtomicOp::Cas)
      now = b.CreateSelect(compare(ir::BinaryOp::Eq, old, expected, value_elem(elem)), value, old);
    else if (n.op != AtomicOp::Exch)
      now = combine(n.op, elem, old, value);
    assign(*n.old, widen(narrow(now, elem), elem));
  });
}

}  // namespace qc::codegen
