// Whole numbers that come of bytes and 16-bit numbers, in 32 bits where none of them can need more.
#pragma once
#include <llvm/Passes/PassBuilder.h>

namespace qc::codegen {

// Ints are 64 bits wide. LLVM narrows sums of what was widened where a store cuts them off again, not where they are
// compared, shifted, chosen between or bounded on the way: half the lanes of a vector, and no vector instruction for
// most of them before AVX-512. In loops what follows from widened loads and constants is followed with the range of its
// values; operations whose operands and results all fit 32 bits with their sign are done there:
//   a = zext i16 %x to i64; b = zext i16 %y to i64; abs(a - b) < 9   ->   the same of i32
// Sums of counters that are cut off to 32 bits, as the number of an iteration that becomes a float, are counted there.
// Call it before the comparisons and divisions of ints are looked at.
void use_narrow_integers(llvm::PassBuilder& passes);

}  // namespace qc::codegen
