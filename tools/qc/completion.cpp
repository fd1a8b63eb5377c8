#include "completion.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "parser/pragma_words.h"
#include "sema/type_modifiers.h"
#include "sema/type_words.h"

namespace qc::tool {
namespace {

namespace fs = std::filesystem;

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Where a string begins that is open at the end of the text; npos: none is. comment: whether the text ends in one.
std::size_t open_string(const std::string& text, bool& comment) {
  std::size_t open = std::string::npos;
  comment = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '"')
      open = open == std::string::npos ? k + 1 : std::string::npos;
    else if (text[k] == '\\' && open != std::string::npos)
      ++k;
    else if ((comment = text[k] == '%' && open == std::string::npos))
      break;
  }
  return open;
}

Completion of_words(Completion found) {
  found.kind = Completion::Kind::Words;
  return found;
}

// What stands behind the mark, of a text that begins with it.
std::optional<std::string> behind(const std::string& text, const std::string& mark) {
  if (text.rfind(mark, 0) != 0) return std::nullopt;
  const std::size_t begin = text.find_first_not_of(" \t", mark.size());
  return begin == std::string::npos ? "" : text.substr(begin);
}

// Whether a type is to come behind a line that ends with `name :`, rather than an arm of `c ? a : b` or an index.
bool declares(const std::string& line) {
  std::size_t end = line.size();
  const auto before_blanks = [&] {
    while (end > 0 && (line[end - 1] == ' ' || line[end - 1] == '\t')) --end;
    return end > 0 ? line[end - 1] : '\0';
  };
  if (before_blanks() != ':') return false;
  --end;
  if (!in_name(before_blanks()) || line.find('?') < end) return false;
  while (end > 0 && in_name(line[end - 1])) --end;
  const char first = line[end], before = before_blanks();
  return !std::isdigit(static_cast<unsigned char>(first)) &&
         (end == 0 || before == '(' || before == ',' || before == ';');
}

// Files and folders; a folder is completed to its "/", a file inside a string to the quote that closes it.
Completion complete_path(const std::string& typed, bool closes) {
  const std::size_t slash = typed.rfind('/');
  std::string folder = slash == std::string::npos ? "." : typed.substr(0, slash + 1);
  const std::string prefix = slash == std::string::npos ? typed : typed.substr(slash + 1);
  if (folder.rfind("~/", 0) == 0)
    if (const char* home = std::getenv("HOME")) folder = home + folder.substr(1);
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::string name = it->path().filename().string();
    if (name[0] == '.' && prefix.empty()) continue;
    std::error_code ignored;
    if (it->is_directory(ignored)) name += "/";
    names.push_back(std::move(name));
  }
  Completion found = complete(prefix, names);
  if (prefix.empty() && found.candidates.size() == 1) found.extension = found.candidates[0];
  if (closes && found.candidates.size() == 1 && found.candidates[0].back() != '/') found.extension += "\"";
  found.kind = Completion::Kind::Paths;
  return found;
}

// Of UTF-8.
std::size_t characters(const std::string& text) {
  return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

constexpr const char* kIndent = "    ";

}  // namespace

Completion complete(const std::string& prefix, const std::vector<std::string>& names) {
  Completion result;
  for (const auto& name : names)
    if (name.rfind(prefix, 0) == 0) result.candidates.push_back(name);
  std::sort(result.candidates.begin(), result.candidates.end());
  result.candidates.erase(std::unique(result.candidates.begin(), result.candidates.end()), result.candidates.end());
  if (result.candidates.empty() || prefix.empty()) return result;
  const std::string& first = result.candidates.front();
  const std::string& last = result.candidates.back();  // sorted: what these two share, all share
  std::size_t shared = prefix.size();
  while (shared < first.size() && shared < last.size() && first[shared] == last[shared]) ++shared;
  result.extension = first.substr(prefix.size(), shared - prefix.size());
  return result;
}

Completion complete_line(const std::string& before_cursor, const Vocabulary& vocabulary) {
  const std::size_t line_begin = before_cursor.rfind('\n') == std::string::npos ? 0 : before_cursor.rfind('\n') + 1;
  const std::string line = before_cursor.substr(line_begin);
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos) return {{}, kIndent, {}, {}};
  if (line[first] == ':') {
    const std::size_t blank = line.find(' ', first);
    if (blank == std::string::npos) return complete(line.substr(first), vocabulary.commands);
    const auto words = vocabulary.words(line.substr(first, blank - first));
    const std::size_t begin = std::min(line.find_first_not_of(' ', blank), line.size());
    if (words == std::vector<std::string>{"PATH"}) return complete_path(line.substr(begin), false);
    if (!words.empty()) return complete(line.substr(line.rfind(' ') + 1), words);
  }
  bool comment = false;
  if (const std::size_t open = open_string(line, comment); open != std::string::npos)
    return complete_path(line.substr(open), true);
  if (comment) return {};
  if (const auto typed = behind(line.substr(first), "#pragma ")) return of_words(complete(*typed, pragma_words()));
  if (const auto typed = behind(line.substr(first), "{!")) return of_words(complete(*typed, attribute_words()));
  std::size_t begin = line.size();
  while (begin > 0 && in_name(line[begin - 1])) --begin;
  const std::string word = line.substr(begin), before = line.substr(0, begin);
  if (before.ends_with('\'')) return of_words(complete(word, type_modifiers()));
  if (declares(before)) {
    auto types = type_words();
    if (vocabulary.types)
      for (auto& own : vocabulary.types()) types.push_back(std::move(own));
    return of_words(complete(word, types));
  }
  if (begin > 0 && line[begin - 1] == '.') {
    std::size_t from = begin - 1;
    while (from > 0 && (in_name(line[from - 1]) || line[from - 1] == '.')) --from;
    const auto fields = vocabulary.fields(line.substr(from, begin - 1 - from));
    Completion found = complete(word, fields);
    if (word.empty() && found.candidates.size() == 1) found.extension = found.candidates[0];
    return found;
  }
  if (const auto call = word.empty() ? open_call(line) : std::nullopt; call && vocabulary.forms)
    if (auto forms = vocabulary.forms(call->function); !forms.empty()) return {{}, {}, std::move(forms), {}};
  return complete(word, vocabulary.names());
}

std::optional<OpenCall> open_call(const std::string& text) {
  std::vector<OpenCall> open;  // a bracket is a call of nothing
  bool in_string = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (in_string) {
      if (c == '\\') ++k;
      in_string = c != '"' && c != '\n';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '%') {
      k = std::min(text.find('\n', k), text.size()) - 1;
    } else if (c == '(') {
      std::size_t begin = k;
      while (begin > 0 && in_name(text[begin - 1])) --begin;
      open.push_back({text.substr(begin, k - begin)});
    } else if (c == '[' || c == '{') {
      open.push_back({});
    } else if ((c == ')' || c == ']' || c == '}') && !open.empty()) {
      open.pop_back();
    } else if (c == ',' && !open.empty()) {
      ++open.back().argument;
    }
  }
  if (open.empty() || open.back().function.empty()) return std::nullopt;
  return open.back();
}

std::string in_columns(const std::vector<std::string>& names, std::size_t width) {
  std::size_t column = 2;
  for (const auto& name : names) column = std::max(column, characters(name) + 2);
  const std::size_t across = std::max<std::size_t>(1, width / column), rows = (names.size() + across - 1) / across;
  std::string text;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t k = row; k < names.size(); k += rows)
      text += names[k] + (k + rows < names.size() ? std::string(column - characters(names[k]), ' ') : "");
    text += "\n";
  }
  return text;
}

}  // namespace qc::tool
