#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/device.h"
#include "tests/programs/program.h"

namespace {
constexpr int kSkipped = 77;  // SKIP_RETURN_CODE in tests/CMakeLists.txt
}

int main(int argc, char** argv) {
  std::string why;
  if (std::getenv("QC_TEST_DEVICE") && !qc::runtime::cuda_available(&why)) {
    std::printf("skipped: no CUDA device (%s)\n[skipped] %d test cases\n", why.c_str(), qc::test::program_count);
    return kSkipped;
  }
  return doctest::Context(argc, argv).run();
}
