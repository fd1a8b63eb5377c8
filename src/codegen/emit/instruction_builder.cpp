#include "codegen/emit/instruction_builder.h"

#include <llvm/IR/Intrinsics.h>

namespace qc::codegen {

llvm::Type* InstructionBuilder::value_type(Elem value) {
  switch (value_elem(value)) {
    case Elem::Bool:
      return getInt1Ty();
    case Elem::F32:
      return getFloatTy();
    case Elem::F64:
      return getDoubleTy();
    default:
      return getInt64Ty();
  }
}

llvm::Type* InstructionBuilder::memory_type(Elem elem) {
  switch (elem) {
    case Elem::F16:
      return getHalfTy();
    case Elem::F32:
      return getFloatTy();
    case Elem::F64:
      return getDoubleTy();
    default:
      return getIntNTy(8 * byte_size(elem));
  }
}

Value* InstructionBuilder::widen(Value* v, Elem elem) {
  if (elem == Elem::Bool) return CreateICmpNE(v, getInt8(0));
  if (elem == Elem::F16) return CreateFPExt(v, getFloatTy());
  if (is_float(elem) || byte_size(elem) == 8) return v;
  return is_unsigned(elem) ? CreateZExt(v, getInt64Ty()) : CreateSExt(v, getInt64Ty());
}

Value* InstructionBuilder::narrow(Value* v, Elem elem) {
  if (elem == Elem::Bool) return v->getType()->isIntegerTy(1) ? CreateZExt(v, getInt8Ty()) : v;
  if (elem == Elem::F16) return CreateFPTrunc(v, getHalfTy());
  if (is_float(elem)) return v;
  if (v->getType()->isIntegerTy(1)) return CreateZExt(v, memory_type(elem));
  return CreateTrunc(v, memory_type(elem));
}

Value* InstructionBuilder::load_value(Value* address, Elem elem, llvm::Align align) {
  auto* l = CreateAlignedLoad(memory_type(elem), address, align);
  return widen(l, elem);
}

llvm::Instruction* InstructionBuilder::store_value(Value* address, Value* value, Elem elem, llvm::Align align) {
  return CreateAlignedStore(narrow(value, elem), address, align);
}

Value* InstructionBuilder::recorded(Value* v) {
  if (v->getType()->isIntegerTy(1)) return CreateZExt(v, getInt64Ty());
  if (v->getType()->isFloatTy()) v = CreateFPExt(v, getDoubleTy());
  return v->getType()->isDoubleTy() ? CreateBitCast(v, getInt64Ty()) : v;
}

Value* InstructionBuilder::call(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types,
                                llvm::ArrayRef<Value*> arguments) {
  return CreateCall(llvm::Intrinsic::getOrInsertDeclaration(&module, id, types), arguments);
}

llvm::AllocaInst* InstructionBuilder::entry_alloca(llvm::Type* type, const llvm::Twine& name, std::uint64_t n) {
  llvm::IRBuilder<> at(&function->getEntryBlock(), function->getEntryBlock().begin());
  auto* a = at.CreateAlloca(n == 1 ? type : llvm::ArrayType::get(type, n), nullptr, name);
  return a;
}

void InstructionBuilder::jump(llvm::BasicBlock* to) {
  CreateBr(to);
  SetInsertPoint(new_block("unreached"));
}

void InstructionBuilder::if_else(Value* condition, const Body& then, const Body& otherwise) {
  auto* yes = new_block("then");
  auto* no = otherwise ? new_block("else") : nullptr;
  auto* end = new_block("end");
  CreateCondBr(condition, yes, otherwise ? no : end);
  SetInsertPoint(yes);
  then();
  CreateBr(end);
  if (otherwise) {
    SetInsertPoint(no);
    otherwise();
    CreateBr(end);
  }
  SetInsertPoint(end);
}

void InstructionBuilder::count_loop(Value* lo, Value* hi, const std::function<void(Value*)>& body,
                                    llvm::ArrayRef<llvm::Metadata*> metadata) {
  auto *pre = GetInsertBlock(), *head = new_block("loop"), *exit = new_block("loop.end");
  CreateCondBr(CreateICmpSLT(lo, hi), head, exit);
  SetInsertPoint(head);
  auto* i = CreatePHI(getInt64Ty(), 2);
  i->addIncoming(lo, pre);
  body(i);
  Value* next = CreateAdd(i, i64(1), "", true, true);
  i->addIncoming(next, GetInsertBlock());
  auto* latch = CreateCondBr(CreateICmpSLT(next, hi), head, exit);
  if (!metadata.empty()) mark_loop(latch, metadata);
  SetInsertPoint(exit);
}

llvm::MDNode* InstructionBuilder::parallel_accesses(llvm::MDNode* group) {
  auto& ctx = group->getContext();
  return llvm::MDNode::get(ctx, {llvm::MDString::get(ctx, "llvm.loop.parallel_accesses"), group});
}

void InstructionBuilder::mark_loop(llvm::Instruction* latch, llvm::ArrayRef<llvm::Metadata*> hints) {
  llvm::SmallVector<llvm::Metadata*> ops{nullptr};
  ops.append(hints.begin(), hints.end());
  auto* loop_id = llvm::MDNode::getDistinct(latch->getContext(), ops);
  loop_id->replaceOperandWith(0, loop_id);
  latch->setMetadata(llvm::LLVMContext::MD_loop, loop_id);
}

Value* InstructionBuilder::unless(Value* holds, Value* usual, const std::function<Value*()>& rare) {
  auto* start = GetInsertBlock();
  llvm::Function* in = start->getParent();
  auto* other = llvm::BasicBlock::Create(getContext(), "far", in);
  auto* end = llvm::BasicBlock::Create(getContext(), "near", in);
  CreateCondBr(holds, end, other);
  SetInsertPoint(other);
  Value* computed = rare();
  auto* from = GetInsertBlock();
  CreateBr(end);
  SetInsertPoint(end);
  auto* phi = CreatePHI(usual->getType(), 2);
  phi->addIncoming(usual, start);
  phi->addIncoming(computed, from);
  return phi;
}

}  // namespace qc::codegen
