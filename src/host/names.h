// Names that occur in a piece of syntax.
#pragma once
#include <set>
#include <string>

#include "ast/ast.h"

namespace qc::host {

using NameSet = std::set<std::string, std::less<>>;
// Adds every name that occurs in the block, except inside the statement `without` (null: nothing is left out).
void collect_names(const ast::Block& block, const ast::Stmt* without, NameSet& names);

}  // namespace qc::host
