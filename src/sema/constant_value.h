// The value of an expression of literals and of names whose values are known.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "ast/ast.h"

namespace qc {

// Of `2*k-1`, where `known` gives that of k; nothing where it gives none, or the expression does more than arithmetic.
std::optional<double> constant_value(const ast::Expr& e,
                                     const std::function<std::optional<double>(const std::string&)>& known);

}  // namespace qc
