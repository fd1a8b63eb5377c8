#include "support/source.h"

#include <algorithm>

namespace qc {
namespace {

bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

// The first byte of every line. A line ends with "\n", "\r\n" or a lone "\r".
std::vector<std::uint32_t> find_lines(const std::string& text) {
  std::vector<std::uint32_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool lone_return = text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    if (text[i] == '\n' || lone_return) starts.push_back(std::uint32_t(i + 1));
  }
  return starts;
}

}  // namespace

FileId SourceMap::add(std::string name, std::string text) {
  File file{std::move(name), std::move(text), {}};
  file.line_starts = find_lines(file.text);
  files_.push_back(std::move(file));
  return FileId(files_.size() - 1);
}

const std::string& SourceMap::name(FileId file) const {
  static const std::string kHost = "<host>";
  return file == kNoFile ? kHost : files_[file].name;
}

LineColumn SourceMap::place(FileId file, std::uint32_t offset) const {
  if (file == kNoFile) return {0, 0};
  const File& f = files_[file];
  offset = std::min(offset, std::uint32_t(f.text.size()));
  const auto next = std::upper_bound(f.line_starts.begin(), f.line_starts.end(), offset);
  const auto line = std::uint32_t(next - f.line_starts.begin());
  const auto begin = f.text.begin() + f.line_starts[line - 1];
  return {line, std::uint32_t(1 + std::count_if(begin, f.text.begin() + offset, starts_code_point))};
}

std::string_view SourceMap::line(FileId file, std::uint32_t line_number) const {
  const File& f = files_[file];
  if (line_number == 0 || line_number > f.line_starts.size()) return {};
  const std::uint32_t begin = f.line_starts[line_number - 1];
  std::string_view rest = std::string_view(f.text).substr(begin);
  return rest.substr(0, rest.find_first_of("\r\n"));
}

std::string_view SourceMap::slice(const Span& span) const {
  if (!span.valid() || span.file >= files_.size()) return {};
  const std::string_view text = files_[span.file].text;
  const std::size_t begin = std::min<std::size_t>(span.begin, text.size());
  return text.substr(begin, span.end > begin ? span.end - begin : 0);
}

}  // namespace qc
