// Inlining says what the call at hand is asked for, and how many have been inlined.
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ast/ast.h"
#include "desugar/dense_cells.h"
#include "sema/scope.h"

namespace qc::lowering {

// See above.
struct Inlining {
  int wanted = 1;                    // values that the next call is asked for
  std::vector<Type> given_generics;  // what it says its generic parameters are, f[int](x)
  int instances = 0;                 // inlined calls of this pass
  const void* launched = nullptr;    // the kernel that this one starts
  std::map<std::pair<const ast::FunctionDef*, DenseCells>, std::optional<ast::Stmt>>
      over_items;  // functions of cells whose items are one array, as with_dense_cells writes them

  // A pass begins.
  void begin_pass() { instances = 0; }
};

}  // namespace qc::lowering
