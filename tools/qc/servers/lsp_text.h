// Places in a text as editors count them: lines from 0, and in a line the units of UTF-16.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace qc::tool {

struct LspPosition {
  std::uint64_t line = 0, character = 0;
};

// The lines of a text in UTF-8, which outlives them. A line ends with "\n", "\r\n" or a lone "\r".
class LspLines {
 public:
  explicit LspLines(std::string_view text);
  // Of a byte; inside a character: of the character.
  LspPosition position(std::size_t byte) const;
  // Of a position. Behind a line's end it is that end, behind the last line the end of the text.
  std::size_t byte(LspPosition position) const;

 private:
  std::string_view line(std::size_t number) const;
  std::string_view text_;
  std::vector<std::size_t> starts_;
};

// The path of a "file:" address; another address as it is.
std::string path_of_uri(std::string_view uri);
std::string uri_of_path(const std::string& path);

}  // namespace qc::tool
