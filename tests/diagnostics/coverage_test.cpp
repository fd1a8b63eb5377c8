// Every diagnostic code and every reason occurs in some test or test program.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "analysis/loops/reasons.h"
#include "support/codes.h"

namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string all_tests() {
  std::string text;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(QC_SOURCE_DIR) / "tests")) {
    const auto& path = entry.path();
    if (path.parent_path().filename() == "diagnostics") continue;  // this list is no test of a code
    if (path.extension() == ".cpp" || path.extension() == ".h" || path.extension() == ".q") text += read(path);
  }
  return text;
}

}  // namespace

TEST_CASE("every diagnostic code has a test") {
  const std::string tests = all_tests();
  for (const auto& info : qc::kCodes)
    CHECK_MESSAGE(tests.find(info.code) != std::string::npos,
                  std::string(info.code) << " (" << std::string(info.title) << ") occurs in no test");
}

TEST_CASE("every reason has a test") {
  const std::string tests = all_tests();
  for (const auto& info : qc::reason_registry())
    CHECK_MESSAGE(tests.find(info.code) != std::string::npos,
                  std::string(info.code) << " (" << std::string(info.title) << ") occurs in no test");
}

TEST_CASE("codes are unique, in order, and their titles follow the style of messages") {
  std::string last;
  for (const auto& info : qc::kCodes) {
    CHECK(std::string(info.code) > last);
    last = info.code;
    CHECK(info.title.back() != '.');
  }
  std::set<std::string> reasons;
  for (const auto& info : qc::reason_registry()) {
    CHECK(reasons.insert(std::string(info.code)).second);
    CHECK_FALSE(info.text.empty());
    CHECK_FALSE(info.title.empty());
  }
}

TEST_CASE("docs/errors.md lists every code and reason, and no other") {
  const std::string index = read(fs::path(QC_SOURCE_DIR) / "docs/errors.md");
  std::size_t rows = 0;
  const auto expect_row = [&](const std::string& row) {
    ++rows;
    CHECK_MESSAGE(index.find("\n" + row + "\n") != std::string::npos, "docs/errors.md lacks the line " << row);
  };
  for (const auto& info : qc::kCodes)
    expect_row("| " + std::string(info.code) + " | " + std::string(info.title) + " | " +
               std::to_string(int(info.exit)) + " |");
  for (const auto& info : qc::reason_registry())
    expect_row("| " + std::string(info.code) + " | " + std::string(info.title) + " |");
  std::size_t listed = 0;
  for (const char* code : {"\n| Q", "\n| R"})
    for (std::size_t at = 0; (at = index.find(code, at)) != std::string::npos; ++at) ++listed;
  CHECK(listed == rows);
}
