// Kernel IR to machine code through LLVM. The only door to LLVM: none of its classes leaves src/codegen.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "codegen/effort.h"
#include "codegen/emit/kernel_interface.h"
#include "ir/ir.h"

namespace qc {

struct CompileError {
  std::string message;
};  // what LLVM said; the process goes on

struct HostKernel {
  HostEntry entry = nullptr;
  std::size_t shared_bytes = 0;  // of shared arrays with constant extents; the others lie on the stack
  std::size_t bytes_per_thread = 0;
  std::shared_ptr<void> code;  // keeps the machine code alive
  codegen::Effort effort = codegen::Effort::Full;
};
struct PtxKernel {
  std::string ptx;
  std::string code;                 // machine code of it for this device's sm, where a package brought some
  std::string entry;                // the entry's name
  std::size_t dynamic_shared = 0;   // bytes beyond the static ones, when extents are constant
  bool waits_for_previous = false;  // its first act is to wait for the launch before it, so it may be started early
};

struct CompileOptions {
  std::string sm = "sm_90";  // PTX: "sm_70" .. ; chosen from the device
  int ptx_version = 0;       // 0: the lowest that the sm allows and the features need
  int block_threads = 0;     // no launch has larger blocks, for whose threads the registers have to do; 0: not known
};

// Machine code for this processor. Asked for little effort, it may give code of full effort that is there already;
// HostKernel::effort says what it is. Refuses what barrier_of_some finds.
std::variant<HostKernel, CompileError> compile_host(const ir::Function& kernel,
                                                    codegen::Effort effort = codegen::Effort::Full);
// PTX for devices of options.sm, always of full effort; the driver makes machine code of it.
std::variant<PtxKernel, CompileError> compile_ptx(const ir::Function& kernel, const CompileOptions& options = {});

// From now on this process looks in a folder for code that was generated before, and keeps there what it generates; "":
// nowhere. Within a process code is found again without a folder. Returns why the folder cannot be used: it cannot be
// made, it is not this user's, others may write to it.
namespace codegen {
std::optional<std::string> use_code_folder(const std::string& path);
// From now on the code of each kernel that is compiled for the host, or prepared for GPUs, is put into a folder as
// well, for all processors that code is prepared for: what a package brings; "": no longer. `assembler` is a program
// that makes machine code of PTX, ptxas; "": PTX alone. Returns why that cannot be.
std::optional<std::string> prepare_code_in(const std::string& folder, const std::string& assembler = "");
// The folders with code that a package brought for this machine's kind of processor and for GPUs.
std::vector<std::string> prepared_code();
// Prepares PTX of a kernel as compile_ptx makes it for blocks of so many threads; a kernel that LLVM refuses has none.
void prepare_for_gpus(const ir::Function& kernel, int block_threads);
}  // namespace codegen

// A barrier of the block in a loop whose number of iterations differs between threads, as far as can be seen:
// compile_host refuses such a kernel.
std::optional<Span> barrier_of_some(const ir::Function& kernel);

// Text for --emit; `stage` is llvm (after optimisation), asm (host assembly) or ptx.
enum class EmitStage { LlvmHost, LlvmPtx, Asm, Ptx };
std::variant<std::string, CompileError> emit_text(const ir::Function& kernel, EmitStage stage,
                                                  const CompileOptions& options = {});

}  // namespace qc
