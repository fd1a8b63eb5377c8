// Elementary functions in lanes: the arguments that nearly all calls have go a short way without branches.
#pragma once
#include <llvm/IR/Module.h>

namespace qc::codegen {

// Some functions branch on rare arguments (a sine of 2^23 and more, a remainder of a large quotient) or look after a
// dozen special values, and so cannot be, or are not worth being, computed in vectors. A call f(x) in a kernel for the
// host becomes `rest(x, short(x))`: `short` is a copy of f that is right for the common arguments only, and is inlined;
// `rest` hands its result on where x is common and calls f where it is not. `rest` has variants for vectors of lanes,
// which look at all lanes at once. The bits are those of f, whose own instructions both ways are. Call it after the
// functions have been linked in, before the passes.
void use_common_ranges(llvm::Module& module);
// After the passes: puts the vectors' variants in place, so that what holds for the loop stays in registers.
void inline_common_ranges(llvm::Module& module);
// Puts the functions that are marked so in place, and drops what nobody calls.
void inline_always(llvm::Module& module);

}  // namespace qc::codegen
