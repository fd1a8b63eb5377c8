// Failures: the record keeps the one with the lowest order. Only a failing thread comes here, so it may be slow.
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <map>

#include "codegen/emitter.h"
#include "codegen/ir_passes/lane_analysis.h"
#include "ir/build.h"

namespace qc::codegen {

Value* Emitter::order() {
  if (f.order != ir::kNoVar) return var_ref(f.order);
  return target.thread_linear(*this);
}

void Emitter::fail(ir::SiteId site, Value* v0, Value* v1, Value* v2) {
  auto* c = b.CreateCall(fail_function(), {args.failure, order(), b.getInt32(site), v0, v1, v2});
  c->addFnAttr(llvm::Attribute::Cold);
  if (llvm::BasicBlock* out = left_by_failure()) jump(out);
}

// Whether the loop is inside one iteration, of which the first failure is the one that counts, and nobody waits for
// threads in it. A loop over iterations sets the order of each; one that cannot fail may stand where there is no order
// yet.
bool Emitter::is_of_one_iteration(const ir::Block& body) const {
  if (!args.failure || f.runs_on || f.sites.empty() || !can_fail(body)) return false;
  bool sets_order = false;
  ir::for_each_stmt(body, [&](const ir::Stmt& s) {
    auto* a = std::get_if<ir::Assign>(&s.node);
    sets_order = sets_order || (a && f.order != ir::kNoVar && a->var == f.order);
  });
  return !sets_order && !holds_split(body);
}

// The end of the outermost such loop; null: there is none.
llvm::BasicBlock* Emitter::left_by_failure() const {
  llvm::BasicBlock* out = nullptr;
  for (std::size_t k = loops_.size(); k > own_loops_ && loops_[k - 1].of_one_iteration; --k) out = loops_[k - 1].exit;
  return out;
}

// Whether while loops have to look for failures: what failed may be what would have ended them, `while x[k] < 5  k += 1
// end` behind the last element. Threads that others wait for stay.
bool Emitter::watches_failures() const {
  if (!args.failure || f.sites.empty()) return false;
  bool alone = true;
  ir::for_each_stmt(f.body, [&](const ir::Stmt& s) { alone = alone && !std::holds_alternative<ir::Barrier>(s.node); });
  ir::for_each_expr(f.body, [&](const ir::Expr& e) {
    alone = alone && !std::holds_alternative<ir::Shuffle>(e.node) && !std::holds_alternative<ir::Ballot>(e.node) &&
            !std::holds_alternative<ir::ActiveMask>(e.node);
  });
  return alone;
}

// The condition of a while loop. One round in kRounds also asks whether a failure was recorded that nothing in this
// iteration could come before: its own, or one of a lower order. So the loop ends, and the message is the same as ever.
Value* Emitter::and_not_failed(const ir::ExprP& condition, llvm::AllocaInst* rounds) {
  constexpr std::int64_t kRounds = 1024;
  Value* asks = is_round_that_asks(rounds, kRounds);
  auto *here = b.GetInsertBlock(), *ask = new_block("ask"), *asked = new_block("asked");
  b.CreateCondBr(asks, ask, asked);
  b.SetInsertPoint(ask);
  Value* over = failed_before();
  auto* from = b.GetInsertBlock();
  b.CreateBr(asked);
  b.SetInsertPoint(asked);
  auto* failed = b.CreatePHI(b.getInt1Ty(), 2);
  failed->addIncoming(b.getFalse(), here);
  failed->addIncoming(over, from);
  return b.CreateAnd(expr(condition), b.CreateNot(failed));
}

Value* Emitter::is_round_that_asks(llvm::AllocaInst* rounds, std::int64_t one_in) {
  Value* round = b.CreateAdd(b.CreateLoad(b.getInt64Ty(), rounds), i64(1));
  b.CreateStore(round, rounds);
  return b.CreateICmpEQ(b.CreateAnd(round, i64(one_in - 1)), i64(0));
}

// Whether this iteration or one before it has failed. Around lanes it is that of the first one.
Value* Emitter::failed_before() {
  auto* lowest = b.CreateAlignedLoad(b.getInt64Ty(), args.failure, llvm::Align(8));
  lowest->setAtomic(llvm::AtomicOrdering::Monotonic, module.getContext().getOrInsertSyncScopeID(target.device_scope()));
  return b.CreateICmpSLE(lowest, order());
}

// Whether each round of the loop is of iterations behind those of the rounds before it: their order is a sum with a
// variable in it that each round raises, and what else is in it stays.
bool Emitter::comes_in_order(const ir::Block& body) const {
  std::map<ir::VarId, std::vector<ir::ExprP>> assigned;
  ir::for_each_stmt(body, [&](const ir::Stmt& s) {
    if (auto* a = std::get_if<ir::Assign>(&s.node))
      assigned[a->var].push_back(a->value);
    else if (auto* l = std::get_if<ir::For>(&s.node))
      assigned[l->var] = {nullptr, nullptr};
  });
  const auto orders = f.order == ir::kNoVar ? assigned.end() : assigned.find(f.order);
  if (orders == assigned.end()) return false;
  const auto is_raised = [&](ir::VarId v) {
    const auto& values = assigned.at(v);
    auto* sum = values.size() == 1 && values[0] ? std::get_if<ir::Binary>(&values[0]->node) : nullptr;
    auto* old = sum && sum->op == ir::BinaryOp::Add ? std::get_if<ir::VarRef>(&sum->a->node) : nullptr;
    const auto by = old && old->var == v ? ir::as_int(*sum->b) : std::nullopt;
    return by && *by > 0;
  };
  return std::all_of(orders->second.begin(), orders->second.end(), [&](const ir::ExprP& order) {
    int raised = 0;
    bool stays = order != nullptr;
    const auto look = [&](const auto& self, const ir::ExprP& term) -> void {
      auto* sum = std::get_if<ir::Binary>(&term->node);
      if (sum && sum->op == ir::BinaryOp::Add) return self(self, sum->a), self(self, sum->b);
      auto* v = std::get_if<ir::VarRef>(&term->node);
      if (v && assigned.count(v->var) && is_raised(v->var)) return void(++raised);
      ir::for_each_expr(*term, [&](const ir::Expr& e) {
        auto* inner = std::get_if<ir::VarRef>(&e.node);
        stays = stays && !(inner && assigned.count(inner->var)) && !std::holds_alternative<ir::Load>(e.node);
      });
    };
    if (order) look(look, order);
    return stays && raised == 1;
  });
}

llvm::AllocaInst* Emitter::rounds_until_failure(const ir::Block& body) {
  if (!args.failure || f.runs_on || f.sites.empty() || !(is_of_one_iteration(body) || comes_in_order(body)))
    return nullptr;
  llvm::AllocaInst* rounds = entry_alloca(b.getInt64Ty(), "rounds");
  b.CreateStore(i64(0), rounds);
  return rounds;
}

void Emitter::leave_if_failed(llvm::AllocaInst* rounds) {
  if (!rounds) return;
  constexpr std::int64_t kRounds = 16;  // each of as many iterations as there are lanes
  if_else(is_round_that_asks(rounds, kRounds), [&] { if_else(failed_before(), [&] { jump(loops_.back().exit); }); });
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
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(ctx),
                                       {args.failure->getType(), i64t, i32, i64t, i64t, i64t}, false);
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
