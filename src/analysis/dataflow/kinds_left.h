// settle_kinds() finds what kinds of numbers a nest leaves in the names that are read after it: steps keep the kind of
// each value, a variable of compiled code has one type, and a mark beside it says which kind the value would be.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ir/ir.h"
#include "ir/number_kind.h"

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

// known: of names whose marks are the same on every way through the nest. What hangs on whether updates are made is
// taken to be what it is when they are, and is undecided (ir/number_kind.h); finds: what the nest does to its marks,
// and nothing else, null where none is undecided.
struct KindsLeft {
  std::map<std::string, std::int64_t> known;
  std::vector<ir::UndecidedKind> undecided;
  std::shared_ptr<const ir::Function> finds;
};
// Marks of other names become outputs, with those that they are computed of; what has a value before the nest is a
// parameter as well. All other marks are dropped.
KindsLeft settle_kinds(ir::Function& nest, const std::vector<KindMark>& marks, const std::vector<LeftName>& left);

}  // namespace qc
