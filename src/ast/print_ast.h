// The printer of the syntax: for every program p, parse(print(p)) == p.
#pragma once
#include <string>

#include "ast/ast.h"

namespace qc::ast {

// Source text. A block is the lines of its statements; indent: levels of four blanks before each of them.
std::string print(const Program& program);
std::string print(const Block& block, int indent = 0);
std::string print(const Stmt& statement, int indent = 0);  // ends with a newline
std::string print(const Expr& expression);
std::string print(const TypeExpr& type);
std::string signature(const FunctionDef& function);  // "f(x : mat, n)"

}  // namespace qc::ast
