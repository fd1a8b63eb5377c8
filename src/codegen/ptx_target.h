// Kernels for CUDA devices.
#pragma once
#include <map>
#include <memory>

#include "codegen/emit/emit_context.h"

namespace qc::codegen {

class PtxTarget final : public TargetHooks {
 public:
  // Adds the kernel's function to the module and lowers its body. block_threads: as in CompileOptions, where the kernel
  // does not say it.
  static void lower(const ir::Function& f, llvm::Module& module, bool early_start, int block_threads);

  Value* builtin(EmitContext& e, ir::BuiltinKind kind, int axis) override;
  Value* variable(EmitContext& e, ir::VarId v) override;
  Value* element(EmitContext& e, ir::ArrayId a, Value* linear) override;
  Value* thread_linear(EmitContext& e) override;
  void barrier(EmitContext& e, ir::SyncScope scope) override;
  void fence(EmitContext& e, const ir::Fence& f) override;
  Value* shuffle(EmitContext& e, const ir::Shuffle& s, Elem type) override;
  Value* ballot(EmitContext& e, const ir::Ballot& b) override;
  Value* active_mask(EmitContext& e) override;
  llvm::StringRef device_scope() override { return "device"; }

 private:
  void prologue(EmitContext& e, int block_threads);
  static void wait_for_previous(EmitContext& e);
  Value* sreg(EmitContext& e, llvm::Intrinsic::ID id);
  Value* dynamic_offset(EmitContext& e, ir::ArrayId a);
  std::map<ir::VarId, llvm::AllocaInst*> variables_;
  std::map<ir::ArrayId, Value*> arrays_;
};

}  // namespace qc::codegen
