// Kernel IR to machine code through LLVM. The only door to LLVM: none of its classes leaves src/codegen.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "codegen/effort.h"
#include "ir/ir.h"

namespace qc {

// ---- what the compiled code and the runtime agree on ---------------------------------------------------------------
// Both targets take `void* params[]`, as cuLaunchKernel does: for each array of function.params a pointer to its base
// address, followed by one pointer to an int64 for each of its `rank` extents; for each scalar a pointer to its value
// (Bool as uint8, I64, F32, F64); for each output a pointer to the address of its slot (8 bytes, the value in its
// type); and last, when the function can fail, a pointer to the address of a FailureRecord.
struct FailureRecord {
  std::int64_t order;      // lowest linear iteration that failed; INT64_MAX: none
  std::int32_t lock;       // 0; held while the rest is written
  std::uint32_t site;      // index into ir::Function::sites
  std::int64_t values[3];  // OutOfRange: index, extent, dimension
};
enum class ParamKind : std::uint8_t { ArrayBase, Extent, Bool, I64, F32, F64, Output, Failure };
std::vector<ParamKind> param_layout(const ir::Function& function);  // flat, in order
bool can_fail(const ir::Function& function);
bool can_fail(const ir::Block& block);

inline constexpr unsigned char kNeverStops = 0;
struct GridDims {
  std::int64_t grid[3] = {1, 1, 1};
  std::int32_t block[3] = {1, 1, 1};
  const void* stop = &kNeverStops;  // on the host: once this byte is not 0, a block may end wherever it is
};                                  // axis 0 is x

// One work-group on the host. `scratch` holds the group's shared memory and its threads' private values: at least
// shared_bytes + threads * bytes_per_thread bytes, aligned to 64, contents undefined.
using HostEntry = void (*)(void* const* params, const GridDims* dims, const std::int64_t block_idx[3], void* scratch);

struct CompileError {
  std::string message;
};  // what LLVM said; the process goes on

struct HostKernel {
  HostEntry entry = nullptr;
  std::size_t shared_bytes = 0;  // with dynamic extents: computed by shared_size
  std::size_t bytes_per_thread = 0;
  std::shared_ptr<void> code;  // keeps the machine code alive
  codegen::Effort effort = codegen::Effort::Full;
};
struct PtxKernel {
  std::string ptx;
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
}

// A barrier of the block in a loop whose number of iterations differs between threads, as far as can be seen:
// compile_host refuses such a kernel.
std::optional<Span> barrier_of_some(const ir::Function& kernel);

// Text for --emit; `stage` is llvm (after optimisation), asm (host assembly) or ptx.
enum class EmitStage { LlvmHost, LlvmPtx, Asm, Ptx };
std::variant<std::string, CompileError> emit_text(const ir::Function& kernel, EmitStage stage,
                                                  const CompileOptions& options = {});

}  // namespace qc
