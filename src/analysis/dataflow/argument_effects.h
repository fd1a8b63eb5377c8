// Whether code writes to the elements of an array that it is given: itself, or in a function or kernel that it hands
// the array on to.
#pragma once
#include <string>

#include "ast/ast.h"
#include "sema/scope.h"

namespace qc {

bool writes_to(const ast::Block& body, const std::string& name, const Scope& scope);

}  // namespace qc
