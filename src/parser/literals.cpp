#include "parser/literals.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace qc {
namespace {

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// \n and the like; 0 for a letter that is no simple escape.
char simple_escape(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'v':
      return '\v';
    case '\\':
    case '"':
    case '\'':
      return c;
    default:
      return 0;
  }
}

// Reads up to `most` digits of a base at `i` and moves past them.
int read_code(std::string_view text, std::size_t& i, int base, int most) {
  int code = 0;
  for (int n = 0; n < most && i < text.size() && digit_value(text[i]) < base; ++n)
    code = code * base + digit_value(text[i++]);
  return code;
}

}  // namespace

std::optional<std::uint64_t> parse_digits(std::string_view digits, unsigned base) {
  std::uint64_t value = 0;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (char c : digits) {
    const auto d = std::uint64_t(digit_value(c));
    if (value > (most - d) / base) return {};
    value = value * base + d;
  }
  return value;
}

double parse_double(const std::string& text) {
  double value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  // Out of range: from_chars leaves the value alone. A negative exponent means too small.
  if (status == std::errc::result_out_of_range)
    return text.find('-') == std::string::npos ? std::numeric_limits<double>::infinity() : 0.0;
  return value;
}

std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i++];
      continue;
    }
    const char letter = text[i + 1];
    i += 2;
    if (const char simple = simple_escape(letter))
      out += simple;
    else if (letter == 'x' && i < text.size() && digit_value(text[i]) < 16)
      out += char(read_code(text, i, 16, 2));
    else if (letter >= '0' && letter <= '7')
      --i, out += char(read_code(text, i, 8, 3));
    else
      out += '\\', out += letter;
  }
  return out;
}

std::string string_value(const std::string& raw) {
  const bool closed = raw.size() > 1 && raw.back() == '"';
  return unescape(std::string_view(raw).substr(1, raw.size() - (closed ? 2 : 1)));
}

std::string import_path(const std::string& raw) {
  std::string path = raw.substr(1, raw.size() - (raw.size() > 1 && raw.back() == '"' ? 2 : 1));
  std::replace(path.begin(), path.end(), '\\', '/');
  return path;
}

}  // namespace qc
