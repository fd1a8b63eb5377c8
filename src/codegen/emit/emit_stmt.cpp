#include "codegen/emit/emit_stmt.h"

#include <llvm/IR/MDBuilder.h>

#include "codegen/emit/emit_access.h"
#include "codegen/emit/emit_atomic.h"
#include "codegen/emit/emit_expr.h"
#include "codegen/emit/emit_failure.h"
#include "codegen/emit/failing_loops.h"
#include "ir/build.h"

namespace qc::codegen {

namespace {
constexpr std::uint64_t kMaxUnrolled = 1024;  // iterations that are written out

// Leaves the block, or the lane, once the work is to stop.
void return_if_stopped(EmitContext& e) {
  Value* byte = e.target.stop_byte();
  if (!byte) return;
  auto* stops = e.b.CreateAlignedLoad(e.b.getInt8Ty(), byte, llvm::Align(1), true, "stops");  // each time anew
  stops->setAtomic(llvm::AtomicOrdering::Unordered);
  auto* on = e.b.new_block("on");
  e.b.CreateCondBr(e.b.CreateICmpEQ(stops, e.b.getInt8(0)), on, e.return_block,
                   llvm::MDBuilder(e.b.getContext()).createBranchWeights(1 << 20, 1));
  e.b.SetInsertPoint(on);
}
}  // namespace

void while_loop(EmitContext& e, const std::function<Value*()>& condition, const InstructionBuilder::Body& body,
                const ir::Block* of) {
  auto *head = e.b.new_block("while"), *inside = e.b.new_block("do"), *exit = e.b.new_block("done");
  e.b.CreateBr(head);
  e.b.SetInsertPoint(head);
  e.loops.begin(head, exit, of && is_of_one_iteration(e.f, *of));
  return_if_stopped(e);
  e.b.CreateCondBr(condition(), inside, exit);
  e.b.SetInsertPoint(inside);
  body();
  e.loops.end();
  e.b.CreateBr(head);
  e.b.SetInsertPoint(exit);
}

namespace {

// The iterations written out one after the other, where the loop wants that and their number is known to be small.
bool is_written_out(EmitContext& e, const ir::For& loop, const InstructionBuilder::Body& body) {
  const auto lo = ir::as_int(*loop.lo), step = ir::as_int(*loop.step), hi = ir::as_int(*loop.hi);
  if (loop.unroll != -1 || !lo || !step || !hi) return false;
  if (*step == 0 || (*step > 0 ? *hi < *lo : *hi > *lo)) return true;
  const std::uint64_t span =
      *step > 0 ? std::uint64_t(*hi) - std::uint64_t(*lo) : std::uint64_t(*lo) - std::uint64_t(*hi);
  const std::uint64_t size = *step > 0 ? std::uint64_t(*step) : 0 - std::uint64_t(*step);
  if (span / size >= kMaxUnrolled) return false;
  auto* exit = e.b.new_block("unrolled");
  for (std::uint64_t k = 0; k <= span / size; ++k) {
    assign(e, loop.var, e.b.i64(std::int64_t(std::uint64_t(*lo) + k * std::uint64_t(*step))));
    auto* next = e.b.new_block("next");
    e.loops.begin(next, exit, is_of_one_iteration(e.f, loop.body));
    body();
    e.loops.end();
    e.b.CreateBr(next);
    e.b.SetInsertPoint(next);
  }
  e.b.CreateBr(exit);
  e.b.SetInsertPoint(exit);
  return true;
}

// The rounds of a loop, numbered from 0, so that no bound overflows the loop variable.
struct Rounds {
  Value *lo, *step;
  Value* runs;  // whether there is one
  Value* last;  // its number
};
Rounds rounds_of(EmitContext& e, const ir::For& loop) {
  Value* lo = emit_expr(e, loop.lo);
  Value* step = emit_expr(e, loop.step);
  Value* hi = emit_expr(e, loop.hi);
  Value* up = e.b.CreateICmpSGT(step, e.b.i64(0));
  Value* runs = e.b.CreateAnd(e.b.CreateICmpNE(step, e.b.i64(0)),
                              e.b.CreateSelect(up, e.b.CreateICmpSLE(lo, hi), e.b.CreateICmpSGE(lo, hi)));
  Value* span = e.b.CreateSelect(up, e.b.CreateSub(hi, lo), e.b.CreateSub(lo, hi));
  Value* size = e.b.CreateSelect(up, step, e.b.CreateNeg(step));
  Value* last = e.b.CreateUDiv(span, e.b.CreateSelect(e.b.CreateICmpEQ(size, e.b.i64(0)), e.b.i64(1), size));
  return {lo, step, runs, last};
}

// All rounds as one vector: LLVM may neither choose a width nor write them out before it makes vectors.
void add_hints_of_one_vector(EmitContext& e, const Rounds& r, llvm::SmallVectorImpl<llvm::Metadata*>& hints) {
  auto* last = llvm::dyn_cast<llvm::ConstantInt>(r.last);
  if (!last) return;
  auto& ctx = e.b.getContext();
  const auto hint = [&](const char* name, std::uint64_t value) {
    llvm::Metadata* number = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(e.b.getInt32Ty(), value));
    hints.push_back(llvm::MDNode::get(ctx, {llvm::MDString::get(ctx, name), number}));
  };
  hint("llvm.loop.vectorize.width", last->getZExtValue() + 1);
  hint("llvm.loop.interleave.count", 1);
  hints.push_back(llvm::MDNode::get(ctx, {llvm::MDString::get(ctx, "llvm.loop.unroll.disable")}));
}

// From round `from` to `to`, both there, and on to `next`; `exit` is where `break` goes. asks: after each one it is
// asked whether to stop.
void some_rounds(EmitContext& e, const ir::For& loop, const InstructionBuilder::Body& body, const Rounds& r,
                 Value* from, Value* to, llvm::BasicBlock* next, llvm::BasicBlock* exit, bool asks) {
  auto *head = e.b.new_block("for"), *latch = e.b.new_block("for.next"), *before = e.b.GetInsertBlock();
  e.b.CreateBr(head);
  e.b.SetInsertPoint(head);
  auto* k = e.b.CreatePHI(e.b.getInt64Ty(), 2);
  k->addIncoming(from, before);
  assign(e, loop.var, e.b.CreateAdd(r.lo, e.b.CreateMul(k, r.step)));
  e.loops.begin(latch, exit, is_of_one_iteration(e.f, loop.body));
  llvm::MDNode* group = loop.independent ? e.target.begin_independent(e) : nullptr;
  body();
  if (group) e.target.end_independent();
  e.loops.end();
  e.b.CreateBr(latch);
  e.b.SetInsertPoint(latch);
  if (asks) return_if_stopped(e);
  k->addIncoming(e.b.CreateAdd(k, e.b.i64(1), "", true), e.b.GetInsertBlock());
  auto* again = e.b.CreateCondBr(e.b.CreateICmpULT(k, to), head, next);
  llvm::SmallVector<llvm::Metadata*> hints;
  if (group) hints.push_back(e.b.parallel_accesses(group));
  if (loop.unroll == -2) add_hints_of_one_vector(e, r, hints);
  if (!hints.empty()) e.b.mark_loop(again, hints);
  e.b.SetInsertPoint(next);
}

// All rounds in pieces, between which it is asked whether to stop.
void rounds_in_pieces(EmitContext& e, const ir::For& loop, const InstructionBuilder::Body& body, const Rounds& r,
                      std::int64_t piece, llvm::BasicBlock* exit) {
  auto *part = e.b.new_block("part"), *parted = e.b.new_block("part.next"), *before = e.b.GetInsertBlock();
  e.b.CreateBr(part);
  e.b.SetInsertPoint(part);
  auto* from = e.b.CreatePHI(e.b.getInt64Ty(), 2);
  from->addIncoming(e.b.i64(0), before);
  Value* left = e.b.CreateSub(r.last, from, "", true);
  Value* length = e.b.call(llvm::Intrinsic::umin, {e.b.getInt64Ty()}, {left, e.b.i64(piece - 1)});
  Value* to = e.b.CreateAdd(from, length, "", true);
  some_rounds(e, loop, body, r, from, to, parted, exit, false);
  return_if_stopped(e);
  from->addIncoming(e.b.CreateAdd(to, e.b.i64(1), "", true), e.b.GetInsertBlock());
  e.b.CreateCondBr(e.b.CreateICmpULT(to, r.last), part, exit);
  e.b.SetInsertPoint(exit);
}

}  // namespace

void for_loop(EmitContext& e, const ir::For& loop, const InstructionBuilder::Body& body) {
  if (is_written_out(e, loop, body)) return;
  const Rounds r = rounds_of(e, loop);
  auto *first = e.b.new_block("for.first"), *exit = e.b.new_block("for.end");
  e.b.CreateCondBr(r.runs, first, exit);
  e.b.SetInsertPoint(first);
  const std::int64_t piece = e.target.rounds_between_stops(loop);
  auto* known = llvm::dyn_cast<llvm::ConstantInt>(r.last);
  const bool is_short = known && known->getValue().ult(std::max(std::uint64_t(piece), kMaxUnrolled));
  if (piece <= 1 || is_short)
    some_rounds(e, loop, body, r, e.b.i64(0), r.last, exit, exit, piece == 1 && !is_short);
  else
    rounds_in_pieces(e, loop, body, r, piece, exit);
}

void assign(EmitContext& e, ir::VarId v, Value* value) {
  const Elem type = e.f.vars[v].type;
  auto* s = e.b.CreateStore(e.b.narrow(value, type), e.target.variable(e, v));
  e.target.variable_access(e, s);
  for (std::size_t k = 0; k < e.f.outputs.size(); ++k) {
    if (e.f.outputs[k] != v || e.f.kind != ir::Function::Kind::Kernel) continue;
    // Only one thread assigns an output, so its slot may follow every assignment.
    e.b.CreateAlignedStore(type == Elem::Bool ? e.b.CreateZExt(value, e.b.getInt64Ty()) : value, e.args.outputs.at(k),
                           llvm::Align(8));
  }
}

void emit_block(EmitContext& e, const ir::Block& statements) {
  for (const ir::Stmt& s : statements) emit_stmt(e, s);
}

void emit_stmt(EmitContext& e, const ir::Stmt& s) {
  struct V {
    EmitContext& e;
    void operator()(const ir::Assign& n) { assign(e, n.var, emit_expr(e, n.value)); }
    void operator()(const ir::Store& n) { emit_store(e, n); }
    void operator()(const ir::Atomic& n) { emit_atomic(e, n); }
    void operator()(const ir::If& n) {
      Value* c = emit_expr(e, n.condition);
      if (n.otherwise.empty())
        e.b.if_else(c, [&] { emit_block(e, n.then); });
      else
        e.b.if_else(
            c, [&] { emit_block(e, n.then); }, [&] { emit_block(e, n.otherwise); });
    }
    void operator()(const ir::For& n) {
      for_loop(e, n, [&] { emit_block(e, n.body); });
    }
    void operator()(const ir::While& n) {
      llvm::AllocaInst* rounds = rounds_of_while(e);
      while_loop(
          e, [&] { return and_not_failed(e, n.condition, rounds); }, [&] { emit_block(e, n.body); }, &n.body);
    }
    void operator()(const ir::Break&) { e.b.jump(e.loops.exit()); }
    void operator()(const ir::Continue&) { e.b.jump(e.loops.next()); }
    void operator()(const ir::Return&) {
      e.target.returning(e);
      e.b.jump(e.return_block);
    }
    void operator()(const ir::Barrier& n) { e.target.barrier(e, n.scope); }
    void operator()(const ir::Fence& n) { e.target.fence(e, n); }
    void operator()(const ir::Fail& n) {
      Value* values[ir::kMostFailValues] = {e.b.i64(0), e.b.i64(0), e.b.i64(0)};
      for (std::size_t k = 0; k < n.values.size(); ++k) values[k] = e.b.recorded(emit_expr(e, n.values[k]));
      emit_fail(e, n.site, values[0], values[1], values[2]);
    }
  };
  std::visit(V{e}, s.node);
}

}  // namespace qc::codegen
