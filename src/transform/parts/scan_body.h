// What the scans of both kinds of machine are made of (scan_shape.h): start values, lanes that run their iterations,
// final values.
#pragma once
#include <vector>

#include "transform/parts/fold.h"
#include "transform/parts/kernel_builder.h"
#include "transform/parts/running_element.h"
#include "transform/policy/scan_shape.h"

namespace qc {

class ScanBody {
 public:
  ScanBody(const LoopNest& nest, const LoopPlan& plan, const RunningElements& starts, const LoopFacts& facts,
           const SchedulePolicy& policy);

  KernelBuilder b;
  const LoopPlan& plan;
  std::vector<FoldItem> items;  // of all accumulators, one after another

  // What the running values are before the first iteration.
  void start_values(ir::Block& block);
  // updated: the variables of the items. They take in the values of the thread's iterations, of which the first lane's
  // first is `first`; those that the loop does not have are left out where `whole` is false.
  void lane_values(ir::Block& block, const ir::ExprP& first, const std::vector<ir::VarId>& updated, bool whole);
  // The running values where `before` (of each item) says what is before the thread; then its iterations as they are
  // written.
  void start_lane(ir::Block& block, const std::vector<ir::VarId>& before);
  void run_lane(ir::Block& block, const ir::ExprP& first, bool whole);
  // The lane that ran the last iteration of all holds the final values: guarded lanes stop at it.
  void final_values(ir::Block& block, const ir::ExprP& first, std::int64_t lanes);

  std::vector<ir::ExprP> refs(const std::vector<ir::VarId>& v) const;
  std::vector<ir::ExprP> nothing() const;  // of each item
  std::vector<ir::VarId> lets(ir::Block& block, const std::string& name, const std::vector<ir::ExprP>& values);

 private:
  ir::ExprP join(std::size_t i, const ir::ExprP& e) const;
  void start_lane(ir::Block& block, std::size_t i, const std::vector<ir::VarId>& before);
  std::vector<ir::VarId> accumulators(const std::vector<ir::VarId>& of_items);
  ir::ExprP iteration(const ir::ExprP& first, const ir::ExprP& k) const;
  void in_full(ir::Block& block, const ir::ExprP& first, const ir::Block& statements,
               const std::vector<ir::VarId>& accumulators);
  void in_part(ir::Block& block, const ir::ExprP& first, const ir::Block& statements,
               const std::vector<ir::VarId>& accumulators, bool hand_out);
  ir::Stmt loop(const ir::ExprP& first, const ir::Block& statements, const std::vector<ir::VarId>& accumulators,
                bool hand_out, bool guarded);

  ir::Block slice_;           // of the body, what updates depend on
  bool slice_waits_ = false;  // a failure may be what ends a loop of it
  const RunningElements& starts_;
  std::vector<std::size_t> first_;  // item of each accumulator
  std::vector<ir::VarId> init_;     // of each accumulator
};

// A scan for a machine without warps.
Scheduled schedule_scan_in_order(const LoopNest& nest, const LoopPlan& plan, const RunningElements& starts,
                                 const LoopFacts& facts, const SchedulePolicy& policy);

}  // namespace qc
