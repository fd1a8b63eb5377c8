// settle_kinds() finds what kinds of numbers a nest leaves in the names that are read after it: steps keep the kind of
// each value, a variable of compiled code has one type, and a mark beside it says which kind the value would be.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ir/ir.h"

namespace qc {

// A variable whose kind (ir/number_kind.h) has a mark, and the first part of its value.
struct KindMark {
  ir::VarId mark, value;
  std::int64_t before;  // the kind before the nest; 0: there is no value
  std::int64_t joined;  // that of the variable, which all kinds are converted to
};

// A name that is read after the nest, and the mark of its kind.
struct LeftName {
  std::string name;
  ir::VarId mark;
};

// A mark that is the same on every way through the nest is its kind, by its name. Others become outputs, with those
// that they are computed of; what has a value before the nest is a parameter as well. All other marks are dropped.
std::map<std::string, std::int64_t> settle_kinds(ir::Function& nest, const std::vector<KindMark>& marks,
                                                 const std::vector<LeftName>& left);

}  // namespace qc
