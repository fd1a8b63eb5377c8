// Which scalars an iteration writes before it reads them, and whether it writes them at all.
#pragma once
#include <functional>
#include <set>

#include "ir/ir.h"

namespace qc {

struct ScalarFlow {
  std::set<ir::VarId> read_first;  // some path reads it before writing it
  std::set<ir::VarId> written;     // every path writes it
};
// `runs` says of an inner loop that its body is executed at least once.
ScalarFlow scalar_flow(const ir::Block& body, const std::function<bool(const ir::For&)>& runs);

}  // namespace qc
