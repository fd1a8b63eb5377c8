#include "messages.h"

#include <fmt/format.h>

#include <regex>
#include <sstream>

namespace qc::tool {
namespace {

constexpr const char *kBold = "\x1b[1m", *kRed = "\x1b[1;31m", *kYellow = "\x1b[1;33m", *kBlue = "\x1b[1;34m",
                     *kGreen = "\x1b[32m", *kPlain = "\x1b[0m";

// The lines that render() writes, each by its kind.
std::string coloured(const std::string& rendered) {
  static const std::regex head("^(.*?)(error|warning)(\\[Q\\d+\\])?(: .*)$"), hint("^(.*?)(help|note)(: .*)$"),
      caret("^( *)(\\^~*)$");
  std::istringstream lines(rendered);
  std::string out;
  bool first = true;
  for (std::string line; std::getline(lines, line); first = false) {
    std::smatch m;
    if (first && std::regex_match(line, m, head))
      out += kBold + m[1].str() + (m[2] == "error" ? kRed : kYellow) + m[2].str() + m[3].str() + kPlain + kBold +
             m[4].str() + kPlain;
    else if (std::regex_match(line, m, caret))
      out += m[1].str() + kGreen + m[2].str() + kPlain;
    else if (std::regex_match(line, m, hint))
      out += m[1].str() + kBlue + m[2].str() + kPlain + m[3].str();
    else
      out += line;
    out += '\n';
  }
  return out;
}

std::string place(const Span& span, const SourceMap& sources) {
  if (!span.valid()) return "\"file\":null";
  const LineColumn begin = sources.place(span), end = sources.place(span.file, span.end);
  return fmt::format("\"file\":{},\"line\":{},\"column\":{},\"end_line\":{},\"end_column\":{}",
                     json_text(sources.name(span.file)), begin.line, begin.column, end.line, end.column);
}

std::string json(const Diagnostic& d, const SourceMap& sources) {
  std::string notes;
  for (const auto& note : d.notes)
    notes += fmt::format("{}{{{},\"message\":{}}}", notes.empty() ? "" : ",", place(note.span, sources),
                         json_text(note.message));
  return fmt::format("{{\"severity\":\"{}\",\"code\":\"{}\",{},\"message\":{},\"help\":{},\"notes\":[{}]}}\n",
                     d.severity == Severity::Error ? "error" : "warning", d.code.text(), place(d.span, sources),
                     json_text(d.message), d.help.empty() ? "null" : json_text(d.help), notes);
}

}  // namespace

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", int(c));
    else
      out += c;
  }
  return out + "\"";
}

std::string message(const Diagnostic& d, const SourceMap& sources, const MessageStyle& style) {
  if (style.json) return json(d, sources);
  const std::string text = render(d, sources);
  return style.colours ? coloured(text) : text;
}

std::string messages(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources, const MessageStyle& style) {
  std::string text;
  int errors = 0;
  for (const auto& d : diagnostics) {
    if (d.severity == Severity::Error && ++errors > style.most_errors && style.most_errors > 0) continue;
    text += message(d, sources, style);
  }
  if (style.most_errors > 0 && errors > style.most_errors && !style.json)
    text += fmt::format("and {} more error{} (--error-limit)\n", errors - style.most_errors,
                        errors - style.most_errors == 1 ? "" : "s");
  return text;
}

}  // namespace qc::tool
