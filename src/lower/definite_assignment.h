// guard_unset() is the definite assignment of a nest's own variables: where one may be read before anything has set it,
// the loop fails there as the evaluator does, and one that may never be set keeps a mark of whether it was.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/ir.h"

namespace qc::lowering {

// A variable that the nest, or a call in it, makes: nothing outside sets it.
struct OwnVariable {
  std::string name;
  std::vector<ir::VarId> vars;                   // its parts; the last one is assigned last
  std::optional<ir::ArrayId> memory;             // of a value that is kept in memory, in place of parts
  ir::VarId mark = ir::kNoVar;                   // of a call's: `mark = 0` stands where the call begins
  bool starts = false;                           // with `start`, even if it is always set
  ir::Block start = {};                          // what a call's begins with, where it has a mark
  std::shared_ptr<const ir::Inlined> call = {};  // of a call's
};

// Brings the nest into that form. `mark = 0` and `if mark == 0 then Fail` of variables that are always set are dropped.
// The mark of an output that the nest may leave unset is an output too; its Var::set_of says so.
void guard_unset(ir::Function& nest, const std::vector<OwnVariable>& own);

}  // namespace qc::lowering
