// What a kernel is, as bytes: kernels with the same bytes have the same code. Finding code by them takes a twentieth of
// the time that making the module takes, which of a window that is written out is 50 ms and more.
#pragma once
#include <string>

#include "ir/ir.h"

namespace qc::codegen {

// All that the kernel consists of but places in the source text and its note. An expression that occurs again is
// written as a reference.
std::string kernel_key(const ir::Function& kernel);

}  // namespace qc::codegen
