// Whether code writes to the elements of an array that it is given: itself, or in a function or kernel that it hands
// the array on to.
#pragma once
#include <string>

#include "ast/ast.h"
#include "sema/scope.h"

namespace qc {

// Whether the body assigns the variable `name` or elements of it, under this name or another. True as well where that
// cannot be seen: it is given to a function that a record or cell holds, or that the scope does not know.
bool writes_to(const ast::Block& body, const std::string& name, const Scope& scope);

}  // namespace qc
