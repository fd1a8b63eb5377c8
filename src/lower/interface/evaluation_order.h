// Operands are evaluated from left to right: what a later one changes, an earlier one has read before
// (src/lower/evaluation_order.cpp).
#pragma once
#include <functional>
#include <utility>
#include <vector>

#include "ast/ast.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

// Parts that code behind place `at` of the block changes are read before it.
void read_before(LowerContext& cx, Value& v, std::size_t at, Span span);
// The same of an operand.
void read_before(LowerContext& cx, Operand& o, std::size_t at, Span span);
// Two operands, the left one as it was before the right one was computed.
std::pair<Value, Value> both(LowerContext& cx, const ast::Expr& left, const ast::Expr& right);
// Appends the next of several operands; those before it are as they were.
void next_of(LowerContext& cx, std::vector<Value>& values, const std::function<Value()>& next, Span span);
// The values of arguments.
std::vector<Value> values_of(LowerContext& cx, const std::vector<ast::Argument>& arguments);

}  // namespace qc::lowering
