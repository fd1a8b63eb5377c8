#include "support/shared_library.h"

#include <dlfcn.h>

namespace qc {

SharedLibrary::SharedLibrary(const char* name) : name_(name), handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_) return;
  const char* reason = dlerror();
  problem_ = name_ + " could not be opened (" + (reason ? reason : "no reason given") + ")";
}

void* SharedLibrary::address(const char* symbol) {
  if (!handle_) return nullptr;
  void* found = dlsym(handle_, symbol);
  if (!found && problem_.empty()) problem_ = name_ + " has no function " + symbol;
  return found;
}

}  // namespace qc
