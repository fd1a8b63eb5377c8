// Failures: the record keeps the one with the lowest order. Only a failing thread comes here, so it may be slow.
#include <llvm/IR/Intrinsics.h>

#include "codegen/emitter.h"
#include "ir/build.h"

namespace qc::codegen {

Value* Emitter::order() {
  if (f.order != ir::kNoVar) return var_ref(f.order);
  return target.thread_linear(*this);
}

void Emitter::fail(ir::SiteId site, Value* v0, Value* v1, Value* v2) {
  auto* c = b.CreateCall(fail_function(), {args.failure, order(), b.getInt32(site), v0, v1, v2});
  c->addFnAttr(llvm::Attribute::Cold);
}

// Whether while loops have to look for failures: what failed may be what would have ended them, `while x[k] < 5  k += 1  end` behind the last
// element. Threads that others wait for stay.
bool Emitter::watches_failures() const {
  if (!args.failure || f.sites.empty()) return false;
  bool alone = true;
  ir::for_each_stmt(f.body, [&](const ir::Stmt& s) { alone = alone && !std::holds_alternative<ir::Barrier>(s.node); });
  ir::for_each_expr(f.body, [&](const ir::Expr& e) {
    alone = alone && !std::holds_alternative<ir::Shuffle>(e.node) && !std::holds_alternative<ir::Ballot>(e.node) && !std::holds_alternative<ir::ActiveMask>(e.node);
  });
  return alone;
}

// The condition of a while loop. Each 1024th round also asks whether a failure was recorded that nothing in this iteration could come before:
// its own, or one of a lower order. So the loop ends, and the message is the same as ever.
Value* Emitter::and_not_failed(const ir::ExprP& condition, llvm::AllocaInst* rounds) {
  constexpr std::int64_t kRounds = 1024;
  Value* round = b.CreateAdd(b.CreateLoad(b.getInt64Ty(), rounds), i64(1));
  b.CreateStore(round, rounds);
  auto *here = b.GetInsertBlock(), *ask = new_block("ask"), *asked = new_block("asked");
  b.CreateCondBr(b.CreateICmpEQ(b.CreateAnd(round, i64(kRounds - 1)), i64(0)), ask, asked);
  b.SetInsertPoint(ask);
  auto* lowest = b.CreateAlignedLoad(b.getInt64Ty(), args.failure, llvm::Align(8));
  lowest->setAtomic(llvm::AtomicOrdering::Monotonic, module.getContext().getOrInsertSyncScopeID(target.device_scope()));
  Value* over = b.CreateICmpSLE(lowest, order());
  auto* from = b.GetInsertBlock();
  b.CreateBr(asked);
  b.SetInsertPoint(asked);
  auto* failed = b.CreatePHI(b.getInt1Ty(), 2);
  failed->addIncoming(b.getFalse(), here);
  failed->addIncoming(over, from);
  return b.CreateAnd(expr(condition), b.CreateNot(failed));
}

// A value as the record keeps it: an int, or the bits of a double.
Value* Emitter::recorded(Value* v) {
  if (v->getType()->isIntegerTy(1)) return b.CreateZExt(v, b.getInt64Ty());
  if (v->getType()->isFloatTy()) v = b.CreateFPExt(v, b.getDoubleTy());
  return v->getType()->isDoubleTy() ? b.CreateBitCast(v, b.getInt64Ty()) : v;
}

// void qc_fail(record, order, site, v0, v1, v2):
//   if order >= record.order return
//   loop: if the lock is taken from 0 to 1: { if order < record.order write; release; return }
// The critical section is inside the loop's body, so that lanes of one warp that wait for each other make progress.
llvm::Function* Emitter::fail_function() {
  if (fail_function_) return fail_function_;
  auto& ctx = module.getContext();
  llvm::Type* i32 = llvm::Type::getInt32Ty(ctx);
  llvm::Type* i64t = llvm::Type::getInt64Ty(ctx);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(ctx), {args.failure->getType(), i64t, i32, i64t, i64t, i64t}, false);
  auto* fn_fail = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "qc_fail", module);
  fn_fail->addFnAttr(llvm::Attribute::NoInline);
  fn_fail->addFnAttr(llvm::Attribute::Cold);
  fn_fail->addFnAttr(llvm::Attribute::NoUnwind);
  const auto sid = ctx.getOrInsertSyncScopeID(target.device_scope());
  using O = llvm::AtomicOrdering;

  llvm::IRBuilder<> w(ctx);
  auto block = [&](const char* name) { return llvm::BasicBlock::Create(ctx, name, fn_fail); };
  auto *entry = block("entry"), *again = block("again"), *locked = block("locked"), *write = block("write"),
       *release = block("release"), *done = block("done");
  Value* record = fn_fail->getArg(0);
  auto field = [&](std::uint64_t offset) { return w.CreateConstInBoundsGEP1_64(w.getInt8Ty(), record, offset); };
  auto is_lower = [&] {
    auto* now = w.CreateAlignedLoad(i64t, record, llvm::Align(8));
    now->setAtomic(O::Monotonic, sid);
    return w.CreateICmpSLT(fn_fail->getArg(1), now);
  };
  w.SetInsertPoint(entry);
  w.CreateCondBr(is_lower(), again, done);
  w.SetInsertPoint(again);
  auto* swap = w.CreateAtomicCmpXchg(field(offsetof(FailureRecord, lock)), w.getInt32(0), w.getInt32(1), llvm::Align(4),
                                     O::AcquireRelease, O::Monotonic, sid);
  w.CreateCondBr(w.CreateExtractValue(swap, 1), locked, again);
  w.SetInsertPoint(locked);
  w.CreateCondBr(is_lower(), write, release);
  w.SetInsertPoint(write);
  auto* order_store = w.CreateAlignedStore(fn_fail->getArg(1), record, llvm::Align(8));
  order_store->setAtomic(O::Monotonic, sid);
  w.CreateAlignedStore(fn_fail->getArg(2), field(offsetof(FailureRecord, site)), llvm::Align(4));
  for (int i = 0; i < 3; ++i)
    w.CreateAlignedStore(fn_fail->getArg(3 + i), field(offsetof(FailureRecord, values) + 8 * i), llvm::Align(8));
  w.CreateBr(release);
  w.SetInsertPoint(release);
  w.CreateFence(O::Release, sid);
  auto* unlock = w.CreateAlignedStore(w.getInt32(0), field(offsetof(FailureRecord, lock)), llvm::Align(4));
  unlock->setAtomic(O::Monotonic, sid);
  w.CreateBr(done);
  w.SetInsertPoint(done);
  w.CreateRetVoid();
  return fail_function_ = fn_fail;
}

}  // namespace qc::codegen
