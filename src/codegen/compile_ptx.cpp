#include "codegen/code_cache.h"
#include "codegen/ir_passes/masked_jumps.h"
#include "codegen/ir_passes/narrow_variables.h"
#include "codegen/kernel_key.h"
#include "codegen/llvm_setup.h"
#include "codegen/prepared_code.h"
#include "codegen/ptx_target.h"
#include "ir/build.h"
#include "support/profile.h"
#include "support/progress.h"

namespace qc {

namespace {

// Programmatic dependent launch came with sm_90.
bool starts_early(const CompileOptions& options) { return std::atoi(options.sm.c_str() + 3) >= 90; }

// Many accumulators are many parameters: PTX 8.1 has room for 32,764 bytes of them, earlier versions for 4,352.
CompileOptions with_room(const ir::Function& kernel, CompileOptions options) {
  constexpr std::size_t kRoom = 4352, kSlot = 8;
  constexpr int kWithMoreRoom = 81;
  std::size_t slots = kernel.outputs.size() + 1;  // where failures are recorded
  for (const ir::Param& p : kernel.params)
    slots += p.kind == ir::Param::Kind::Array ? 1 + std::size_t(kernel.arrays[p.id].rank) : 1;
  if (options.ptx_version == 0 && slots * kSlot > kRoom)
    options.ptx_version = std::max(kWithMoreRoom, codegen::default_ptx_version(options.sm));
  return options;
}

std::unique_ptr<llvm::Module> lower_ptx(const ir::Function& kernel, llvm::LLVMContext& context,
                                        const CompileOptions& options) {
  auto& machine = codegen::ptx_machine(options);
  auto module = std::make_unique<llvm::Module>(kernel.name, context);
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  codegen::PtxTarget::lower(codegen::narrow_variables(codegen::jumps_as_conditions(kernel)), *module,
                            starts_early(options), options.block_threads);
  return module;
}

// Bytes of shared arrays whose extents are given as expressions, where these are constants.
std::size_t constant_dynamic_shared(const ir::Function& kernel) {
  std::size_t total = 0;
  for (const ir::Array& a : kernel.arrays) {
    if (a.space != ir::Space::Shared || a.dynamic_dims.empty()) continue;
    std::size_t bytes = byte_size(a.elem);
    for (const auto& d : a.dynamic_dims) {
      const auto n = ir::as_int(*d);
      if (!n) return 0;
      bytes *= std::size_t(*n);
    }
    total += (bytes + 15) / 16 * 16;
  }
  return total;
}

// PTX has room for 48 KiB of shared arrays that a module declares. What a launch reserves may be more.
ir::Function with_shared_arrays(ir::Function kernel) {
  constexpr std::size_t kDeclared = 48 * 1024;
  std::size_t total = 0;
  for (const ir::Array& a : kernel.arrays) {
    if (a.space != ir::Space::Shared || !a.dynamic_dims.empty()) continue;
    std::size_t bytes = byte_size(a.elem);
    for (const auto n : a.dims) bytes *= std::size_t(n);
    total += (bytes + 15) / 16 * 16;
  }
  for (ir::Array& a : kernel.arrays) {
    if (total <= kDeclared || a.space != ir::Space::Shared || !a.dynamic_dims.empty()) continue;
    for (const auto n : a.dims) a.dynamic_dims.push_back(ir::int_const(n));
    a.dims.clear();
  }
  return kernel;
}

}  // namespace

namespace {

// Of the kernel and of all that its PTX for some sm depends on.
std::string prepared_name(const std::string& key, const CompileOptions& options) {
  return std::to_string(options.block_threads) + "/" + key;
}

std::string make_ptx(const ir::Function& kernel, llvm::LLVMContext& context, const CompileOptions& options) {
  const progress::Compiling compiling;
  return codegen::generate_code(*lower_ptx(kernel, context, options), codegen::ptx_machine(options), codegen::Isa::Ptx,
                                codegen::Effort::Full);
}

// What was kept, or is made now and kept.
std::string kept_ptx(const ir::Function& kernel, const std::string& key, llvm::LLVMContext& context,
                     const CompileOptions& options) {
  constexpr std::size_t kMostBytes = std::size_t(64) << 20;
  static auto* const texts = new codegen::RecentlyUsed<std::string>(kMostBytes);
  const codegen::Digest digest =
      codegen::digest_of(key, codegen::ptx_machine(options), options.sm + "/" + std::to_string(options.block_threads));
  if (auto text = texts->find(digest)) return *text;
  auto text = codegen::find_kept(digest);
  if (!text) {
    text = make_ptx(kernel, context, options);
    codegen::keep(digest, *text);
  }
  texts->add(digest, *text, text->size());
  return std::move(*text);
}

}  // namespace

std::variant<PtxKernel, CompileError> compile_ptx(const ir::Function& wanted_kernel, const CompileOptions& wanted) {
  const profile::Timed timed(profile::Phase::Compile);
  const ir::Function kernel = with_shared_arrays(wanted_kernel);
  const CompileOptions options = with_room(kernel, wanted);
  return codegen::guarded<PtxKernel>([kernel, options](llvm::LLVMContext& context) {
    const std::string key = codegen::kernel_key(kernel);
    auto prepared = codegen::find_prepared_ptx(prepared_name(key, options), options.sm);
    if (!prepared) prepared = {kept_ptx(kernel, key, context, options), {}};
    return PtxKernel{std::move(prepared->ptx), std::move(prepared->code), kernel.name, constant_dynamic_shared(kernel),
                     starts_early(options)};
  });
}

namespace codegen {

void prepare_for_gpus(const ir::Function& wanted_kernel, int block_threads) {
  const ir::Function kernel = with_shared_arrays(wanted_kernel);
  (void)guarded<bool>([kernel, block_threads](llvm::LLVMContext& context) {
    CompileOptions options;
    options.block_threads = block_threads;
    prepare_ptx(prepared_name(kernel_key(kernel), options), [&](const std::string& sm) {
      options.sm = sm;
      return make_ptx(kernel, context, with_room(kernel, options));
    });
    return true;
  });
}

std::string ptx_llvm_text(const ir::Function& kernel, const CompileOptions& options, llvm::LLVMContext& context) {
  auto module = lower_ptx(kernel, context, options);
  finish_module(*module, ptx_machine(options), Isa::Ptx, Effort::Full);
  return module_text(*module);
}
}  // namespace codegen

}  // namespace qc
