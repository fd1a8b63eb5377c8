#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>

#include <atomic>

#include "codegen/code_cache.h"
#include "codegen/emitter.h"
#include "codegen/for_as_while.h"
#include "codegen/host_target.h"
#include "codegen/interior.h"
#include "codegen/llvm_setup.h"
#include "codegen/masked_jumps.h"
#include "codegen/shifted_loops.h"

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
ir::Function as_lanes(const ir::Function& kernel, bool& has_interior) {
  const ir::Function shifted = codegen::shifted_loops(kernel);
  const auto interior = codegen::split_interior(shifted);
  has_interior = interior.has_value();
  return codegen::for_loops_as_while(codegen::jumps_as_conditions(codegen::split_shuffles(interior ? *interior : shifted)));
}

std::unique_ptr<llvm::Module> lower_host(const ir::Function& kernel, llvm::LLVMContext& context, codegen::HostSizes& sizes) {
  auto& machine = codegen::host_machine();
  auto module = std::make_unique<llvm::Module>(kernel.name, context);
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  bool has_interior = false;
  const ir::Function lanes = as_lanes(kernel, has_interior);
  sizes = codegen::HostTarget::lower(lanes, *module, has_interior);
  return module;
}

std::unique_ptr<llvm::Module> optimised_host(const ir::Function& kernel, llvm::LLVMContext& context) {
  codegen::HostSizes sizes;
  auto module = lower_host(kernel, context, sizes);
  codegen::finish_module(*module, codegen::host_machine(), codegen::Isa::Host, codegen::effort_for(codegen::Effort::Full));
  return module;
}

}  // namespace

codegen::LoadedCode codegen::load_code(const std::string& object, const std::string& name) {
  static std::atomic<int> serial{0};
  auto& j = jit();
  auto& library = must(j.createJITDylib("kernel" + std::to_string(serial++)));
  std::shared_ptr<void> code(&library, [&j](void* p) {
    llvm::consumeError(j.getExecutionSession().removeJITDylib(*static_cast<llvm::orc::JITDylib*>(p)));
  });
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(object, name);
  must(j.addObjectFile(library, std::move(buffer)));
  return {must(j.lookup(library, name)), std::move(code)};
}

namespace codegen {

namespace {

RecentlyUsed<LoadedCode>& loaded_code() {
  constexpr std::size_t kMostBytes = std::size_t(128) << 20;  // of object code; what is in use stays beyond them
  static auto* const loaded = new RecentlyUsed<LoadedCode>(kMostBytes);
  return *loaded;
}

LoadedCode load_and_remember(const Digest& digest, const std::string& object, const std::string& entry) {
  LoadedCode code = load_code(object, entry);
  loaded_code().add(digest, code, object.size());
  return code;
}

// Code that was generated before.
std::optional<LoadedCode> load_found(const Digest& digest, const std::string& entry) {
  if (auto code = loaded_code().find(digest)) return code;
  if (auto object = find_kept(digest)) return load_and_remember(digest, *object, entry);
  return {};
}

}  // namespace

LoadedCode compile_and_load(llvm::Module& module, const std::string& entry, Effort effort, Effort* made) {
  auto& machine = host_machine();
  Digest digest = digest_of(module, machine);
  if (made) *made = Effort::Full;
  if (effort == Effort::Little) {
    if (auto code = load_found(digest, entry)) return *code;
    digest = with_little_effort(digest);
    if (made) *made = Effort::Little;
  }
  if (auto code = loaded_code().find(digest)) return *code;
  return load_and_remember(digest, generate_or_find(module, machine, Isa::Host, effort, digest), entry);
}

std::optional<LoadedCode> load_kept(const llvm::Module& module, const std::string& entry) {
  return load_found(digest_of(module, host_machine()), entry);
}

}  // namespace codegen

std::variant<HostKernel, CompileError> compile_host(const ir::Function& kernel, codegen::Effort wanted) {
  llvm::LLVMContext context;
  return codegen::guarded<HostKernel>(context, [&] {
    codegen::HostSizes sizes;
    auto module = lower_host(kernel, context, sizes);
    codegen::Effort made;
    auto [address, code] = codegen::compile_and_load(*module, kernel.name, codegen::effort_for(wanted), &made);
    return HostKernel{address.toPtr<HostEntry>(), sizes.shared_bytes, sizes.bytes_per_thread, std::move(code), made};
  });
}

std::optional<Span> barrier_of_some(const ir::Function& kernel) {
  bool has_interior = false;
  const ir::Function lanes = as_lanes(kernel, has_interior);
  return codegen::barrier_of_some(lanes, codegen::LaneAnalysis(lanes));
}

std::variant<std::string, CompileError> emit_text(const ir::Function& kernel, EmitStage stage, const CompileOptions& options) {
  if (stage == EmitStage::Ptx) {
    auto ptx = compile_ptx(kernel, options);
    if (auto* error = std::get_if<CompileError>(&ptx)) return *error;
    return std::get<PtxKernel>(ptx).ptx;
  }
  llvm::LLVMContext context;
  return codegen::guarded<std::string>(context, [&]() -> std::string {
    if (stage == EmitStage::LlvmPtx) return codegen::ptx_llvm_text(kernel, options, context);
    auto module = optimised_host(kernel, context);
    if (stage == EmitStage::LlvmHost) return codegen::module_text(*module);
    const auto text = codegen::generate(*module, codegen::host_machine(), codegen::Output::Assembly, codegen::effort_for(codegen::Effort::Full));
    return {text.begin(), text.end()};
  });
}

}  // namespace qc
