// Kernels for the host: one function runs a block (lane_plan.h), LLVM vectorises its lane loops.
#pragma once
#include <map>
#include <set>

#include "codegen/emit/emit_context.h"
#include "codegen/lane_plan.h"
#include "codegen/llvm_setup.h"

namespace qc::codegen {

class HostTarget final : public TargetHooks {
 public:
  static HostSizes lower(const ir::Function& f, llvm::Module& module);

  Value* builtin(EmitContext& e, ir::BuiltinKind kind, int axis) override;
  Value* variable(EmitContext& e, ir::VarId v) override;
  const ir::Expr* definition(ir::VarId v) override { return analysis_.definition(v); }
  Value* element(EmitContext& e, ir::ArrayId a, Value* linear) override;
  Value* thread_linear(EmitContext& e) override;
  void barrier(EmitContext&, ir::SyncScope) override {}
  void fence(EmitContext& e, const ir::Fence& f) override {
    e.b.CreateFence(f.handover ? llvm::AtomicOrdering::AcquireRelease : llvm::AtomicOrdering::SequentiallyConsistent);
  }
  Value* shuffle(EmitContext& e, const ir::Shuffle& s, Elem type) override;
  Value* ballot(EmitContext& e, const ir::Ballot& n) override;
  Value* active_mask(EmitContext& e) override;
  void memory_access(llvm::Instruction* access) override;
  void variable_access(EmitContext& e, llvm::Instruction* access) override;
  llvm::MDNode* begin_independent(EmitContext& e) override;
  void end_independent() override;
  void returning(EmitContext& e) override;
  llvm::StringRef device_scope() override { return ""; }
  bool runs_block_alone() override { return true; }
  Value* stop_byte() override { return stop_; }
  std::int64_t rounds_between_stops(const ir::For& loop) override;

 private:
  explicit HostTarget(const ir::Function& f) : f_(f), analysis_(f), plan_(plan_lanes(f, analysis_)) {}
  // host_prologue.cpp
  void prologue(EmitContext& e);
  void load_params(EmitContext& e);
  void lay_out_shared(EmitContext& e);
  void lay_out_threads(EmitContext& e);
  Value* thread_array(EmitContext& e, std::size_t bytes, const llvm::Twine& name);
  // host_target.cpp
  void run(EmitContext& e, const std::vector<LaneNode>& nodes);
  void run_loop(EmitContext& e, const LaneNode& n);
  void run_range(EmitContext& e, const LaneNode& n);
  void run_masked(EmitContext& e, const LaneNode& n);
  void run_masked_loop(EmitContext& e, const LaneNode& n);
  llvm::Value* any_lane(EmitContext& e);  // whether a lane of the current range and mask takes part
  llvm::Value* while_condition(EmitContext& e, const ir::While& loop);
  void lanes(EmitContext& e, const std::function<void()>& body, const std::vector<ir::VarId>& locals = {},
             bool masked = true);
  void lane_body(EmitContext& e, const std::function<void()>& body, const std::vector<ir::VarId>& locals, bool masked);
  Value* linear(EmitContext& e);  // thread index in the block
  Value* slot(EmitContext& e, Value* base, Elem elem, Value* thread);
  bool in_register(const llvm::Instruction* access) const;  // of a variable that no other lane sees
  Value* load_flag(EmitContext& e, Value* base, Value* thread);
  void store_flag(EmitContext& e, Value* base, Value* flag);
  Value* bits_of_warp(EmitContext& e, const ir::VarId* predicate);

  const ir::Function& f_;
  LaneAnalysis analysis_;
  LanePlan plan_;
  HostSizes sizes_;
  bool one_dimension_ = true;
  Value *dims_ = nullptr, *stop_ = nullptr, *block_ = nullptr, *scratch_ = nullptr, *threads_ = nullptr;
  Value* size_[3] = {};  // of the block
  Value *block_at_[3] = {},
        *grid_[3] = {};  // its place, and how many there are: read once, as stores might seem to change them
  Value* at_[3] = {};    // the thread, inside lane loops
  Value *lo_ = nullptr, *hi_ = nullptr;  // threads along x that take part
  bool single_ = false;
  Value *mask_ = nullptr, *alive_ = nullptr;  // per-thread flags, or null
  std::vector<Value*> masks_;
  std::vector<Value*> vars_, arrays_;   // storage, by id
  std::set<const Value*> registers_;    // allocas private to a lane iteration
  llvm::MDNode* group_ = nullptr;       // access group of the loop being emitted whose iterations are independent
  llvm::MDNode* lane_group_ = nullptr;  // inside such a loop of the program: of the lane loop around it
  bool in_iterations_ = false;
  bool stack_threads_ = false;
  std::size_t thread_bytes_ = 0;
};

}  // namespace qc::codegen
