// Arithmetic of complex arrays as loops over typed elements.
#pragma once
#include <optional>

#include "ast/ast.h"
#include "support/source.h"
#include "value/value.h"

namespace qc::host {

// + - * / element by element where one operand is complex and one an array, both of floats or small whole numbers; with
// the bits of binary_number. Nothing for other operands and operators.
std::optional<Value> complex_binary(ast::BinaryOp op, const Value& a, const Value& b, Span span);

}  // namespace qc::host
