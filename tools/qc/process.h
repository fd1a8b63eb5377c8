// The process of the command line as a function, for main and for tests that start many.
#pragma once

namespace qc::tool {

// Does what the words say, with the standard streams and the environment of this process, and returns its exit code.
// It changes how signals are handled: once a process.
int run_process(int argc, char** argv);

}  // namespace qc::tool
