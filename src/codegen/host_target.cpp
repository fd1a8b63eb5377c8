#include "codegen/host_target.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include <array>

#include "codegen/emit/emit_access.h"
#include "codegen/emit/emit_expr.h"
#include "codegen/emit/emit_failure.h"
#include "codegen/emit/emit_stmt.h"
#include "ir/build.h"

namespace qc::codegen {

namespace id = llvm::Intrinsic;

HostSizes HostTarget::lower(const ir::Function& f, llvm::Module& module) {
  HostTarget target(f);
  EmitContext e(f, module, target);
  target.prologue(e);
  Value* alive = target.alive_;
  std::vector<std::pair<ir::VarId, Value*>> initial;  // values that threads have of their own from the start
  for (const auto& [v, value] : e.args.scalars)
    if (target.plan_.vars[v] == Home::Thread) initial.emplace_back(v, value);
  for (ir::VarId v : f.outputs)
    if (target.plan_.vars[v] == Home::Thread && target.plan_.read[v])
      initial.emplace_back(v, llvm::Constant::getNullValue(e.b.memory_type(f.vars[v].type)));
  target.alive_ = nullptr;
  if (alive || !initial.empty()) {
    target.lanes(e, [&] {
      if (alive) target.store_flag(e, alive, e.b.getTrue());
      for (const auto& [v, value] : initial) target.variable_access(e, e.b.CreateStore(value, target.variable(e, v)));
    });
  }
  target.alive_ = alive;
  target.run(e, target.plan_.body);
  e.b.CreateBr(e.return_block);
  e.b.SetInsertPoint(e.return_block);
  e.b.CreateRetVoid();
  return target.sizes_;
}

// ---- regions -----------------------------------------------------------------------------------------------------

void HostTarget::run(EmitContext& e, const std::vector<LaneNode>& nodes) {
  for (const LaneNode& n : nodes) {
    switch (n.kind) {
      case LaneNode::Kind::Scalar:
        emit_stmt(e, *n.stmt);
        break;
      case LaneNode::Kind::Lanes:
        lanes(
            e,
            [&] {
              for (const ir::Stmt* s : n.lanes) emit_stmt(e, *s);
            },
            n.locals);
        break;
      case LaneNode::Kind::If:
        e.b.if_else(
            emit_expr(e, std::get<ir::If>(n.stmt->node).condition), [&] { run(e, n.then); },
            [&] { run(e, n.otherwise); });
        break;
      case LaneNode::Kind::Loop:
        run_loop(e, n);
        break;
      case LaneNode::Kind::Range:
        run_range(e, n);
        break;
      case LaneNode::Kind::Masked:
        run_masked(e, n);
        break;
      case LaneNode::Kind::MaskedLoop:
        run_masked_loop(e, n);
        break;
      case LaneNode::Kind::Leave:
        lanes(e, [&] { store_flag(e, mask_, e.b.CreateNot(emit_expr(e, std::get<ir::If>(n.stmt->node).condition))); });
        break;
    }
  }
}

// A question in each round would keep a loop from becoming vectors. So it is asked between pieces of the innermost
// loops: of those around lanes, and of those of a loop in order. Elsewhere innermost loops are often short.
std::int64_t HostTarget::rounds_between_stops(const ir::For& loop) {
  bool innermost = true;
  ir::for_each_stmt(loop.body, [&](const ir::Stmt& s) {
    auto* inner = std::get_if<ir::For>(&s.node);
    innermost = innermost && !std::holds_alternative<ir::While>(s.node) &&
                (!inner || inner->unroll == -2 || short_constant_loop(*inner));
  });
  if (!innermost) return 1;  // what stands in it may be short, and not ask
  if (!at_[0]) return std::int64_t{1} << 12;
  return f_.threads == 1 ? std::int64_t{1} << 16 : 0;
}

void HostTarget::run_loop(EmitContext& e, const LaneNode& n) {
  auto* counted = std::get_if<ir::For>(&n.stmt->node);
  const ir::Block& statements = counted ? counted->body : std::get<ir::While>(n.stmt->node).body;
  llvm::AllocaInst* rounds = rounds_until_failure(e, statements);
  const auto body = [&] {
    leave_if_failed(e, rounds);
    run(e, n.then);
  };
  if (counted)
    for_loop(e, *counted, body);
  else
    while_loop(
        e, [&] { return while_condition(e, std::get<ir::While>(n.stmt->node)); }, body, &statements);
}

// t + shift op bound becomes t op bound - shift. Positions and extents are far from the ends of the 64-bit range; the
// difference saturates so that a bound at such an end stays one.
void HostTarget::run_range(EmitContext& e, const LaneNode& n) {
  llvm::Type* t = e.b.getInt64Ty();
  Value *lo = lo_, *hi = hi_;
  auto raise = [&](Value* v) { lo = e.b.call(id::smax, {t}, {lo, v}); };
  auto lower_to = [&](Value* v) { hi = e.b.call(id::smin, {t}, {hi, v}); };
  for (const LaneBound& bound : n.guard.bounds) {
    Value* v = emit_expr(e, bound.bound);
    for (const auto& [shift, negative] : bound.shift)
      v = e.b.call(negative ? id::sadd_sat : id::ssub_sat, {t}, {v, emit_expr(e, shift)});
    auto next = [&] { return e.b.call(id::sadd_sat, {t}, {v, e.b.i64(1)}); };
    switch (bound.op) {
      case ir::BinaryOp::Lt:
        lower_to(v);
        break;
      case ir::BinaryOp::Le:
        lower_to(next());
        break;
      case ir::BinaryOp::Gt:
        raise(next());
        break;
      case ir::BinaryOp::Ge:
        raise(v);
        break;
      default:
        raise(v);
        lower_to(next());
        break;
    }
  }
  const auto saved = std::tuple(lo_, hi_, single_);
  e.b.if_else(e.b.CreateICmpSLT(lo, hi), [&] {
    lo_ = lo;
    hi_ = hi;
    single_ |= n.guard.single;
    run(e, n.then);
  });
  std::tie(lo_, hi_, single_) = saved;
}

// Every lane keeps whether it is inside; the lane loops of the branches skip the others.
void HostTarget::run_masked(EmitContext& e, const LaneNode& n) {
  Value* outer = mask_;
  const bool has_else = !n.otherwise.empty();
  Value* masks[2] = {masks_[std::size_t(n.mask)], masks_[std::size_t(n.mask) + 1]};
  lanes(
      e,
      [&] {
        for (Value* m : masks) store_flag(e, m, e.b.getFalse());
      },
      {}, false);
  lanes(e, [&] {
    Value* c = emit_expr(e, std::get<ir::If>(n.stmt->node).condition);
    store_flag(e, masks[0], c);
    if (has_else) store_flag(e, masks[1], e.b.CreateNot(c));
  });
  mask_ = masks[0];
  run(e, n.then);
  mask_ = masks[1];
  if (has_else) run(e, n.otherwise);
  mask_ = outer;
}

Value* HostTarget::any_lane(EmitContext& e) {
  Value* any = e.b.entry_alloca(e.b.getInt1Ty(), "any");
  e.b.CreateStore(e.b.getFalse(), any);
  lanes(e, [&] { e.b.CreateStore(e.b.getTrue(), any); });
  return e.b.CreateLoad(e.b.getInt1Ty(), any);
}

// Where some lanes take no part, perhaps none does: nobody is left then who could end the loop.
Value* HostTarget::while_condition(EmitContext& e, const ir::While& loop) {
  Value* condition = emit_expr(e, loop.condition);
  return mask_ || alive_ ? e.b.CreateAnd(any_lane(e), condition) : condition;
}

// Every lane keeps whether it goes on; the loop ends when none does.
void HostTarget::run_masked_loop(EmitContext& e, const LaneNode& n) {
  Value *outer = mask_, *mask = masks_[std::size_t(n.mask)];
  lanes(
      e, [&] { store_flag(e, mask, e.b.getFalse()); }, {}, false);
  lanes(e, [&] { store_flag(e, mask, e.b.getTrue()); });
  mask_ = mask;
  auto condition = [&] {
    lanes(e, [&] { store_flag(e, mask, emit_expr(e, std::get<ir::While>(n.stmt->node).condition)); });
    return any_lane(e);
  };
  while_loop(e, condition, [&] { run(e, n.then); });
  mask_ = outer;
}

namespace {

// Whether the blocks from this one on divide whole numbers in more than a few places, such as at the edges of arrays
// with boundary modes. No processor divides vectors of 64-bit numbers: each place would become a branch a lane,
// thousands of them where a scan has its rows unrolled, which take longer to compile than programs run, and gain
// nothing.
bool divides_often(const llvm::BasicBlock& from) {
  constexpr int kMost = 8;
  int places = 0;
  for (auto block = from.getIterator(); block != from.getParent()->end(); ++block)
    for (const llvm::Instruction& i : *block) places += i.isIntDivRem() && !llvm::isa<llvm::Constant>(i.getOperand(1));
  return places > kMost;
}

llvm::MDNode* not_in_vectors(llvm::LLVMContext& ctx) {
  llvm::Metadata* no = llvm::ConstantAsMetadata::get(llvm::ConstantInt::getFalse(ctx));
  return llvm::MDNode::get(ctx, {llvm::MDString::get(ctx, "llvm.loop.vectorize.enable"), no});
}

}  // namespace

void HostTarget::lanes(EmitContext& e, const std::function<void()>& body, const std::vector<ir::VarId>& locals,
                       bool masked) {
  auto& ctx = e.b.module.getContext();
  auto along_x = [&] {
    if (single_) {  // run_range has checked that the one thread is there
      at_[0] = lo_;
      lane_body(e, body, locals, masked);
      return;
    }
    group_ = llvm::MDNode::getDistinct(ctx, {});
    // Threads between two barriers are independent by definition. The vectoriser interleaves enough; unrolling loops of
    // constant trip on top of that trebles the time to compile.
    auto* parallel = e.b.parallel_accesses(group_);
    auto* rolled = llvm::MDNode::get(ctx, {llvm::MDString::get(ctx, "llvm.loop.unroll.disable")});
    std::array<llvm::Metadata*, 3> hints{parallel, rolled, rolled};  // read after the body is there
    e.b.count_loop(
        lo_, hi_,
        [&](Value* x) {
          at_[0] = x;
          llvm::BasicBlock* before = &e.b.function->back();
          lane_body(e, body, locals, masked);
          if (divides_often(*before)) hints[2] = not_in_vectors(ctx);
        },
        hints);
    group_ = nullptr;
  };
  if (one_dimension_) {
    at_[1] = at_[2] = e.b.i64(0);
    along_x();
  } else {
    e.b.count_loop(e.b.i64(0), size_[2], [&](Value* z) {
      e.b.count_loop(e.b.i64(0), size_[1], [&](Value* y) {
        at_[1] = y;
        at_[2] = z;
        along_x();
      });
    });
  }
  at_[0] = at_[1] = at_[2] = nullptr;
}

void HostTarget::lane_body(EmitContext& e, const std::function<void()>& body, const std::vector<ir::VarId>& locals,
                           bool masked) {
  const LoopStack::OneLane one(e.loops);
  auto* latch = e.b.new_block("lane.end");
  llvm::BasicBlock* outer = std::exchange(e.return_block, latch);
  auto skip_unless = [&](Value* flags) {
    if (!flags || !masked) return;
    auto* go = e.b.new_block("lane");
    e.b.CreateCondBr(load_flag(e, flags, linear(e)), go, latch);
    e.b.SetInsertPoint(go);
  };
  // A value of another lane must not seem to flow into this one.
  for (ir::VarId v : locals)
    e.b.CreateStore(llvm::Constant::getNullValue(e.b.memory_type(f_.vars[v].type)), variable(e, v));
  skip_unless(alive_);
  skip_unless(mask_);
  body();
  e.b.CreateBr(latch);
  e.b.SetInsertPoint(latch);
  e.return_block = outer;
}

// ---- storage -----------------------------------------------------------------------------------------------------

Value* HostTarget::linear(EmitContext& e) {
  Value* x = at_[0] ? at_[0] : lo_;
  if (one_dimension_) return x;
  Value *y = at_[1] ? at_[1] : e.b.i64(0), *z = at_[2] ? at_[2] : e.b.i64(0);
  Value* row = e.b.CreateAdd(e.b.CreateMul(z, size_[1], "", true, true), y, "", true, true);
  return e.b.CreateAdd(e.b.CreateMul(row, size_[0], "", true, true), x, "", true, true);
}

Value* HostTarget::slot(EmitContext& e, Value* base, Elem elem, Value* thread) {
  return e.b.CreateInBoundsGEP(e.b.memory_type(elem), base, thread);
}

Value* HostTarget::variable(EmitContext& e, ir::VarId v) {
  const Elem type = f_.vars[v].type;
  if (plan_.vars[v] == Home::Thread) return slot(e, vars_[v], type, linear(e));
  if (!vars_[v]) {
    vars_[v] = e.b.entry_alloca(e.b.memory_type(type), f_.vars[v].name);
    registers_.insert(vars_[v]);
  }
  return vars_[v];
}

// Local arrays lie element by element over the threads, so that lanes are neighbours.
Value* HostTarget::element(EmitContext& e, ir::ArrayId a, Value* at) {
  const ir::Array& array = f_.arrays[a];
  llvm::Type* type = e.b.memory_type(array.elem);
  if (array.space == ir::Space::Local) {
    if (!plan_.local_array_in_lane[a])
      return slot(e, arrays_[a], array.elem,
                  e.b.CreateAdd(e.b.CreateMul(at, threads_, "", true, true), linear(e), "", true, true));
    if (!arrays_[a]) {
      std::uint64_t count = 1;
      for (auto d : array.dims) count *= std::uint64_t(d);
      arrays_[a] = e.b.entry_alloca(llvm::ArrayType::get(type, count), array.name);
      registers_.insert(arrays_[a]);
    }
  }
  return e.b.CreateInBoundsGEP(type, arrays_[a], at, array.name);
}

Value* HostTarget::load_flag(EmitContext& e, Value* base, Value* thread) {
  auto* l = e.b.CreateLoad(e.b.getInt8Ty(), slot(e, base, Elem::Bool, thread));
  variable_access(e, l);
  return e.b.CreateICmpNE(l, e.b.getInt8(0));
}

void HostTarget::store_flag(EmitContext& e, Value* base, Value* flag) {
  variable_access(e, e.b.CreateStore(e.b.CreateZExt(flag, e.b.getInt8Ty()), slot(e, base, Elem::Bool, linear(e))));
}

bool HostTarget::in_register(const llvm::Instruction* access) const {
  const Value* base = llvm::getLoadStorePointerOperand(access);
  return !base || registers_.contains(base->stripInBoundsOffsets());
}

void HostTarget::memory_access(llvm::Instruction* access) {
  if (group_ && !in_register(access)) access->setMetadata(llvm::LLVMContext::MD_access_group, group_);
}

void HostTarget::variable_access(EmitContext& e, llvm::Instruction* access) {
  if (!in_register(access)) e.alias_scopes.mark_variable(access);
  // The lanes have variables of their own, the iterations of a lane have not.
  if (!in_iterations_) memory_access(access);
}

llvm::MDNode* HostTarget::begin_independent(EmitContext& e) {
  lane_group_ = group_;
  in_iterations_ = true;
  return group_ = llvm::MDNode::getDistinct(e.b.module.getContext(), {});
}

void HostTarget::end_independent() {
  group_ = lane_group_;
  in_iterations_ = false;
}

void HostTarget::returning(EmitContext& e) {
  if (at_[0] && alive_) store_flag(e, alive_, e.b.getFalse());
}

// ---- positions and exchanges ---------------------------------------------------------------------------------------

Value* HostTarget::builtin(EmitContext& e, ir::BuiltinKind kind, int axis) {
  switch (kind) {
    case ir::BuiltinKind::ThreadIdx:
      return at_[axis] ? at_[axis] : axis == 0 ? lo_ : e.b.i64(0);
    case ir::BuiltinKind::BlockDim:
      return size_[axis];
    case ir::BuiltinKind::WarpSize:
      return e.b.i64(32);
    default:
      break;
  }
  (void)e;
  return kind == ir::BuiltinKind::BlockIdx ? block_at_[axis] : grid_[axis];
}

Value* HostTarget::thread_linear(EmitContext& e) {
  Value* block = e.b.i64(0);
  for (int axis = 2; axis >= 0; --axis)
    block = e.b.CreateAdd(e.b.CreateMul(block, builtin(e, ir::BuiltinKind::GridDim, axis)),
                          builtin(e, ir::BuiltinKind::BlockIdx, axis));
  return e.b.CreateAdd(e.b.CreateMul(block, threads_), linear(e));
}

// The value is a variable that an earlier lane loop wrote (split_shuffles); a lane that is not there gives the own
// value.
Value* HostTarget::shuffle(EmitContext& e, const ir::Shuffle& s, Elem type) {
  auto& b = e.b;
  const ir::VarId v = std::get<ir::VarRef>(s.value->node).var;
  Value* own = linear(e);
  Value* lane = b.CreateAnd(own, e.b.i64(31));
  Value* arg = b.CreateAnd(emit_expr(e, s.lane), e.b.i64(31));
  Value* from = arg;
  if (s.kind == ir::ShuffleKind::Up) from = b.CreateSub(lane, arg);
  if (s.kind == ir::ShuffleKind::Down) from = b.CreateAdd(lane, arg);
  if (s.kind == ir::ShuffleKind::Xor) from = b.CreateXor(lane, arg);
  Value* other = b.CreateAdd(b.CreateSub(own, lane), from);
  Value* there = b.CreateAnd(b.CreateICmpULT(from, e.b.i64(32)), b.CreateICmpULT(other, threads_));
  auto* l = b.CreateLoad(e.b.memory_type(type), slot(e, vars_[v], type, b.CreateSelect(there, other, own)));
  variable_access(e, l);
  return type == Elem::Bool ? b.CreateICmpNE(l, b.getInt8(0)) : l;
}

// Bit l: lane l of the own warp is there, takes part, and its predicate holds.
Value* HostTarget::bits_of_warp(EmitContext& e, const ir::VarId* predicate) {
  auto& b = e.b;
  Value* own = linear(e);
  Value* first = b.CreateAnd(own, e.b.i64(-32));
  Value* end = e.b.call(id::smin, {b.getInt64Ty()}, {b.CreateAdd(first, e.b.i64(32)), threads_});
  auto* bits = e.b.entry_alloca(b.getInt64Ty(), "ballot");
  registers_.insert(bits);
  b.CreateStore(e.b.i64(0), bits);
  e.b.count_loop(first, end, [&](Value* other) {
    Value* x = one_dimension_ ? other : b.CreateURem(other, size_[0]);
    Value* on = b.CreateAnd(b.CreateICmpSGE(x, lo_), b.CreateICmpSLT(x, hi_));
    if (alive_) on = b.CreateAnd(on, load_flag(e, alive_, other));
    if (mask_) on = b.CreateAnd(on, load_flag(e, mask_, other));
    if (predicate) on = b.CreateAnd(on, load_flag(e, vars_[*predicate], other));
    Value* bit = b.CreateShl(b.CreateZExt(on, b.getInt64Ty()), b.CreateSub(other, first));
    b.CreateStore(b.CreateOr(b.CreateLoad(b.getInt64Ty(), bits), bit), bits);
  });
  return b.CreateLoad(b.getInt64Ty(), bits);
}

Value* HostTarget::ballot(EmitContext& e, const ir::Ballot& n) {
  const ir::VarId v = std::get<ir::VarRef>(n.predicate->node).var;
  return bits_of_warp(e, &v);
}

Value* HostTarget::active_mask(EmitContext& e) { return bits_of_warp(e, nullptr); }

}  // namespace qc::codegen
