// The workshop of the schedules: copies parts of a loop nest into a kernel, with loop variables, accumulators and array
// accesses replaced by what the kernel computes.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "transform/parts/affine_subscripts.h"
#include "transform/parts/kernel_parameters.h"
#include "transform/parts/reduce_operators.h"

namespace qc {

class KernelBuilder : public KernelParameters {
 public:
  KernelBuilder(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy);

  // Loops that run as one linear iteration space, and loops that are fixed for the whole thread block.
  const std::vector<int>& run() const { return run_; }
  const std::vector<int>& kept() const { return kept_; }
  // Sets the kept loops' variables from their linear index.
  void set_kept(ir::Block& block, ir::ExprP linear);
  // The same from the indices of some of these loops and the linear index of the others.
  void set_kept(ir::Block& block, const ir::ExprP& outer, const std::map<int, ir::ExprP>& indices);
  void set_kept(ir::Block& block, const ir::ExprP& outer, int tiled, ir::ExprP index) {
    set_kept(block, outer, {{tiled, std::move(index)}});
  }
  // The same where a thread takes all iterations of the kept loop LoopFacts::channel_loop, one after another. outer:
  // the linear index of the kept loops outside these two.
  void set_pixel(ir::Block& block, ir::ExprP outer, int tiled, ir::ExprP index);
  // The next copies of the body are of this iteration of that loop.
  void take_channel(ir::Block& block, int channel);
  // The next copies of the body have their own variables, until `scope` ends; what the copies before it assigned stays
  // visible. Written out side by side, their reduced iterations are then known before the first of them begins.
  class OwnVariables {
   public:
    explicit OwnVariables(KernelBuilder& b);
    ~OwnVariables();
    OwnVariables(const OwnVariables&) = delete;
    OwnVariables& operator=(const OwnVariables&) = delete;

   private:
    KernelBuilder& b_;
    std::map<ir::VarId, ir::VarId> variables_;
    std::vector<ir::VarId> loop_vars_;
  };
  // From here on iterations are linear ones of all covered loops, the reduced ones outermost (LoopFacts::side_by_side);
  // or of run() again.
  void take_all_loops(bool yes);
  // The iteration of the innermost loop that the next copies stand for, where a thread takes them all
  // (LoopFacts::channels).
  void set_channel(int index);
  ir::ExprP kept_linear() const { return kept_linear_; }
  // Iterations of kept loop `tiled` taken `size` at a time: of group `index`, the linear index of the other kept loops
  // and the first one.
  struct KeptGroup {
    ir::ExprP outer, first;
  };
  KeptGroup kept_group(ir::Block& block, const ir::ExprP& index, std::int64_t size, int tiled);

  // The planned body for linear iteration `it`; updates go to `accumulators` (one kernel variable each). With
  // `last_values` the live-out privates are handed out when it is the last iteration of all.
  void iteration(ir::Block& block, const ir::ExprP& it, const std::vector<ir::VarId>& accumulators, bool last_values);
  // The same for statements of the nest that stand for the body. Without accumulators, updates are copied as written.
  void iteration_of(ir::Block& block, const ir::Block& statements, const ir::ExprP& it,
                    const std::vector<ir::VarId>& accumulators, bool last_values);
  // As `iteration`, in two copies: for iterations that stay inside their arrays, nearly all, one that does not look
  // where it reads.
  void iteration_by_place(ir::Block& block, const ir::ExprP& it, bool last_values);
  // The body for the iteration in which the only loop of run(), whose step is 1, has this value. Subscripts are made of
  // it, so that what divides it is seen. Nothing is handed out.
  void iteration_at(ir::Block& block, const ir::ExprP& value);
  // From here on iterations are those of these indices along each loop of run(), counted from 0, instead of quotients
  // and remainders of the linear iteration; none: as before.
  void set_run_indices(std::vector<ir::ExprP> indices) { run_indices_ = std::move(indices); }
  // Whether every access of `statements` stays inside its array in all iterations of run(), for the kept iteration that
  // is set; nothing where that cannot be said beforehand or is known.
  std::optional<ir::ExprP> all_inside(const ir::Block& statements);
  // The same of one iteration, in terms of the nest; with only the covered loops' variables.
  ir::ExprP inside_of_iteration(const ir::Block& statements) const;
  // From here on accesses are copied as if they did.
  void assume_inside(bool yes) { assume_inside_ = yes; }
  // From here on copies read 0 where they would fail: what they compute is computed once more, in the order of the
  // text.
  void fail_silently(bool yes) { silent_ = yes; }
  // Of iterations that run twice, of which the first run may fail: failures of the first run come behind those of the
  // second one, which is in the order of the text. Said before any of them is copied.
  void run_twice();
  void in_first_run(bool yes) { first_run_ = yes; }
  // Loads of the nest that this gives a value for are not copied.
  void set_load_handler(std::function<ir::ExprP(const ir::Access&)> handler) { on_load_ = std::move(handler); }
  // Updates of accumulators go here instead of to kernel variables.
  void set_update_handler(std::function<void(ir::Block&, const Update&)> handler) { on_update_ = std::move(handler); }
  // The second variable of an accumulator that has two (FoldItem::Part).
  void set_second(ir::VarId accumulator, ir::VarId second) { seconds_[accumulator] = second; }
  // What an arg-reduction keeps beside its value, computed again for the linear iteration `it` that won: `results` says
  // which kernel variable each companion goes to. Stores and other updates are left out.
  void companions(ir::Block& block, const ir::ExprP& it, int accumulator,
                  const std::map<ir::VarId, ir::VarId>& results);
  // Statements outside the reduced loops (the kept loops' own). Failures are those of its iteration `it`, the first
  // or the last one.
  ir::Block copy_kept(const ir::Block& block, const ir::ExprP& it);
  ir::ExprP copy(const ir::ExprP& nest_expr);
  ir::Access copy_access(const ir::Access& access);
  ir::VarId variable(ir::VarId nest_var);  // the kernel's copy of a private

 private:
  ir::Block copy_block(const ir::Block& block, const std::vector<ir::VarId>& accumulators);
  void copy_statement(ir::Block& out, const ir::Stmt& s, const std::vector<ir::VarId>& accumulators);
  const Accumulator* lost_update(const ir::Stmt& s);
  bool moves(const ir::Access& access);
  void begin_iteration(const ir::ExprP& it);
  void end_iteration(ir::Block& block, ir::Block body, const ir::ExprP& it);
  ir::Block only_companions(const ir::Block& block, int accumulator, const std::map<ir::VarId, ir::VarId>& results);
  void update(ir::Block& out, const Update& u, ir::VarId accumulator);
  ir::ExprP copy_node(const ir::ExprP& e);
  bool is_round(const ir::Expr& e) const;
  Boundary boundary(const ir::Access& access) const;
  std::optional<ir::ExprP> linear_index(const ir::Access& access);
  int loop_of(ir::VarId nest_var) const;
  void set_order(ir::Block& block, const ir::ExprP& it);

  LinearForms forms_;
  std::vector<int> run_, kept_, kept_aside_;
  std::map<ir::VarId, ir::VarId> variables_;
  std::map<ir::VarId, ir::VarId> seconds_;
  std::function<void(ir::Block&, const Update&)> on_update_;
  std::function<ir::ExprP(const ir::Access&)> on_load_;
  std::vector<ir::VarId> loop_vars_;  // kernel variables of the covered loops
  std::vector<bool> loop_used_;
  void set_loops(ir::Block& block, const std::vector<int>& loops, const ir::ExprP& linear);
  // One iteration of `statements`, the kernel's text of which `copy` gives, with what hands the live-out privates out.
  void whole_iteration(ir::Block& block, const ir::Block& statements, const ir::ExprP& it, bool last_values,
                       const std::function<ir::Block()>& copy);
  void start_with_value_before(ir::Block& block, const ir::Block& statements, ir::VarId v);
  ir::ExprP is_last(const ir::ExprP& it);
  void own_loop_variable(int loop);  // a fresh one for the next copies

  ir::ExprP it_;     // linear iteration of the copy being made
  ir::ExprP round_;  // the same by the variable of the only loop of run(), in terms of the nest
  bool assume_inside_ = false, silent_ = false, first_run_ = false;
  ir::ExprP run_value_;  // of the only loop of run(), if it is given instead
  std::vector<ir::ExprP> run_indices_;
  ir::ExprP channel_;  // the innermost loop's variable where a thread takes all of its iterations
  int channel_index_ = 0;
  ir::ExprP kept_linear_;                // linear index over the kept loops
  ir::ExprP pixel_outer_, pixel_index_;  // set_pixel
};

}  // namespace qc
