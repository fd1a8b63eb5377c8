// Which loops of a kernel a failure may end. The failure that counts is the one of the lowest iteration (its order): a
// loop may end once nothing that is still to come could be before it.
#pragma once
#include "ir/ir.h"

namespace qc::codegen {

// Whether a loop with this body is inside one iteration, of which the first failure is the one that counts, and nobody
// waits for threads in it. A loop over iterations sets the order of each; one that cannot fail may stand where there is
// no order yet.
bool is_of_one_iteration(const ir::Function& f, const ir::Block& body);

// Whether each round of the loop is of iterations behind those of the rounds before it: their order is a sum with a
// variable in it that each round raises, and what else is in it stays.
bool comes_in_order(const ir::Function& f, const ir::Block& body);

// Whether while loops have to look for failures: what failed may be what would have ended them, `while x[k] < 5  k += 1
// end` behind the last element. Threads that others wait for stay.
bool watches_failures(const ir::Function& f);

}  // namespace qc::codegen
