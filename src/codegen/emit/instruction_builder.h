// LLVM's builder of instructions, at work on one function, with what kernels are made of: values and memory of element
// types, blocks, structured control flow.
//
// Memory holds elements as they are; a value is Bool (i1), I64, F32 or F64 (value_elem in ir.h).
#pragma once
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <stdexcept>

#include "ir/ir.h"

namespace qc::codegen {

using llvm::Value;

// Something that a target cannot do, or a fatal error inside LLVM; becomes a CompileError at the floor's border.
struct EmitError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class InstructionBuilder : public llvm::IRBuilder<> {
 public:
  explicit InstructionBuilder(llvm::Module& m) : IRBuilder(m.getContext()), module(m) {}

  // types and values
  llvm::Type* value_type(Elem value);
  llvm::Type* memory_type(Elem elem);
  Value* i64(std::int64_t v) { return getInt64(std::uint64_t(v)); }
  Value* zero(Elem value) { return llvm::Constant::getNullValue(value_type(value)); }
  // What memory holds as a value, and back.
  Value* widen(Value* v, Elem elem);
  Value* narrow(Value* v, Elem elem);
  Value* load_value(Value* address, Elem elem, llvm::Align align);
  llvm::Instruction* store_value(Value* address, Value* value, Elem elem, llvm::Align align);
  // A value as a record of 64-bit numbers keeps it: an int, or the bits of a double.
  Value* recorded(Value* v);
  Value* call(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types, llvm::ArrayRef<Value*> args);
  llvm::AllocaInst* entry_alloca(llvm::Type* type, const llvm::Twine& name, std::uint64_t count = 1);

  // control flow
  using Body = std::function<void()>;
  llvm::BasicBlock* new_block(const char* name) { return llvm::BasicBlock::Create(getContext(), name, function); }
  void jump(llvm::BasicBlock* to);  // and goes on in a block that nothing reaches
  void if_else(Value* condition, const Body& then, const Body& otherwise = {});
  // for (i = lo; i < hi; ++i) body(i); attaches the loop metadata nodes to the latch.
  void count_loop(Value* lo, Value* hi, const std::function<void(Value*)>& body,
                  llvm::ArrayRef<llvm::Metadata*> metadata = {});
  // The hint that iterations are independent in their accesses of the group.
  static llvm::MDNode* parallel_accesses(llvm::MDNode* group);
  static void mark_loop(llvm::Instruction* latch, llvm::ArrayRef<llvm::Metadata*> hints);
  // `usual` where it holds; otherwise what is rare and takes long, such as a division.
  Value* unless(Value* holds, Value* usual, const std::function<Value*()>& rare);

  llvm::Module& module;
  llvm::Function* function = nullptr;  // set by who begins it
};

}  // namespace qc::codegen
