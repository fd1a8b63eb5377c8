// tests/checked/*.q: kernels as users write them, with a bug or nearly one. The first line of each says what `qc
// --check` finds:
// `% finds Q0801 Q0802` (one of these at least), `% finds nothing`.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/cli/run_tool.h"

namespace {

using namespace qc::test;

std::set<std::string> codes_in(const std::string& text) {
  std::set<std::string> codes;
  for (std::size_t at = 0; (at = text.find("Q0", at)) != std::string::npos; ++at) codes.insert(text.substr(at, 5));
  return codes;
}

void check_file(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string first;
  std::getline(in, first);
  REQUIRE_MESSAGE(first.starts_with("% finds "), file.string());
  const std::set<std::string> wanted = codes_in(first);
  for (const char* setting : {"--width=32 --seed=1", "--width=8 --seed=2", "--width=1 --seed=3"}) {
    const auto r = run_tool(std::string("--check ") + setting + " " + file.string());
    INFO(file.string(), " ", setting, "\n", r.err);
    CHECK(r.exit_code == (wanted.empty() ? 0 : 1));
    if (wanted.empty()) {
      CHECK(r.err == "");
      continue;
    }
    const std::set<std::string> found = codes_in(r.err);
    CHECK(std::any_of(wanted.begin(), wanted.end(), [&](const std::string& code) { return found.count(code) > 0; }));
  }
}

}  // namespace

TEST_CASE("kernels with planted bugs and kernels that are nearly wrong") {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(QC_SOURCE_DIR "/tests/checked"))
    if (entry.path().extension() == ".q") files.insert(entry.path());
  CHECK(files.size() >= 50);
  for (const auto& file : files) check_file(file);
}

TEST_CASE("a barrier of the whole grid on the host") {
  const auto r = run_tool("--device=cpu " QC_SOURCE_DIR "/tests/checked/grid_barrier.q");
  INFO(r.err);
  CHECK(r.exit_code == 0);  // it asserts its numbers
  CHECK(r.err.find("warning[Q0505]: a barrier of the whole grid") != std::string::npos);
}

TEST_CASE("a barrier on the host that perhaps not all threads reach") {
  const auto r = run_tool("--device=cpu " QC_SOURCE_DIR "/tests/programs/kernel_barrier_of_some.q");
  CHECK(r.exit_code == 0);
  CHECK(
      r.err.find(
          "kernel_barrier_of_some.q:9:9: warning[Q0505]: a barrier in a loop whose number of iterations may differ") !=
      std::string::npos);
}
