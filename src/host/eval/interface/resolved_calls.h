// Expressions with calls in the resolved form (resolved_calls.cpp): what has been computed once is not computed again.
// Where the result is no number it is `p`; where that holds nothing either, nothing has been done.
#pragma once
#include "host/eval/interface/resolved_numbers.h"
#include "host/eval/state/resolved_run.h"

namespace qc::host {

// The number that an expression with calls is.
Small mixed(ResolvedRun& resolved, const ResolvedExpr& e, Late& p);
// As `mixed`, a product as such.
bool mixed_product(ResolvedRun& resolved, const ResolvedExpr& e, UnroundedNumber& q, Late& p);
// The value of an expression.
Value value_of(ResolvedRun& resolved, const ResolvedExpr& e);
// Of an expression without calls that is no number.
Value other_value(ResolvedRun& resolved, const ResolvedExpr& e);
// A call of a plain function with as many arguments. False: nothing has been done.
bool call_plain(ResolvedRun& resolved, const ResolvedExpr& e, int outputs, Value& out);
// [a, b] = f(..) of a plain function with as many outputs. False: nothing has been done.
bool assign_several(ResolvedRun& resolved, const ResolvedStmt& s);

// The number that an expression is, with calls or without.
inline Small compute(ResolvedRun& resolved, const ResolvedExpr& e, Late& p) {
  return e.calls ? mixed(resolved, e, p) : number(resolved, e);
}

}  // namespace qc::host
