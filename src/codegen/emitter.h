// Kernel IR to LLVM IR, for every target. What differs between targets is behind TargetHooks; the meaning of each node
// is the one that ir.h states. One class; its parts by concern: emit_expr, emit_arith, emit_access, emit_atomic,
// emit_stmt, emit_failure.
#pragma once
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <stdexcept>
#include <vector>

#include "codegen/codegen.h"
#include "codegen/ir_passes/constant_tables.h"
#include "codegen/ir_passes/divisibility.h"
#include "ir/ir.h"

namespace qc::codegen {

using llvm::Value;

// Something that a target cannot do, or a fatal error inside LLVM; becomes a CompileError at the floor's border.
struct EmitError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The values of a function's parameters, loaded.
struct Arguments {
  std::vector<Value*> base;                  // by ArrayId; null for arrays that are not parameters
  std::vector<std::vector<Value*>> extents;  // by ArrayId and dimension
  std::vector<std::pair<ir::VarId, Value*>> scalars;
  std::vector<Value*> outputs;  // addresses of slots, by output
  Value* failure = nullptr;
};

class Emitter;

class TargetHooks {
 public:
  virtual ~TargetHooks() = default;
  virtual Value* builtin(Emitter& e, ir::BuiltinKind kind, int axis) = 0;  // i64
  virtual Value* variable(Emitter& e, ir::VarId v) = 0;                    // its address
  virtual const ir::Expr* definition(ir::VarId) { return nullptr; }        // a variable that is its only definition
  virtual Value* element(Emitter& e, ir::ArrayId a, Value* linear) = 0;    // address in a Shared or Local array
  virtual Value* thread_linear(Emitter& e) = 0;                            // linear thread index in the grid, i64
  virtual void barrier(Emitter& e, ir::SyncScope scope) = 0;
  virtual void fence(Emitter& e, const ir::Fence& f) = 0;
  virtual Value* shuffle(Emitter& e, const ir::Shuffle& s, Elem type) = 0;
  virtual Value* ballot(Emitter& e, const ir::Ballot& b) = 0;
  virtual Value* active_mask(Emitter& e) = 0;
  virtual void memory_access(llvm::Instruction*) {}  // lane loops mark their accesses
  virtual void returning(Emitter&) {}                // before the branch of a Return
  virtual llvm::StringRef device_scope() = 0;        // of atomics
  virtual bool runs_block_alone() { return false; }  // nobody else is under way in its shared memory
  // The byte that is not 0 once the work is to stop, which loops ask; null: nobody does.
  virtual Value* stop_byte() { return nullptr; }
  // After how many rounds the loop asks it; 0: never.
  virtual std::int64_t rounds_between_stops(const ir::For&) { return 0; }
};

class Emitter {
 public:
  Emitter(const ir::Function& function, llvm::Module& module, TargetHooks& target);

  // expressions
  Value* expr(const ir::Expr& e);
  Value* expr(const ir::ExprP& e) { return expr(*e); }

  // statements
  void block(const ir::Block& statements);
  void stmt(const ir::Stmt& s);
  using Body = std::function<void()>;
  void if_else(Value* condition, const Body& then, const Body& otherwise = {});
  // of: the statements of the body, where a failure leaves the loop as far as it may.
  void while_loop(const std::function<Value*()>& condition, const Body& body, const ir::Block* of = nullptr);
  void for_loop(const ir::For& loop, const Body& body);
  // for (i = lo; i < hi; ++i) body(i); attaches the loop metadata nodes to the latch.
  void count_loop(Value* lo, Value* hi, const std::function<void(Value*)>& body,
                  llvm::ArrayRef<llvm::Metadata*> metadata = {});
  void jump(llvm::BasicBlock* to);  // and goes on in a block that nothing reaches
  void assign(ir::VarId v, Value* value);

  // values
  Value* i64(std::int64_t v) { return b.getInt64(v); }
  llvm::Type* value_type(Elem value);  // Bool i1, I64, F32, F64
  llvm::Type* memory_type(Elem elem);
  llvm::Value* zero(Elem value);
  Value* load_value(Value* address, Elem elem, llvm::Align align);  // widened
  llvm::Instruction* store_value(Value* address, Value* value, Elem elem, llvm::Align align);
  Value* extent(ir::ArrayId a, int dim);
  Value* count(ir::ArrayId a);
  llvm::Function* intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types = {});
  Value* call(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Type*> types, llvm::ArrayRef<Value*> args);
  llvm::AllocaInst* entry_alloca(llvm::Type* type, const llvm::Twine& name, std::uint64_t count = 1);
  llvm::BasicBlock* new_block(const char* name);
  void fail(ir::SiteId site, Value* v0, Value* v1, Value* v2);
  // For a loop around lanes: what counts its rounds, null where a failure does not end it; and, in its body, an end to
  // it once nothing that any of the lanes meets could come before a failure. Some of the rounds ask.
  llvm::AllocaInst* rounds_until_failure(const ir::Block& body);
  void leave_if_failed(llvm::AllocaInst* rounds);
  void return_if_stopped();  // from the block, or from the lane
  // While it lives, loops that are begun are those of one lane: a failure does not leave the ones around it, which
  // other lanes are in.
  struct OneLane {
    explicit OneLane(Emitter& e) : e_(e), before_(std::exchange(e.own_loops_, e.loops_.size())) {}
    ~OneLane() { e_.own_loops_ = before_; }
    Emitter& e_;
    std::size_t before_;
  };
  Value* recorded(Value* v);

  const ir::Function& f;
  llvm::Module& module;
  TargetHooks& target;
  llvm::IRBuilder<> b;
  llvm::Function* fn = nullptr;  // set by the target's prologue, with args
  Arguments args;
  llvm::BasicBlock* return_block = nullptr;
  bool outline_boundaries = false;  // where few threads are near an edge: places outside are found by a function

 private:
  // emit_expr.cpp
  Value* var_ref(ir::VarId v);
  Value* lazy(const ir::Expr& e, Value* condition, const ir::ExprP& yes, const ir::ExprP& no);
  Value* select(const ir::Expr& e, const ir::Select& s);
  Value* logic(const ir::Expr& e, const ir::Binary& n);
  Value* math(const ir::Math& m, Elem type);
  // emit_arith.cpp
  Value* unary(const ir::Unary& n, Elem type);
  Value* binary(const ir::Binary& n, Elem type);
  Value* int_binary(const ir::Binary& n, Value* x, Value* y);
  Value* float_binary(const ir::Binary& n, Value* x, Value* y);
  Value* compare(ir::BinaryOp op, Value* x, Value* y, Elem operands);
  Value* divide(const ir::Binary& n, Value* x, Value* y);
  Value* shift(ir::BinaryOp op, Value* x, Value* y);
  Value* cast(Elem to, Elem from, Value* v);
  Value* saturated(Value* v, unsigned bits, bool no_sign);
  Value* half_of(Value* v, Elem from);
  Value* min_max(bool is_max, Value* x, Value* y);
  // emit_access.cpp
  struct Place {
    Value* in_range = nullptr;  // null: always
    std::vector<Value*> index;  // moved into range where the boundary does that
    llvm::Align align;
  };
  Place place(const ir::Access& a, bool writing);
  Value* moved_inside(Boundary mode, Value* index, Value* extent);
  template <class F>
  Value* unless(Value* holds, Value* usual, const F& rare);
  llvm::Function* boundary_function(Boundary mode);
  Value* boundary_index(Boundary mode, Value* index, Value* extent);
  Value* address(const ir::Access& a, const Place& p);
  llvm::GlobalVariable* table(ir::ArrayId a);  // null: the array is none
  void report_out_of_range(const ir::Access& a, const std::vector<Value*>& raw);
  Value* load(const ir::Access& a);
  void guarded_write(const ir::Access& a, const std::function<void(Value* address, llvm::Align)>& write);
  void mark(llvm::Instruction* access, ir::ArrayId array);
  std::vector<Value*> raw_index_;
  // emit_atomic.cpp
  void atomic(const ir::Atomic& n);
  Value* atomic_old(const ir::Atomic& n, Value* address, Value* value, Value* expected);
  Value* atomic_loop(const ir::Atomic& n, Value* address, Value* value);
  Value* atomic_extreme(const ir::Atomic& n, llvm::AtomicRMWInst::BinOp op, Value* address, Value* value);
  Value* combine(ir::AtomicOp op, Elem elem, Value* old, Value* value);
  Value* narrow(Value* v, Elem elem);
  Value* widen(Value* v, Elem elem);
  // emit_failure.cpp
  llvm::Function* fail_function();
  Value* order();
  llvm::Function* fail_function_ = nullptr;
  Value* and_not_failed(const ir::ExprP& condition, llvm::AllocaInst* rounds);
  Value* is_round_that_asks(llvm::AllocaInst* rounds, std::int64_t one_in);
  bool comes_in_order(const ir::Block& body) const;
  Value* failed_before();
  bool watches_failures() const;

  bool is_of_one_iteration(const ir::Block& body) const;
  llvm::BasicBlock* left_by_failure() const;

  struct LoopTargets {
    llvm::BasicBlock *next, *exit;
    bool of_one_iteration;  // a failure in it leaves it
  };
  std::vector<LoopTargets> loops_;
  std::size_t own_loops_ = 0;                  // those from here on are of one lane
  std::vector<bool> written_;                  // arrays that the kernel writes
  std::vector<llvm::MDNode*> scope_, others_;  // alias scopes of noalias arrays
  Divisibility divisibility_;
  ConstantTables tables_;
  std::map<ir::ArrayId, llvm::GlobalVariable*> made_tables_;
};

// Declares the elementary function of a name in libclc ("exp", "pow") for a type.
llvm::FunctionCallee math_function(llvm::Module& module, const char* name, int arity, llvm::Type* type);
const char* math_name(ir::MathFn fn);
int math_arity(ir::MathFn fn);

}  // namespace qc::codegen
