// Statements and control flow.
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include "codegen/emitter.h"
#include "ir/build.h"

namespace qc::codegen {

namespace {
constexpr std::uint64_t kMaxUnrolled = 1024;  // iterations that are written out
}

llvm::BasicBlock* Emitter::new_block(const char* name) {
  return llvm::BasicBlock::Create(module.getContext(), name, fn);
}

llvm::AllocaInst* Emitter::entry_alloca(llvm::Type* type, const llvm::Twine& name, std::uint64_t n) {
  llvm::IRBuilder<> at(&fn->getEntryBlock(), fn->getEntryBlock().begin());
  auto* a = at.CreateAlloca(n == 1 ? type : llvm::ArrayType::get(type, n), nullptr, name);
  return a;
}

llvm::Function* Emitter::intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types) {
  return llvm::Intrinsic::getOrInsertDeclaration(&module, id, types);
}

Value* Emitter::call(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types, llvm::ArrayRef<Value*> arguments) {
  return b.CreateCall(intrinsic(id, types), arguments);
}

void Emitter::jump(llvm::BasicBlock* to) {
  b.CreateBr(to);
  b.SetInsertPoint(new_block("unreached"));
}

void Emitter::if_else(Value* condition, const Body& then, const Body& otherwise) {
  auto* yes = new_block("then");
  auto* no = otherwise ? new_block("else") : nullptr;
  auto* end = new_block("end");
  b.CreateCondBr(condition, yes, otherwise ? no : end);
  b.SetInsertPoint(yes);
  then();
  b.CreateBr(end);
  if (otherwise) {
    b.SetInsertPoint(no);
    otherwise();
    b.CreateBr(end);
  }
  b.SetInsertPoint(end);
}

void Emitter::while_loop(const std::function<Value*()>& condition, const Body& body, const ir::Block* of) {
  auto *head = new_block("while"), *inside = new_block("do"), *exit = new_block("done");
  b.CreateBr(head);
  b.SetInsertPoint(head);
  loops_.push_back({head, exit, of && is_of_one_iteration(*of)});
  return_if_stopped();
  b.CreateCondBr(condition(), inside, exit);
  b.SetInsertPoint(inside);
  body();
  loops_.pop_back();
  b.CreateBr(head);
  b.SetInsertPoint(exit);
}

void Emitter::count_loop(Value* lo, Value* hi, const std::function<void(Value*)>& body,
                         llvm::ArrayRef<llvm::Metadata*> metadata) {
  auto *pre = b.GetInsertBlock(), *head = new_block("loop"), *exit = new_block("loop.end");
  b.CreateCondBr(b.CreateICmpSLT(lo, hi), head, exit);
  b.SetInsertPoint(head);
  auto* i = b.CreatePHI(b.getInt64Ty(), 2);
  i->addIncoming(lo, pre);
  body(i);
  Value* next = b.CreateAdd(i, i64(1), "", true, true);
  i->addIncoming(next, b.GetInsertBlock());
  auto* latch = b.CreateCondBr(b.CreateICmpSLT(next, hi), head, exit);
  if (!metadata.empty()) {
    llvm::SmallVector<llvm::Metadata*> ops{nullptr};
    ops.append(metadata.begin(), metadata.end());
    auto* loop_id = llvm::MDNode::getDistinct(module.getContext(), ops);
    loop_id->replaceOperandWith(0, loop_id);
    latch->setMetadata(llvm::LLVMContext::MD_loop, loop_id);
  }
  b.SetInsertPoint(exit);
}

// The number of iterations is computed first, so that no bound overflows the loop variable.
void Emitter::for_loop(const ir::For& loop, const Body& body) {
  const bool of_one_iteration = is_of_one_iteration(loop.body);
  const auto clo = ir::as_int(*loop.lo), cstep = ir::as_int(*loop.step), chi = ir::as_int(*loop.hi);
  if (loop.unroll == -1 && clo && cstep && chi) {
    if (*cstep == 0 || (*cstep > 0 ? *chi < *clo : *chi > *clo)) return;
    const std::uint64_t span =
        *cstep > 0 ? std::uint64_t(*chi) - std::uint64_t(*clo) : std::uint64_t(*clo) - std::uint64_t(*chi);
    const std::uint64_t step = *cstep > 0 ? std::uint64_t(*cstep) : 0 - std::uint64_t(*cstep);
    if (span / step < kMaxUnrolled) {
      auto* exit = new_block("unrolled");
      for (std::uint64_t k = 0; k <= span / step; ++k) {
        assign(loop.var, i64(std::int64_t(std::uint64_t(*clo) + k * std::uint64_t(*cstep))));
        auto* next = new_block("next");
        loops_.push_back({next, exit, of_one_iteration});
        body();
        loops_.pop_back();
        b.CreateBr(next);
        b.SetInsertPoint(next);
      }
      b.CreateBr(exit);
      b.SetInsertPoint(exit);
      return;
    }
  }
  Value* lo = expr(loop.lo);
  Value* step = expr(loop.step);
  Value* hi = expr(loop.hi);
  Value* up = b.CreateICmpSGT(step, i64(0));
  Value* runs =
      b.CreateAnd(b.CreateICmpNE(step, i64(0)), b.CreateSelect(up, b.CreateICmpSLE(lo, hi), b.CreateICmpSGE(lo, hi)));
  Value* span = b.CreateSelect(up, b.CreateSub(hi, lo), b.CreateSub(lo, hi));
  Value* size = b.CreateSelect(up, step, b.CreateNeg(step));
  Value* last = b.CreateUDiv(span, b.CreateSelect(b.CreateICmpEQ(size, i64(0)), i64(1), size));
  auto *head = new_block("for"), *latch = new_block("for.next"), *exit = new_block("for.end");
  auto rounds = [&](Value* from, Value* to, llvm::BasicBlock* end, bool asks) {
    auto* pre = b.GetInsertBlock();
    b.CreateBr(head);
    b.SetInsertPoint(head);
    auto* k = b.CreatePHI(b.getInt64Ty(), 2);
    k->addIncoming(from, pre);
    assign(loop.var, b.CreateAdd(lo, b.CreateMul(k, step)));
    loops_.push_back({latch, exit, of_one_iteration});
    body();
    loops_.pop_back();
    b.CreateBr(latch);
    b.SetInsertPoint(latch);
    if (asks) return_if_stopped();
    k->addIncoming(b.CreateAdd(k, i64(1), "", true), b.GetInsertBlock());
    b.CreateCondBr(b.CreateICmpULT(k, to), head, end);
    b.SetInsertPoint(end);
  };
  auto* first = new_block("for.first");
  b.CreateCondBr(runs, first, exit);
  b.SetInsertPoint(first);
  const std::int64_t piece = target.rounds_between_stops(loop);
  auto* known = llvm::dyn_cast<llvm::ConstantInt>(last);
  const bool is_short = known && known->getValue().ult(std::max(std::uint64_t(piece), kMaxUnrolled));
  if (piece <= 1 || is_short) return rounds(i64(0), last, exit, piece == 1 && !is_short);
  // In pieces, between which it asks.
  auto *part = new_block("part"), *parted = new_block("part.next");
  b.CreateBr(part);
  b.SetInsertPoint(part);
  auto* from = b.CreatePHI(b.getInt64Ty(), 2);
  from->addIncoming(i64(0), first);
  Value* left = b.CreateSub(last, from, "", true);
  Value* to = b.CreateAdd(from, call(llvm::Intrinsic::umin, {b.getInt64Ty()}, {left, i64(piece - 1)}), "", true);
  rounds(from, to, parted, false);
  return_if_stopped();
  from->addIncoming(b.CreateAdd(to, i64(1), "", true), b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpULT(to, last), part, exit);
  b.SetInsertPoint(exit);
}

void Emitter::return_if_stopped() {
  Value* byte = target.stop_byte();
  if (!byte) return;
  auto* stops = b.CreateAlignedLoad(b.getInt8Ty(), byte, llvm::Align(1), true, "stops");  // each time anew
  stops->setAtomic(llvm::AtomicOrdering::Unordered);
  auto* on = new_block("on");
  b.CreateCondBr(b.CreateICmpEQ(stops, b.getInt8(0)), on, return_block,
                 llvm::MDBuilder(module.getContext()).createBranchWeights(1 << 20, 1));
  b.SetInsertPoint(on);
}

void Emitter::assign(ir::VarId v, Value* value) {
  const Elem type = f.vars[v].type;
  auto* s = b.CreateStore(type == Elem::Bool ? b.CreateZExt(value, b.getInt8Ty()) : value, target.variable(*this, v));
  target.memory_access(s);
  for (std::size_t k = 0; k < f.outputs.size(); ++k) {
    if (f.outputs[k] != v || f.kind != ir::Function::Kind::Kernel) continue;
    // Only one thread assigns an output, so its slot may follow every assignment.
    b.CreateAlignedStore(type == Elem::Bool ? b.CreateZExt(value, b.getInt64Ty()) : value, args.outputs.at(k),
                         llvm::Align(8));
  }
}

void Emitter::block(const ir::Block& statements) {
  for (const ir::Stmt& s : statements) stmt(s);
}

void Emitter::stmt(const ir::Stmt& s) {
  struct V {
    Emitter& m;
    void operator()(const ir::Assign& n) { m.assign(n.var, m.expr(n.value)); }
    void operator()(const ir::Store& n) {
      if (m.tables_.count(n.access.array)) return;
      Value* v = m.expr(n.value);
      m.guarded_write(n.access, [&](Value* address, llvm::Align align) {
        m.mark(m.store_value(address, v, m.f.arrays[n.access.array].elem, align), n.access.array);
      });
    }
    void operator()(const ir::Atomic& n) { m.atomic(n); }
    void operator()(const ir::If& n) {
      Value* c = m.expr(n.condition);
      if (n.otherwise.empty())
        m.if_else(c, [&] { m.block(n.then); });
      else
        m.if_else(
            c, [&] { m.block(n.then); }, [&] { m.block(n.otherwise); });
    }
    void operator()(const ir::For& n) {
      m.for_loop(n, [&] { m.block(n.body); });
    }
    void operator()(const ir::While& n) {
      llvm::AllocaInst* rounds = m.watches_failures() ? m.entry_alloca(m.b.getInt64Ty(), "rounds") : nullptr;
      if (rounds) m.b.CreateStore(m.i64(0), rounds);
      m.while_loop([&] { return rounds ? m.and_not_failed(n.condition, rounds) : m.expr(n.condition); },
                   [&] { m.block(n.body); }, &n.body);
    }
    void operator()(const ir::Break&) { m.jump(m.loops_.back().exit); }
    void operator()(const ir::Continue&) { m.jump(m.loops_.back().next); }
    void operator()(const ir::Return&) {
      m.target.returning(m);
      m.jump(m.return_block);
    }
    void operator()(const ir::Barrier& n) { m.target.barrier(m, n.scope); }
    void operator()(const ir::Fence& n) { m.target.fence(m, n); }
    void operator()(const ir::Fail& n) {
      Value* values[ir::kMostFailValues] = {m.i64(0), m.i64(0), m.i64(0)};
      for (std::size_t k = 0; k < n.values.size(); ++k) values[k] = m.recorded(m.expr(n.values[k]));
      m.fail(n.site, values[0], values[1], values[2]);
    }
  };
  std::visit(V{*this}, s.node);
}

}  // namespace qc::codegen
