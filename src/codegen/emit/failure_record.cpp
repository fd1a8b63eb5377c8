#include "codegen/emit/failure_record.h"

#include "codegen/emit/kernel_interface.h"

namespace qc::codegen {

// void qc_fail(record, order, site, v0, v1, v2):
//   if order >= record.order return
//   loop: if the lock is taken from 0 to 1: { if order < record.order write; release; return }
// The critical section is inside the loop's body, so that lanes of one warp that wait for each other make progress.
llvm::Function* fail_function(llvm::Module& module, llvm::Type* record_type, llvm::StringRef scope) {
  if (llvm::Function* made = module.getFunction("qc_fail")) return made;
  auto& ctx = module.getContext();
  llvm::Type* i32 = llvm::Type::getInt32Ty(ctx);
  llvm::Type* i64t = llvm::Type::getInt64Ty(ctx);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(ctx), {record_type, i64t, i32, i64t, i64t, i64t}, false);
  auto* fn_fail = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "qc_fail", module);
  fn_fail->addFnAttr(llvm::Attribute::NoInline);
  fn_fail->addFnAttr(llvm::Attribute::Cold);
  fn_fail->addFnAttr(llvm::Attribute::NoUnwind);
  const auto sid = ctx.getOrInsertSyncScopeID(scope);
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
  return fn_fail;
}

}  // namespace qc::codegen
