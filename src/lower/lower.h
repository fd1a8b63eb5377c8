// Syntax to typed IR: names are resolved, types inferred (a variable's type is the join of all its assignments in the
// nest and its type before it), user functions inlined, products that are added fused (language.md section 4), checks
// placed.
#pragma once
#include <variant>
#include <vector>

#include "analysis/loops/loop_nest.h"
#include "ast/ast.h"
#include "lower/state/lowered_kernel.h"
#include "sema/scope.h"
#include "support/diagnostic.h"

namespace qc {

// Throws ProgramError for what is wrong in every run (undefined names, wrong types, arity).
std::variant<LoopNest, NotLowered> lower_loop(const ast::Stmt& for_statement, const Scope& scope,
                                              const LowerOptions& options);

// See LoweredKernel.
LoweredKernel lower_kernel(const ast::FunctionDef& kernel, const std::vector<Type>& argument_types, const Scope& scope,
                           const LowerOptions& options);
LoweredKernel lower_kernel(const ast::Lambda& kernel, Span span, const std::vector<Type>& argument_types,
                           const Scope& scope, const LowerOptions& options);

}  // namespace qc
