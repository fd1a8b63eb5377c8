#include "function_help.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "driver.h"
#include "host/library/library.h"
#include "sema/types_of_builtins.h"

namespace qc::tool {
namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

// The name that a line `function [a, b] = __device__ f[T](x)` defines; empty when it is no such line.
std::string_view defined_in(std::string_view line) {
  line = trimmed(line);
  if (line.rfind("function", 0) != 0 || line.size() < 10 || in_name(line[8])) return {};
  // The bracket of the parameters is the first one behind a name, outside of other brackets and behind the outputs'
  // `=`.
  std::size_t from = 8;
  int depth = 0;
  for (std::size_t k = 8; k < line.size(); ++k) {
    if (line[k] == '(' || line[k] == '[' || line[k] == '{')
      ++depth;
    else if (line[k] == ')' || line[k] == ']' || line[k] == '}')
      --depth;
    else if (line[k] == '=' && depth == 0 && line[k - 1] != ':') {
      from = k + 1;
      break;
    }
    if (depth == 0 && line[k] == '%') break;
  }
  for (;;) {
    while (from < line.size() && !in_name(line[from])) ++from;
    std::size_t end = from;
    while (end < line.size() && in_name(line[end])) ++end;
    const std::string_view name = line.substr(from, end - from);
    if (name.rfind("__", 0) != 0 || !name.ends_with("__")) return name;  // no qualifier
    from = end;
  }
}

std::string_view comment_of(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || line[0] != '%') return {};
  line.remove_prefix(std::min(line.find_first_not_of('%'), line.size()));
  return line.empty() || line[0] != ' ' ? line : line.substr(1);
}
bool is_comment(std::string_view line) { return !trimmed(line).empty() && trimmed(line)[0] == '%'; }

std::string indented(std::string_view text) { return "  " + std::string(text) + "\n"; }

// Text in the marks of Markdown as it is shown on a terminal.
std::string plain(std::string_view markdown) {
  std::string out;
  for (std::size_t k = 0; k < markdown.size(); ++k) {
    if (markdown[k] == '`' && k + 1 < markdown.size() && markdown[k + 1] == '`') continue;
    if (markdown[k] == '`' && !(k > 0 && markdown[k - 1] == '`')) continue;
    if (markdown[k] == '*' && k + 1 < markdown.size() && markdown[k + 1] == '*') {
      ++k;
      continue;
    }
    out += markdown[k];
  }
  return out;
}

// A row of a table of functions: the forms in which they are written, and what they do.
struct Row {
  std::vector<std::string_view> forms;
  std::string_view meaning;
};

std::vector<Row> rows() {
  std::vector<Row> all;
  for (const auto line : lines_of(builtins_page())) {
    if (line.empty() || line[0] != '|') continue;
    Row row;
    std::size_t end = line.find(" |", 1);
    if (end == std::string_view::npos) continue;
    const std::string_view first = line.substr(1, end);
    for (std::size_t open = first.find('`'); open != std::string_view::npos;) {
      const std::size_t close = first.find('`', open + 1);
      if (close == std::string_view::npos) break;
      row.forms.push_back(first.substr(open + 1, close - open - 1));
      open = first.find('`', close + 1);
    }
    row.meaning = trimmed(line.substr(end + 2));
    if (!row.meaning.empty() && row.meaning.back() == '|')
      row.meaning = trimmed(row.meaning.substr(0, row.meaning.size() - 1));
    if (!row.forms.empty()) all.push_back(row);
  }
  return all;
}

constexpr std::array<std::pair<const char*, const char*>, 24> kWords = {{
    {"if", "if c ... elseif c ... else ... end"},
    {"elseif", "if c ... elseif c ... else ... end"},
    {"else", "if c ... elseif c ... else ... end"},
    {"for",
     "for i = 0..n-1 ... end, for i = a..step..b: both ends are reached; the loop is compiled, and run in parallel "
     "where that gives the same"},
    {"while", "while c ... end"},
    {"repeat", "repeat ... until c"},
    {"until", "repeat ... until c"},
    {"match", "match x with | 1 -> ... | (2, 3) -> ... | _ -> ... end"},
    {"with", "match x with | 1 -> ... | (2, 3) -> ... | _ -> ... end"},
    {"try", "try ... catch e ... end: e is the message of the error"},
    {"catch", "try ... catch e ... end: e is the message of the error"},
    {"function", "function [y, z] = f(a, b : int, c = 1) ... end; outputs are what they hold at the end or at return"},
    {"type",
     "type point : class ... x : scalar ... end, type image : cube; as a function type(x) gives the type of a value"},
    {"end", "closes a block: end, endif, endfor, endwhile, endfunction, endmatch, endtry"},
    {"break", "leaves the innermost loop"},
    {"continue", "goes on with the next iteration of the innermost loop"},
    {"return", "leaves the function; its outputs hold what they were given"},
    {"import",
     "import \"file.q\": the functions, types and statements of a file, looked for beside the program, then in -I and "
     "QC_PATH"},
    {"print", "print a, b: writes its items one after another, then a new line"},
    {"ans", "at the prompt: the last value that was not assigned"},
    {"__kernel__", "function [] = __kernel__ f(x, pos) ... end: run at each position by parallel_do(dims, x, f)"},
    {"__device__", "function y = __device__ f(x) ... end: may be called from kernels and from anywhere"},
    {"class", "type point : class ... x : scalar ... end; mutable class for references"},
    {"mutable", "type node : mutable class ... end: instances are references"},
}};

// Whether a form, `[h, edges] = histogram(x, n)` or a row of names `sum prod mean`, is one of the function.
// Behind a word of the language, as in `print a, b`, stand its operands.
bool speaks_of(std::string_view form, std::string_view name) {
  for (const auto& [word, meaning] : kWords)
    if (form.starts_with(word) && form.substr(std::string_view(word).size()).starts_with(' ')) return name == word;
  int depth = 0;
  for (std::size_t k = 0; k < form.size(); ++k) {
    if (depth == 0 && form.substr(k, name.size()) == name && (k == 0 || !in_name(form[k - 1])) &&
        (k + name.size() == form.size() || !in_name(form[k + name.size()]))) {
      const std::string_view rest = trimmed(form.substr(k + name.size()));
      if (rest.empty() || rest[0] != '=' || rest.rfind("==", 0) == 0) return true;  // no output
    }
    if (form[k] == '(' || form[k] == '[') ++depth;
    if (form[k] == ')' || form[k] == ']') --depth;
  }
  return false;
}

std::string row_text(const Row& row) {
  std::string text;
  for (const auto form : row.forms) text += (text.empty() ? "" : ", ") + std::string(form);
  return text + "\n" + indented(plain(row.meaning));
}

// What stands before a row's first function of that name, with all rows of it: those of its own before lists of names.
std::string help_on_builtin(std::string_view name) {
  std::string called, listed;
  for (const Row& row : rows()) {
    const bool speaks =
        std::any_of(row.forms.begin(), row.forms.end(), [&](auto form) { return speaks_of(form, name); });
    if (!speaks) continue;
    const bool calls = std::any_of(row.forms.begin(), row.forms.end(), [&](auto form) {
      return speaks_of(form, name) && (form.find('(') != std::string_view::npos || form == name);
    });
    (calls ? called : listed) += row_text(row);
  }
  return called.empty() ? listed : called;
}

std::string help_on_library(std::string_view name) {
  for (const auto& file : host::library_files()) {
    if (file.text.find(name) == std::string_view::npos) continue;
    std::string text = definitions_in(file.text, name);
    if (text.empty()) continue;
    if (text.find("\n  ") == std::string::npos) {  // constants: what the file says of all of them
      for (const auto line : lines_of(file.text)) {
        if (!is_comment(line)) break;
        text += indented(comment_of(line));
      }
    }
    return text + indented("(stdlib/" + std::string(file.name) + ")");
  }
  return {};
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = char(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

std::string definitions_in(std::string_view text, std::string_view name) {
  const auto lines = lines_of(text);
  std::string out;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    if (defined_in(lines[k]) != name) continue;
    std::string_view header = trimmed(lines[k]);
    header = trimmed(header.substr(0, header.find('%')));
    std::string said;
    std::size_t first = k;
    while (first > 0 && is_comment(lines[first - 1])) --first;
    if (first == 0 && k > 0 && comment_of(lines[0]).find(".q:") != std::string_view::npos) first = k;  // of the file
    for (std::size_t i = first; i < k; ++i) said += indented(comment_of(lines[i]));
    if (said.empty())  // MATLAB's place for it
      for (std::size_t i = k + 1; i < lines.size() && is_comment(lines[i]); ++i) said += indented(comment_of(lines[i]));
    out += std::string(header) + "\n" + said;
  }
  return out;
}

std::vector<std::string> functions_in(std::string_view text) {
  std::vector<std::string> names;
  for (const auto line : lines_of(text))
    if (const auto name = defined_in(line); !name.empty()) names.emplace_back(name);
  return names;
}

std::vector<std::string> types_in(std::string_view text) {
  std::vector<std::string> names;
  for (std::string_view line : lines_of(text)) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.starts_with("type ")) continue;
    line.remove_prefix(std::min(line.find_first_not_of(' ', 5), line.size()));
    const auto in_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    const auto end = std::find_if_not(line.begin(), line.end(), in_name);
    if (end != line.begin() && line.find(':') != std::string_view::npos) names.emplace_back(line.begin(), end);
  }
  return names;
}

std::string help_on(std::string_view name, const SourceMap& sources) {
  for (FileId file = FileId(sources.size()); file-- > 0;) {  // what was defined last counts
    if (sources.name(file).rfind("stdlib/", 0) == 0) continue;
    if (std::string text = definitions_in(sources.text(file), name); !text.empty()) return text;
  }
  std::string text;
  for (const auto& [word, meaning] : kWords)
    if (name == word) text.append(meaning).append("\n");
  if (!text.empty() && name != "type") return text;  // which is a function as well
  text += help_on_builtin(name);
  if (text.empty()) text = help_on_library(name);
  if (text.empty())
    if (const auto code = document_code(name)) text = *code;
  return text;
}

std::vector<std::string> forms_of(std::string_view name, const SourceMap& sources) {
  const std::string text = help_on(name, sources);
  std::vector<std::string> forms;
  for (const auto line : lines_of(text))
    if (!line.empty() && line[0] != ' ' && line.find('(') != std::string_view::npos) forms.emplace_back(line);
  return forms;
}

std::string place_of(std::string_view name, const SourceMap& sources) {
  const auto place_in = [&](std::string_view file, std::string_view text) -> std::string {
    const auto lines = lines_of(text);
    for (std::size_t k = 0; k < lines.size(); ++k)
      if (defined_in(lines[k]) == name) return std::string(file) + ":" + std::to_string(k + 1);
    return {};
  };
  std::string place;
  for (FileId file = FileId(sources.size()); file-- > 0 && place.empty();)
    if (sources.name(file).rfind("stdlib/", 0) != 0) place = place_in(sources.name(file), sources.text(file));
  if (!place.empty()) return place;
  if (!help_on_builtin(name).empty()) return "built in";
  for (const auto& file : host::library_files())
    if (place = place_in("stdlib/" + std::string(file.name), file.text); !place.empty()) return place;
  for (const auto& [word, meaning] : kWords)
    if (name == word) return "a word of the language";
  return {};
}

std::string help_about(std::string_view word) {
  constexpr std::size_t kMost = 15;
  const std::string wanted = lower(word);
  std::string text;
  std::size_t count = 0;
  const auto add = [&](std::string line) {
    if (++count <= kMost) text += line;
  };
  for (const Row& row : rows()) {
    std::string forms;
    for (const auto form : row.forms) forms += (forms.empty() ? "" : ", ") + std::string(form);
    if (lower(forms + std::string(row.meaning)).find(wanted) != std::string::npos)
      add(indented(forms + ": " + plain(row.meaning).substr(0, 100)));
  }
  for (const auto& file : host::library_files()) {
    const auto lines = lines_of(file.text);
    for (std::size_t k = 1; k < lines.size(); ++k) {
      const auto name = defined_in(lines[k]);
      if (name.empty() || name.rfind("lib_", 0) == 0 || !is_comment(lines[k - 1])) continue;
      if (lower(std::string(name) + std::string(lines[k - 1])).find(wanted) == std::string::npos) continue;
      add(indented(std::string(name) + ": " + std::string(comment_of(lines[k - 1])).substr(0, 100)));
    }
  }
  if (count > kMost) text += indented("and " + std::to_string(count - kMost) + " more");
  return text;
}

std::vector<std::string> keywords() {
  std::vector<std::string> all;
  for (const auto& [word, text] : kWords) all.emplace_back(word);
  return all;
}

}  // namespace qc::tool
