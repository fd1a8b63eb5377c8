// Operators on whole arrays of one type, element by element in plain loops: what is computed at once (defer_operators.h
// says what is not). The bits are those of arith.h, which does all that these decline.
#pragma once
#include <complex>
#include <cstdint>
#include <optional>

#include "ast/ast.h"
#include "support/source.h"
#include "value/value.h"

namespace qc::host {

// Nothing: the operands are not arrays of real numbers, or too few to matter. Extents broadcast as zip_values has them.
std::optional<Value> fast_binary(ast::BinaryOp op, const Value& a, const Value& b, Elem scalar, Span span);
std::optional<Value> fast_fused(const Value& a, const Value& b, const Value& c, bool negate_product, bool negate_addend,
                                Span span);
std::optional<Value> fast_extremum(bool max, const Value& a, const Value& b, Span span);

enum class FastMap { Negate, Not, Abs, Sqrt, Floor, Ceil };
// Nothing where fast_binary gives nothing, and for roots, floors and ceilings of ints. FastMap::Not gives bools.
std::optional<Value> fast_map(FastMap what, const Value& a);

// The sizes of n complex numbers, as complex_abs of complex_math.h computes them.
void complex_sizes(const std::complex<float>* z, float* out, std::int64_t n);
void complex_sizes(const std::complex<double>* z, double* out, std::int64_t n);

// The elements of a real array as floats, doubles or ints (I64): the array itself when it holds these.
ArrayP elements_as(const ArrayP& a, Elem elem);

}  // namespace qc::host
