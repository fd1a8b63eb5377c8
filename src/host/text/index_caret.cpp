#include "host/text/index_caret.h"

#include <cctype>
#include <vector>

namespace qc::host {

namespace {

struct Part {
  std::size_t begin, end;
};

// The parts between the commas of the last pair of brackets; empty where the text does not end with one.
std::vector<Part> index_parts(std::string_view text) {
  if (text.empty() || text.back() != ']') return {};
  int depth = 0;
  std::size_t open = text.size();
  while (open-- > 0) {
    const char c = text[open];
    if (c == '"' || c == '%') return {};  // strings and comments may hold brackets
    if (c == ']' || c == ')') ++depth;
    if ((c == '[' || c == '(') && --depth == 0) break;
  }
  if (open >= text.size()) return {};
  std::vector<Part> parts{{open + 1, 0}};
  depth = 0;
  for (std::size_t k = open + 1; k < text.size(); ++k) {
    const char c = text[k];
    if (depth == 0 && (c == ',' || k + 1 == text.size())) {
      parts.back().end = k;
      if (c == ',') parts.push_back({k + 1, 0});
    }
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
  }
  for (Part& p : parts) {
    while (p.begin < p.end && (text[p.begin] == ' ' || text[p.begin] == '\n')) ++p.begin;
    while (p.end > p.begin && (text[p.end - 1] == ' ' || text[p.end - 1] == '\n')) --p.end;
  }
  return parts;
}

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

}  // namespace

Span named_argument_span(const SourceMap& sources, Span call, const std::string& name) {
  if (!call.valid()) return call;
  const std::string_view text = sources.slice(call);
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size(), sign = text.find_first_not_of(" \t", end);
    if ((at > 0 && is_letter(text[at - 1])) || sign == std::string_view::npos) continue;
    const std::string_view rest = text.substr(sign);
    if (rest.starts_with(":=") || (rest.starts_with("=") && !rest.starts_with("==")))
      return {call.file, call.begin + std::uint32_t(at), call.begin + std::uint32_t(end)};
  }
  return call;
}

std::size_t indices_in(const SourceMap& sources, Span access) {
  return access.valid() ? index_parts(sources.slice(access)).size() : 0;
}

bool is_assigned(const SourceMap& sources, Span access) {
  if (!access.valid()) return false;
  const std::string& text = sources.text(access.file);
  const std::size_t sign = text.find_first_not_of(" \t", access.end);
  return sign != std::string::npos && text[sign] == '=' && text.compare(sign, 2, "==") != 0;
}

Span index_span(const SourceMap& sources, Span access, int dim) {
  if (!access.valid()) return access;
  const std::vector<Part> parts = index_parts(sources.slice(access));
  const std::size_t k = parts.size() == 1 ? 0 : std::size_t(dim);  // a position, or a linear index
  if (dim < 0 || k >= parts.size() || parts[k].begin >= parts[k].end) return access;
  Span s = access;
  s.begin = access.begin + std::uint32_t(parts[k].begin);
  s.end = access.begin + std::uint32_t(parts[k].end);
  return s;
}

}  // namespace qc::host
