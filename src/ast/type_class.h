// Parameters that take one of several types: x : [scalar|mat].
#pragma once
#include "ast/ast.h"

namespace qc::ast {

// Written as "??", a parameter that takes anything, with the types that it takes in fact.
inline bool is_type_class(const TypeExpr& t) { return t.name == "??" && !t.elements.empty(); }

}  // namespace qc::ast
