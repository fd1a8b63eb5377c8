#include "host/text/scanf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include "support/stop.h"
#include "value/fail.h"

namespace qc::host {

namespace {

bool blank(char c) { return std::isspace(static_cast<unsigned char>(c)); }

// A conversion, a character that has to be there, or (kind ' ') any number of blanks.
struct Item {
  char kind = 0;  // d i u x o f s c [ ' ' or 0 for a character
  char character = 0;
  bool skipped = false;
  std::size_t width = std::numeric_limits<std::size_t>::max();
  std::string set;  // of %[
  bool outside = false;
  bool is_text() const { return kind == 's' || kind == 'c' || kind == '['; }
  bool is_number() const { return kind && kind != ' ' && !is_text(); }
  bool holds(char c) const {
    if (kind == 's') return !blank(c);
    if (kind == 'c') return true;
    return (set.find(c) != std::string::npos) != outside;
  }
};

class Format {
 public:
  Format(const std::string& text, Span span) : text_(text), span_(span) {
    while (at_ < text_.size()) items.push_back(next());
    bool numbers = false;
    for (const Item& item : items) {
      if (item.skipped) continue;
      texts |= item.is_text();
      numbers |= item.is_number();
    }
    if (texts && numbers)
      fail("Q0404", span_, fmt::format("the format '{}' reads both numbers and text", text_),
           "pass over one kind with %*s or %*f, or take lines of fgetl apart with strsplit");
  }
  std::vector<Item> items;
  bool texts = false;

 private:
  Item next() {
    Item item;
    if (blank(text_[at_])) {
      while (at_ < text_.size() && blank(text_[at_])) ++at_;
      item.kind = ' ';
      return item;
    }
    if (text_[at_] != '%') return literal(text_[at_++]);
    if (++at_ == text_.size()) broken("'%' ends the format");
    if (text_[at_] == '%') return literal(text_[at_++]);
    if (text_[at_] == '*') {
      item.skipped = true;
      ++at_;
    }
    read_width(item);
    while (at_ < text_.size() && (text_[at_] == 'l' || text_[at_] == 'h')) ++at_;
    if (at_ == text_.size()) broken("'%' without a conversion behind it");
    const char c = text_[at_++];
    switch (c) {
      case 'd':
      case 'i':
      case 'u':
      case 'x':
      case 'o':
      case 's':
        item.kind = c;
        break;
      case 'f':
      case 'e':
      case 'g':
      case 'E':
      case 'G':
        item.kind = 'f';
        break;
      case 'c':
        item.kind = 'c';
        if (item.width == std::numeric_limits<std::size_t>::max()) item.width = 1;
        break;
      case '[':
        read_set(item);
        break;
      default:
        broken(fmt::format("'%{}' is no conversion", c));
    }
    return item;
  }
  static Item literal(char c) {
    Item item;
    item.character = c;
    return item;
  }
  void read_width(Item& item) {
    std::size_t width = 0;
    for (; at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])); ++at_)
      width = std::min<std::size_t>(width * 10 + std::size_t(text_[at_] - '0'), 1 << 20);
    if (width) item.width = width;
  }
  // %[abc], %[^abc], %[a-z]; a ']' that comes first belongs to the set.
  void read_set(Item& item) {
    item.kind = '[';
    if (at_ < text_.size() && text_[at_] == '^') {
      item.outside = true;
      ++at_;
    }
    const std::size_t from = at_;
    while (at_ < text_.size() && (text_[at_] != ']' || at_ == from)) {
      if (text_[at_] == '-' && at_ > from && at_ + 1 < text_.size() && text_[at_ + 1] != ']') {
        for (int c = static_cast<unsigned char>(text_[at_ - 1]); c <= static_cast<unsigned char>(text_[at_ + 1]); ++c)
          item.set += char(c);
        ++at_;
      } else {
        item.set += text_[at_];
      }
      ++at_;
    }
    if (at_ == text_.size()) broken("'%[' without its ']'");
    ++at_;
  }
  [[noreturn]] void broken(const std::string& what) {
    fail("Q0404", span_, fmt::format("the format '{}' is broken: {}", text_, what),
         "the conversions are %d %i %u %x %o %f %e %g %s %c %[...]");
  }

  const std::string& text_;
  Span span_;
  std::size_t at_ = 0;
};

// The number at the start of the text, and how many bytes it takes; 0 when there is none.
Number number_at(std::string_view text, char kind, std::size_t& taken) {
  taken = 0;
  std::size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  int base = kind == 'x' ? 16 : kind == 'o' ? 8 : 10;
  const bool prefix = (kind == 'x' || kind == 'i') && text.size() > sign + 2 && text[sign] == '0' &&
                      (text[sign + 1] | 32) == 'x' && std::isxdigit(static_cast<unsigned char>(text[sign + 2]));
  const bool negative = sign && text[0] == '-';
  if (prefix) {
    base = 16;
    sign += 2;
  }
  const char *from = text.data() + sign, *end = text.data() + text.size();
  if (from != end && (*from == '-' || *from == '+')) return {};
  if (kind == 'f') {
    double v = 0;
    const auto r = std::from_chars(from, end, v);
    if (r.ec == std::errc::invalid_argument) return {};
    if (r.ec == std::errc::result_out_of_range) v = std::strtod(std::string(from, r.ptr).c_str(), nullptr);
    taken = std::size_t(r.ptr - text.data());
    return Number::real(negative ? -v : v, Elem::F64);
  }
  std::uint64_t v = 0;
  const auto r = std::from_chars(from, end, v, base);
  if (r.ec == std::errc::invalid_argument) return {};
  const auto most = std::uint64_t(std::numeric_limits<std::int64_t>::max());
  if (r.ec == std::errc::result_out_of_range || v > most) v = most;  // as int(x) saturates
  taken = std::size_t(r.ptr - text.data());
  return Number::integer(negative ? -std::int64_t(v) : std::int64_t(v));
}

// Carries out one item at the place `at`; false when the text does not fit it.
bool take(const Item& item, std::string_view text, std::size_t& at, Scanned& out) {
  const bool passes_blanks = item.kind != 0 && item.kind != 'c' && item.kind != '[';
  while (passes_blanks && at < text.size() && blank(text[at])) ++at;
  if (item.kind == ' ') return true;
  if (at == text.size()) return false;
  if (item.kind == 0) return text[at] == item.character && ++at;
  std::size_t taken = 0;
  if (item.is_number()) {
    const Number n = number_at(text.substr(at, item.width), item.kind, taken);
    if (taken && !item.skipped) out.numbers.push_back(n);
  } else {
    while (taken < item.width && at + taken < text.size() && item.holds(text[at + taken])) ++taken;
    if (!item.skipped) out.text += text.substr(at, taken);
  }
  if (taken && !item.skipped) ++out.count;
  at += taken;
  return taken > 0;
}

}  // namespace

Scanned scan_text(std::string_view text, const std::string& format_text, std::int64_t most, Span span) {
  const Format format(format_text, span);
  Scanned out;
  out.texts = format.texts;
  std::size_t at = 0;
  SeldomStopped stopped;
  for (;;) {
    stopped.check();
    const std::size_t before = at;
    for (const Item& item : format.items) {
      if (out.count >= most && item.kind != ' ') {
        out.used = at;
        return out;
      }
      if (!take(item, text, at, out)) {
        out.used = at;
        return out;
      }
    }
    if (at == before || at == text.size()) break;
  }
  out.used = at;
  return out;
}

}  // namespace qc::host
