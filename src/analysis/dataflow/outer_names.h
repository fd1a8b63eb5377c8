// Finds the names that a file has outside its loops, and those that its functions read of it.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ast/ast.h"

namespace qc {

// The names in a program's statements outside its loops. Whoever runs the program may look at these variables when it
// has ended; temporaries and counters of loops are not among them.
std::vector<std::string> names_outside_loops(const ast::Block& program);

// The variables of a file that its functions read and do not assign themselves, by function. Of a file that is imported
// they are constants of these functions; a program's own functions see no variables of it.
std::map<const ast::FunctionDef*, std::set<std::string>> file_constants(const ast::Block& file);

}  // namespace qc
