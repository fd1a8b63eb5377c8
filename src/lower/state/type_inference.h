// TypeInference holds what the passes over one text find out for the next one: a variable's type is the join of what
// all its assignments give it, and how it is held hangs on all its uses.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lower/state/symbol_table.h"
#include "sema/scope.h"

namespace qc::lowering {

// See above. Variables are named by Binding::key.
struct TypeInference {
  std::map<std::string, Type> by_key;  // kept between passes
  int pass = 0;
  bool changed = false;                // this pass found something that the next one has to know
  std::vector<std::string> forgotten;  // whose types were those of another variable: found anew by the next pass
  std::set<std::string> outlived;      // names that began anew in statements which may be passed by, and are read
                                       // behind them; kept between passes
  std::set<std::string> kinds_known;   // of fixed sizes, whose kind (Binding::by_value) an assignment of this pass said
  std::set<std::string> truths_and_ints;               // names of ints that are given truth values too
  std::map<std::string, ir::IntRange> ints_in_floats;  // names of floats that are given ints too: those
  std::set<std::string> of_both_kinds;                 // that are values in one place and arrays in another
  std::map<std::string, bool> left_as;                 // arrays of fixed sizes: whether an iteration leaves a value
  std::set<std::string> left_as_either;                // an iteration may leave them as values and as arrays
  std::set<std::string> kept_as_arrays;  // values of fixed sizes from outside that are indexed by computed values
  std::set<std::string> local_arrays;    // fixed-size variables with computed indices

  // True when the type known for `key` had to become wider: then this pass is not the last one.
  bool note(const std::string& key, const Type& type);
  // The variable, which holds what all numbers that it is given are converted to, is given one of this type and, if it
  // is an int, one of these: steps keep it as it is.
  void note_kept(const Binding& b, Elem given, const ir::IntRange& ints);
  // Whether the variable is a value of a fixed size, or an array: it may be either where several statements assign it.
  // always: every iteration gives it this one.
  void note_kind(Binding& b, const Value& v, bool always);
  // A name that began anew in statements which may not have run is used behind them: it is the one outside, as the next
  // pass knows.
  void note_outlived(const std::string& name, const Binding& b);
  // A pass begins.
  void begin_pass();
};

}  // namespace qc::lowering
