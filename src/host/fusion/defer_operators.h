// Whole-array expressions that are computed later, all operators at once: one fused loop instead of a temporary for
// each operator. An operator with a large array makes a node of a tree; types and extents are known at once, so that
// errors are those of the operator. What needs the elements asks for them (evaluate_expr.h).
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ast/ast.h"
#include "support/source.h"
#include "value/array_expr.h"
#include "value/value.h"

namespace qc::host {

// Trees of more operators are computed before another operator is added.
constexpr std::int64_t kMostOperators = 200;

// A value with elements: an array, or an expression of arrays.
bool holds_array(const Value& v);
const std::vector<std::int64_t>& dims_of(const Value& v);  // of one that holds_array
// Whether an operator on it is deferred: elements of a type that loops have.
bool deferrable(const Value& v);
bool is_complex(const Value& v);
bool is_large(const Value& v);
// An array or part of one.
bool is_view(const Value& v);
// Whether `*` of them is the matrix product.
bool is_product_of_matrices(const Value& a, const Value& b);

// The operators. Nothing: it is not one to defer. Throws what the operator would throw for the extents (Q0302).
std::optional<Value> defer_binary(ast::BinaryOp op, const Value& a, const Value& b, Elem scalar, Span span);
std::optional<Value> defer_fused(const Value& a, const Value& b, const Value& c, bool negate_product,
                                 bool negate_addend, Elem scalar, Span span);
std::optional<Value> defer_unary(ast::UnaryOp op, const Value& a, Span span);
std::optional<Value> defer_power(const Value& a, std::int64_t exponent, Elem scalar, Span span);
// A built-in that works on each element. type: that of an element of its result.
std::optional<Value> defer_call(const std::string& name, const std::vector<Value>& arguments, const Type& type,
                                Span span);
// The elements as those of a number type, if loops make such elements.
std::optional<Value> defer_cast(const Value& a, const Type& to, Span span);
// A part of an array, read where it is.
Value defer_view(const ArrayP& array, std::vector<ViewAxis> view, std::vector<std::int64_t> dims, Span span);
// The transpose of an array or part of one, of two dimensions, read where it is.
Value defer_transpose(const ArrayExpr& view, Span span);
// Whether that is what it is: its columns run along an earlier dimension of the array than its rows.
bool is_transpose(const ArrayExpr& e);

// A row as a column, a column as a row, [1,1,n] as either: the value with these extents, where they are its own but for
// ones. Else as it is.
Value laid_out_as(const Value& v, const std::vector<std::int64_t>& dims);

// The expression as an operand.
ArrayExprP as_operand(const Value& v, Span span);

// The part of an array that positions, ranges and `:` name. Nothing: other indices are among them, they are too few,
// name a place outside or one element alone, or the array is of fixed size.
std::optional<Slice> slice_of(const Array& a, const std::vector<Value>& indices);

}  // namespace qc::host
