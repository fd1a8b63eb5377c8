#include <cstdlib>

#include "driver.h"
#include "process.h"

int main(int argc, char** argv) {
  const int code = qc::tool::run_process(argc, argv);
  // What the driver of a GPU clears up at the end of a process waits for kernels that run on.
  if (code == qc::tool::kInterrupted) std::_Exit(code);
  return code;
}
