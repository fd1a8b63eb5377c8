#include "tests/documents/markdown.h"

#include <algorithm>
#include <regex>
#include <sstream>
#include <utility>

namespace qc::test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string trimmed(const std::string& s) {
  const auto from = s.find_first_not_of(" \t\n"), to = s.find_last_not_of(" \t\n");
  return from == std::string::npos ? "" : s.substr(from, to - from + 1);
}

bool is_fence(const std::string& line) { return line.starts_with("```"); }

// Of a cell its first code span, or what stands there; a backslash before a bar is the table's.
std::string code_in(std::string cell) {
  cell = std::regex_replace(trimmed(cell), std::regex("\\\\\\|"), "|");
  const std::size_t from = cell.find('`');
  if (from == std::string::npos) return cell;
  const std::size_t text = std::min(cell.find_first_not_of('`', from), cell.size());
  return trimmed(cell.substr(text, cell.find(std::string(text - from, '`'), text) - text));
}

// The cells of "| a | b |"; a bar behind a backslash belongs to its cell.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '|' && line[i - 1] != '\\')
      cells.push_back(std::exchange(cell, ""));
    else
      cell += line[i];
  }
  return cells;
}

std::size_t column_of(const std::vector<std::string>& head, const std::string& name) {
  const auto found =
      std::find_if(head.begin(), head.end(), [&](const std::string& cell) { return trimmed(cell) == name; });
  return std::size_t(found - head.begin());
}

// Each line outside of fenced blocks, with its number.
template <class Visit>
void for_each_line(const std::string& document, Visit visit) {
  bool fenced = false;
  int number = 0;
  for (const std::string& line : lines_of(document)) {
    ++number;
    if (is_fence(line))
      fenced = !fenced;
    else if (!fenced)
      visit(line, number);
  }
}

}  // namespace

std::vector<FencedBlock> fenced_blocks(const std::string& document) {
  std::vector<FencedBlock> blocks;
  bool open = false;
  int number = 0;
  for (const std::string& line : lines_of(document)) {
    ++number;
    if (is_fence(line)) {
      open = !open;
      if (!open) continue;
      std::istringstream words(line.substr(3));
      blocks.push_back({"", "", "", number});
      words >> blocks.back().word >> blocks.back().name;
    } else if (open) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

std::vector<Command> commands(const FencedBlock& console) {
  std::vector<Command> all;
  int number = console.line;
  for (const std::string& line : lines_of(console.text)) {
    ++number;
    if (line.starts_with("$ "))
      all.push_back({line.substr(2), "", number});
    else if (!all.empty())
      all.back().output += line + "\n";
  }
  return all;
}

std::vector<Table> tables(const std::string& document) {
  std::vector<Table> all;
  std::size_t code = 0, gives = 0;
  bool inside = false, wanted = false;
  for_each_line(document, [&](const std::string& line, int number) {
    if (!line.starts_with("|")) {
      inside = false;
      return;
    }
    const auto cells = cells_of(line);
    if (!inside) {
      code = column_of(cells, "qc"), gives = column_of(cells, "gives");
      inside = true;
      wanted = code < cells.size() && gives < cells.size();
      if (wanted) all.push_back({{}, number});
    } else if (wanted && !line.starts_with("|-") && std::max(code, gives) < cells.size()) {
      all.back().rows.push_back({code_in(cells[code]), code_in(cells[gives]), number});
    }
  });
  return all;
}

std::vector<NamedPath> named_paths(const std::string& document) {
  // A link's target without what stands behind '#', and code spans that begin with a folder of the project.
  static const std::regex code("`[^`]*`"), link("\\]\\(([^)#\\s]+)(#[^)]*)?\\)");
  static const std::regex path(
      "`((src|docs|tests|tools/qc|include|runtime|grammar|stdlib|examples|bench|cmake|editors)/[A-Za-z0-9_./-]+)`");
  std::vector<NamedPath> all;
  for_each_line(document, [&](const std::string& line, int number) {
    const std::string prose = std::regex_replace(line, code, "");
    for (auto m = std::sregex_iterator(prose.begin(), prose.end(), link); m != std::sregex_iterator(); ++m)
      if (const std::string target = (*m)[1]; target.find(':') == std::string::npos)
        all.push_back({target, true, number});
    for (auto m = std::sregex_iterator(line.begin(), line.end(), path); m != std::sregex_iterator(); ++m)
      all.push_back({(*m)[1], false, number});
  });
  return all;
}

std::string printing(const std::string& code) {
  std::size_t last = 0;  // behind the last ';' outside of brackets and strings
  int depth = 0;
  bool text = false;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (c == '"') text = !text;
    if (text) continue;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ';' && depth == 0) last = i + 1;
  }
  return code.substr(0, last) + "\nprint(" + trimmed(code.substr(last)) + ")\n";
}

bool is_excerpt(const std::string& excerpt, const std::string& text) {
  std::size_t at = 0;
  std::string piece;
  const auto found = [&] {
    at = text.find(piece, at);
    if (at == std::string::npos) return false;
    at += std::exchange(piece, "").size();
    return true;
  };
  for (const std::string& line : lines_of(excerpt)) {
    if (trimmed(line) != "...")
      piece += line + "\n";
    else if (!found())
      return false;
  }
  return found();
}

bool alike(const std::string& seen, const std::string& expected) {
  const auto have = lines_of(seen), want = lines_of(expected);
  // Positions in `have` that the lines of `want` so far can have led to.
  std::vector<bool> reached(have.size() + 1, false);
  reached[0] = true;
  for (const std::string& line : want) {
    std::vector<bool> next(have.size() + 1, false);
    bool before = false;
    for (std::size_t i = 0; i <= have.size(); ++i) {
      before = before || reached[i];
      if (line == "...")
        next[i] = before;
      else if (i > 0)
        next[i] = reached[i - 1] && have[i - 1] == line;
    }
    reached = next;
  }
  return reached[have.size()];
}

}  // namespace qc::test
