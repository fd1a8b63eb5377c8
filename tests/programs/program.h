// Runs a program of the language on every target present and compares it with what it says of itself.
#pragma once

namespace qc::test {

extern const int program_count;

// path: from the root of the sources. Host: with 1, 2 and 7 threads; with QC_TEST_DEVICE=cuda: on the host and on CUDA;
// with QC_TEST_DEVICE=simt: on the host and on the checked emulator.
void run_program(const char* path);

}  // namespace qc::test
