// Kernels for CUDA devices.
#pragma once
#include <map>
#include <memory>

#include "codegen/emitter.h"

namespace qc::codegen {

class PtxTarget final : public TargetHooks {
 public:
  // Adds the kernel's function to the module and lowers its body. block_threads: as in CompileOptions, where the kernel
  // does not say it.
  static void lower(const ir::Function& f, llvm::Module& module, bool early_start, int block_threads);

  Value* builtin(Emitter& e, ir::BuiltinKind kind, int axis) override;
  Value* variable(Emitter& e, ir::VarId v) override;
  Value* element(Emitter& e, ir::ArrayId a, Value* linear) override;
  Value* thread_linear(Emitter& e) override;
  void barrier(Emitter& e, ir::SyncScope scope) override;
  void fence(Emitter& e, const ir::Fence& f) override;
  Value* shuffle(Emitter& e, const ir::Shuffle& s, Elem type) override;
  Value* ballot(Emitter& e, const ir::Ballot& b) override;
  Value* active_mask(Emitter& e) override;
  llvm::StringRef device_scope() override { return "device"; }

 private:
  void prologue(Emitter& e, int block_threads);
  static void wait_for_previous(Emitter& e);
  Value* sreg(Emitter& e, llvm::Intrinsic::ID id);
  Value* dynamic_offset(Emitter& e, ir::ArrayId a);
  std::map<ir::VarId, llvm::AllocaInst*> variables_;
  std::map<ir::ArrayId, Value*> arrays_;
};

}  // namespace qc::codegen
