#include "codegen/emit/boundary_index.h"

#include <llvm/IR/Intrinsics.h>

namespace qc::codegen {

namespace id = llvm::Intrinsic;

static Value* moved_inside(InstructionBuilder& b, Boundary mode, Value* index, Value* extent) {
  llvm::Type* t = b.getInt64Ty();
  // Callers look at the result only when extent > 0; no division by zero may happen before that.
  Value* n = b.call(id::umax, {t}, {extent, b.i64(1)});
  if (mode == Boundary::Circular) {
    Value* next = b.CreateSelect(b.CreateICmpSLT(index, b.i64(0)), b.CreateAdd(index, n), b.CreateSub(index, n));
    return b.unless(b.CreateICmpULT(next, n), next, [&] {
      Value* r = b.CreateSRem(index, n);
      return b.CreateAdd(r, b.CreateAnd(b.CreateAShr(r, 63), n));
    });
  }
  Value *twice = b.CreateShl(n, 1), *size = b.call(id::abs, {t}, {index, b.getFalse()});
  Value* q = b.unless(b.CreateICmpULT(size, twice), size, [&] { return b.CreateURem(size, twice); });
  return b.CreateSelect(b.CreateICmpUGE(q, n), b.CreateSub(b.CreateSub(twice, b.i64(1)), q), q);
}

// For code that few threads run: as small as can be, and quick to compile.
static llvm::Function* boundary_function(InstructionBuilder& b, Boundary mode) {
  const char* name = mode == Boundary::Circular ? "circular_index" : "mirror_index";
  if (llvm::Function* made = b.module.getFunction(name)) return made;
  llvm::Type* t = b.getInt64Ty();
  auto* made = llvm::Function::Create(llvm::FunctionType::get(t, {t, t}, false), llvm::GlobalValue::InternalLinkage,
                                      name, b.module);
  for (auto a : {llvm::Attribute::NoInline, llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn}) made->addFnAttr(a);
  made->setDoesNotAccessMemory();
  const auto saved = b.saveIP();
  auto* entry = llvm::BasicBlock::Create(b.getContext(), "entry", made);
  auto* move = llvm::BasicBlock::Create(b.getContext(), "move", made);
  auto* inside = llvm::BasicBlock::Create(b.getContext(), "inside", made);
  b.SetInsertPoint(entry);
  b.CreateCondBr(b.CreateICmpULT(made->getArg(0), made->getArg(1)), inside, move);
  b.SetInsertPoint(inside);
  b.CreateRet(made->getArg(0));
  b.SetInsertPoint(move);
  b.CreateRet(moved_inside(b, mode, made->getArg(0), made->getArg(1)));
  b.restoreIP(saved);
  return made;
}

Value* boundary_index(InstructionBuilder& b, Boundary mode, Value* index, Value* extent, bool outlined) {
  llvm::Type* t = b.getInt64Ty();
  if (mode == Boundary::Clamped) {
    Value* last = b.CreateSub(extent, b.i64(1));
    return b.call(id::smax, {t}, {b.call(id::smin, {t}, {index, last}), b.i64(0)});
  }
  if (outlined) return b.CreateCall(boundary_function(b, mode), {index, extent});
  // An index that is inside already, the usual case, pays no division.
  Value* inside = b.CreateICmpULT(index, extent);
  auto* start = b.GetInsertBlock();
  auto* end = b.new_block("inside");
  auto* move = b.new_block("move");
  b.CreateCondBr(inside, end, move);
  b.SetInsertPoint(move);
  Value* result = moved_inside(b, mode, index, extent);
  auto* moved_in = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(end);
  auto* phi = b.CreatePHI(t, 2);
  phi->addIncoming(index, start);
  phi->addIncoming(result, moved_in);
  return phi;
}

}  // namespace qc::codegen
