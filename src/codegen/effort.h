// How much LLVM does for kernels on the host. The numbers that they compute are the same: nothing here allows LLVM another
// rounding. For programs that run once and briefly, and for tests, which compile for most of their time.
#pragma once

namespace qc::codegen {

enum class Effort {
  Full,   // vectors, unrolled loops, the best code LLVM finds
  Little  // a third of the time to compile
};
// Of what is compiled from now on, in the whole process.
void use_effort(Effort effort);
Effort effort();

}  // namespace qc::codegen
