// The parts of the table of built-ins, one for each file, and what they share.
#pragma once
#include "host/builtins.h"

namespace qc::host {

Builtin find_elementwise(std::string_view name);  // builtins_math.cpp
Builtin find_reduction(std::string_view name);    // builtins_reduce.cpp
Builtin find_fourier(std::string_view name);      // builtins_fourier.cpp

// Throws Q0204 unless there are `least` to `most` arguments.
void want_arguments(const CallContext& c, const std::vector<Value>& a, const char* name, std::size_t least, std::size_t most);

}  // namespace qc::host
