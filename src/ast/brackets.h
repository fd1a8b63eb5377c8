// Brackets that hold nothing but brackets: [[1,2],[3,4]], whose rows are stacked whatever their extents.
#pragma once
#include <algorithm>

#include "ast/ast.h"

namespace qc::ast {

// Whether all elements are brackets themselves; true of [] as well.
inline bool holds_brackets_only(const ArrayLit& a) {
  return std::all_of(a.elements.begin(), a.elements.end(),
                     [](const ExprP& e) { return std::holds_alternative<ArrayLit>(e->node); });
}

}  // namespace qc::ast
