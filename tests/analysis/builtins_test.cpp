// The table of built-ins is whole, has a line of the documents for each row, and is the only list of their names.
#include "sema/builtins.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace qc;

namespace {

namespace fs = std::filesystem;

const fs::path kRoot = QC_SOURCE_DIR;

// Who spells names beside the table, and why.
const std::vector<std::pair<std::string, std::string>> kOtherLists = {
    {"src/sema/builtins.cpp", "the table"},
    {"src/host/builtins/", "what each gives for values: names with functions, which a test of the host compares"},
    {"src/parser/syntax_help.cpp", "words of MATLAB's commands; the parser lies below the table"},
    {"src/ir/print_ir.cpp", "how operations of the IR are printed; it lies below the table"},
    {"src/codegen/emit/math_functions.cpp", "functions of libclc and of elementary.ll"},
    {"src/analysis/loops/loop_plan.cpp", "operators of folds of a plan"},
};

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

constexpr std::size_t kList = 4, kFar = 120;

// The lines (from 1) where names of at least so many built-ins stand together as texts, in one statement.
std::vector<std::size_t> lists_in(const std::string& text) {
  static const std::regex literal("\"([A-Za-z_$][A-Za-z_0-9]*)\"");
  std::vector<std::size_t> lines;
  std::set<std::string> together;
  std::size_t begin = 0, end = 0;
  const auto close = [&] {
    if (together.size() >= kList) lines.push_back(1 + std::size_t(std::count(&text[0], &text[begin], '\n')));
    together.clear();
  };
  for (std::sregex_iterator at(text.begin(), text.end(), literal), last; at != last; ++at) {
    if (!builtin_info((*at)[1].str())) continue;
    const std::size_t here = std::size_t(at->position());
    const std::string between = text.substr(end, here - end);
    if (between.size() > kFar || between.find(';') != std::string::npos || between.find("\n\n") != std::string::npos)
      close();
    if (together.empty()) begin = here;
    together.insert((*at)[1]);
    end = here + std::size_t(at->length());
  }
  close();
  return lines;
}

bool is_spoken_of(const std::string& page, std::string_view name) {
  return std::regex_search(page, std::regex("(^|[^A-Za-z0-9_])" + std::string(name) + "([^A-Za-z0-9_]|$)"));
}

}  // namespace

TEST_CASE("rows of the table of built-ins are whole") {
  std::set<std::string_view> names;
  for (const BuiltinInfo* row : all_builtins()) {
    INFO(row->name);
    CHECK(names.insert(row->name).second);
    CHECK(builtin_info(row->name) == row);
    CHECK((row->types != nullptr));
    CHECK((row->most > 0) == (row->family == BuiltinFamily::Elementwise));
    CHECK(row->least <= row->most);
    CHECK((row->family != BuiltinFamily::Fold || row->fold != BuiltinFold::None));
    CHECK((row->complex != ComplexForm::InDouble || row->as<ir::MathFn>() != nullptr));
    CHECK((row->same_as.empty() || builtin_info(row->same_as) != nullptr));
    if (row->is(kDeferred)) CHECK((row->family == BuiltinFamily::Elementwise || row->family == BuiltinFamily::Fold));
    if (row->is(kOfSlices)) CHECK(row->family == BuiltinFamily::Elementwise);
  }
  CHECK(builtin_info("cube_root") == nullptr);
  CHECK(!builtin_is("cube_root", kCheap));
  CHECK(builtin_fold("sum") == BuiltinFold::Sum);
  CHECK(builtin_fold("sin") == BuiltinFold::None);
}

TEST_CASE("every built-in is spoken of in docs/builtins.md or the page of kernels") {
  const std::string page = text_of(kRoot / "docs/builtins.md") + text_of(kRoot / "docs/kernels.md");
  for (const BuiltinInfo* row : all_builtins())
    if (row->name[0] != '$') CHECK_MESSAGE(is_spoken_of(page, row->name), row->name);
}

TEST_CASE("nobody else keeps a list of names of built-ins") {
  for (const char* folder : {"src", "tools"})
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      const fs::path& file = entry.path();
      if (file.extension() != ".h" && file.extension() != ".cpp") continue;
      const std::string shown = fs::relative(file, kRoot).string();
      const bool may = std::any_of(kOtherLists.begin(), kOtherLists.end(),
                                   [&](const auto& list) { return shown.rfind(list.first, 0) == 0; });
      if (may) continue;
      for (const std::size_t line : lists_in(text_of(file)))
        CHECK_MESSAGE(false, shown << ":" << line << ": names of built-ins; ask sema/builtins.h");
    }
}

TEST_CASE("what a list is: near misses") {
  CHECK(lists_in("f({\"sum\", \"prod\", \"min\", \"max\"});") == std::vector<std::size_t>{1});
  CHECK(lists_in("\nx == \"sum\" || x == \"prod\" ||\n x == \"min\" || x == \"max\";") == std::vector<std::size_t>{2});
  CHECK(lists_in("f({\"sum\", \"prod\", \"min\"});").empty());
  CHECK(lists_in("f(\"sum\"); f(\"prod\"); f(\"min\"); f(\"max\");").empty());
  CHECK(lists_in("f({\"sum\", \"total\", \"min\", \"least\", \"max\", \"most\"});").empty());
}
