// ArrayAliases says which names are one array: names that were given to something else on the way, names of several
// arrays that take turns, and names of short arrays that share one.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analysis/loops/loop_nest.h"
#include "lower/state/symbol_table.h"

namespace qc::lowering {

// A name that was given to something else, in the frame with this key, and what it was.
struct Aliased {
  Frame* frame;
  std::string key;
  std::string name;
  Binding was;
};

// The arrays of a name that is one and then another while a kernel runs (array_phi.cpp).
struct ArrayPhi {
  std::vector<Value> arrays;  // as the last pass found them
  std::vector<Value> found;   // those of this pass
};

// Whether both are one array, or lists of the same ones, read in one way.
bool is_same_array(const Value& a, const Value& b);
bool are_same_arrays(const std::vector<Value>& a, const std::vector<Value>& b);

// Names are those of bindings (Binding::key) unless another kind is said.
struct ArrayAliases {
  std::vector<Aliased> aliased;          // in order
  int clock = 0;                         // of names that are given and read
  std::map<std::string, ArrayPhi> phis;  // kept between passes
  std::set<std::string> phis_outside;    // variables around the kernel that are among their arrays
  std::set<std::string> shared_own;      // that are one array made in an iteration (LazyRef::local_array)
  std::set<std::string> copied;          // that are one with another name, and copies of it as nobody writes to them
  std::vector<LoopNest::InPlaceUpdate>
      updated_in_place;  // arrays outside that are updated in place where the text makes new ones

  // From the next pass on the name is one of several arrays; false: it is already.
  bool make_phi(const std::string& key) { return phis.emplace(key, ArrayPhi{}).second; }
  // After a pass: whether each such name had other arrays than the pass before found.
  bool found_others();
  // Other names are the array that `key` gets, which is this memory: whether that is new.
  bool note_shared_own(const SymbolTable& names, const std::string& key, ir::ArrayId memory);
  // An array outside is updated in place; always: in each iteration, before anything else is stored into it.
  void note_in_place_update(const std::string& name, bool always);
  // A pass begins.
  void begin_pass();
};

}  // namespace qc::lowering
