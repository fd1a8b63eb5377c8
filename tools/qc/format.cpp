#include "format.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <vector>

#include "io/bytes.h"
#include "parser/parse.h"
#include "verbs.h"

namespace qc::tool {
namespace {

constexpr std::size_t kStep = 4;

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view without_blanks(std::string_view line) {
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}
std::size_t blanks_before(std::string_view line) { return std::min(line.find_first_not_of(" \t"), line.size()); }
// As wide as they are with tabs of kStep columns.
std::size_t width_of(std::string_view blanks) {
  std::size_t width = 0;
  for (const char c : blanks) width = c == '\t' ? (width / kStep + 1) * kStep : width + 1;
  return width;
}

// Follows the tokens of a text as far as blocks, brackets and continued lines need it.
class Layout {
 public:
  std::optional<std::string> of(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      line(without_blanks(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    while (out_.ends_with("\n\n")) out_.pop_back();
    if (out_ == "\n") out_.clear();
    if (failed_ || !blocks_.empty()) return std::nullopt;
    return out_;
  }

 private:
  void line(std::string_view whole) {
    const std::size_t before = blanks_before(whole);
    const std::string_view code = whole.substr(before);
    if (code == "%{" || in_comment_) {  // a comment of several lines: as it is
      in_comment_ = code != "%}";
      out_ += std::string(whole) + "\n";
      return;
    }
    if (code.empty()) {
      if (!out_.empty() && !out_.ends_with("\n\n")) out_ += "\n";
      return;
    }
    std::size_t indent;
    if (continued_) {  // keeps its place beside the line that it goes on with
      const std::size_t width = width_of(whole.substr(0, before));
      indent =
          width + shift_ > 0 && std::ptrdiff_t(width) + shift_ > 0 ? std::size_t(std::ptrdiff_t(width) + shift_) : 0;
    } else {
      indent = kStep * (blocks_.size() - std::min<std::size_t>(blocks_.size(), steps_out(code)));
      if (code[0] != '%') shift_ = std::ptrdiff_t(indent) - std::ptrdiff_t(width_of(whole.substr(0, before)));
    }
    out_ += std::string(indent, ' ') + std::string(code) + "\n";
    if (code[0] == '#') return;  // a pragma
    if (code[0] != '%') tokens(code);
  }

  // Whether the line closes or divides a block, and stands where that began.
  std::size_t steps_out(std::string_view code) const {
    std::size_t end = 0;
    while (end < code.size() && is_of_name(code[end])) ++end;
    const std::string_view word = code.substr(0, end);
    if (closes(word) || one_of(word, {"else", "elseif", "catch"})) return 1;
    return code[0] == '|' && !blocks_.empty() && blocks_.back() == "match" ? 1 : 0;
  }
  static bool closes(std::string_view word) {
    return one_of(word,
                  {"end", "endif", "endfor", "endwhile", "endfunction", "endmatch", "endtry", "endtype", "until"});
  }

  void tokens(std::string_view code) {
    const bool defines_type = code.substr(0, 5) == "type ";
    std::string_view last;
    for (std::size_t k = 0; k < code.size();) {
      const char c = code[k];
      if (c == ' ' || c == '\t') {
        ++k;
        continue;
      }
      if (c == '%') break;
      const std::size_t begin = k;
      if (c == '"')
        k = end_of_string(code, k);
      else if (c == '{' && k + 1 < code.size() && code[k + 1] == '!')
        k = std::min(code.find('}', k), code.size() - 1) + 1;
      else if (code.substr(k, 3) == "...") {
        if (begins_remark(code.substr(k + 3), last)) {
          last = "...";
          break;
        }
        k += 3;
      } else if (is_of_name(c)) {
        while (k < code.size() && is_of_name(code[k])) ++k;
      } else if (code.substr(k, 3) == "^^=" || code.substr(k, 3) == ".*=" || code.substr(k, 3) == "./=" ||
                 code.substr(k, 3) == ".^=")
        k += 3;
      else if (k + 1 < code.size() &&
               one_of(code.substr(k, 2), {"->", ":=", "??", "+=", "-=", "*=", "/=", "^=", "&=", "|=", "~=",
                                          "||", "&&", "==", "!=", "<=", ">=", "..", ".*", "./", ".^"}))
        k += 2;
      else
        ++k;
      const std::string_view token = code.substr(begin, k - begin);
      word(token, last, defines_type);
      last = token;
    }
    continued_ = brackets_ > 0 || last == "_" || last == "..." || last == "," || is_operator(last);
  }
  static bool is_operator(std::string_view token) {
    return one_of(
        token, {"+", "-", "*", "/", "\\", "^", ".*", "./", ".^", "||", "&&", "==", "!=", "<", "<=", ">", ">=", ".."});
  }
  // Whether what stands behind `...` is no code: behind an operator anything, elsewhere two words.
  static bool begins_remark(std::string_view rest, std::string_view last) {
    const auto word = [&] {
      const std::size_t begin = blanks_before(rest);
      std::size_t end = begin;
      while (end < rest.size() && is_of_name(rest[end])) ++end;
      rest.remove_prefix(end);
      return end > begin;
    };
    if (is_operator(last)) return true;
    const bool first = word();
    return first && !rest.empty() && rest[0] == ' ' && word();
  }
  void word(std::string_view token, std::string_view last, bool defines_type) {
    const char c = token[0];
    if (c == '(' || c == '[' || (c == '{' && token.size() == 1)) ++brackets_;
    if (c == ')' || c == ']' || (c == '}' && token.size() == 1)) --brackets_;
    if (brackets_ < 0) failed_ = true, brackets_ = 0;
    if (last == "." || !is_of_name(c) || (brackets_ > 0 && !closes(token)))
      return;  // a field; no block begins inside brackets
    if (one_of(token, {"if", "while", "for", "repeat", "match", "try", "function"}) ||
        (token == "class" && defines_type))
      blocks_.emplace_back(token);
    else if (closes(token) && brackets_ == 0) {
      if (blocks_.empty())
        failed_ = true;
      else
        blocks_.pop_back();
    }
  }
  // Where no other quote follows on the line, one behind a backslash closes the string: "C:\data\".
  static std::size_t end_of_string(std::string_view code, std::size_t begin) {
    for (std::size_t k = begin + 1; k < code.size(); ++k) {
      if (code[k] == '\\' &&
          !(k + 1 < code.size() && code[k + 1] == '"' && code.find('"', k + 2) == std::string_view::npos))
        ++k;
      else if (code[k] == '"')
        return k + 1;
    }
    return code.size();
  }

  std::string out_;
  std::vector<std::string> blocks_;  // the words that opened those around
  int brackets_ = 0;
  std::ptrdiff_t shift_ = 0;  // how far the line before was moved
  bool continued_ = false, in_comment_ = false, failed_ = false;
};

// The file as it lies there, in which comments and strings may have other bytes than those that the parser is given.
std::string bytes_of(const std::string& path, const std::string& text) {
  std::ifstream in(path, std::ios::binary);
  return path == "-" || !in ? text : std::string(std::istreambuf_iterator<char>(in), {});
}

std::optional<ast::Program> parsed(const std::string& text) {
  SourceMap sources;
  auto result = parse(sources, sources.add("<text>", text));
  if (!result.ok()) return std::nullopt;
  return std::move(result.program);
}

}  // namespace

std::optional<std::string> formatted(std::string_view text) { return Layout().of(text); }

std::optional<std::string> formatted_alike(const std::string& text) {
  const auto before = parsed(text);
  auto laid_out = before ? formatted(text) : std::nullopt;
  const auto after = laid_out ? parsed(*laid_out) : std::nullopt;
  return after && *after == *before ? laid_out : std::nullopt;
}

int format_files(const Command& command, const Streams& streams) {
  int exit_code = 0;
  for (const auto& path : program_files(command.paths, streams, exit_code)) {
    SourceMap sources;
    const auto file = read_file_or_input(path, streams, sources);
    if (const auto* bad = std::get_if<Failed>(&file)) {
      streams.err(messages(bad->diagnostics, sources, streams.style));
      exit_code = exit_code ? exit_code : bad->exit_code;
      continue;
    }
    const std::string& text = sources.text(std::get<FileId>(file));
    const ParseResult before = parse(sources, std::get<FileId>(file));
    if (!before.ok()) {
      streams.err(messages(before.diagnostics, sources, streams.style));
      exit_code = exit_code ? exit_code : 3;
      continue;
    }
    const auto laid_out = formatted_alike(bytes_of(path, text));  // which may hold more than UTF-8
    if (!laid_out) {                                              // never a file that means something else
      streams.tell(
          {"Q0108", Severity::Warning, {}, "'" + path + "' is left as it is: its blocks were not understood", {}, {}},
          {});
      continue;
    }
    if (path == "-") {
      streams.out(*laid_out);
      continue;
    }
    if (*laid_out == bytes_of(path, text)) continue;
    if (!command.writes) {
      streams.out(path + "\n");
      exit_code = exit_code ? exit_code : 1;
      continue;
    }
    try {
      io::write_whole_file(path, {laid_out->begin(), laid_out->end()});
      streams.out(path + "\n");
    } catch (const ProgramError& e) {
      streams.err(messages(e.diagnostics, sources, streams.style));
      exit_code = exit_code ? exit_code : 1;
    }
  }
  return exit_code;
}

}  // namespace qc::tool
