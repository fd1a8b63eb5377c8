// Comparisons of bytes and 16-bit numbers with a number that a loop does not change, in lanes of twice their width; the
// smaller and larger of two of them, and floats of them, in lanes of their own; loops that read them in more lanes.
#pragma once
#include <llvm/Passes/PassBuilder.h>

namespace qc::codegen {

// Ints are 64 bits wide: `x[i] > q` for bytes x would take eight lanes a vector of 512 bits. In loops q is bounded
// before them to the range of the small type and one beyond its ends, where the answer is the same for every x: 32
// lanes. Constants LLVM narrows itself. Before: zext i8 %x to i64; icmp sgt i64 %x64, %q. After: zext i8 %x to i16;
// icmp sgt i16 %x16, %bounded.
// A 32-bit int that is a place is compared with the extent in 32 bits.
// Minima and maxima of widened numbers are those of the small ones, widened, also where each is used more than once, as
// in a network that sorts: LLVM narrows them where one of the operands has no other use.
// LLVM takes as many lanes as the widest type of a loop has in a vector, eight where a window of bytes ends in a float.
// In the module of a loop that reads rows of small numbers it may take more, up to 32 of bytes, by what it finds that
// they cost: a minimum of 15 bytes takes three quarters of the time, their median of 5 x 5 a quarter.
void use_narrow_compares(llvm::PassBuilder& passes);

}  // namespace qc::codegen
