// What a lambda gives.
#pragma once
#include "ast/ast.h"

namespace qc::ast {

// Its body, or the last of several statements where that is an expression, v -> (a = 2*v; a + 1). Null: it gives no
// value.
inline const Expr* given_value(const Lambda& l) {
  if (l.body) return l.body.get();
  auto* last = l.statements.empty() ? nullptr : std::get_if<ExprStmt>(&l.statements.back().node);
  return last ? last->value.get() : nullptr;
}

}  // namespace qc::ast
