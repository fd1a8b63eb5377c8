// A kernel in the making: its parameters with what they are bound to, its variables, arrays and outputs. What needs
// nothing else of a schedule takes this; what copies parts of the nest takes a KernelBuilder, which is one.
#pragma once
#include <map>
#include <string>

#include "ir/build.h"
#include "transform/policy/schedule_types.h"

namespace qc {

class KernelParameters {
 public:
  KernelParameters(const LoopNest& nest, const LoopPlan& plan, const LoopFacts& facts, const SchedulePolicy& policy)
      : nest_(nest), plan_(plan), facts_(facts), policy_(policy) {}

  ir::Function& kernel() { return out_.kernel; }
  const ir::Function& function() const { return out_.kernel; }
  const ir::Function& nest() const { return nest_.function; }
  const LoopPlan& plan() const { return plan_; }
  const LoopFacts& facts() const { return facts_; }
  const SchedulePolicy& policy() const { return policy_; }

  // Params, made when first asked for.
  ir::ExprP low(int loop);
  ir::ExprP step(int loop);
  ir::ExprP count(int loop);
  ir::ExprP total();
  ir::ExprP scalar(ir::VarId nest_var);  // value before the loop
  ir::ExprP param(Binding binding, const std::string& name, Elem type);
  ir::ArrayId scratch(Binding binding, const std::string& name);
  ir::ArrayId array(ir::ArrayId nest_array);
  // The same of an array of the nest: its extent along a dimension, and how far neighbours along it lie apart.
  ir::ExprP extent(ir::ArrayId nest_array, int dim);
  ir::ExprP stride(ir::ArrayId nest_array, int dim);
  // An array of the block's shared memory; one that exists already under this name and type is used again.
  ir::ArrayId shared_array(const std::string& name, Elem elem, std::int64_t count);

  // A fresh variable of the kernel, assigned in `block`.
  ir::VarId let(ir::Block& block, const std::string& name, ir::ExprP value);
  ir::ExprP ref(ir::VarId kernel_var) const { return ir::var(out_.kernel, kernel_var); }
  ir::VarId output(ir::VarId nest_var);  // a kernel output for a nest variable
  bool has_outputs() const { return !out_.outputs.empty(); }
  ir::SiteId site(ir::SiteId nest_site);  // where the kernel may fail as the nest does there

  // The kernel with this body; nothing may be asked of it any more.
  Scheduled finish(ir::Block body, LaunchRule launch, std::string summary);

 protected:
  Scheduled& scheduled() { return out_; }

 private:
  const LoopNest& nest_;
  const LoopPlan& plan_;
  const LoopFacts& facts_;
  const SchedulePolicy& policy_;
  Scheduled out_;
  std::map<std::pair<Binding::Kind, std::uint64_t>, std::uint32_t>
      params_;  // (kind, id and element) -> id in the kernel
  std::map<ir::VarId, ir::VarId> outputs_;
};

// The place of the thread in its block, and of the block in the grid, along axis 0.
ir::ExprP thread_index();
ir::ExprP block_index();
// The element `index` of an array of one dimension.
ir::Access element(ir::ArrayId array, ir::ExprP index);

// Run by one thread after the block's values are stored: `last` becomes 1 in the block that draws the last of `chunks`.
void draw_ticket(KernelParameters& b, ir::Block& block, ir::ArrayId ticket, const ir::ExprP& index,
                 const ir::ExprP& chunks, ir::ArrayId last);

}  // namespace qc
