// Source texts and places in them. Spans are small values; the text lives in a SourceMap.
#pragma once
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace qc {

using FileId = std::uint32_t;
inline constexpr FileId kNoFile = ~FileId{0};

// A half-open range of bytes [begin, end) of one file. Never takes part in equality of syntax or IR.
struct Span {
  FileId file = kNoFile;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool valid() const { return file != kNoFile; }
};

// 1-based line and column; columns count Unicode code points, so that a caret lands under its character.
struct LineColumn {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// Owns every text that was read. Files are never removed, so spans stay valid for its lifetime.
class SourceMap {
 public:
  FileId add(std::string name, std::string text);
  const std::string& name(FileId file) const;  // of what no text asked for (kNoFile): <host>, line 0
  const std::string& text(FileId file) const { return files_[file].text; }
  std::size_t size() const { return files_.size(); }
  LineColumn place(FileId file, std::uint32_t offset) const;
  LineColumn place(const Span& span) const { return place(span.file, span.begin); }
  // The text of a 1-based line without its line end.
  std::string_view line(FileId file, std::uint32_t line_number) const;
  std::string_view slice(const Span& span) const;

 private:
  struct File {
    std::string name;
    std::string text;
    std::vector<std::uint32_t> line_starts;
  };
  std::deque<File> files_;
};

}  // namespace qc
