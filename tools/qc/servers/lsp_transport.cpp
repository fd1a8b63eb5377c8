#include "servers/lsp_transport.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <optional>
#include <utility>

namespace qc::tool {
namespace {

constexpr std::size_t kLongestMessage = std::size_t(256) << 20;
constexpr std::size_t kLongestLine = 4096;
constexpr std::string_view kLength = "content-length:";

// The number behind the header's name, where the line ends with it. The name may stand behind the rest of something
// that was passed over: no string of JSON goes over the end of a line.
std::optional<std::string_view> length_in(std::string_view line) {
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  const auto at = std::search(line.begin(), line.end(), kLength.begin(), kLength.end(), same);
  if (at == line.end()) return std::nullopt;
  std::string_view value = line.substr(std::size_t(at - line.begin()) + kLength.size());
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  return value;
}

}  // namespace

bool LspTransport::waiting() const {
  if (buffer_.find('\n') != std::string::npos) return true;
  pollfd one{input_, POLLIN, 0};
  return ::poll(&one, 1, 0) > 0;
}

bool LspTransport::more() {
  char bytes[1 << 16];
  for (;;) {
    const ssize_t n = ::read(input_, bytes, sizeof bytes);
    if (n > 0) buffer_.append(bytes, std::size_t(n));
    if (n < 0 && errno == EINTR) continue;
    return n > 0;
  }
}

std::variant<std::string, LspTransport::Unreadable, LspTransport::End> LspTransport::next() {
  const auto lose = [&](std::string why) -> std::optional<Unreadable> {
    if (std::exchange(lost_, true)) return std::nullopt;
    return Unreadable{std::move(why)};
  };
  std::size_t length = 0;
  bool known = false;
  bool in_header = false;  // blank lines between messages are nothing
  for (;;) {
    const std::size_t end = buffer_.find('\n');
    if (end == std::string::npos) {
      if (buffer_.size() > kLongestLine) {
        buffer_.erase(0, buffer_.size() - 64);  // a header may begin at the end of what is passed over
        if (auto bad = lose("a line of a header is too long")) return *bad;
      }
      if (!more()) return End{};
      continue;
    }
    std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) {
      if (known) break;
      if (!std::exchange(in_header, false)) continue;
      if (auto bad = lose("a header without Content-Length")) return *bad;
      continue;
    }
    in_header = true;
    const auto value = length_in(line);
    if (!value) {
      if (line.find(':') != std::string::npos && line[0] != '{') continue;  // another header
      if (auto bad = lose("no header: a message begins with Content-Length")) return *bad;
      continue;
    }
    std::size_t number = 0;
    const auto [rest, error] = std::from_chars(value->data(), value->data() + value->size(), number);
    const bool is_number = !value->empty() && rest == value->data() + value->size();
    known = error == std::errc{} && is_number && number <= kLongestMessage;
    length = number;
    if (known) continue;
    if (auto bad =
            lose(is_number ? fmt::format("a message of {} bytes is too long", *value) : "Content-Length is no number"))
      return *bad;
  }
  while (buffer_.size() < length)
    if (!more()) return End{};
  std::string message = buffer_.substr(0, length);
  buffer_.erase(0, length);
  lost_ = false;
  return message;
}

bool LspTransport::send(std::string_view text) {
  const std::string whole = fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text);
  for (std::size_t done = 0; done < whole.size();) {
    const ssize_t n = ::write(output_, whole.data() + done, whole.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += std::size_t(n);
  }
  return true;
}

}  // namespace qc::tool
