// LLVM's process-wide side: targets, machines, error handlers, pass pipelines. LLVM never ends the process.
#pragma once
#include <llvm/ExecutionEngine/Orc/Shared/ExecutorAddress.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "codegen/code_folder.h"
#include "codegen/codegen.h"
#include "codegen/effort.h"

namespace qc::codegen {

// Runs LLVM's own constructors, which releases keep out of what runs before main (cmake/llvm.cmake). Before anything
// else of LLVM is used.
void start_llvm();

namespace detail {
struct Started {
  Started() { start_llvm(); }
};
}  // namespace detail
// A context in a process whose LLVM has been started.
struct Context : private detail::Started, public llvm::LLVMContext {};

enum class Isa { Host, Ptx };

// Machines are made once a process (PTX: once per sm and version) and are not thread-safe; callers run in guarded().
llvm::TargetMachine& host_machine();
llvm::TargetMachine& ptx_machine(const CompileOptions& options);
// Another processor of the host's kind: "x86-64-v3".
llvm::TargetMachine& portable_machine(const std::string& processor);
// The PTX version that an sm needs at least; 7.8 where the driver that knows the sm is at least as new.
int default_ptx_version(const std::string& sm);

// Links the elementary functions that the module calls, optimises at O3; with little effort only on the host. Throws
// EmitError.
void finish_module(llvm::Module& module, llvm::TargetMachine& machine, Isa isa, Effort effort);
// Object code or text of a finished module.
enum class Output { Object, Assembly };
llvm::SmallVector<char, 0> generate(llvm::Module& module, llvm::TargetMachine& machine, Output output, Effort effort);
// Memory that a block of a kernel needs: shared arrays, and values of threads that wait for one another.
struct HostSizes {
  std::size_t shared_bytes = 0, bytes_per_thread = 0;
};
// Object code in memory, and the address of one function in it; the code stays as long as `code` is held.
struct LoadedCode {
  llvm::orc::ExecutorAddr address;
  std::shared_ptr<void> code;
  HostSizes sizes;
};
struct HostModule {
  std::unique_ptr<llvm::Module> module;  // not optimised yet
  HostSizes sizes;
};
// Code that was kept or prepared under its digest, or what is generated from the module that `lower` makes. Where
// little effort is enough, code of full effort that is there already is taken; `made` is what the code was made with.
// Throws EmitError.
struct HostNames {
  Digest own;                      // for this very processor
  std::optional<Digest> prepared;  // in a package (prepared_code.h)
};
LoadedCode compile_and_load(const HostNames& names, const std::string& entry, const std::function<HostModule()>& lower,
                            Effort effort, Effort* made = nullptr);
// Code of full effort, but nothing where the code would have to be generated.
std::optional<LoadedCode> load_kept(const Digest& digest, const std::string& entry);
std::string module_text(const llvm::Module& module);

// Gives what `work` makes in a context of its own, with LLVM's errors turned into CompileError: diagnostics, fatal
// errors, EmitError. One at a time in a process. A program that is stopped does not wait for LLVM (`apart` in
// support/stop.h), so `work` holds whatever it needs.
template <class T, class F>
std::variant<T, CompileError> guarded(F work);

namespace detail {
// What LLVM complained of; nothing: the work was done. A fatal error leaves `work` by longjmp, and what it had made is
// not destroyed.
std::optional<std::string> run_guarded(std::function<void(llvm::LLVMContext&)> work);
}  // namespace detail
// A result that LLVM complained of is dropped.
template <class T, class F>
std::variant<T, CompileError> guarded(F work) {
  const auto result = std::make_shared<std::optional<T>>();
  const auto message =
      detail::run_guarded([result, work = std::move(work)](llvm::LLVMContext& context) { *result = work(context); });
  if (message) return CompileError{*message};
  return std::move(**result);
}

}  // namespace qc::codegen
