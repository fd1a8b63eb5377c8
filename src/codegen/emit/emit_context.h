// What the functions that turn kernel IR into LLVM IR (emit_expr, emit_access, emit_atomic, emit_stmt, emit_failure)
// have in common. The meaning of each node is the one that ir.h states; what differs between targets is behind
// TargetHooks.
#pragma once
#include <map>
#include <utility>
#include <vector>

#include "codegen/emit/alias_scopes.h"
#include "codegen/emit/instruction_builder.h"
#include "codegen/emit/loop_stack.h"
#include "codegen/ir_passes/constant_tables.h"
#include "codegen/ir_passes/divisibility.h"

namespace qc::codegen {

struct EmitContext;

// What a target does in its own way.
class TargetHooks {
 public:
  virtual ~TargetHooks() = default;
  virtual Value* builtin(EmitContext& e, ir::BuiltinKind kind, int axis) = 0;  // i64
  virtual Value* variable(EmitContext& e, ir::VarId v) = 0;                    // its address
  virtual const ir::Expr* definition(ir::VarId) { return nullptr; }            // a variable that is its only definition
  virtual Value* element(EmitContext& e, ir::ArrayId a, Value* linear) = 0;    // address in a Shared or Local array
  virtual Value* thread_linear(EmitContext& e) = 0;                            // linear thread index in the grid, i64
  virtual void barrier(EmitContext& e, ir::SyncScope scope) = 0;
  virtual void fence(EmitContext& e, const ir::Fence& f) = 0;
  virtual Value* shuffle(EmitContext& e, const ir::Shuffle& s, Elem type) = 0;
  virtual Value* ballot(EmitContext& e, const ir::Ballot& b) = 0;
  virtual Value* active_mask(EmitContext& e) = 0;
  virtual void memory_access(llvm::Instruction*) {}                  // lane loops mark their accesses
  virtual void variable_access(EmitContext&, llvm::Instruction*) {}  // those of variables too
  // What is emitted in between is an iteration of a loop whose iterations are independent (ir::For::independent). The
  // access group of its accesses; null: the target has no use for that.
  virtual llvm::MDNode* begin_independent(EmitContext&) { return nullptr; }
  virtual void end_independent() {}
  virtual void returning(EmitContext&) {}            // before the branch of a Return
  virtual llvm::StringRef device_scope() = 0;        // of atomics
  virtual bool runs_block_alone() { return false; }  // nobody else is under way in its shared memory
  // The byte that is not 0 once the work is to stop, which loops ask; null: nobody does.
  virtual Value* stop_byte() { return nullptr; }
  // After how many rounds the loop asks it; 0: never.
  virtual std::int64_t rounds_between_stops(const ir::For&) { return 0; }
};

// The values of a function's parameters, loaded.
struct Arguments {
  std::vector<Value*> base;                  // by ArrayId; null for arrays that are not parameters
  std::vector<std::vector<Value*>> extents;  // by ArrayId and dimension
  std::vector<std::pair<ir::VarId, Value*>> scalars;
  std::vector<Value*> outputs;  // addresses of slots, by output
  Value* failure = nullptr;
};

struct EmitContext {
  EmitContext(const ir::Function& function, llvm::Module& module, TargetHooks& hooks)
      : f(function),
        target(hooks),
        b(module),
        alias_scopes(function, module.getContext()),
        divisibility(function),
        tables(constant_tables(function)) {}

  const ir::Function& f;
  TargetHooks& target;
  InstructionBuilder b;
  Arguments args;  // set by the target's prologue, with b.function and return_block
  llvm::BasicBlock* return_block = nullptr;
  LoopStack loops;
  const AliasScopes alias_scopes;
  const Divisibility divisibility;
  const ConstantTables tables;
  std::map<ir::ArrayId, llvm::GlobalVariable*> made_tables;
};

}  // namespace qc::codegen
