// What order statements of a loop body have, as far as scans need it: their updates are computed ahead of the body.
#pragma once
#include <set>

#include "analysis/loops/loop_plan.h"
#include "ir/ir.h"

namespace qc {

// Arrays that a statement reads where a store of the same iteration may have come before. Values that are only stored
// do not count as read, except by the store `running` (null: none). Arrays of the iteration itself do not count: what
// is computed ahead of the body fills its own.
std::set<ir::ArrayId> read_after_store(const ir::Function& f, const ir::Block& body, const ir::Store* running);

// `y[k] = ..; k += 1` in one block: the counter's only update, by a positive constant, stands beside the array's only
// access, which it subscripts. Then no two iterations store to one element.
bool packs(const ir::Function& nest, const ir::Block& body, ir::VarId counter, ir::ArrayId array);

}  // namespace qc
