// atomic_add(x[i], v) and its kin outside kernels, where one thread runs: the element's old value, then an assignment.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "ast/ast.h"
#include "value/value.h"

namespace qc::host {

using EvalExpr = std::function<Value(const ast::Expr&)>;
using RunAssign = std::function<void(const ast::Assign&)>;

// The old value; nothing when `name` is no atomic. The indices are evaluated once. inc and dec wrap at the second
// argument as they do in kernels; cas(x[i], compare, value) stores where the element equals `compare`. Q0204, Q0301 for
// wrong arguments.
std::optional<Value> host_atomic(const std::string& name, const ast::Call& c, Span span, const EvalExpr& eval,
                                 const RunAssign& assign);

}  // namespace qc::host
