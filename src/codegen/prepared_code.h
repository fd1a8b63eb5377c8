// Code that a package brings (docs/decisions/093-prepared-code.md): of kernels that functions of the library need for
// common types, made with full effort for processors that many machines can stand in for, and for GPUs.
#pragma once
#include <llvm/Target/TargetMachine.h>

#include <functional>
#include <optional>
#include <string>

#include "codegen/code_folder.h"

namespace qc::codegen {

// A kernel by its bytes (kernel_key) on the best of the processors that this machine can stand in for. Nothing: there
// is none, or no package brought code.
std::optional<Digest> prepared_digest(const std::string& kernel);

// Code that the package brought under the digest.
std::optional<std::string> find_prepared(const Digest& digest);

// Where a folder was named (prepare_code_in): puts there what `make` makes of a kernel for each of the processors,
// unless it is there.
void prepare(const std::string& kernel, const std::function<std::string(llvm::TargetMachine&)>& make);

// PTX that the package brought of a kernel (its kernel_key and what else PTX depends on) for the newest sm that the
// device's own follows, with the device's own code where it has such code for this sm.
struct PreparedPtx {
  std::string ptx, code;
};
std::optional<PreparedPtx> find_prepared_ptx(const std::string& kernel, const std::string& device_sm);

// As prepare, of the PTX for each sm that PTX is prepared for, and of the machine code that the assembler makes of it.
void prepare_ptx(const std::string& kernel, const std::function<std::string(const std::string& sm)>& make);

}  // namespace qc::codegen
