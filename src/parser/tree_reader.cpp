#include "parser/tree_reader.h"

#include <fmt/format.h>

#include <charconv>

namespace qc {

std::int64_t TreeReader::parse_int(const antlr4::Token& t, const std::string& digits, int base) {
  std::uint64_t v = 0;
  const auto r = std::from_chars(digits.data(), digits.data() + digits.size(), v, base);
  const bool whole = r.ptr == digits.data() + digits.size();
  if (r.ec == std::errc{} && whole && (base != 10 || v <= std::uint64_t(INT64_MAX))) return std::int64_t(v);
  const bool range = r.ec == std::errc::result_out_of_range || (r.ec == std::errc{} && whole);
  report("Q0105", span(t),
         range ? "the integer does not fit into 64 bits"
               : fmt::format("'{}' has digits that its base does not have", t.getText()),
         range ? "write it as a scalar: 1e19" : "");
  return 0;
}

std::int64_t TreeReader::integer(const antlr4::Token& t) { return parse_int(t, t.getText(), 10); }

std::int64_t TreeReader::radix(const antlr4::Token& t) {
  std::string s = t.getText();
  const char last = s.back();
  s.pop_back();
  return parse_int(t, s, last == 'h' ? 16 : last == 'b' ? 2 : 8);
}

int TreeReader::rank(const antlr4::Token& t) {
  const std::int64_t n = integer(t);
  if (n >= 1 && n <= 16) return int(n);
  report("Q0106", span(t), fmt::format("an array has 1 to 16 dimensions, not {}", t.getText()));
  return 1;
}

void TreeReader::check_end(const TreeReader::Node& c) {
  if (!c.stop || c.stop->getType() != Tk::END || c.stop->getText() == "end") return;
  const std::string word = c.start->getText(), closed_by = c.stop->getText();
  if (closed_by != "end" + word)
    report("Q0101", span(*c.stop), fmt::format("'{}' does not close '{}'", closed_by, word),
           fmt::format("write 'end' or 'end{}'", word));
}

}  // namespace qc
