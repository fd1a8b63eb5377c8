#include "codegen/ptx_target.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>

#include "codegen/emit/emit_access.h"
#include "codegen/emit/emit_expr.h"
#include "codegen/emit/emit_stmt.h"
#include "codegen/emit/kernel_interface.h"
#include "support/diagnostic.h"

namespace qc::codegen {

namespace id = llvm::Intrinsic;

namespace {

constexpr unsigned kGlobal = 1, kShared = 3;

llvm::FunctionType* kernel_type(EmitContext& e) {
  std::vector<llvm::Type*> types;
  for (ParamKind kind : param_layout(e.f)) {
    switch (kind) {
      case ParamKind::ArrayBase:
      case ParamKind::Output:
      case ParamKind::Failure:
        types.push_back(llvm::PointerType::get(e.b.module.getContext(), kGlobal));
        break;
      case ParamKind::Bool:
        types.push_back(e.b.getInt8Ty());
        break;
      case ParamKind::F32:
        types.push_back(e.b.getFloatTy());
        break;
      case ParamKind::F64:
        types.push_back(e.b.getDoubleTy());
        break;
      default:
        types.push_back(e.b.getInt64Ty());
        break;
    }
  }
  return llvm::FunctionType::get(e.b.getVoidTy(), types, false);
}

}  // namespace

void PtxTarget::prologue(EmitContext& e, int block_threads) {
  auto& f = e.f;
  e.b.function = llvm::Function::Create(kernel_type(e), llvm::GlobalValue::ExternalLinkage, f.name, e.b.module);
  e.b.function->setCallingConv(llvm::CallingConv::PTX_Kernel);
  e.b.function->addFnAttr(llvm::Attribute::NoUnwind);
  if (const int most = f.threads > 0 ? f.threads : block_threads; most > 0)
    e.b.function->addFnAttr("nvvm.maxntid", std::to_string(most));
  if (f.min_blocks > 0) e.b.function->addFnAttr("nvvm.minctasm", std::to_string(f.min_blocks));
  e.b.SetInsertPoint(llvm::BasicBlock::Create(e.b.module.getContext(), "entry", e.b.function));
  e.return_block = llvm::BasicBlock::Create(e.b.module.getContext(), "return", e.b.function);
  e.args.base.resize(f.arrays.size());
  e.args.extents.resize(f.arrays.size());
  auto* arg = e.b.function->arg_begin();
  for (const ir::Param& p : f.params) {
    if (p.kind == ir::Param::Kind::Scalar) {
      arg->setName(f.vars[p.id].name);
      Value* v = &*arg++;
      e.args.scalars.emplace_back(p.id, f.vars[p.id].type == Elem::Bool ? e.b.CreateICmpNE(v, e.b.getInt8(0)) : v);
      continue;
    }
    const ir::Array& a = f.arrays[p.id];
    arg->setName(a.name);
    if (a.noalias) arg->addAttr(llvm::Attribute::NoAlias);
    if (a.aligned) arg->addAttr(llvm::Attribute::getWithAlignment(e.b.module.getContext(), llvm::Align(16)));
    e.args.base[p.id] = &*arg++;
    for (int d = 0; d < a.rank; ++d) e.args.extents[p.id].push_back(&*arg++);
  }
  for (std::size_t k = 0; k < f.outputs.size(); ++k) e.args.outputs.push_back(&*arg++);
  if (can_fail(f)) e.args.failure = &*arg++;
}

// The kernel may have been started while the one before it still ran: its blocks are placed, then wait until that one's
// memory is visible. From then on the next one may be placed in the same way. Assembly with a memory clobber, because
// the intrinsics claim to touch no memory and loads could be moved before them.
void PtxTarget::wait_for_previous(EmitContext& e) {
  auto* type = llvm::FunctionType::get(e.b.getVoidTy(), false);
  for (const char* text : {"griddepcontrol.wait;", "griddepcontrol.launch_dependents;"})
    e.b.CreateCall(type, llvm::InlineAsm::get(type, text, "~{memory}", true));
}

void PtxTarget::lower(const ir::Function& f, llvm::Module& module, bool early_start, int block_threads) {
  PtxTarget target;
  EmitContext e(f, module, target);
  target.prologue(e, block_threads);
  if (early_start) wait_for_previous(e);
  for (std::size_t v = 0; v < f.vars.size(); ++v)
    e.b.CreateStore(llvm::Constant::getNullValue(e.b.memory_type(f.vars[v].type)), target.variable(e, ir::VarId(v)));
  for (const auto& [v, value] : e.args.scalars)
    e.b.CreateStore(f.vars[v].type == Elem::Bool ? e.b.CreateZExt(value, e.b.getInt8Ty()) : value,
                    target.variable(e, v));
  emit_block(e, f.body);
  e.b.CreateBr(e.return_block);
  e.b.SetInsertPoint(e.return_block);
  e.b.CreateRetVoid();
}

Value* PtxTarget::variable(EmitContext& e, ir::VarId v) {
  auto& slot = variables_[v];
  if (!slot) slot = e.b.entry_alloca(e.b.memory_type(e.f.vars[v].type), e.f.vars[v].name);
  return slot;
}

Value* PtxTarget::sreg(EmitContext& e, id::ID reg) {
  return e.b.CreateZExt(e.b.call(reg, {}, {}), e.b.getInt64Ty(), "", true);
}

Value* PtxTarget::builtin(EmitContext& e, ir::BuiltinKind kind, int axis) {
  static constexpr id::ID regs[4][3] = {
      {id::nvvm_read_ptx_sreg_tid_x, id::nvvm_read_ptx_sreg_tid_y, id::nvvm_read_ptx_sreg_tid_z},
      {id::nvvm_read_ptx_sreg_ctaid_x, id::nvvm_read_ptx_sreg_ctaid_y, id::nvvm_read_ptx_sreg_ctaid_z},
      {id::nvvm_read_ptx_sreg_ntid_x, id::nvvm_read_ptx_sreg_ntid_y, id::nvvm_read_ptx_sreg_ntid_z},
      {id::nvvm_read_ptx_sreg_nctaid_x, id::nvvm_read_ptx_sreg_nctaid_y, id::nvvm_read_ptx_sreg_nctaid_z}};
  if (kind == ir::BuiltinKind::WarpSize) return e.b.i64(32);
  if (kind == ir::BuiltinKind::BlockDim && axis == 0 && e.f.threads > 0 && e.f.rank == 1) return e.b.i64(e.f.threads);
  return sreg(e, regs[int(kind)][axis]);
}

Value* PtxTarget::thread_linear(EmitContext& e) {
  Value *thread = e.b.i64(0), *block = e.b.i64(0), *size = e.b.i64(1);
  for (int axis = 2; axis >= 0; --axis) {
    auto at = [&](ir::BuiltinKind k) { return builtin(e, k, axis); };
    thread = e.b.CreateAdd(e.b.CreateMul(thread, at(ir::BuiltinKind::BlockDim)), at(ir::BuiltinKind::ThreadIdx));
    block = e.b.CreateAdd(e.b.CreateMul(block, at(ir::BuiltinKind::GridDim)), at(ir::BuiltinKind::BlockIdx));
    size = e.b.CreateMul(size, at(ir::BuiltinKind::BlockDim));
  }
  return e.b.CreateAdd(e.b.CreateMul(block, size), thread);
}

// Dynamic shared arrays follow each other in one extern array, each at a multiple of 16 bytes.
Value* PtxTarget::dynamic_offset(EmitContext& e, ir::ArrayId a) {
  Value* offset = e.b.i64(0);
  for (ir::ArrayId k = 0; k < a; ++k) {
    const ir::Array& other = e.f.arrays[k];
    if (other.space != ir::Space::Shared || other.dynamic_dims.empty()) continue;
    Value* bytes = e.b.CreateMul(array_count(e, k), e.b.i64(byte_size(other.elem)));
    offset = e.b.CreateAdd(offset, e.b.CreateAnd(e.b.CreateAdd(bytes, e.b.i64(15)), e.b.i64(-16)));
  }
  return offset;
}

Value* PtxTarget::element(EmitContext& e, ir::ArrayId a, Value* linear) {
  const ir::Array& array = e.f.arrays[a];
  llvm::Type* type = e.b.memory_type(array.elem);
  std::uint64_t count = 1;
  for (auto d : array.dims) count *= std::uint64_t(d);
  auto& base = arrays_[a];
  if (array.space == ir::Space::Local) {
    if (!base) base = e.b.entry_alloca(llvm::ArrayType::get(type, count), array.name);
  } else if (array.dynamic_dims.empty()) {
    if (!base) {
      // Bytes are updated atomically as a part of their word, so that the last word is there whole.
      const std::uint64_t size = byte_size(array.elem), word = std::max<std::uint64_t>(size, 4);
      auto* storage = llvm::ArrayType::get(type, (count * size + word - 1) / word * word / size);
      auto* g = new llvm::GlobalVariable(e.b.module, storage, false, llvm::GlobalValue::InternalLinkage,
                                         llvm::PoisonValue::get(storage), array.name, nullptr,
                                         llvm::GlobalValue::NotThreadLocal, kShared);
      g->setAlignment(llvm::Align(16));
      base = g;
    }
  } else {
    auto* all = e.b.module.getNamedGlobal("qc_dynamic_shared");
    if (!all) {
      auto* storage = llvm::ArrayType::get(e.b.getInt8Ty(), 0);
      all = new llvm::GlobalVariable(e.b.module, storage, false, llvm::GlobalValue::ExternalLinkage, nullptr,
                                     "qc_dynamic_shared", nullptr, llvm::GlobalValue::NotThreadLocal, kShared);
      all->setAlignment(llvm::Align(16));
    }
    Value* start = e.b.CreateInBoundsGEP(e.b.getInt8Ty(), all, dynamic_offset(e, a));
    return e.b.CreateInBoundsGEP(type, start, linear);
  }
  return e.b.CreateInBoundsGEP(type, base, linear, array.name);
}

void PtxTarget::barrier(EmitContext& e, ir::SyncScope scope) {
  if (scope == ir::SyncScope::Warp)
    e.b.call(id::nvvm_bar_warp_sync, {}, {e.b.call(id::nvvm_activemask, {}, {})});
  else if (scope == ir::SyncScope::Block)
    e.b.call(id::nvvm_barrier_cta_sync_aligned_all, {}, {e.b.getInt32(0)});
  else
    throw EmitError("a barrier of the whole grid needs a launch of its own");
}

void PtxTarget::fence(EmitContext& e, const ir::Fence& f) {
  if (f.handover)
    e.b.CreateFence(llvm::AtomicOrdering::AcquireRelease, e.b.module.getContext().getOrInsertSyncScopeID(
                                                              f.scope == ir::SyncScope::Grid ? "device" : "block"));
  else
    e.b.call(f.scope == ir::SyncScope::Grid ? id::nvvm_membar_gl : id::nvvm_membar_cta, {}, {});
}

// 64-bit values travel in two halves. Unless the whole warp is known to be there the mask is that of the lanes that
// are, as user code may branch freely.
Value* PtxTarget::shuffle(EmitContext& e, const ir::Shuffle& s, Elem type) {
  Value* value = emit_expr(e, s.value);
  Value* lane = e.b.CreateTrunc(emit_expr(e, s.lane), e.b.getInt32Ty());
  Value* mask = s.full ? e.b.getInt32(0xffffffffu) : e.b.call(id::nvvm_activemask, {}, {});
  id::ID op = id::nvvm_shfl_sync_idx_i32;
  if (s.kind == ir::ShuffleKind::Up) op = id::nvvm_shfl_sync_up_i32;
  if (s.kind == ir::ShuffleKind::Down) op = id::nvvm_shfl_sync_down_i32;
  if (s.kind == ir::ShuffleKind::Xor) op = id::nvvm_shfl_sync_bfly_i32;
  Value* clamp = e.b.getInt32(s.kind == ir::ShuffleKind::Up ? 0 : 31);
  auto move = [&](Value* piece) { return e.b.call(op, {}, {mask, piece, lane, clamp}); };
  llvm::Type *i32 = e.b.getInt32Ty(), *i64t = e.b.getInt64Ty();
  if (type == Elem::Bool) return e.b.CreateICmpNE(move(e.b.CreateZExt(value, i32)), e.b.getInt32(0));
  if (type == Elem::F32) return e.b.CreateBitCast(move(e.b.CreateBitCast(value, i32)), e.b.getFloatTy());
  Value* bits = e.b.CreateBitCast(value, i64t);
  Value* low = move(e.b.CreateTrunc(bits, i32));
  Value* high = move(e.b.CreateTrunc(e.b.CreateLShr(bits, 32), i32));
  bits = e.b.CreateOr(e.b.CreateZExt(low, i64t), e.b.CreateShl(e.b.CreateZExt(high, i64t), 32));
  return e.b.CreateBitCast(bits, e.b.value_type(type));
}

Value* PtxTarget::ballot(EmitContext& e, const ir::Ballot& n) {
  Value* p = emit_expr(e, n.predicate);
  Value* mask = e.b.call(id::nvvm_activemask, {}, {});
  return e.b.CreateZExt(e.b.call(id::nvvm_vote_ballot_sync, {}, {mask, p}), e.b.getInt64Ty());
}

Value* PtxTarget::active_mask(EmitContext& e) {
  return e.b.CreateZExt(e.b.call(id::nvvm_activemask, {}, {}), e.b.getInt64Ty());
}

}  // namespace qc::codegen
