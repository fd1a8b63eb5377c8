// Lower floors never include upper ones (docs/architecture.md).
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Floors = std::map<std::string, std::set<std::string>>;

// What each folder may include besides itself. support is for everyone; ir's types are the vocabulary of every floor above.
const Floors kMayInclude = {
    {"support", {}},
    {"ast", {"support"}},
    {"parser", {"ast", "support"}},
    {"ir", {"support"}},
    {"analysis", {"ir", "ast", "support"}},
    {"transform", {"analysis", "ir", "support"}},
    {"codegen", {"ir", "support"}},
    {"emulator", {"ir", "support"}},
    {"runtime", {"support"}},
    {"io", {"ir", "support"}},
    {"host", {"codegen", "emulator", "transform", "analysis", "parser", "ast", "ir", "runtime", "io", "support"}},
    {"api", {"host", "runtime", "ir", "qc", "support"}},
    {"qc", {}},
    {"tools", {"api", "qc", "host", "runtime", "io", "analysis", "parser", "ir", "support"}},
};

// Each third party has one door.
const std::vector<std::pair<std::regex, std::string>> kDoors = {
    {std::regex("^(antlr4-|Quasar.*(Lexer|Parser)|.*(Lexer|Parser|Visitor)\\.h$)"), "src/parser"},
    {std::regex("^llvm(-c)?/"), "src/codegen"},
    {std::regex("^(cuda|nvrtc|cudart)"), "runtime/cuda"},
    {std::regex("^png\\.h"), "src/io"},
    {std::regex("^(histedit|editline/.*)\\.h"), "tools/qc"},
    {std::regex("^CLI/"), "tools/qc"},
};

const fs::path kRoot = QC_SOURCE_DIR;

std::string floor_of(const fs::path& file) {
  const fs::path relative = fs::relative(file, kRoot);
  auto part = relative.begin();
  if (*part == "src" || *part == "include") ++part;
  return part->string();
}

// Which floor an include names; empty for the standard library, third parties and files of the same folder.
std::string floor_of_include(const std::string& name, const fs::path& from) {
  if (fs::exists(from.parent_path() / name)) return floor_of(from.parent_path() / name);
  const std::string first = name.substr(0, name.find('/'));
  return name.find('/') != std::string::npos && kMayInclude.contains(first) ? first : "";
}

std::vector<std::string> includes_of(const fs::path& file) {
  std::vector<std::string> found;
  std::ifstream in(file);
  static const std::regex include("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"].*");
  std::smatch m;
  for (std::string line; std::getline(in, line);)
    if (std::regex_match(line, m, include)) found.push_back(m[1]);
  return found;
}

std::vector<fs::path> sources() {
  std::vector<fs::path> found;
  for (const char* folder : {"src", "runtime", "include", "tools"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder))
      if (entry.path().extension() == ".h" || entry.path().extension() == ".cpp") found.push_back(entry.path());
  return found;
}

bool allowed(const std::string& from, const std::string& to) {
  return to.empty() || from == to || kMayInclude.at(from).contains(to);
}

}  // namespace

TEST_CASE("no file includes a floor that it may not") {
  const auto files = sources();
  REQUIRE(files.size() > 20);
  for (const auto& file : files) {
    const std::string from = floor_of(file);
    const std::string shown = fs::relative(file, kRoot).string();
    CHECK_MESSAGE(kMayInclude.contains(from), shown << " is in no floor");
    if (!kMayInclude.contains(from)) continue;
    for (const auto& name : includes_of(file)) CHECK_MESSAGE(allowed(from, floor_of_include(name, file)), shown << " includes " << name);
  }
}

TEST_CASE("third parties are included behind their door only") {
  for (const auto& file : sources()) {
    const std::string shown = fs::relative(file, kRoot).string();
    for (const auto& name : includes_of(file))
      for (const auto& [party, door] : kDoors)
        if (std::regex_search(name, party) && !fs::exists(file.parent_path() / name))
          CHECK_MESSAGE(shown.rfind(door, 0) == 0, shown << " includes " << name << ", the door is " << door);
  }
}

TEST_CASE("the rule itself: near misses") {
  CHECK(allowed("host", "codegen"));
  CHECK(allowed("codegen", "codegen"));
  CHECK_FALSE(allowed("codegen", "analysis"));
  CHECK_FALSE(allowed("ir", "ast"));
  CHECK_FALSE(allowed("runtime", "ir"));
  CHECK_FALSE(allowed("support", "ir"));
  CHECK(floor_of_include("vector", kRoot / "src/ir/ir.h").empty());
  CHECK(floor_of_include("host/session.h", kRoot / "src/ir/ir.h") == "host");
}
