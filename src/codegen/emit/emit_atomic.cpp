#include "codegen/emit/emit_atomic.h"

#include <optional>

#include "codegen/emit/arithmetic.h"
#include "codegen/emit/emit_access.h"
#include "codegen/emit/emit_expr.h"
#include "codegen/emit/emit_stmt.h"

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
static Value* combine(InstructionBuilder& b, AtomicOp op, Elem elem, Value* old, Value* value) {
  const bool fl = is_float(elem);
  auto arith = [&](ir::BinaryOp o) {
    if (fl) return float_binary(b, o, old, value);
    return int_binary(b, o, elem == Elem::Bool, old, value);
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
      Value* one = b.i64(1);
      if (op == AtomicOp::Inc) return b.CreateSelect(b.CreateICmpUGE(old, value), b.i64(0), b.CreateAdd(old, one));
      Value* wraps = b.CreateOr(b.CreateICmpEQ(old, b.i64(0)), b.CreateICmpUGT(old, value));
      return b.CreateSelect(wraps, value, b.CreateSub(old, one));
    }
    default:
      return value;
  }
}

static Value* atomic_loop(EmitContext& e, const ir::Atomic& n, Value* address, Value* value) {
  const Elem elem = e.f.arrays[n.access.array].elem;
  const auto sid = e.b.getContext().getOrInsertSyncScopeID(e.target.device_scope());
  llvm::Type* bits = e.b.getIntNTy(8 * byte_size(elem));
  const llvm::Align align(byte_size(elem));
  auto* first = e.b.CreateAlignedLoad(bits, address, align);
  first->setAtomic(llvm::AtomicOrdering::Monotonic, sid);
  auto* from = e.b.GetInsertBlock();
  auto* again = e.b.new_block("atomic");
  auto* done = e.b.new_block("atomic.done");
  e.b.CreateBr(again);
  e.b.SetInsertPoint(again);
  auto* seen = e.b.CreatePHI(bits, 2);
  seen->addIncoming(first, from);
  Value* old = e.b.widen(e.b.CreateBitCast(seen, e.b.memory_type(elem)), elem);
  Value* wanted = e.b.CreateBitCast(e.b.narrow(combine(e.b, n.op, elem, old, value), elem), bits);
  auto* swap = e.b.CreateAtomicCmpXchg(address, seen, wanted, align, llvm::AtomicOrdering::Monotonic,
                                       llvm::AtomicOrdering::Monotonic, sid);
  seen->addIncoming(e.b.CreateExtractValue(swap, 0), e.b.GetInsertBlock());
  e.b.CreateCondBr(e.b.CreateExtractValue(swap, 1), done, again);
  e.b.SetInsertPoint(done);
  return old;
}

// Natively where the value fits the element.
static Value* atomic_extreme(EmitContext& e, const ir::Atomic& n, Rmw::BinOp op, Value* address, Value* value) {
  const Elem elem = e.f.arrays[n.access.array].elem;
  const auto sid = e.b.getContext().getOrInsertSyncScopeID(e.target.device_scope());
  auto *fits = e.b.new_block("atomic.fits"), *wraps = e.b.new_block("atomic.wraps"), *met = e.b.new_block("atomic.met");
  e.b.CreateCondBr(e.b.CreateICmpEQ(e.b.widen(e.b.narrow(value, elem), elem), value), fits, wraps);
  e.b.SetInsertPoint(fits);
  Value* one = e.b.widen(e.b.CreateAtomicRMW(op, address, e.b.narrow(value, elem), llvm::Align(byte_size(elem)),
                                             llvm::AtomicOrdering::Monotonic, sid),
                         elem);
  auto* one_end = e.b.GetInsertBlock();
  e.b.CreateBr(met);
  e.b.SetInsertPoint(wraps);
  Value* other = atomic_loop(e, n, address, value);
  auto* other_end = e.b.GetInsertBlock();
  e.b.CreateBr(met);
  e.b.SetInsertPoint(met);
  auto* old = e.b.CreatePHI(one->getType(), 2);
  old->addIncoming(one, one_end);
  old->addIncoming(other, other_end);
  return old;
}

static Value* atomic_old(EmitContext& e, const ir::Atomic& n, Value* address, Value* value, Value* expected) {
  const Elem elem = e.f.arrays[n.access.array].elem;
  const auto sid = e.b.getContext().getOrInsertSyncScopeID(e.target.device_scope());
  const llvm::Align align(byte_size(elem));
  llvm::Type* bits = e.b.getIntNTy(8 * byte_size(elem));
  if (n.op == AtomicOp::Cas) {
    auto* swap = e.b.CreateAtomicCmpXchg(address, e.b.CreateBitCast(e.b.narrow(expected, elem), bits),
                                         e.b.CreateBitCast(e.b.narrow(value, elem), bits), align,
                                         llvm::AtomicOrdering::AcquireRelease, llvm::AtomicOrdering::Acquire, sid);
    return e.b.widen(e.b.CreateBitCast(e.b.CreateExtractValue(swap, 0), e.b.memory_type(elem)), elem);
  }
  if (n.op == AtomicOp::Exch && is_float(elem)) {
    Value* old = e.b.CreateAtomicRMW(Rmw::Xchg, address, e.b.CreateBitCast(e.b.narrow(value, elem), bits), align,
                                     llvm::AtomicOrdering::Monotonic, sid);
    return e.b.widen(e.b.CreateBitCast(old, e.b.memory_type(elem)), elem);
  }
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  if (n.op == AtomicOp::Or && constant && constant->isZero() &&
      elem != Elem::Bool) {  // changes nothing: threads that wait for a flag read side by side
    auto* read = e.b.CreateAlignedLoad(bits, address, align);
    read->setAtomic(llvm::AtomicOrdering::Monotonic, sid);
    return e.b.widen(read, elem);
  }
  if (n.op != AtomicOp::Exch && (n.in_block || e.f.arrays[n.access.array].space == ir::Space::Shared) &&
      e.target.runs_block_alone()) {
    // Not marked as an access of a lane loop: threads may update the same element, one after another.
    Value* old = e.b.widen(e.b.CreateAlignedLoad(e.b.memory_type(elem), address, align), elem);
    e.b.CreateAlignedStore(e.b.narrow(combine(e.b, n.op, elem, old, value), elem), address, align);
    return old;
  }
  const auto op = native(n.op, elem);
  if (!op) return atomic_loop(e, n, address, value);
  if (may_not_fit(n, elem)) return atomic_extreme(e, n, *op, address, value);
  if (is_float(elem) && n.op == AtomicOp::Sub) value = e.b.CreateFNeg(value);
  return e.b.widen(
      e.b.CreateAtomicRMW(*op, address, e.b.narrow(value, elem), align, llvm::AtomicOrdering::Monotonic, sid), elem);
}

void emit_atomic(EmitContext& e, const ir::Atomic& n) {
  const Elem elem = e.f.arrays[n.access.array].elem;
  Value* value = emit_expr(e, n.value);
  Value* expected = n.compare ? emit_expr(e, n.compare) : nullptr;
  if (n.old) assign(e, *n.old, e.b.zero(elem));
  guarded_write(e, n.access, [&](Value* address, llvm::Align) {
    Value* old = atomic_old(e, n, address, value, expected);
    if (!n.old) return;
    if (!n.result_is_new) return assign(e, *n.old, old);
    Value* now = value;
    if (n.op == AtomicOp::Cas)
      now = e.b.CreateSelect(compare(e.b, ir::BinaryOp::Eq, old, expected, value_elem(elem)), value, old);
    else if (n.op != AtomicOp::Exch)
      now = combine(e.b, n.op, elem, old, value);
    assign(e, *n.old, e.b.widen(e.b.narrow(now, elem), elem));
  });
}

}  // namespace qc::codegen
