// Sources look alike: formatted by clang-format, no longer than 120 columns, and every function of a header says what
// it gives.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "tests/sources.h"

using qc::test::kRoot;

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> sources(const std::vector<const char*>& folders) {
  std::vector<fs::path> found;
  for (const char* folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder))
      if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp") found.push_back(entry.path());
  return found;
}

const std::vector<const char*> kAll = {"src", "runtime", "include", "tools", "tests", "bench", "examples"};

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::size_t columns(const std::string& line) {
  std::size_t n = 0;
  for (const unsigned char c : line) n += (c & 0xc0) != 0x80;  // not the bytes within a character of UTF-8
  return n;
}

// A line without its comment and without what its literals contain, so that braces can be counted.
std::string code_of(const std::string& line) {
  static const std::regex literal(R"("(\\.|[^"\\])*"|'(\\.|[^'\\])*')"), comment("//.*");
  return std::regex_replace(std::regex_replace(line, literal, "\"\""), comment, "");
}

bool begins(const std::string& text, const std::regex& what) {
  return std::regex_search(text, what, std::regex_constants::match_continuous);
}

// The lines (from 1) with functions at namespace scope of a header that no comment speaks of: neither above the group
// of lines that they stand in nor behind them.
std::vector<std::size_t> silent_functions(const std::vector<std::string>& lines) {
  static const std::regex other(R"(#|namespace|\}|using|template|static_assert)"),
      data(R"((struct|class|enum|union|extern "C" \{|(inline |static )?constexpr|(inline )?const )[^(]*([={;]|$))"),
      whole(R"(.*[;{}]\s*(//.*)?)"), opens_namespace(R"(\s*((inline )?namespace\b|extern "C"))");
  std::vector<std::size_t> silent;
  std::vector<bool> scopes;  // of each open brace: whether it is a namespace's
  bool commented = false;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const std::size_t first = lines[k].find_first_not_of(' ');
    const std::string text = first == std::string::npos ? "" : lines[k].substr(first);
    const bool at_namespace = std::find(scopes.begin(), scopes.end(), false) == scopes.end();
    if (at_namespace) {
      if (text.empty())
        commented = false;
      else if (text.rfind("//", 0) == 0)
        commented = true;
      else if (!begins(text, other) && !begins(text, data) && text.find('(') != std::string::npos) {
        std::string statement = text;
        for (std::size_t j = k; !std::regex_match(statement, whole) && j + 1 < lines.size();) statement += lines[++j];
        commented = commented || statement.find("//") != std::string::npos;
        if (!commented) silent.push_back(k + 1);
      }
    }
    const std::string code = code_of(lines[k]);
    for (const char c : code) {
      if (c == '{') scopes.push_back(begins(code, opens_namespace));
      if (c == '}' && !scopes.empty()) scopes.pop_back();
    }
  }
  return silent;
}

}  // namespace

TEST_CASE("sources are formatted: ./dev format") {
  std::string command = "cd '" + kRoot.string() + "' && clang-format-14 --dry-run --Werror 2>&1";
  for (const auto& file : sources(kAll)) command += " " + fs::relative(file, kRoot).string();
  FILE* out = popen(command.c_str(), "r");
  REQUIRE(out);
  std::string said;
  char room[4096];
  while (const std::size_t n = std::fread(room, 1, sizeof room, out)) said.append(room, n);
  const int status = pclose(out);
  CHECK_MESSAGE(status == 0, said.substr(0, 2000));
}

TEST_CASE("no line is longer than 120 columns") {
  for (const auto& file : sources(kAll)) {
    const auto lines = lines_of(file);
    for (std::size_t k = 0; k < lines.size(); ++k)
      CHECK_MESSAGE(columns(lines[k]) <= 120, fs::relative(file, kRoot).string() << ":" << k + 1);
  }
}

TEST_CASE("every function of a header says what it gives") {
  for (const auto& file : sources({"src", "runtime", "include", "tools"}))
    if (file.extension() == ".h")
      for (const std::size_t line : silent_functions(lines_of(file)))
        CHECK_MESSAGE(false, fs::relative(file, kRoot).string() << ":" << line << " has no comment");
}

TEST_CASE("the rule of comments itself: near misses") {
  CHECK(silent_functions({"namespace qc {", "", "int f(int a);", "}"}) == std::vector<std::size_t>{3});
  CHECK(silent_functions({"namespace qc {", "// What f gives.", "int f(int a);", "int g(int a);", "}"}).empty());
  CHECK(silent_functions({"// What f gives.", "int f(int a);", "", "int g(int a);"}) == std::vector<std::size_t>{4});
  CHECK(silent_functions({"int f(int a,", "      int b);  // their sum"}).empty());
  CHECK(silent_functions({"struct A {", "  int f(int a);", "};"}).empty());
  CHECK(silent_functions({"inline int f() {", "  return g(1);", "}"}) == std::vector<std::size_t>{1});
}
