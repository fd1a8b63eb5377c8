// Hand-written kernels that name an element more than once, x[pos+[k,l]] in two statements, x[pos] in a loop. What lies
// outside an array is answered for by branches around each load, through which a back end does not see that two of them
// are the same.
#pragma once
#include "ir/ir.h"

namespace qc {

// The function with elements of global memory, read under a mode that cannot fail, read once where nothing can have
// changed them in between: before the statement that names them first, or before the loops in which they stay the same.
// Values and bits stay.
ir::Function with_common_loads(ir::Function f);

}  // namespace qc
