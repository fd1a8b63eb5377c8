// KernelState holds what a `__kernel__` function has beside a loop nest: the place of the thread, what threads update
// together, what they print.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "ir/ir.h"
#include "lower/state/lowered_kernel.h"
#include "lower/state/value.h"

namespace qc::lowering {

// Names that a block assigns with `=` (or as loop variables), those of them that it gives values which are no updates
// of the old one, and names that it changes by the compound assignments.
struct AssignedNames {
  std::set<std::string> set, given, updated;
};

// A number outside a kernel that its threads update together (LoweredKernel::Accumulator).
struct KernelTotal {
  LoweredKernel::Accumulator what;
  std::vector<ir::VarId> vars;  // the thread's own sum
};

// A fixed-size parameter that is indexed by computed values.
struct GivenInMemory {
  std::string name;
  Value components;
  Span span;
};

// Of a loop nest all of it is empty.
struct KernelState {
  int rank = 0;  // of the thread's position
  bool has_barrier = false;
  bool uses_position = false;
  std::vector<ir::VarId> dims_vars;
  std::vector<ir::VarId> parameters;  // numbers that it was given
  std::vector<GivenInMemory> given_in_memory;
  std::vector<std::string> captured;
  AssignedNames assigned;
  std::set<std::string> outputs;
  std::set<std::string> own_names;  // assigned in the kernel before they are read: no captured variables

  std::vector<KernelTotal> totals;
  std::map<std::string, ast::AssignOp> total_ops;          // kept between passes
  std::optional<ir::VarId> slot;                           // the thread's place, row by row over the positions
  std::optional<ir::VarId> drawn;                          // how many random numbers the thread has drawn
  std::optional<std::array<ir::ArrayId, 3>> print_arrays;  // of what the kernel prints: count, ints, floats
  std::vector<LoweredKernel::Prints::Line> prints;

  // A pass begins; what the text says of the kernel stays.
  void begin_pass();
};

}  // namespace qc::lowering
