// Machine code of PTX by NVIDIA's assembler, a program of the CUDA toolkit that a machine which builds packages may
// have.
#pragma once
#include <optional>
#include <string>

namespace qc::codegen {

// What the program makes of the text for an sm, as the driver's cuModuleLoadData takes it. Nothing: it cannot be
// started, or refuses the text, and said why on standard error.
std::optional<std::string> assemble_ptx(const std::string& program, const std::string& ptx, const std::string& sm);

}  // namespace qc::codegen
