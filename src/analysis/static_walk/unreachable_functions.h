// Which functions of a program nothing calls, and what is wrong in those.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "sema/types_of_builtins.h"

namespace qc {

// The functions of the program's own level that no statement names, directly or through the functions that it names.
// `main` is called. A name is enough: which of the functions of that name is meant is known when the program runs.
// others: files that may name them as well.
std::vector<const ast::FunctionDef*> uncalled_functions(const ast::Program& program,
                                                        const std::vector<const ast::Program*>& others);

// What every call of them would meet: names that are not defined, types that do not exist, calls that fit nothing.
// Warnings. files: those whose functions they see, theirs included.
std::vector<Diagnostic> walk_uncalled(const std::vector<const ast::FunctionDef*>& uncalled,
                                      const std::vector<const ast::Program*>& files, const WalkOptions& options);

}  // namespace qc
