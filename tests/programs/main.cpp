#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "runtime/device.h"
#include "tests/programs/program.h"

namespace {
constexpr int kSkipped = 77;  // SKIP_RETURN_CODE in tests/CMakeLists.txt
}

int main(int argc, char** argv) {
  std::string why;
  const char* device = std::getenv("QC_TEST_DEVICE");
  if (device && std::string_view(device) == "cuda" && !qc::runtime::cuda_available(&why)) {
    std::printf("skipped: no CUDA device (%s)\n[skipped] %d test cases\n", why.c_str(), qc::test::program_count);
    return kSkipped;
  }
  // What programs show goes into a folder that goes away.
  const auto figures = std::filesystem::temp_directory_path() / ("qc_figures_" + std::to_string(getpid()));
  setenv("QC_OUTPUT", figures.c_str(), 1);
  const int status = doctest::Context(argc, argv).run();
  std::filesystem::remove_all(figures);
  return status;
}
