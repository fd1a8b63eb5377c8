#include "support/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "support/visible_text.h"

namespace qc {
namespace {

std::size_t code_points(std::string_view text) {
  return std::size_t(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Blanks as wide as `text`: tabs stay tabs, so that the caret stays under its character at any tab width.
std::string blanks_under(std::string_view text) {
  std::string out;
  for (char c : text)
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) out += c == '\t' ? '\t' : ' ';
  return out;
}

// The part of a line that is shown around a byte: of a long line a window, since a screen of nothing else
// helps nobody.
struct Shown {
  std::size_t from, to;
};
Shown shown_part(std::string_view line, std::size_t begin) {
  constexpr std::size_t kMost = 300, kBefore = 60;
  if (line.size() <= kMost) return {0, line.size()};
  const auto inside = [&](std::size_t k) {  // a character
    return k < line.size() && (static_cast<unsigned char>(line[k]) & 0xC0) == 0x80;
  };
  std::size_t from = std::min(begin > kBefore ? begin - kBefore : 0, line.size() - kMost), to = from + kMost;
  while (from > 0 && inside(from)) --from;
  while (inside(to)) ++to;
  return {from, to};
}

// The source line and "^~~~" under the part of the span that lies on it.
std::string pointer(const Span& span, const SourceMap& sources) {
  const LineColumn at = sources.place(span);
  const std::string_view line = sources.line(span.file, at.line);
  const std::uint32_t line_begin = std::uint32_t(line.data() - sources.text(span.file).data());
  const std::size_t begin = std::min<std::size_t>(span.begin - line_begin, line.size());
  const std::size_t end =
      std::clamp<std::size_t>(span.end < line_begin ? 0 : span.end - line_begin, begin, line.size());
  const Shown part = shown_part(line, begin);
  const std::string_view left = part.from > 0 ? ".." : "", right = part.to < line.size() ? ".." : "";
  const std::size_t width = code_points(visible(line.substr(begin, std::min(end, part.to) - begin)));
  return fmt::format("  {}{}{}\n  {}{}^{}\n", left, visible(line.substr(part.from, part.to - part.from)), right,
                     blanks_under(left), blanks_under(visible(line.substr(part.from, begin - part.from))),
                     std::string(width > 1 ? width - 1 : 0, '~'));
}

std::string place_prefix(const Span& span, const SourceMap& sources) {
  const LineColumn at = sources.place(span);
  return fmt::format("{}:{}:{}: ", visible(sources.name(span.file)), at.line, at.column);
}

std::string render_part(const Span& span, const std::string& label, const std::string& message,
                        const SourceMap& sources) {
  if (!span.valid() || span.file >= sources.size()) return fmt::format("{}: {}\n", label, visible(message));
  return fmt::format("{}{}: {}\n{}", place_prefix(span, sources), label, visible(message), pointer(span, sources));
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> earlier, above, row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    earlier = std::exchange(above, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], earlier[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string render(const Diagnostic& d, const SourceMap& sources) {
  const char* severity = d.severity == Severity::Error ? "error" : "warning";
  std::string out = render_part(d.span, fmt::format("{}[{}]", severity, d.code.text()), d.message, sources);
  for (const Note& note : d.notes) out += render_part(note.span, "note", note.message, sources);
  if (!d.help.empty()) out += fmt::format("help: {}\n", visible(d.help));
  return out;
}

std::string render(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources) {
  std::string out;
  for (const Diagnostic& d : diagnostics) out += render(d, sources);
  return out;
}

void internal_error(const char* phase, const std::string& what) {
  std::fprintf(stderr, "internal error in %s: %s\nthis is a defect of the compiler, not of the program\n", phase,
               what.c_str());
  std::fflush(stderr);
  std::abort();
}

// How many letters two names begin with alike.
static std::size_t same_start(std::string_view a, std::string_view b) {
  std::size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n]) ++n;
  return n;
}

// Letters alone, in small: sigmaR and sigma_r are one.
static std::string bare_name(std::string_view name) {
  std::string bare;
  for (char c : name)
    if (c != '_') bare += char(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return bare;
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string bare = bare_name(name);
  for (const std::string& candidate : candidates)
    if (candidate != name && !bare.empty() && bare_name(candidate) == bare) return candidate;
  std::string best;
  std::size_t best_distance = name.size() / 3 + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(candidate.size(), name.size()),
                      shorter = std::min(candidate.size(), name.size());
    if (candidate == name || longer - shorter > best_distance) continue;
    const std::size_t distance = edit_distance(name, candidate);
    const bool alike = distance == best_distance && same_start(candidate, name) > same_start(best, name);
    if (distance < best_distance || (alike && !best.empty())) best_distance = distance, best = candidate;
  }
  return best;
}

}  // namespace qc
