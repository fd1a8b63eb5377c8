// Windows around the iteration: `for i=r-n..r+n` inside a loop over r. Counted from 0, `for i=0..2*n` with r-n+i in
// place of i, the loop has the same ends in every iteration, so that it can be reduced by the tree beside the loops
// that are kept.
//
//   for i=max(0,r-n)..min(h-1,r+n)   becomes   for i=0..2*n  if r-n+i >= 0 && r-n+i <= h-1
//   yy = e ; for j=..                becomes   for j=..  yy = e
//
// Few more iterations are counted than there are in a window: at most as many as the loop over r can be away from the
// clamped ends.
#pragma once
#include <vector>

#include "ir/ir.h"

namespace qc {

// Rewrites the inner loops of a nest whose ends move with the loops around them; false: there are none, and the nest is
// as it was. What variables hold after the nest stays under `conditions`.
bool normalize_windows(ir::Function& nest, std::vector<ir::ExprP>& conditions);

}  // namespace qc
