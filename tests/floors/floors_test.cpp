// Lower floors never include upper ones (docs/architecture.md).
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/sources.h"

using qc::test::kRoot;

namespace {

namespace fs = std::filesystem;

// The rooms of the house, from the ground up (docs/architecture.md). A room may include itself and rooms of lower
// floors.
const std::vector<std::vector<std::string>> kFloors = {
    {"src/support", "src/exr"},
    {"src/ast", "src/ir", "runtime"},
    {"src/parser", "src/io", "src/codegen/ir_passes", "src/codegen/llvm_passes", "src/emulator", "src/sema"},
    {"src/codegen/emit"},
    {"src/analysis/dataflow", "src/analysis/loops", "src/codegen"},
    {"src/desugar", "src/analysis/canonicalize", "src/value"},
    {"src/lower/state", "src/transform/policy"},
    {"src/lower/interface"},
    {"src/lower"},
    {"src/lower/arrays", "src/analysis/recognize", "src/analysis/static_walk", "src/transform/parts",
     "src/transform/passes"},
    {"src/analysis/prepare", "src/analysis/report", "src/transform/schedule", "src/transform/array_kernels"},
    {"src/host/context"},
    {"src/host/arrays/products", "src/host/library"},
    {"src/host/arrays"},
    {"src/host/text", "src/host/facts"},
    {"src/host/device"},
    {"src/host/access"},
    {"src/host/builtins"},
    {"src/host/loops", "src/host/builtins/texts_and_files"},
    {"src/host/desugar", "src/host/fusion"},
    {"src/host/eval/state"},
    {"src/host/eval/interface"},
    {"src/host/eval"},
    {"src/host/session"},
    {"include/qc"},
    {"src/api"},
    {"tools/qc", "tools/make_images"},
    {"tools/qc/servers"},
};

constexpr std::size_t kMostModules = 26;  // of a room

// Each third party has one door.
const std::vector<std::pair<std::regex, std::string>> kDoors = {
    {std::regex("^(antlr4-|Quasar.*(Lexer|Parser)|.*(Lexer|Parser|Visitor)\\.h$)"), "src/parser"},
    {std::regex("^llvm(-c)?/"), "src/codegen"},
    {std::regex("^(cuda|nvrtc|cudart)"), "runtime/cuda"},
    {std::regex("^png\\.h"), "src/io"},
    {std::regex("^(Imf|Imath|openexr)"), "src/exr"},
    {std::regex("^fftw3\\.h"), "src/host/arrays"},
    {std::regex("^(histedit|editline/.*)\\.h"), "tools/qc"},
    {std::regex("^(CLI|nlohmann)/"), "tools/qc"},
};

// The room of a file, by its path from the root: the longest name that it begins with. Empty: it is in none.
std::string room_of(const fs::path& relative) {
  std::string found;
  for (const auto& floor : kFloors)
    for (const auto& room : floor)
      if (relative.string().rfind(room + "/", 0) == 0 && room.size() > found.size()) found = room;
  return found;
}

int floor_of(const std::string& room) {
  for (std::size_t k = 0; k < kFloors.size(); ++k)
    if (std::find(kFloors[k].begin(), kFloors[k].end(), room) != kFloors[k].end()) return int(k);
  return -1;
}

// The room that an include names; empty for the standard library and third parties.
std::string room_of_include(const std::string& name, const fs::path& from) {
  for (const fs::path& folder : {from.parent_path(), kRoot / "src", kRoot / "include", kRoot})
    if (fs::exists(folder / name)) return room_of(fs::relative(folder / name, kRoot).lexically_normal());
  return "";
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

// The rooms that a table of floors names, lowest floor first: rows "| FLOOR | `room`, .. | what they hold |".
std::vector<std::set<std::string>> rooms_of_table(std::istream& document) {
  std::vector<std::set<std::string>> found;
  static const std::regex row("\\| *([0-9]+) *\\|([^|]*)\\|.*"), room("`([^`]*)`");
  std::smatch m;
  for (std::string line; std::getline(document, line);) {
    if (!std::regex_match(line, m, row)) continue;
    const std::size_t floor = std::stoul(m[1]);
    const std::string rooms = m[2];
    if (found.size() <= floor) found.resize(floor + 1);
    for (auto r = std::sregex_iterator(rooms.begin(), rooms.end(), room); r != std::sregex_iterator(); ++r)
      found[floor].insert((*r)[1]);
  }
  return found;
}

bool allowed(const std::string& from, const std::string& to) {
  return to.empty() || from == to || floor_of(to) < floor_of(from);
}

}  // namespace

TEST_CASE("no file includes a room of its own floor or of one above") {
  const auto files = sources();
  REQUIRE(files.size() > 20);
  for (const auto& file : files) {
    const fs::path shown = fs::relative(file, kRoot);
    const std::string from = room_of(shown);
    CHECK_MESSAGE(!from.empty(), shown.string() << " is in no room");
    if (from.empty()) continue;
    for (const auto& name : includes_of(file))
      CHECK_MESSAGE(allowed(from, room_of_include(name, file)), shown.string() << " includes " << name);
  }
}

TEST_CASE("the table of the architecture has the rooms on their floors") {
  std::ifstream document(kRoot / "docs/architecture.md");
  const auto table = rooms_of_table(document);
  REQUIRE(table.size() == kFloors.size());
  for (std::size_t k = 0; k < kFloors.size(); ++k) {
    const std::set<std::string> rooms(kFloors[k].begin(), kFloors[k].end());
    for (const auto& room : rooms) CHECK_MESSAGE(table[k].contains(room), room << " is not on floor " << k);
    for (const auto& room : table[k]) CHECK_MESSAGE(rooms.contains(room), room << " stands on floor " << k);
  }
}

TEST_CASE("a room holds what one head holds") {
  std::map<std::string, std::set<std::string>> modules;
  for (const auto& file : sources()) {
    const fs::path shown = fs::relative(file, kRoot);
    modules[room_of(shown)].insert(shown.parent_path() / shown.stem());
  }
  for (const auto& floor : kFloors)
    for (const auto& room : floor) {
      CHECK_MESSAGE(!modules[room].empty(), room << " is empty");
      CHECK_MESSAGE(modules[room].size() <= kMostModules, room << " has " << modules[room].size() << " modules");
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

TEST_CASE("a table of floors: rows alone, every room of a row") {
  std::istringstream text("| floor | room |\n|---|---|\n| 2 | `a/b`, `c` | `d` |\n| 0 | `e` | x |\n`f` | 1 | `g` |\n");
  const auto table = rooms_of_table(text);
  REQUIRE(table.size() == 3);
  CHECK(table[0] == std::set<std::string>{"e"});
  CHECK(table[1].empty());
  CHECK(table[2] == std::set<std::string>{"a/b", "c"});
}

TEST_CASE("the rule itself: near misses") {
  CHECK(allowed("src/host/eval", "src/host/loops"));
  CHECK(allowed("src/codegen", "src/codegen"));
  CHECK_FALSE(allowed("src/host/loops", "src/host/eval"));
  CHECK_FALSE(allowed("src/ir", "src/ast"));
  CHECK_FALSE(allowed("runtime", "src/ir"));
  CHECK_FALSE(allowed("src/support", "src/ir"));
  CHECK(room_of("src/host/eval/expr.cpp") == "src/host/eval");
  CHECK(room_of("src/host/expr.cpp").empty());
  CHECK(room_of_include("vector", kRoot / "src/ir/ir.h").empty());
  CHECK(room_of_include("host/session/session.h", kRoot / "src/ir/ir.h") == "src/host/session");
}
