#include "parser/text_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "support/visible_text.h"

namespace qc {
namespace {

enum class Part { Code, String, Comment };

// A comment begins with a '%' on the line of `i`, outside a string.
Part part_of(std::string_view text, std::size_t i) {
  std::size_t k = text.find_last_of("\r\n", i) + 1;  // npos + 1 is 0
  bool in_string = false;
  for (; k < i; ++k) {
    if (in_string && text[k] == '\\')
      ++k;
    else if (text[k] == '"')
      in_string = !in_string;
    else if (text[k] == '%' && !in_string)
      return Part::Comment;
  }
  return in_string ? Part::String : Part::Code;
}

// Whether all of it are characters of ASCII, as in nearly all texts: then there is nothing to look at one by one. A
// function of the library is a part of a file that is read for each of its functions.
bool is_ascii(std::string_view text) {
  unsigned char seen = 0;
  for (const char c : text) seen |= static_cast<unsigned char>(c);
  return seen < 0x80;
}

// A byte of Windows-1252, of which Latin-1 is a part, as UTF-8. Nothing for those that have no meaning there.
std::string from_windows(unsigned char byte) {
  static constexpr char16_t kFrom80[32] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                           0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                           0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                           0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
  const char16_t c = byte < 0xA0 ? kFrom80[byte - 0x80] : char16_t(byte);
  if (c == 0) return {};
  if (c < 0x800) return {char(0xC0 | (c >> 6)), char(0x80 | (c & 0x3F))};
  return {char(0xE0 | (c >> 12)), char(0x80 | ((c >> 6) & 0x3F)), char(0x80 | (c & 0x3F))};
}

// What a byte that is not UTF-8 stands for in a string; empty: nothing, or it is in none.
std::string meant_in_string(std::string_view text, std::size_t i) {
  return part_of(text, i) == Part::String ? from_windows(static_cast<unsigned char>(text[i])) : "";
}

}  // namespace

std::string without_foreign_bytes(std::string_view text) {
  std::string out(text);
  if (is_ascii(text)) return out;
  for (std::size_t i = 0; i < out.size();) {
    const std::size_t length = code_point_length(out, i);
    if (length == 0 && part_of(out, i) == Part::Comment) out[i] = '?';
    i += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::string without_block_comments(std::string text) {
  struct Line {
    std::size_t begin, end;
  };
  std::vector<Line> open;
  for (std::size_t at = text.find("%{") == std::string::npos ? text.size() : 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::size_t first = text.find_first_not_of(" \t", at),
                      last = text.find_last_not_of(" \t\r", end - (end > at));
    const std::string_view word = first < end && last >= first && last != std::string::npos
                                      ? std::string_view(text).substr(first, last - first + 1)
                                      : std::string_view();
    if (word == "%{") open.push_back({at, end});
    if (word == "%}" && !open.empty()) {
      const std::size_t begin = open.back().begin;
      open.pop_back();
      for (std::size_t k = begin; k < end; ++k)
        if (text[k] != '\n' && text[k] != '\r') text[k] = ' ';
    }
    at = end + 1;
  }
  return text;
}

std::string with_strings_in_utf8(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  std::string out;
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = code_point_length(text, i);
    if (const std::string meant = length == 0 ? meant_in_string(text, i) : ""; !meant.empty()) {
      out.append(text.substr(done, i - done)).append(meant);
      done = i + 1;
    }
    i += std::max<std::size_t>(length, 1);
  }
  return out.append(text.substr(done));
}

std::optional<Diagnostic> check_text(FileId file, std::string_view text) {
  if (is_ascii(text) && text.find('\0') == std::string_view::npos) return {};
  std::optional<Diagnostic> taken;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = code_point_length(text, i);
    const bool nul = text[i] == '\0';
    if (length > 0 && !nul) {
      i += length;
      continue;
    }
    const Span span{file, std::uint32_t(i), std::uint32_t(i + 1)};
    const std::string what = nul ? "a NUL byte in the text"
                                 : fmt::format("byte 0x{:02X} is not valid UTF-8", static_cast<unsigned char>(text[i])),
                      meant = nul ? "" : meant_in_string(text, i);
    const Diagnostic found{"Q0102", Severity::Error, span, what, "save the file as UTF-8 text", {}};
    if (meant.empty()) return found;
    if (!taken) {
      taken = found;
      taken->severity = Severity::Warning;
      taken->message += fmt::format("; in strings such bytes are taken as Windows-1252, here '{}'", meant);
    }
    ++i;
  }
  return taken;
}

BytePlaces::BytePlaces(FileId file, std::string_view text) : file_(file), size_(std::uint32_t(text.size())) {
  if (is_ascii(text)) return;
  for (std::size_t i = 0; i < text.size(); i += std::max<std::size_t>(code_point_length(text, i), 1))
    starts_.push_back(std::uint32_t(i));
}

std::size_t BytePlaces::code_points_before(std::uint32_t byte) const {
  if (starts_.empty()) return byte;
  return std::size_t(std::lower_bound(starts_.begin(), starts_.end(), byte) - starts_.begin());
}

std::uint32_t BytePlaces::byte(std::size_t code_point) const {
  if (starts_.empty()) return std::uint32_t(std::min<std::size_t>(code_point, size_));
  return code_point < starts_.size() ? starts_[code_point] : size_;
}

}  // namespace qc
