// How much LLVM does for kernels on the host. The numbers that they compute are the same: nothing here allows LLVM
// another rounding.
#pragma once
#include <optional>

namespace qc::codegen {

enum class Effort {
  Full,   // vectors, unrolled loops, the best code LLVM finds
  Little  // a tenth of the time to compile, code that takes several times as long
};
// For all that is compiled from now on in this process, whatever is asked for; nothing: as it is asked for. Tests
// compile for most of their time, and look at both kinds of code.
void use_effort(std::optional<Effort> effort);
// The effort for something that is best compiled so.
Effort effort_for(Effort wanted);

}  // namespace qc::codegen
