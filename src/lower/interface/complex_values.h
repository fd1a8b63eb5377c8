// Arithmetic and functions of complex numbers (src/lower/complex_values.cpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "lower/state/lower_context.h"

namespace qc::lowering {

// Functions that make complex numbers or take them apart.
std::optional<Value> complex_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span);
// Elementary functions of complex numbers.
std::optional<Value> complex_math(LowerContext& cx, const std::string& name, const Value& x, Span span);
// a^b: products for whole exponents, otherwise exp(b log a). 0^b is 0 where the real part of b is positive, otherwise
// no number.
Value complex_power(LowerContext& cx, const Value& a, const Value& b, Span span);

}  // namespace qc::lowering
