#include "support/visible_text.h"

#include <fmt/format.h>

namespace qc {

std::size_t code_point_length(std::string_view text, std::size_t i) {
  const auto at = [&](std::size_t k) -> unsigned { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
  const unsigned lead = at(i);
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  for (std::size_t k = 1; k < length; ++k)
    if ((at(i + k) & 0xC0) != 0x80) return 0;
  const unsigned second = at(i + 1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool surrogate = lead == 0xED && second >= 0xA0, too_large = lead == 0xF4 && second >= 0x90;
  return overlong || surrogate || too_large ? 0 : length;
}

// Of two or three bytes; longer ones hold no control characters.
static unsigned short_code_point(std::string_view bytes) {
  const auto low = [&](std::size_t k) { return static_cast<unsigned char>(bytes[k]) & 0x3Fu; };
  const unsigned lead = static_cast<unsigned char>(bytes[0]);
  if (bytes.size() == 2) return (lead & 0x1F) << 6 | low(1);
  return bytes.size() == 3 ? (lead & 0x0F) << 12 | low(1) << 6 | low(2) : 0xFFFF;
}

std::string visible(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = code_point_length(text, i);
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::string_view bytes = text.substr(i, length);
    const unsigned c = length < 2 ? byte : short_code_point(bytes);
    const bool turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
    if (length == 0 || c == 0x7F || (c < ' ' && c != '\t' && c != '\n'))
      out += fmt::format("\\x{:02x}", byte);
    else if (turns || (length == 2 && c < 0xA0))
      out += fmt::format("\\u{:04x}", c);
    else
      out += bytes;
    i += length == 0 ? 1 : length;
  }
  return out;
}

}  // namespace qc
