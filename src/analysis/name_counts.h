// How often each name occurs in a piece of syntax, and which names it assigns.
#pragma once
#include <map>
#include <string>

#include "ast/ast.h"

namespace qc {

using NameCounts = std::map<std::string, int, std::less<>>;

void count_names(const ast::Expr& e, NameCounts& counts);
void count_names(const ast::Stmt& s, NameCounts& counts);  // nested functions included
void count_names(const ast::Block& b, NameCounts& counts);

}  // namespace qc
