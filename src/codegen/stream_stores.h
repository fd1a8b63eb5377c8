// Large results of kernels for the host go to memory past the caches.
#pragma once
#include <llvm/IR/Module.h>

namespace qc::codegen {

// A vector that a loop of a kernel stores into an array which the kernel only writes is streamed when the launch is
// large: the line need not be read first, a third of the traffic of `y = f(x)`. The loop looks at the address once and
// asks for each store; small launches, whose results the caches hold for the next loop, and addresses that are not
// multiples of the vector store as before. Call it after the passes, for x86 (other processors keep what they have).
void stream_large_results(llvm::Module& module);

}  // namespace qc::codegen
