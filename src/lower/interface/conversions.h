// Values as what is asked for: a number, an index, a truth, a value of another type (src/lower/conversions.cpp).
#pragma once
#include <vector>

#include "lower/state/lower_context.h"

namespace qc::lowering {

// The type of a variable of type `a` after `v` has been assigned to it as well.
Type join(LowerContext& cx, const Type& a, const Value& v, Span span);
// The value as one real number.
ir::ExprP number(LowerContext& cx, const Value& v, Elem to, Span span);
// The value as one of another type, whose elements are wider.
Value convert(LowerContext& cx, const Value& v, const Type& to, Span span);
// The value as an int, as indices are.
ir::ExprP index_value(LowerContext& cx, const Value& v, Span span);
// The value as a condition. An array of one element stands for it, as in host code.
ir::ExprP truth(LowerContext& cx, const Value& v, Span span);
// A float that is written in the text.
Value float_literal(LowerContext& cx, double v);
// Numbers and fixed-size values pass; everything else is host code or a mistake.
void require_value(const LowerContext& cx, const Value& v, Span span, const char* what);
// The fixed-size value of these extents and elements.
Value make_fixed(LowerContext& cx, std::vector<std::int64_t> dims, const std::vector<Value>& elements, Span span);

}  // namespace qc::lowering
