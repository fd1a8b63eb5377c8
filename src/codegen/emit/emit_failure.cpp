#include "codegen/emit/emit_failure.h"

#include "codegen/emit/emit_expr.h"
#include "codegen/emit/failing_loops.h"
#include "codegen/emit/failure_record.h"

namespace qc::codegen {

static Value* order(EmitContext& e) {
  if (e.f.order != ir::kNoVar) return variable_value(e, e.f.order);
  return e.target.thread_linear(e);
}

void emit_fail(EmitContext& e, ir::SiteId site, Value* v0, Value* v1, Value* v2) {
  auto* c = e.b.CreateCall(fail_function(e.b.module, e.args.failure->getType(), e.target.device_scope()),
                           {e.args.failure, order(e), e.b.getInt32(site), v0, v1, v2});
  c->addFnAttr(llvm::Attribute::Cold);
  if (llvm::BasicBlock* out = e.loops.left_by_failure()) e.b.jump(out);
}

llvm::AllocaInst* rounds_of_while(EmitContext& e) {
  if (!e.args.failure || !watches_failures(e.f)) return nullptr;
  llvm::AllocaInst* rounds = e.b.entry_alloca(e.b.getInt64Ty(), "rounds");
  e.b.CreateStore(e.b.i64(0), rounds);
  return rounds;
}

static Value* is_round_that_asks(EmitContext& e, llvm::AllocaInst* rounds, std::int64_t one_in) {
  Value* round = e.b.CreateAdd(e.b.CreateLoad(e.b.getInt64Ty(), rounds), e.b.i64(1));
  e.b.CreateStore(round, rounds);
  return e.b.CreateICmpEQ(e.b.CreateAnd(round, e.b.i64(one_in - 1)), e.b.i64(0));
}

// Whether this iteration or one before it has failed. Around lanes it is that of the first one.
static Value* failed_before(EmitContext& e) {
  auto* lowest = e.b.CreateAlignedLoad(e.b.getInt64Ty(), e.args.failure, llvm::Align(8));
  lowest->setAtomic(llvm::AtomicOrdering::Monotonic, e.b.getContext().getOrInsertSyncScopeID(e.target.device_scope()));
  return e.b.CreateICmpSLE(lowest, order(e));
}

// The condition of a while loop. One round in kRounds also asks whether a failure was recorded that nothing in this
// iteration could come before: its own, or one of a lower order. So the loop ends, and the message is the same as ever.
Value* and_not_failed(EmitContext& e, const ir::ExprP& condition, llvm::AllocaInst* rounds) {
  if (!rounds) return emit_expr(e, condition);
  constexpr std::int64_t kRounds = 1024;
  Value* asks = is_round_that_asks(e, rounds, kRounds);
  auto *here = e.b.GetInsertBlock(), *ask = e.b.new_block("ask"), *asked = e.b.new_block("asked");
  e.b.CreateCondBr(asks, ask, asked);
  e.b.SetInsertPoint(ask);
  Value* over = failed_before(e);
  auto* from = e.b.GetInsertBlock();
  e.b.CreateBr(asked);
  e.b.SetInsertPoint(asked);
  auto* failed = e.b.CreatePHI(e.b.getInt1Ty(), 2);
  failed->addIncoming(e.b.getFalse(), here);
  failed->addIncoming(over, from);
  return e.b.CreateAnd(emit_expr(e, condition), e.b.CreateNot(failed));
}

llvm::AllocaInst* rounds_until_failure(EmitContext& e, const ir::Block& body) {
  if (!e.args.failure || e.f.runs_on || e.f.sites.empty() ||
      !(is_of_one_iteration(e.f, body) || comes_in_order(e.f, body)))
    return nullptr;
  llvm::AllocaInst* rounds = e.b.entry_alloca(e.b.getInt64Ty(), "rounds");
  e.b.CreateStore(e.b.i64(0), rounds);
  return rounds;
}

void leave_if_failed(EmitContext& e, llvm::AllocaInst* rounds) {
  if (!rounds) return;
  constexpr std::int64_t kRounds = 16;  // each of as many iterations as there are lanes
  e.b.if_else(is_round_that_asks(e, rounds, kRounds),
              [&] { e.b.if_else(failed_before(e), [&] { e.b.jump(e.loops.exit()); }); });
}

}  // namespace qc::codegen
