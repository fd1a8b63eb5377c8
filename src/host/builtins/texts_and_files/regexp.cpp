// Regular expressions: regexp, regexpi, regexprep. Patterns are ECMAScript's as the standard library has them, with
// what MATLAB's have besides: named groups (?<name>..), `.` for line ends too, \< and \> for the ends of words.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <compare>
#include <cstddef>
#include <iterator>
#include <regex>

#include "host/builtins/families.h"
#include "support/stop.h"

namespace qc::host {

namespace {

// The matcher calls itself for each byte that a loop takes, 256 MB of stack bound how long a text may be.
constexpr std::size_t kLongestText = 100000;

// Where the matcher reads. It tries nearly all ways to divide the text with patterns such as (a+)+b, so that reading
// asks now and then whether the program is to stop.
class Reading {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Reading() = default;
  explicit Reading(const char* at) : at_(at) {}
  reference operator*() const {
    static thread_local SeldomStopped stopped;
    stopped.check();
    return *at_;
  }
  reference operator[](difference_type n) const { return *(*this + n); }
  Reading& operator++() { return *this += 1; }
  Reading& operator--() { return *this += -1; }
  Reading operator++(int) { return Reading(at_++); }
  Reading operator--(int) { return Reading(at_--); }
  Reading& operator+=(difference_type n) {
    at_ += n;
    return *this;
  }
  Reading& operator-=(difference_type n) { return *this += -n; }
  friend Reading operator+(Reading r, difference_type n) { return r += n; }
  friend Reading operator+(difference_type n, Reading r) { return r += n; }
  friend Reading operator-(Reading r, difference_type n) { return r -= n; }
  friend difference_type operator-(Reading a, Reading b) { return a.at_ - b.at_; }
  auto operator<=>(const Reading&) const = default;

 private:
  const char* at_ = nullptr;
};
using Match = std::match_results<Reading>;

struct Pattern {
  std::regex regex;
  std::vector<std::string> names;  // of the groups, from the first on; empty for those without
};

// The name in "(?<name>" at `at`, empty where there is none: "(?<=" looks behind.
std::string group_name(const std::string& s, std::size_t at) {
  if (s.compare(at, 3, "(?<") != 0) return {};
  const auto end = s.find('>', at);
  if (end == std::string::npos || end == at + 3 ||
      !(std::isalpha(static_cast<unsigned char>(s[at + 3])) || s[at + 3] == '_'))
    return {};
  return s.substr(at + 3, end - at - 3);
}

// The pattern as ECMAScript writes it.
Pattern pattern_of(const CallContext& c, const std::string& written, bool any_case) {
  Pattern out;
  std::string p;
  bool in_class = false;
  for (std::size_t at = 0; at < written.size(); ++at) {
    const char ch = written[at];
    if (ch == '\\' && at + 1 < written.size()) {
      const char next = written[++at];
      if (!in_class && next == '<')
        p += "\\b(?=\\w)";
      else if (!in_class && next == '>')
        p += "\\b(?!\\w)";
      else
        p += {ch, next};
    } else if (in_class || ch == '[') {
      in_class = !in_class || ch != ']';
      p += ch;
    } else if (ch == '.') {
      p += "[\\s\\S]";
    } else if (ch == '(') {
      const std::string name = group_name(written, at);
      if (!name.empty()) at += name.size() + 3;
      if (!name.empty() || written.compare(at, 2, "(?") != 0) out.names.push_back(name);
      p += ch;
    } else {
      p += ch;
    }
  }
  try {
    auto options = std::regex::ECMAScript;
    if (any_case) options |= std::regex::icase;
    out.regex.assign(p, options);
  } catch (const std::regex_error& e) {
    fail("Q0404", c.span, fmt::format("'{}' is no regular expression: {}", written, e.what()));
  }
  return out;
}

const std::string& subject_of(const CallContext& c, const Value& v) {
  const std::string& s = text_of(c, v, "the text that is searched");
  if (s.size() > kLongestText)
    fail("Q0404", c.span,
         fmt::format("a text of {} bytes; patterns are looked for in up to {}: take its parts, as strsplit gives them",
                     s.size(), kLongestText));
  return s;
}

std::vector<Match> matches_of(const CallContext& c, const std::string& s, const Pattern& p, bool once) {
  std::vector<Match> out;
  try {
    const Reading begin(s.data()), end(s.data() + s.size());
    for (std::regex_iterator<Reading> at(begin, end, p.regex), none; at != none && !(once && !out.empty()); ++at)
      out.push_back(*at);
  } catch (const std::regex_error& e) {
    fail("Q0404", c.span, fmt::format("the pattern takes too long: {}", e.what()));
  }
  return out;
}

Value cell_of_values(std::vector<Value> items) {
  auto cell = std::make_shared<Cell>();
  cell->dims = {std::int64_t(items.size())};
  cell->items = std::move(items);
  return Value(cell);
}

// ---- what regexp gives --------------------------------------------------------------------------------------------

// The groups of a match; of a pattern without groups all that matched.
Value tokens_of(const Match& m) {
  std::vector<Value> out;
  for (std::size_t k = m.size() > 1 ? 1 : 0; k < m.size(); ++k) out.push_back(Value(m[k].str()));
  return cell_of_values(std::move(out));
}
Value token_extents(const Match& m) {
  const std::size_t first = m.size() > 1 ? 1 : 0;
  const ArrayP out = make_array(Elem::I64, {std::int64_t(m.size() - first), 2});
  auto* at = static_cast<std::int64_t*>(out->buffer->host_write());
  for (std::size_t k = first; k < m.size(); ++k) {
    *at++ = m.position(k);
    *at++ = m.position(k) + m.length(k) - 1;
  }
  return Value(out);
}
// A record of the named groups: a text, of several matches a cell of texts.
Value names_of(const std::vector<Match>& found, const Pattern& p) {
  auto record = std::make_shared<Record>();
  for (std::size_t g = 0; g < p.names.size(); ++g) {
    if (p.names[g].empty()) continue;
    std::vector<Value> texts;
    for (const auto& m : found) texts.push_back(Value(m[g + 1].str()));
    record->fields.emplace_back(p.names[g], texts.size() == 1 ? texts[0]
                                            : texts.empty()   ? Value(std::string())
                                                              : cell_of_values(std::move(texts)));
  }
  return Value(record);
}
Value split_of(const std::string& s, const std::vector<Match>& found) {
  std::vector<Value> parts;
  std::size_t at = 0;
  for (const auto& m : found) {
    parts.push_back(Value(s.substr(at, std::size_t(m.position(0)) - at)));
    at = std::size_t(m.position(0) + m.length(0));
  }
  parts.push_back(Value(s.substr(at)));
  return cell_of_values(std::move(parts));
}

constexpr const char* kKinds[] = {"start", "end", "tokenextents", "match", "tokens", "names", "split"};

Value result_of(const std::string& kind, const std::string& s, const std::vector<Match>& found, const Pattern& p,
                bool once) {
  if (kind == "names") return names_of(found, p);
  if (kind == "split") return split_of(s, found);
  const bool places = kind == "start" || kind == "end";
  std::vector<std::int64_t> ints;
  std::vector<Value> items;
  for (const auto& m : found) {
    if (places)
      ints.push_back(m.position(0) + (kind == "end" ? m.length(0) - 1 : 0));
    else
      items.push_back(kind == "match" ? Value(m.str(0)) : kind == "tokens" ? tokens_of(m) : token_extents(m));
  }
  if (!once) return places ? int_vector(ints) : cell_of_values(std::move(items));
  if (places) return ints.empty() ? int_vector({}) : Value(Number::integer(ints[0]));
  if (!items.empty()) return items[0];
  return kind == "match" ? Value(std::string()) : kind == "tokens" ? cell_of_values({}) : int_vector({});
}

// [start, end, tokenExtents, match, tokens, names, split] = regexp(s, pattern, option, ..): those that the options name
// first, in their order.
Results search(CallContext& c, Args& a, const char* name, bool any_case) {
  want_arguments(c, a, name, 2, 12);
  bool once = false;
  std::vector<std::string> wanted;
  for (std::size_t k = 2; k < a.size(); ++k) {
    std::string option = text_of(c, a[k], "an option");
    std::transform(option.begin(), option.end(), option.begin(),
                   [](unsigned char ch) { return char(std::tolower(ch)); });
    if (option == "once")
      once = true;
    else if (option == "ignorecase")
      any_case = true;
    else if (option == "matchcase")
      any_case = false;
    else if (std::find(std::begin(kKinds), std::end(kKinds), option) != std::end(kKinds))
      wanted.push_back(option);
    else
      fail("Q0404", c.span, fmt::format("'{}' has no option '{}'", name, *if_text(a[k])),
           "start, end, tokenExtents, match, tokens, names, split, once, ignorecase");
  }
  for (const char* kind : kKinds)
    if (std::find(wanted.begin(), wanted.end(), kind) == wanted.end()) wanted.push_back(kind);
  const std::string& s = subject_of(c, a[0]);
  const Pattern p = pattern_of(c, text_of(c, a[1], "the pattern"), any_case);
  const auto found = matches_of(c, s, p, once);
  Results out;
  for (std::size_t k = 0; k < std::max<std::size_t>(std::size_t(c.outputs), 1) && k < wanted.size(); ++k)
    out.push_back(result_of(wanted[k], s, found, p, once));
  return out;
}
Results regexp(CallContext& c, Args& a) { return search(c, a, "regexp", false); }
Results regexpi(CallContext& c, Args& a) { return search(c, a, "regexpi", true); }

// ---- replacing ----------------------------------------------------------------------------------------------------

// The new text with $0 .. $9 for what matched; a backslash takes the next letter as it stands, \n and \t are a line end
// and a tab.
std::string replaced_by(const std::string& by, const Match& m) {
  std::string out;
  for (std::size_t at = 0; at < by.size(); ++at) {
    const bool more = at + 1 < by.size();
    if (by[at] == '$' && more && std::isdigit(static_cast<unsigned char>(by[at + 1]))) {
      const std::size_t group = std::size_t(by[++at] - '0');
      if (group < m.size()) out += m[group].str();
    } else if (by[at] == '\\' && more) {
      const char next = by[++at];
      out += next == 'n' ? '\n' : next == 't' ? '\t' : next;
    } else {
      out += by[at];
    }
  }
  return out;
}

// regexprep(s, pattern, new, "once", "ignorecase"): of a cell each text.
Results regexprep(CallContext& c, Args& a) {
  want_arguments(c, a, "regexprep", 3, 5);
  bool once = false, any_case = false;
  for (std::size_t k = 3; k < a.size(); ++k) {
    const std::string& option = text_of(c, a[k], "an option");
    if (option == "once")
      once = true;
    else if (option == "ignorecase")
      any_case = true;
    else
      fail("Q0404", c.span, fmt::format("'regexprep' has no option '{}'", option), "once, ignorecase");
  }
  const Pattern p = pattern_of(c, text_of(c, a[1], "the pattern"), any_case);
  const std::string& by = text_of(c, a[2], "the new text");
  const auto one = [&](const Value& v) {
    const std::string& s = subject_of(c, v);
    std::string out;
    std::size_t at = 0;
    for (const auto& m : matches_of(c, s, p, once)) {
      out += s.substr(at, std::size_t(m.position(0)) - at) + replaced_by(by, m);
      at = std::size_t(m.position(0) + m.length(0));
    }
    return Value(out + s.substr(at));
  };
  auto* cell = std::get_if<std::shared_ptr<Cell>>(&a[0].v);
  if (!cell) return {one(a[0])};
  std::vector<Value> items;
  for (const Value& item : (*cell)->items) items.push_back(one(item));
  const Value out = cell_of_values(std::move(items));
  std::get<std::shared_ptr<Cell>>(out.v)->dims = (*cell)->dims;
  return {out};
}

}  // namespace

const BuiltinTable& pattern_builtins() {
  static const BuiltinTable table = {{"regexp", regexp}, {"regexpi", regexpi}, {"regexprep", regexprep}};
  return table;
}

}  // namespace qc::host
