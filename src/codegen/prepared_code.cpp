#include "codegen/prepared_code.h"

#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

#include "codegen/codegen.h"
#include "codegen/llvm_setup.h"
#include "codegen/ptx_assembler.h"
#include "support/shared_library.h"

// What the code of this build is made by: a digest of its sources and LLVM's version (cmake/build_identity.cmake).
extern const char qc_build_identity[];

namespace qc::codegen {

namespace {

struct Processor {
  const char* name;
  const char* needs[3];  // features of LLVM's that the machine has to have, and with them the others
};
constexpr std::array kProcessors{Processor{"x86-64-v4", {"avx512vl", "avx512dq", "avx512bw"}},
                                 Processor{"x86-64-v3", {"avx2", "fma", "bmi2"}}};  // the best one first

struct Gpu {
  const char* sm;         // of the PTX, which runs there and on all that are newer
  const char* assembled;  // of the machine code beside it
};
// The newest one first. Launches may start early from sm_90 on (compile_ptx.cpp); below, all PTX is the same.
constexpr std::array kGpus{Gpu{"sm_90", "sm_90"}, Gpu{"sm_70", "sm_80"}};

Digest digest_for(const std::string& processor, const std::string& kernel) {
  return digest_of_parts({qc_build_identity, processor}, kernel);
}
Digest digest_of_assembled(const Gpu& gpu, const std::string& kernel) {
  return digest_of_parts({qc_build_identity, gpu.sm, gpu.assembled}, kernel);
}

// The folder of the package for a processor.
struct Prepared {
  std::string processor, path;
  std::optional<CodeFolder> folder;
};
Prepared brought_for(const char* processor) {
  Prepared p{processor, installed_file(std::string("qc/") + processor).value_or(""), {}};
  if (!p.path.empty()) p.folder = CodeFolder::open_installed(p.path);
  return p;
}

// What this machine takes. Found once.
const Prepared& prepared_here() {
  static const Prepared found = [] {
    const auto has = llvm::sys::getHostCPUFeatures();
    for (const Processor& each : kProcessors) {
      bool all = true;
      for (const char* feature : each.needs) all &= has.lookup(feature);
      if (all) return brought_for(each.name);
    }
    return Prepared{};
  }();
  return found;
}

int number_of(const std::string& sm) { return std::atoi(sm.c_str() + 3); }

// The row of kGpus for a device; null: it is older than all.
const Gpu* gpu_for(const std::string& device_sm) {
  const auto* row = std::find_if(kGpus.begin(), kGpus.end(),
                                 [&](const Gpu& gpu) { return number_of(gpu.sm) <= number_of(device_sm); });
  return row == kGpus.end() ? nullptr : row;
}

// Found once for each row; callers hold the compile lock.
const Prepared& prepared_for(const Gpu& gpu) {
  static auto* const found = new std::map<std::string, Prepared>;
  const auto [at, fresh] = found->try_emplace(gpu.sm);
  if (fresh) at->second = brought_for(gpu.sm);
  return at->second;
}

// A folder for each of the processors, while code is prepared.
struct BeingPrepared {
  std::vector<CodeFolder> hosts, gpus;
  std::string assembler;  // of PTX; empty: none
};
BeingPrepared& being_prepared() {
  static auto* const folders = new BeingPrepared;
  return *folders;
}

}  // namespace

std::optional<Digest> prepared_digest(const std::string& kernel) {
  const Prepared& here = prepared_here();
  return here.folder ? std::optional(digest_for(here.processor, kernel)) : std::nullopt;
}

std::optional<std::string> find_prepared(const Digest& digest) {
  const Prepared& here = prepared_here();
  return here.folder ? here.folder->find(digest) : std::nullopt;
}

std::optional<PreparedPtx> find_prepared_ptx(const std::string& kernel, const std::string& device_sm) {
  const Gpu* gpu = gpu_for(device_sm);
  if (!gpu) return {};
  const Prepared& there = prepared_for(*gpu);
  auto ptx = there.folder ? there.folder->find(digest_for(gpu->sm, kernel)) : std::nullopt;
  if (!ptx) return {};
  // Machine code runs on the generation that it was made for, from its sm on.
  constexpr int kGeneration = 10;
  const int device = number_of(device_sm), made_for = number_of(gpu->assembled);
  const bool runs = device >= made_for && device / kGeneration == made_for / kGeneration;
  auto code = runs ? there.folder->find(digest_of_assembled(*gpu, kernel)) : std::nullopt;
  return PreparedPtx{std::move(*ptx), code ? std::move(*code) : std::string()};
}

std::vector<std::string> prepared_code() {
  std::vector<std::string> folders;
  if (const Prepared& here = prepared_here(); here.folder) folders.push_back(here.path);
  for (const Gpu& gpu : kGpus)
    if (Prepared there = brought_for(gpu.sm); there.folder) folders.push_back(std::move(there.path));
  return folders;
}

std::optional<std::string> prepare_code_in(const std::string& folder, const std::string& assembler) {
  being_prepared() = {{}, {}, assembler};
  if (folder.empty()) return {};
  std::string error;
  const auto add = [&](std::vector<CodeFolder>& folders, const char* processor) {
    if (auto opened = CodeFolder::open(folder + "/" + processor, &error)) folders.push_back(std::move(*opened));
  };
  for (const Processor& processor : kProcessors) add(being_prepared().hosts, processor.name);
  for (const Gpu& gpu : kGpus) add(being_prepared().gpus, gpu.sm);
  if (error.empty()) return {};
  being_prepared() = {};
  return error;
}

void prepare(const std::string& kernel, const std::function<std::string(llvm::TargetMachine&)>& make) {
  std::vector<CodeFolder>& folders = being_prepared().hosts;
  for (std::size_t k = 0; k < folders.size(); ++k) {
    const Digest digest = digest_for(kProcessors[k].name, kernel);
    if (!folders[k].find(digest)) folders[k].keep(digest, make(portable_machine(kProcessors[k].name)));
  }
}

void prepare_ptx(const std::string& kernel, const std::function<std::string(const std::string& sm)>& make) {
  std::vector<CodeFolder>& folders = being_prepared().gpus;
  const std::string& assembler = being_prepared().assembler;
  for (std::size_t k = 0; k < folders.size(); ++k) {
    const Gpu& gpu = kGpus[k];
    const Digest digest = digest_for(gpu.sm, kernel);
    if (folders[k].find(digest)) continue;
    const std::string ptx = make(gpu.sm);
    folders[k].keep(digest, ptx);
    const auto code = assembler.empty() ? std::nullopt : assemble_ptx(assembler, ptx, gpu.assembled);
    if (code) folders[k].keep(digest_of_assembled(gpu, kernel), *code);
  }
}

}  // namespace qc::codegen
