// What every schedule of a reduction shares: where the accumulators' values go when a tree is done.
#pragma once
#include <string>
#include <vector>

#include "transform/parts/fold.h"
#include "transform/parts/kernel_builder.h"

namespace qc {

// The kept iteration of a thread that takes it whole: linear, or along the loop LoopFacts::tiled inside the linear one
// of the others, `outer`; `there` says whether there is one.
struct KeptPlace {
  ir::ExprP outer, index, there;
};
// Those of a block: so many kept iterations from `first` on.
struct KeptPlaces {
  ir::ExprP outer, first, end;
  KeptPlace at(const ir::ExprP& offset) const {
    const ir::ExprP index = ir::add(first, offset);
    return {outer, index, ir::lt(index, end)};
  }
};

class Reduction {
 public:
  Reduction(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy);

  KernelBuilder b;
  const LoopPlan& plan;
  const SchedulePolicy& policy;
  std::vector<FoldItem> items;          // fold_items of each accumulator
  std::vector<std::size_t> first_item;  // of each accumulator
  const bool partial;

  // Whether the prologue of a kept iteration assigns the accumulators' start values and nothing else.
  static bool only_starts(const LoopPlan& plan);
  // What the prologue of a kept iteration assigns beside the accumulators' start values may be read by the reduced
  // loop: every thread has it.
  void set_out(ir::Block& block);
  // The start values of accumulators that are elements into these variables (kNoVar for others): read before the
  // iterations, whose reads hide how long that takes.
  void starts(ir::Block& block, const std::vector<ir::VarId>& to);
  // Variables that `starts` reads into: of accumulators that are elements and one number.
  std::vector<ir::VarId> start_variables(ir::Block& block);
  // init op value, stored where the accumulators live, between the kept iteration's prologue and epilogue. One thread
  // of one block runs it for a kept iteration; `values` has one variable for each item, `starts` what was read before.
  ir::Block joined(const std::vector<ir::VarId>& values, const std::vector<ir::VarId>& starts = {});
  // Privates whose last value is used after the loop.
  bool has_last_values() const { return last_values(plan); }
  static bool last_values(const LoopPlan& plan);
  // Whether an iteration may be run again by another thread: it stores nothing and hands nothing out.
  static bool repeatable(const LoopNest& nest, const LoopPlan& plan);

  // Before `joined`, run by every thread of the block: where a kept iteration's beginning (`set_out`) or the reduced
  // loop reads what its end stores, all reads come first.
  void settle(ir::Block& block);

  // In blocks of `per_block` kept iterations.
  KeptPlaces kept_places(ir::Block& block, std::int64_t per_block);
  // This thread's, where each takes one.
  KeptPlace kept_place(ir::Block& block, std::int64_t threads) {
    return kept_places(block, threads).at(ir::builtin(ir::BuiltinKind::ThreadIdx));
  }

  // One neutral value for each item, in fresh variables called PREFIX and its number.
  std::vector<ir::VarId> neutrals(ir::Block& block, const std::string& prefix);
  // The body for linear iteration `it`, its updates going to `values`, one variable for each item.
  void iterate(ir::Block& block, const ir::ExprP& it, const std::vector<ir::VarId>& values);
  // The same where `it` may be beyond the end of a loop that is `repeatable`: loads of absent iterations repeat the
  // last one's, so that no branch stands between the loads of a thread.
  void iterate_below_end(ir::Block& block, const ir::ExprP& it, const std::vector<ir::VarId>& values);
  // to = x op y and to = from, item by item.
  void meet(ir::Block& block, const std::vector<ir::VarId>& to, const std::vector<ir::VarId>& x,
            const std::vector<ir::VarId>& y);
  void put(ir::Block& block, const std::vector<ir::VarId>& to, const std::vector<ir::VarId>& from);
  std::vector<ir::ArrayId> partials();  // scratch for the chunks' values

 private:
  void join(ir::Block& block, std::size_t i, const ir::ExprP& value, ir::VarId start_read);
  void join_arg(ir::Block& block, std::size_t i, const ir::ExprP& value, const ir::ExprP& at);
  void join_complex(ir::Block& block, std::size_t i, const ir::ExprP& re, const ir::ExprP& im);
  bool private_accumulator(std::size_t i) const { return partial && !plan.accumulators[i].element; }
  ir::ExprP start(std::size_t i);
  // The element that a variable stands for (LoopPlan::elements); null: the variable is the program's.
  const ir::Access* home(ir::VarId v) const;
  // Puts the result for a variable where it lives.
  void put_result(ir::Block& block, ir::VarId v, const ir::ExprP& value);
};

}  // namespace qc
