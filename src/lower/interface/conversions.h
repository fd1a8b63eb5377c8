// Values as what is asked for: a number, an index, a truth, a value of another type (src/lower/conversions.cpp).
#pragma once
#include <initializer_list>
#include <vector>

#include "lower/state/lower_context.h"

namespace qc::lowering {

// The type of a variable of type `a` after `v` has been assigned to it as well.
Type join(LowerContext& cx, const Type& a, const Value& v, Span span);
// The ints that a value of ints may be where the loop has not bailed out, `to` being the float that they are converted
// to for others' sake (require_exact).
ir::IntRange ints_of(const LowerContext& cx, const Value& v, Elem to);
// The same of a float that steps may hold as an int; nothing: they hold none.
std::optional<ir::IntRange> kept_ints(const LowerContext& cx, const Value& v, Elem to);
// Which kind of number steps hold it as (ir/number_kind.h).
ir::ExprP number_kind_of(const Value& v);
// The result of an operation on numbers, which is of this kind at least, and of the widest one of the operands'.
Value of_kinds(Value result, std::initializer_list<const Value*> operands, std::int64_t at_least);
// The result of an operation on numbers, which steps hold as an int where all operands are ints.
Value of_ints_too(const LowerContext& cx, Value result, const Value& a, const Value& b);
// The loop bails out where an int of `v` does not fit into the float `to`, which the name or the choice that it is
// given to is for others' sake: steps keep it an int. where: if this holds; null: always.
void require_exact(LowerContext& cx, const Value& v, Elem to, const ir::ExprP& where, Span span);
// An int wraps to an element of few bits, where a float saturates: the loop is stepped if `v` is a float that steps may
// hold as an int which wraps.
void require_one_way_to_store(const LowerContext& cx, const Value& v, Elem element, Span span);
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
