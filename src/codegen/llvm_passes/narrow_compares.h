// Comparisons of bytes and 16-bit numbers with a number that a loop does not change, in lanes of twice their width; the
// smaller and larger of two of them, and floats of them, in lanes of their own.
#pragma once
#include <llvm/Passes/PassBuilder.h>

namespace qc::codegen {

// Ints are 64 bits wide: `x[i] > q` for bytes x would take eight lanes a vector of 512 bits. In loops q is bounded
// before them to the range of the small type and one beyond its ends, where the answer is the same for every x: 32
// lanes. Constants LLVM narrows itself. Before: zext i8 %x to i64; icmp sgt i64 %x64, %q. After: zext i8 %x to i16;
// icmp sgt i16 %x16, %bounded.
// Minima and maxima of widened numbers are those of the small ones, widened, also where each is used more than once, as
// in a network that sorts: LLVM narrows them where one of the operands has no other use. A loop that is such a network
// takes a vector of them: 32 lanes of bytes, whatever it stores. The median of 5 x 5 bytes takes a quarter of the time
// that it takes as floats.
void use_narrow_compares(llvm::PassBuilder& passes);

}  // namespace qc::codegen
