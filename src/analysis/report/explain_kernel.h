// Reports on written kernels as they were made for one launch. They format; they decide nothing.
#pragma once
#include <string>

#include "lower/lower.h"
#include "support/source.h"

namespace qc {

struct KernelPlace {
  std::string name;
  Span kernel;  // where it is written
  Span launch;
};

// "FILE:LINE: kernel k over pos: y, + h": what it writes, and what it updates by which operation.
std::string kernel_remark(const LoweredKernel& kernel, const KernelPlace& place, const SourceMap& sources);
// The same for people: what is read and written, shared memory, the memory of a thread, barriers.
std::string explain_kernel(const LoweredKernel& kernel, const KernelPlace& place, const SourceMap& sources);
// One line of JSON as docs/recognition.md lays it down, without a newline.
std::string explain_kernel_json(const LoweredKernel& kernel, const KernelPlace& place, Elem scalar,
                                const SourceMap& sources);
// Of a kernel that cannot be made from the text alone, and why.
std::string kernel_not_known(const KernelPlace& place, const std::string& why, const SourceMap& sources);

}  // namespace qc
