#include "support/shared_library.h"

#include <dlfcn.h>
#include <link.h>

#include <filesystem>

namespace qc {

SharedLibrary::SharedLibrary(const char* name) : name_(name), handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_) return;
  const char* reason = dlerror();
  problem_ = name_ + " could not be opened (" + (reason ? reason : "no reason given") + ")";
}

std::optional<std::string> installed_file(const std::string& name) {
  namespace fs = std::filesystem;
  Dl_info from;
  link_map* loaded = nullptr;
  const bool known = dladdr1(reinterpret_cast<const void*>(&installed_file), &from, reinterpret_cast<void**>(&loaded),
                             RTLD_DL_LINKMAP) != 0;
  std::error_code failed;
  const fs::path ours = !known || !loaded ? fs::path()
                        : *loaded->l_name ? fs::path(loaded->l_name)
                                          : fs::read_symlink("/proc/self/exe", failed);
  const fs::path here = ours.parent_path(), above = here.parent_path();
  for (const fs::path& folder : {here, above / "lib", above})
    if (!ours.empty() && fs::exists(folder / name, failed)) return (folder / name).string();
  return {};
}

SharedLibrary SharedLibrary::module(const std::string& name) {
  return SharedLibrary(installed_file(name).value_or(name).c_str());
}

void* SharedLibrary::address(const char* symbol) {
  if (!handle_) return nullptr;
  void* found = dlsym(handle_, symbol);
  if (!found && problem_.empty()) problem_ = name_ + " has no function " + symbol;
  return found;
}

}  // namespace qc
