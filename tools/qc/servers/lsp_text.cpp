#include "servers/lsp_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace qc::tool {
namespace {

// The bytes of the character that begins here; a byte that begins none stands for itself.
std::size_t bytes_of_character(unsigned char first) {
  return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int lower = std::tolower(static_cast<unsigned char>(c));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

LspLines::LspLines(std::string_view text) : text_(text), starts_{0} {
  for (std::size_t k = 0; k < text.size(); ++k)
    if (text[k] == '\n' || (text[k] == '\r' && !(k + 1 < text.size() && text[k + 1] == '\n'))) starts_.push_back(k + 1);
}

std::string_view LspLines::line(std::size_t number) const {
  const std::string_view rest = text_.substr(starts_[number]);
  return rest.substr(0, rest.find_first_of("\r\n"));
}

LspPosition LspLines::position(std::size_t byte) const {
  byte = std::min(byte, text_.size());
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), byte);
  const auto number = std::size_t(next - starts_.begin()) - 1;
  LspPosition place{number, 0};
  for (std::size_t k = starts_[number]; k < byte;) {
    const std::size_t bytes = bytes_of_character(static_cast<unsigned char>(text_[k]));
    if (k + bytes > byte) break;
    place.character += bytes == 4 ? 2 : 1;
    k += bytes;
  }
  return place;
}

std::size_t LspLines::byte(LspPosition position) const {
  if (position.line >= starts_.size()) return text_.size();
  const std::string_view all = line(std::size_t(position.line));
  std::size_t k = 0;
  for (std::uint64_t units = 0; k < all.size() && units < position.character;) {
    const std::size_t bytes = bytes_of_character(static_cast<unsigned char>(all[k]));
    units += bytes == 4 ? 2 : 1;
    if (units > position.character) break;  // between the two halves of a character: before it
    k = std::min(k + bytes, all.size());
  }
  return starts_[std::size_t(position.line)] + k;
}

std::string path_of_uri(std::string_view uri) {
  constexpr std::string_view kFile = "file://";
  if (!uri.starts_with(kFile)) return std::string(uri);
  uri.remove_prefix(kFile.size());
  uri.remove_prefix(std::min(uri.find('/'), uri.size()));  // the name of the machine
  std::string path;
  for (std::size_t k = 0; k < uri.size(); ++k) {
    const bool escaped = uri[k] == '%' && k + 2 < uri.size() && digit(uri[k + 1]) >= 0 && digit(uri[k + 2]) >= 0;
    path += escaped ? char(digit(uri[k + 1]) * 16 + digit(uri[k + 2])) : uri[k];
    if (escaped) k += 2;
  }
  return path;
}

std::string uri_of_path(const std::string& path) {
  std::error_code error;
  std::string uri = "file://";
  for (const char c : std::filesystem::absolute(path, error).lexically_normal().string())
    if (std::isalnum(static_cast<unsigned char>(c)) || std::string_view("/._-~").find(c) != std::string_view::npos)
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

}  // namespace qc::tool
