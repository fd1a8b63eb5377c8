// Arrays of an iteration that are tables: T = [0, 37, 74, ..] whose elements are each stored as one constant, and
// nothing else. They are one constant array of the module; otherwise every thread would fill one of its own, and LLVM
// would look through the stores for minutes.
#pragma once
#include <map>
#include <vector>

#include "ir/ir.h"

namespace qc::codegen {

// The values of each such array, in the order of its elements.
using ConstantTables = std::map<ir::ArrayId, std::vector<ir::ExprP>>;
ConstantTables constant_tables(const ir::Function& f);

}  // namespace qc::codegen
