// Arithmetic on host values: numbers in their own types, arrays elementwise with broadcasting.
#pragma once
#include <optional>

#include "ast/ast.h"
#include "ir/ir.h"
#include "support/source.h"
#include "value/value.h"

namespace qc::host {

// The number in a value (pending ones are waited for). Throws Q0301 naming `what` when it is none.
Number to_number(const Value& v, Span span, const char* what = "a number");
bool to_bool(const Value& v, Span span);
std::int64_t to_index(const Value& v, Span span);  // an int, or a float with an integer value
ArrayP to_array(const Value& v, Span span);

// Element i (row-major) of an array as a number, and back (converted as a store does).
Number get_element(const Array& a, const void* data, std::int64_t i);
// One element alone, of an array that may lie on a device.
Number get_element(const Array& a, std::int64_t i);
void set_element(Array& a, void* data, std::int64_t i, const Number& n);

// Whether two values are the same, for those that have no elementwise comparison: strings, types, functions, records,
// cells. Empty when both are numbers or arrays. Instances of plain classes are compared by their fields, references by
// identity.
std::optional<bool> equal_objects(const Value& a, const Value& b);

// One binary operator of the language on numbers. scalar: the precision's float type (of int / int and of powers).
Number binary_number(ast::BinaryOp op, const Number& a, const Number& b, Elem scalar, Span span);
Value binary_value(ast::BinaryOp op, const Value& a, const Value& b, Elem scalar, Span span);
// c + a*b with one rounding where the result is a float, elementwise for arrays. negate_product / negate_addend give
// the three other sums.
Value fused_value(const Value& a, const Value& b, const Value& c, bool negate_product, bool negate_addend, Elem scalar,
                  Span span);
// The same of real numbers of which one factor is a float.
Number fused_number(const Number& a, const Number& b, const Number& c, bool negate_product, bool negate_addend);
Value negate(const Value& v, Span span);
Value logical_not(const Value& v, Span span);
// x ^ n with a non-negative literal n: an int for ints, products for small powers of floats.
Value literal_power(const Value& v, std::int64_t exponent, Elem scalar, Span span);

// f applied to every element (or to the one number); the result keeps the extents, its type is f's.
template <class F>
Value map_value(const Value& v, Span span, const F& f);
// f over two values with broadcasting of numbers and extents of 1. Throws Q0302 when extents do not fit.
template <class F>
Value zip_values(const Value& a, const Value& b, Span span, const F& f);

}  // namespace qc::host

#include "host/arrays/arith_inl.h"
