// Elements of kernels for the host that lie a few apart, one channel of an image, or rows apart, are taken out of whole
// vectors of memory.
#pragma once
#include <llvm/IR/Module.h>

namespace qc::codegen {

// LLVM gathers what a vector reads at a stride, `x[3*i+1]`, when the elements between are not read as well; a gather of
// 16 takes as long as 16 loads. Between the first and the last of them all memory belongs to the array, so that vectors
// of it are loaded side by side, the last one ending with the last element, and shuffled:
//   gather(x + 12*<0..15>)  ->  a = x[0..15], b = x[16..31], c = x[30..45]; <a0, a3, .., a15, b2, .., c12, c15>
//
// Rows that a vector takes side by side, `x[i,0] + x[i,1] + ..` with eight of i, it gathers column by column when they
// are longer than eight. Four columns of floats are 16 bytes of each row, which are loaded and transposed:
//   gather(x + 64*<0..7>), .. gather(x + 12 + 64*<0..7>)
//     ->  r0 = x[0..3] and x[64..67], .. r3 = x[48..51] and x[112..115]; columns of <r0, r1, r2, r3>
// The last 16 bytes of a row end with the last column that is asked for, so that nothing else is read.
// Call it after the passes.
void load_strided_gathers(llvm::Module& module);

}  // namespace qc::codegen
