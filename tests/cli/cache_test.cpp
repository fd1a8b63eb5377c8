// Code that outlives the process: QC_CACHE.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <vector>

#include "tests/cli/run_tool.h"

using namespace qc::test;
namespace fs = std::filesystem;

namespace {
constexpr const char* kProgram =
    "-e 'x = linspace(0, 1, 1001); s = 0.0; {!parallel for}; for i = 0..1000; s += x[i] * 2; end; print s'";

fs::path fresh_folder() {
  const fs::path folder = fs::path(write_file("place", "")).parent_path() / "code";
  fs::remove_all(folder);
  return folder;
}
}  // namespace

TEST_CASE("a second run finds the code of the first, and a damaged file is made anew") {
  const fs::path folder = fresh_folder();
  const std::string environment = "QC_CACHE=" + folder.string();
  const auto first = run_tool(kProgram, "", environment);
  REQUIRE(first.out == "1001\n");
  REQUIRE(fs::is_directory(folder));
  REQUIRE(!fs::is_empty(folder));
  CHECK((fs::status(folder).permissions() & fs::perms(0077)) == fs::perms::none);
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(24);
  for (const auto& file : fs::directory_iterator(folder)) fs::last_write_time(file, long_ago);
  CHECK(run_tool(kProgram, "", environment).out == first.out);
  for (const auto& file : fs::directory_iterator(folder))
    CHECK(fs::last_write_time(file) > long_ago);  // a file that is used counts as new

  for (const auto& file : fs::directory_iterator(folder)) std::ofstream(file.path(), std::ios::binary) << "not code";
  CHECK(run_tool(kProgram, "", environment).out == first.out);
  for (const auto& file : fs::directory_iterator(folder)) CHECK(fs::file_size(file) > 100);
}

TEST_CASE("what cannot be read where code was kept is made anew, and the program runs") {
  const fs::path folder = fresh_folder();
  const std::string environment = "QC_CACHE=" + folder.string();
  REQUIRE(run_tool(kProgram, "", environment).out == "1001\n");
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(folder)) files.push_back(file.path());
  for (const fs::path& file : files) {
    fs::remove(file);
    fs::create_directory(file);
  }
  const auto again = run_tool(kProgram, "", environment);
  CHECK(again.exit_code == 0);
  CHECK(again.out == "1001\n");
  CHECK(again.err == "");
}

TEST_CASE("the emulator stands in for a GPU while code is prepared") {
  const fs::path folder = fresh_folder();
  const auto files = [&](const char* processor) {
    return std::distance(fs::directory_iterator(folder / processor), fs::directory_iterator());
  };
  // More iterations than those that run on the host beside a GPU.
  constexpr const char* kLarge =
      "-e 'x = linspace(0, 1, 100001); s = 0.0; {!parallel for}; for i = 0..100000; s += x[i] * 2; end; print s'";
  const std::string environment = "QC_CACHE=none QC_PREPARE=" + folder.string();
  const auto there = run_tool(std::string("--device=simt ") + kLarge, "", environment);
  CHECK(there.out == run_tool(kLarge, "", "QC_CACHE=none").out);
  for (const char* sm : {"sm_70", "sm_90"}) CHECK(files(sm) == 2);  // the numbers and their sum
  CHECK(files("x86-64-v3") == 0);
  CHECK(run_tool(std::string("--device=cpu ") + kLarge, "", environment).out == there.out);
  CHECK(files("x86-64-v3") == 1);
  CHECK(files("sm_90") == 2);
}

TEST_CASE("QC_CACHE=none keeps nothing") {
  const fs::path home = fresh_folder();
  CHECK(run_tool(kProgram, "", "QC_CACHE=none XDG_CACHE_HOME=" + home.string()).out == "1001\n");
  CHECK(!fs::exists(home));
  CHECK(run_tool(kProgram, "", "XDG_CACHE_HOME=" + home.string()).out == "1001\n");
  CHECK(!fs::is_empty(home / "qc"));
}

TEST_CASE("a folder that cannot be used is an error when it was named, and done without otherwise") {
  const std::string file = write_file("a_file", "text");
  const auto named = run_tool(kProgram, "", "QC_CACHE=" + file);
  CHECK(named.exit_code == 2);
  CHECK(named.err.find("error[Q0001]: QC_CACHE names a folder that cannot be used for code") == 0);
  const auto unnamed = run_tool(kProgram, "", "XDG_CACHE_HOME=" + file);
  CHECK(unnamed.exit_code == 0);
  CHECK(unnamed.out == "1001\n");
  CHECK(unnamed.err == "");
}
