// What must hold of a text before the lexer sees it, and the way from ANTLR's places to bytes.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.h"

namespace qc {

// Q0102 at the first NUL byte, or byte sequence outside comments that is not UTF-8 (overlong forms and surrogates are
// not). Where with_strings_in_utf8 makes characters of all of them, it is a warning at the first one.
std::optional<Diagnostic> check_text(FileId file, std::string_view text);

// The text for the lexer: bytes in comments that are not UTF-8 (old files hold names in other encodings) as '?', so
// that every place keeps its byte.
std::string without_foreign_bytes(std::string_view text);

// Comments of several lines, as in MATLAB: what stands between a line that is `%{` alone and one that is `%}` becomes
// blanks. Without the second the first is a comment as any other.
std::string without_block_comments(std::string text);

// Bytes in strings that are not UTF-8, of files that were saved as Latin-1 or Windows-1252, become the characters that
// they stand for: one code point each.
std::string with_strings_in_utf8(std::string_view text);

// ANTLR counts code points; spans count bytes. A byte that is not UTF-8 is a code point.
class BytePlaces {
 public:
  BytePlaces(FileId file, std::string_view text);
  std::uint32_t byte(std::size_t code_point) const;
  std::size_t code_points_before(std::uint32_t byte) const;
  Span span(std::size_t first_code_point, std::size_t end_code_point) const {
    return {file_, byte(first_code_point), byte(end_code_point)};
  }

 private:
  FileId file_;
  std::uint32_t size_;
  std::vector<std::uint32_t> starts_;  // empty for ASCII
};

}  // namespace qc
