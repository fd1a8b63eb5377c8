// Expressions with calls in the flat form (resolved_calls.cpp): what has been computed once is not computed again.
// Where the result is no number it is `p`; where that holds nothing either, nothing has been done.
#pragma once
#include "host/eval/interface/flat_numbers.h"
#include "host/eval/state/flat_run.h"

namespace qc::host {

// The number that an expression with calls is.
Small mixed(FlatRun& flat, const FlatExpr& e, Late& p);
// As `mixed`, a product as such.
bool mixed_product(FlatRun& flat, const FlatExpr& e, UnroundedNumber& q, Late& p);
// The value of an expression.
Value value_of(FlatRun& flat, const FlatExpr& e);
// Of an expression without calls that is no number.
Value other_value(FlatRun& flat, const FlatExpr& e);
// A call of a plain function with as many arguments. False: nothing has been done.
bool call_plain(FlatRun& flat, const FlatExpr& e, int outputs, Value& out);
// [a, b] = f(..) of a plain function with as many outputs. False: nothing has been done.
bool assign_several(FlatRun& flat, const FlatStmt& s);

// The number that an expression is, with calls or without.
inline Small compute(FlatRun& flat, const FlatExpr& e, Late& p) {
  return e.calls ? mixed(flat, e, p) : number(flat, e);
}

}  // namespace qc::host
