// A nested function has the numbers that it names as they were where it was reached: what it assigns to one is its own.
#pragma once
#include <string>
#include <vector>

#include "ast/ast.h"

namespace qc {

struct PrivateChange {
  std::string name;
  Span span;              // of the first change
  bool elements = false;  // alone: of a vec3, which is a value as numbers are
};
// The names that the function changes as if they were those around it: n += 1 before anything else is done to n, or an
// assignment to a name that it never reads. What it begins with a value of its own and then uses is a variable of its
// own.
std::vector<PrivateChange> private_changes(const ast::FunctionDef& f);

}  // namespace qc
