#include <cstdlib>

#include "driver.h"
#include "process.h"
#include "support/library_use.h"

int main(int argc, char** argv) {
  const int code = qc::tool::run_process(argc, argv);
  // What the driver of a GPU clears up at the end of a process waits for kernels that run on, and for LLVM the end of
  // the process itself would wait.
  if (code == qc::tool::kInterrupted || qc::LibraryUse::is_under_way()) std::_Exit(code);
  return code;
}
