#include "codegen/prepared_code.h"

#include <llvm/TargetParser/Host.h>

#include <array>

#include "codegen/codegen.h"
#include "codegen/llvm_setup.h"
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

Digest digest_for(const char* processor, const std::string& kernel) {
  return digest_of_parts({qc_build_identity, processor}, kernel);
}

// What this machine takes, and the folder of the package with it. Both are found once.
struct Prepared {
  const char* processor = nullptr;
  std::string path;  // of the folder
  std::optional<CodeFolder> folder;
};
const Prepared& prepared_here() {
  static const Prepared found = [] {
    Prepared p;
    const auto has = llvm::sys::getHostCPUFeatures();
    for (const Processor& each : kProcessors) {
      if (p.processor) break;
      bool all = true;
      for (const char* feature : each.needs) all &= has.lookup(feature);
      if (all) p.processor = each.name;
    }
    if (p.processor) p.path = installed_file(std::string("qc/") + p.processor).value_or("");
    if (!p.path.empty()) p.folder = CodeFolder::open_installed(p.path);
    return p;
  }();
  return found;
}

// A folder for each of the processors, while code is prepared.
std::vector<CodeFolder>& being_prepared() {
  static auto* const folders = new std::vector<CodeFolder>;
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

std::optional<std::string> prepared_code() {
  const Prepared& here = prepared_here();
  return here.folder ? std::optional(here.path) : std::nullopt;
}

std::optional<std::string> prepare_code_in(const std::string& folder) {
  being_prepared().clear();
  for (const Processor& processor : kProcessors) {
    if (folder.empty()) break;
    std::string error;
    auto opened = CodeFolder::open(folder + "/" + processor.name, &error);
    if (!opened) return error;
    being_prepared().push_back(std::move(*opened));
  }
  return {};
}

void prepare(const std::string& kernel, const std::function<std::string(llvm::TargetMachine&)>& make) {
  for (std::size_t k = 0; k < being_prepared().size(); ++k) {
    CodeFolder& folder = being_prepared()[k];
    const Digest digest = digest_for(kProcessors[k].name, kernel);
    if (!folder.find(digest)) folder.keep(digest, make(portable_machine(kProcessors[k].name)));
  }
}

}  // namespace qc::codegen
