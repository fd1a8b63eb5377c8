// Brings a nest into the form that judging expects, without changing what it computes where arrays of two names are two
// arrays. Where they may be one, the nest runs as written.
#pragma once
#include <map>

#include "analysis/loops/loop_nest.h"

namespace qc {

// What canonicalize() rewrites:
// * `if c then continue end; rest`        becomes  `if c then else rest end`
// * `v = c ? v + e : v`                   becomes  `if c then v = v + e end`; so does v = c ? v + e : v - f
// * `v = c ? e : v + f`, of a variable, becomes `if c then v = e else v = v + f end`; so does v = c ? e : v
// * `if e < v then k = i end; v = e < v ? e : v` becomes one comparison
// * `t = a; if t then .. t = b end; if t then .. end` becomes `if a then .. if b then .. end end` (short_circuits.cpp)
// * what is computed again, by expressions, loops or branches, is what is there (value_numbering.cpp)
// * `if c && e < v then v = e end`        becomes  `if c then if e < v then v = e end end`
// * `t = c; if !t then .. t = b end; c = t`, of truth values, and `if !c then .. c = b end` become `..; c = c || b`
//   (guarded_truths.cpp)
// * `if c then found = true end`          becomes  `if c then found = found || true end` (found is read nowhere)
// * `q = v + e; v = q` and the like update v directly (forward_substitution.cpp); `v = v` is dropped
// * counters with a closed form are replaced by it (closed_form_counters.cpp)
// * `if e < v && c then v = e end`        becomes  `if c then if e < v then v = e end end`: then c is evaluated
//   in iterations in which the loop in order would not, and the result speaks for loops only in which nothing fails
//   (speculates)
// * `if c then v = e else error(..) end`   becomes  `if !c then error(..) end; v = e`, and bail-outs in the
//   arm of an update stand before it (hoist_failures.cpp)
// * `z[i] = 0; for j ..: z[i] += A[i,j] end` sums up in a variable (scalarize_accumulators.cpp)
// * `for i ..: p[m] *= z[m,i] end` of complex numbers multiplies two variables (scalarize_complex_elements.cpp)
// * `if x[i] < x[best] then best = i end` compares a variable that holds x[best] (argmin_value.cpp)

// What a variable of the last three holds, in terms of the program's names.
struct KeptValue {
  ir::ExprP value;
  bool starts_outside = false;  // the places' values of before the nest say where it starts; otherwise the nest sets it
  bool is_name = true;          // reports call the variable so
  bool is_part = false;         // of a complex element: the last index says which, and reports name the element
};
struct Canonicalized {
  bool changed = false, speculates = false;
  bool may_fail = false;     // what it speculates on may fail by more than a subscript
  bool may_not_end = false;  // or not end
  std::map<ir::VarId, KeptValue> kept_values;
};
Canonicalized canonicalize(ir::Function& nest);

// Integer variables whose every update adds an amount that does not change in the nest, and that are read in it, are
// replaced by their closed form; so are integer values that subscripts are made of. Returns whether anything changed.
bool put_counters_in_closed_form(ir::Function& nest);

// A variable that holds what the iteration before computed is computed again from that iteration
// (wraparound_variables.cpp).
bool replace_wraparound_variables(ir::Function& nest);

// k = j + 1; j = k + 1: the second becomes j = j + 1 + 1 (coupled_counters.cpp).
bool unfold_coupled_counters(ir::Function& nest);

// Variables assigned under a condition and used after the loop only are kept beside the number of the last iteration
// that assigned them (last_match.cpp); that variable is of Match::Last.
bool mark_last_matches(ir::Function& nest);

// Variables that are assigned where they are not set yet, and nowhere else, likewise: Match::First
// (last_match.cpp).
bool mark_first_matches(ir::Function& nest, std::map<ir::VarId, KeptValue>& kept);

// Conditions whose second part takes statements are nested (short_circuits.cpp).
bool nest_short_circuits(ir::Function& nest);

// Values that are computed again, from the same values, are the ones that are there (value_numbering.cpp).
bool share_equal_values(ir::Function& nest);

// What stands beside an arm that only fails runs without the condition, and so do bail-outs beside an update
// (hoist_failures.cpp).
bool hoist_failures(ir::Function& nest);

// Updates through a temporary are written without it: forward substitution (forward_substitution.cpp).
bool forward_substitute(ir::Function& nest);

// A product of complex numbers becomes one statement (complex_products.cpp).
bool group_complex_products(ir::Function& nest);

// The element at the place that a comparison keeps gets a variable of its own (argmin_value.cpp).
bool keep_argmin_values(ir::Function& nest, std::map<ir::VarId, KeptValue>& kept);

// An element of a complex array that an inner loop multiplies is two variables while that loop runs
// (scalarize_complex_elements.cpp).
bool scalarize_complex_elements(ir::Function& nest, std::map<ir::VarId, KeptValue>& kept);

// Truth values that are computed while they decide something are computed in every iteration (guarded_truths.cpp).
struct Speculation {
  bool changed = false;
  bool reads = false;        // arrays, in iterations in which the loop in order would not
  bool may_fail = false;     // likewise it may fail by more than a subscript
  bool may_not_end = false;  // or not end
};
Speculation run_guarded_truths(ir::Function& nest);

// An element that an inner loop sums up is a variable while that loop runs (scalarize_accumulators.cpp).
bool scalarize_accumulators(ir::Function& nest, std::map<ir::VarId, KeptValue>& kept);

}  // namespace qc
