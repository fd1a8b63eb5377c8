// ElementKinds says which elements the short arrays of a loop have. In the language that is the array's, from the value
// that the name was given last: 0.5 is kept in an array of floats and becomes 0 in one of ints. In compiled code the
// variables of a name have one type, the widest.
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ir/ir.h"
#include "lower/state/symbol_table.h"

namespace qc::lowering {

// What arrays are given in a pass, as a whole and by element.
struct ElementKinds {
  // `v` becomes the whole of the variable, under this arm of a condition.
  void note_whole(const Binding& b, const Value& v, int arm);
  // An element of this kind is written into it.
  void note_element(const Binding& b, Elem elem, Span span);
  // After a pass: stops where an element is written of an array that holds ints after one arm of a condition and floats
  // after another, or of one that was computed from such: what is stored depends on which it was. A loop that runs no
  // iteration is not looked at. Also where one is written of a copy of bytes and the like: what is stored wraps to
  // their width, which variables do not have.
  void require_one_kind(const ir::Function& f) const;
  // A pass begins.
  void begin_pass();

 private:
  void require_wide() const;

  // The kinds that a short array is given as a whole, and under which arms of conditions. After two arms it may hold
  // either, while its variables hold the wider one.
  struct Kinds {
    std::vector<ir::VarId> vars;
    std::optional<ir::ArrayId> local;
    Elem narrowest = Elem::F64, widest = Elem::Bool;
    bool narrow = false;  // one of them is an array of bytes and the like, whose kind the variables do not have
    std::set<int> arms;
  };
  struct Write {
    std::vector<ir::VarId> vars;
    std::optional<ir::ArrayId> local;
    Elem elem;
    Span span;
  };
  std::map<std::string, Kinds> kinds_;  // by Binding::key
  std::vector<Write> writes_;
};

}  // namespace qc::lowering
