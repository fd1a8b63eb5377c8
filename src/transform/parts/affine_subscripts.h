// Subscripts that are linear in the loops a plan covers: constant coefficients and a rest that the nest does not
// change.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "ir/ir.h"

namespace qc {

struct LinearForm {
  std::vector<std::int64_t> coefficients;  // one for each covered loop
  ir::ExprP rest;                          // in terms of the nest's params; never null
};

// Private scalars that are assigned once, unconditionally, in the planned body are looked through:
//   n1 = n + 1; ... x[m, n1]   has the form 1*n + 1 in its last dimension.
class LinearForms {
 public:
  LinearForms(const ir::Function& nest, const LoopPlan& plan);
  std::optional<LinearForm> of(const ir::Expr& e) const;

 private:
  std::optional<LinearForm> constant(ir::ExprP rest) const;
  std::optional<LinearForm> scaled(const LinearForm& f, std::int64_t factor) const;
  bool invariant(ir::VarId v) const { return !assigned_[v]; }

  const ir::Function& nest_;
  const LoopPlan& plan_;
  std::vector<bool> assigned_;         // by the nest, loop variables included
  std::vector<ir::ExprP> definition_;  // of private scalars with one unconditional definition
};

}  // namespace qc
