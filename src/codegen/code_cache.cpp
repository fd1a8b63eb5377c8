#include "codegen/code_cache.h"

#include <dlfcn.h>
#include <link.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/SHA256.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/stat.h>

#include <memory>
#include <mutex>

#include "codegen/kernel_key.h"

namespace qc::codegen {

namespace {

// LLVM's fatal errors leave by a jump, past destructors: the lock is held for no longer than a copy takes.
std::mutex folder_lock;
std::shared_ptr<CodeFolder>& folder() {
  static auto* const opened = new std::shared_ptr<CodeFolder>;
  return *opened;
}

// The file that the code at an address was loaded from, as it is now. Empty: not known.
std::string file_version(const void* address) {
  Dl_info from;
  link_map* loaded = nullptr;
  struct stat file;
  if (!dladdr1(address, &from, reinterpret_cast<void**>(&loaded), RTLD_DL_LINKMAP) || !loaded) return {};
  const char* path = *loaded->l_name ? loaded->l_name : "/proc/self/exe";
  if (::stat(path, &file) != 0) return {};
  return std::to_string(file.st_size) + " " + std::to_string(file.st_mtim.tv_sec) + "." +
         std::to_string(file.st_mtim.tv_nsec) + ";";
}

// Another build of this compiler, or of LLVM, makes other code from the same module. Empty: not known.
const std::string& build() {
  static const std::string text = [] {
    const std::string ours = file_version(reinterpret_cast<const void*>(&kernel_key));
    const std::string theirs = file_version(reinterpret_cast<const void*>(&llvm::WriteBitcodeToFile));
    return ours.empty() || theirs.empty() ? std::string() : ours + theirs;
  }();
  return text;
}

std::shared_ptr<CodeFolder> folder_now() {
  if (build().empty()) return nullptr;
  const std::lock_guard lock(folder_lock);
  return folder();
}

Digest digest_for(const llvm::TargetMachine& machine, std::string_view kind, const std::string& options,
                  std::string_view content) {
  return digest_of_parts({build(), machine.getTargetTriple().str(), machine.getTargetCPU(),
                          machine.getTargetFeatureString(), kind, options},
                         content);
}

}  // namespace

Digest digest_of(const std::string& kernel_key, const llvm::TargetMachine& machine, const std::string& options) {
  return digest_for(machine, "kernel", options, kernel_key);
}

Digest digest_of(const llvm::Module& module, const llvm::TargetMachine& machine) {
  llvm::SmallVector<char, 0> bits;
  llvm::raw_svector_ostream out(bits);
  llvm::WriteBitcodeToFile(module, out);
  return digest_for(machine, "module", {}, llvm::StringRef(bits.data(), bits.size()));
}

Digest with_little_effort(const Digest& digest) {
  llvm::SHA256 hash;
  hash.update("little");
  hash.update(digest);
  return hash.final();
}

std::optional<std::string> find_kept(const Digest& digest) {
  const auto folder = folder_now();
  return folder ? folder->find(digest) : std::nullopt;
}

void keep(const Digest& digest, std::string_view code) {
  if (const auto folder = folder_now()) folder->keep(digest, code);
}

std::string generate_code(llvm::Module& module, llvm::TargetMachine& machine, Isa isa, Effort effort) {
  finish_module(module, machine, isa, effort);
  const auto code = generate(module, machine, isa == Isa::Host ? Output::Object : Output::Assembly, effort);
  return {code.data(), code.size()};
}

std::optional<std::string> use_code_folder(const std::string& path) {
  std::string error;
  auto opened = path.empty() ? std::nullopt : CodeFolder::open(path, &error);
  const std::lock_guard lock(folder_lock);
  folder() = opened ? std::make_shared<CodeFolder>(std::move(*opened)) : nullptr;
  return error.empty() ? std::nullopt : std::optional(error);
}

}  // namespace qc::codegen
