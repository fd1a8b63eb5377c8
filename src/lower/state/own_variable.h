// OwnVariable is a variable that a nest, or a call in it, makes, and that nothing outside sets; or one outside of which
// the host has to know whether the nest set it.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ir/ir.h"

namespace qc::lowering {

struct OwnVariable {
  std::string name;
  std::vector<ir::VarId> vars;                   // its parts; the last one is assigned last
  std::optional<ir::ArrayId> memory;             // of a value that is kept in memory, in place of parts
  ir::VarId mark = ir::kNoVar;                   // of a call's: `mark = 0` stands where the call begins
  bool starts = false;                           // with `start`, even if it is always set
  ir::Block start = {};                          // what a call's begins with, where it needs its mark
  std::shared_ptr<const ir::Inlined> call = {};  // of a call's
  bool has_value = false;                        // outside: reads need no mark
};

}  // namespace qc::lowering
