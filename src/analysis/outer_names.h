#pragma once
#include <string>
#include <vector>

#include "ast/ast.h"

namespace qc {

// The names in a program's statements outside its loops. Whoever runs the program may look at these variables when it has
// ended; temporaries and counters of loops are not among them.
std::vector<std::string> names_outside_loops(const ast::Block& program);

}  // namespace qc
