#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>

#include <atomic>
#include <cstring>

#include "codegen/code_cache.h"
#include "codegen/emit/instruction_builder.h"
#include "codegen/host_target.h"
#include "codegen/interior.h"
#include "codegen/ir_passes/counted_rounds.h"
#include "codegen/ir_passes/for_as_while.h"
#include "codegen/ir_passes/masked_jumps.h"
#include "codegen/ir_passes/narrow_variables.h"
#include "codegen/ir_passes/shifted_loops.h"
#include "codegen/kernel_key.h"
#include "codegen/llvm_setup.h"
#include "codegen/prepared_code.h"
#include "support/profile.h"
#include "support/progress.h"

namespace qc {

namespace codegen {
std::string ptx_llvm_text(const ir::Function& kernel, const CompileOptions& options, llvm::LLVMContext& context);
}

namespace {

using codegen::EmitError;

template <class T>
T must(llvm::Expected<T> value) {
  if (!value) throw EmitError(llvm::toString(value.takeError()));
  return static_cast<T&&>(*value);  // T may be a reference
}
void must(llvm::Error error) {
  if (error) throw EmitError(llvm::toString(std::move(error)));
}

// Lives until the process ends: kernels may be dropped while statics are destroyed.
llvm::orc::LLJIT& jit() {
  static llvm::orc::LLJIT* const instance = [] {
    codegen::host_machine();
    return must(llvm::orc::LLJITBuilder().create()).release();
  }();
  return *instance;
}

// A kernel as one call for a block wants it.
ir::Function as_lanes(const ir::Function& kernel) {
  const ir::Function shifted = codegen::shifted_loops(codegen::counted_rounds(kernel));
  const auto interior = codegen::split_interior(shifted);
  return codegen::narrow_variables(codegen::for_loops_as_while(
      codegen::jumps_as_conditions(codegen::split_shuffles(interior ? *interior : shifted))));
}

codegen::HostModule lower_host(const ir::Function& kernel, llvm::LLVMContext& context,
                               llvm::TargetMachine& machine = codegen::host_machine()) {
  auto module = std::make_unique<llvm::Module>(kernel.name, context);
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  const codegen::HostSizes sizes = codegen::HostTarget::lower(as_lanes(kernel), *module);
  return {std::move(module), sizes};
}

std::unique_ptr<llvm::Module> optimised_host(const ir::Function& kernel, llvm::LLVMContext& context) {
  auto module = lower_host(kernel, context).module;
  codegen::finish_module(*module, codegen::host_machine(), codegen::Isa::Host,
                         codegen::effort_for(codegen::Effort::Full));
  return module;
}

}  // namespace

namespace codegen {

namespace {

// What is kept: the sizes, then the object.
std::string with_sizes(const HostSizes& sizes, const std::string& object) {
  std::string kept(sizeof sizes, '\0');
  std::memcpy(kept.data(), &sizes, sizeof sizes);
  return kept + object;
}

LoadedCode load_code(const std::string& kept, const std::string& entry) {
  static std::atomic<int> serial{0};
  auto& j = jit();
  auto& library = must(j.createJITDylib("kernel" + std::to_string(serial++)));
  std::shared_ptr<void> code(&library, [&j](void* p) {
    llvm::consumeError(j.getExecutionSession().removeJITDylib(*static_cast<llvm::orc::JITDylib*>(p)));
  });
  HostSizes sizes;
  std::memcpy(&sizes, kept.data(), sizeof sizes);
  must(j.addObjectFile(library,
                       llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(kept).drop_front(sizeof sizes), entry)));
  return {must(j.lookup(library, entry)), std::move(code), sizes};
}

RecentlyUsed<LoadedCode>& loaded_code() {
  constexpr std::size_t kMostBytes = std::size_t(128) << 20;  // of object code; what is in use stays beyond them
  static auto* const loaded = new RecentlyUsed<LoadedCode>(kMostBytes);
  return *loaded;
}

LoadedCode load_and_remember(const Digest& digest, const std::string& kept, const std::string& entry) {
  LoadedCode code = load_code(kept, entry);
  loaded_code().add(digest, code, kept.size());
  return code;
}

}  // namespace

std::optional<LoadedCode> load_kept(const Digest& digest, const std::string& entry) {
  if (auto code = loaded_code().find(digest)) return code;
  if (auto kept = find_kept(digest)) return load_and_remember(digest, *kept, entry);
  return {};
}

LoadedCode compile_and_load(const HostNames& names, const std::string& entry, const std::function<HostModule()>& lower,
                            Effort effort, Effort* made) {
  if (made) *made = Effort::Full;
  if (auto code = load_kept(names.own, entry)) return *code;
  if (names.prepared) {
    if (auto code = loaded_code().find(*names.prepared)) return *code;
    if (auto code = find_prepared(*names.prepared)) return load_and_remember(*names.prepared, *code, entry);
  }
  if (made) *made = effort;
  const Digest digest = effort == Effort::Little ? with_little_effort(names.own) : names.own;
  if (effort == Effort::Little)
    if (auto code = load_kept(digest, entry)) return *code;
  const progress::Compiling compiling;
  const HostModule lowered = lower();
  const std::string code = with_sizes(lowered.sizes, generate_code(*lowered.module, host_machine(), Isa::Host, effort));
  keep(digest, code);
  return load_and_remember(digest, code, entry);
}

}  // namespace codegen

std::variant<HostKernel, CompileError> compile_host(const ir::Function& kernel, codegen::Effort wanted) {
  const profile::Timed timed(profile::Phase::Compile);
  return codegen::guarded<HostKernel>([kernel, wanted](llvm::LLVMContext& context) {
    codegen::Effort made;
    const std::string key = codegen::kernel_key(kernel);
    codegen::prepare(key, [&](llvm::TargetMachine& machine) {
      const codegen::HostModule lowered = lower_host(kernel, context, machine);
      return codegen::with_sizes(
          lowered.sizes, codegen::generate_code(*lowered.module, machine, codegen::Isa::Host, codegen::Effort::Full));
    });
    auto loaded = codegen::compile_and_load(
        {codegen::digest_of(key, codegen::host_machine()), codegen::prepared_digest(key)}, kernel.name,
        [&] { return lower_host(kernel, context); }, codegen::effort_for(wanted), &made);
    return HostKernel{loaded.address.toPtr<HostEntry>(), loaded.sizes.shared_bytes, loaded.sizes.bytes_per_thread,
                      std::move(loaded.code), made};
  });
}

std::optional<Span> barrier_of_some(const ir::Function& kernel) {
  const ir::Function lanes = as_lanes(kernel);
  return codegen::barrier_of_some(lanes, codegen::LaneAnalysis(lanes));
}

std::variant<std::string, CompileError> emit_text(const ir::Function& kernel, EmitStage stage,
                                                  const CompileOptions& options) {
  if (stage == EmitStage::Ptx) {
    auto ptx = compile_ptx(kernel, options);
    if (auto* error = std::get_if<CompileError>(&ptx)) return *error;
    return std::get<PtxKernel>(ptx).ptx;
  }
  return codegen::guarded<std::string>([kernel, stage, options](llvm::LLVMContext& context) -> std::string {
    if (stage == EmitStage::LlvmPtx) return codegen::ptx_llvm_text(kernel, options, context);
    auto module = optimised_host(kernel, context);
    if (stage == EmitStage::LlvmHost) return codegen::module_text(*module);
    const auto text = codegen::generate(*module, codegen::host_machine(), codegen::Output::Assembly,
                                        codegen::effort_for(codegen::Effort::Full));
    return {text.begin(), text.end()};
  });
}

}  // namespace qc
