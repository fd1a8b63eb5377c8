// Text: printing, formatting, strings; errors and assertions; the clock.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <ctime>

#include "host/arrays/arith.h"
#include "host/builtins/families.h"
#include "host/context/builtin_state.h"
#include "host/text/printf.h"
#include "support/long_text.h"
#include "support/stop.h"
#include "support/visible_text.h"

namespace qc::host {

namespace {

void write(const CallContext& c, const std::string& text) {
  if (c.session.sinks().out) c.session.sinks().out(text);
}

// ---- formats ------------------------------------------------------------------------------------------------------

// MATLAB's identifier before a message, "toolbox:function:reason": words with colons between them.
bool is_identifier(const std::string& text) {
  bool colon = false, word = false;
  for (const char ch : text) {
    if (ch == ':' && !word) return false;
    colon = colon || ch == ':';
    word = ch != ':';
    if (word && !std::isalnum(static_cast<unsigned char>(ch)) && ch != '_' && ch != '-') return false;
  }
  return colon && word && std::isalpha(static_cast<unsigned char>(text[0])) != 0;
}

// A message: one string as it stands; a format with its values; values without a format one after another; an
// identifier before a text is left out.
std::string message(const CallContext& c, const Args& a, std::size_t from) {
  if (a.size() > from + 1) {
    auto *id = if_text(a[from]), *text = if_text(a[from + 1]);
    if (id && text && is_identifier(*id) && !text->empty() && text->front() != ' ') return message(c, a, from + 1);
  }
  auto* f = if_text(a[from]);
  if (f && a.size() > from + 1 && f->find('%') != std::string::npos)
    return format_printf(*f, {a.begin() + std::ptrdiff_t(from) + 1, a.end()}, c.span);
  std::string out;
  for (std::size_t k = from; k < a.size(); ++k) out += format_value(a[k]);
  return out;
}

Results printf_(CallContext& c, Args& a) {
  write(c, formatted_text(c, a, "printf"));
  return {};
}
// A text of any length, which `{Value(text)}` would copy.
Results long_text(std::string text) {
  Results r;
  r.emplace_back(std::move(text));
  return r;
}
Results sprintf_(CallContext& c, Args& a) { return long_text(formatted_text(c, a, "sprintf")); }
Results disp(CallContext& c, Args& a) {
  want_arguments(c, a, "disp", 1, 1);
  write(c, format_value(a[0]) + "\n");
  return {};
}

Results error(CallContext& c, Args& a) {
  if (a.empty()) want_arguments(c, a, "error", 1, 16);
  fail("Q0403", c.span, message(c, a, 0));
}
Results assert_(CallContext& c, Args& a) {
  if (a.empty()) want_arguments(c, a, "assert", 1, 16);
  if (!to_bool(a[0], c.span)) fail("Q0403", c.span, a.size() > 1 ? message(c, a, 1) : "the assertion failed");
  return {};
}
Results warning(CallContext& c, Args& a) {
  if (a.empty()) want_arguments(c, a, "warning", 1, 16);
  if (c.session.sinks().log) c.session.sinks().log("warning: " + visible(message(c, a, 0)) + "\n");
  return {};
}

// ---- numbers and text ---------------------------------------------------------------------------------------------

// Four digits behind the point, fewer where they are zeros: as many significant ones as that takes for the largest
// element.
std::string number_text(const Number& n, int digits) {
  if (!is_float(n.type) && !n.complex) return std::to_string(n.i);
  const std::string re = fmt::format("{:.{}g}", n.as_double(), digits);
  if (!n.complex) return re == "-nan" ? "nan" : re;
  return re + (n.im < 0 || std::signbit(n.im) ? "-" : "+") + fmt::format("{:.{}g}i", std::fabs(n.im), digits);
}

// num2str(x), num2str(x, significant digits), num2str(x, format): two blanks between the elements of a row, a line a
// row.
Results num2str(CallContext& c, Args& a) {
  want_arguments(c, a, "num2str", 1, 2);
  if (if_text(a[0])) return {a[0]};
  const ArrayP x = array_of(c, a[0]);
  if (a.size() == 2 && if_text(a[1])) return {Value(format_printf(*if_text(a[1]), {a[0]}, c.span))};
  const void* data = x->buffer->host_read();
  double largest = 0;
  for (std::int64_t i = 0; i < x->count(); ++i)
    if (const double v = std::fabs(get_element(*x, data, i).as_double()); std::isfinite(v))
      largest = std::max(largest, v);
  int digits = largest > 0 ? std::clamp(int(std::floor(std::log10(largest))) + 5, 5, 16) : 5;
  if (a.size() == 2) digits = int(std::clamp<std::int64_t>(to_index(a[1], c.span), 1, 40));
  const std::int64_t columns = x->dims.empty() ? 1 : x->dims.back();
  LongText out;
  SeldomStopped stopped;
  for (std::int64_t i = 0; i < x->count(); ++i) {
    stopped.check();
    if (i) out += i % columns == 0 ? "\n" : "  ";
    out += number_text(get_element(*x, data, i), digits);
  }
  return long_text(out.take());
}
Results int2str(CallContext& c, Args& a) {
  want_arguments(c, a, "int2str", 1, 1);
  const Number n = to_number(a[0], c.span);
  if (!is_float(n.type)) return {Value(std::to_string(n.i))};
  const double whole = std::round(n.as_double());
  return {Value(whole == 0 ? "0" : std::isnan(whole) ? "nan" : fmt::format("{:.0f}", whole))};  // no zero with a sign
}
// "[1,2;3,4]": text that reads back
Results mat2str(CallContext& c, Args& a) {
  want_arguments(c, a, "mat2str", 1, 1);
  const ArrayP x = array_of(c, a[0]);
  const void* data = x->buffer->host_read();
  const std::int64_t columns = x->dims.back();
  const bool rows = x->dims.size() > 1;
  LongText out;
  out += rows ? "[[" : "[";
  SeldomStopped stopped;
  for (std::int64_t i = 0; i < x->count(); ++i) {
    stopped.check();
    if (i) out += i % columns == 0 ? "],[" : ",";
    out += format_number(get_element(*x, data, i));
  }
  out += rows ? "]]" : "]";
  return long_text(out.take());
}

std::string trimmed(const std::string& s) {
  const char* blanks = " \t\r\n";
  const auto from = s.find_first_not_of(blanks);
  return from == std::string::npos ? "" : s.substr(from, s.find_last_not_of(blanks) - from + 1);
}
std::optional<double> parsed(std::string text) {
  text = trimmed(text);
  if (!text.empty() && text[0] == '+') text.erase(0, 1);
  double v = 0;
  const auto r = std::from_chars(text.data(), text.data() + text.size(), v);
  if (text.empty() || r.ptr != text.data() + text.size() || r.ec == std::errc::invalid_argument) return {};
  return r.ec == std::errc::result_out_of_range ? std::strtod(text.c_str(), nullptr) : v;
}
// The number that the text is; nan when it is none.
Results str2double(CallContext& c, Args& a) {
  want_arguments(c, a, "str2double", 1, 1);
  return {float_value(c, parsed(text_of(c, a[0], "what is read as a number")).value_or(std::nan("")))};
}
// One number, or a row of them between brackets, commas and blanks.
Results str2num(CallContext& c, Args& a) {
  want_arguments(c, a, "str2num", 1, 1);
  std::string text = text_of(c, a[0], "what is read as a number");
  std::vector<double> out;
  std::string word;
  bool whole = true;
  SeldomStopped stopped;
  for (char& ch : text)
    if (ch == '[' || ch == ']' || ch == ',' || ch == ';' || std::isspace(static_cast<unsigned char>(ch))) ch = ' ';
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != ' ') {
      word += text[i];
      continue;
    }
    if (word.empty()) continue;
    stopped.check();
    const auto v = parsed(word);
    if (!v) fail("Q0404", c.span, fmt::format("'{}' is not a number", word));
    whole = whole && std::floor(*v) == *v && word.find_first_of(".eE") == std::string::npos;
    out.push_back(*v);
    word.clear();
  }
  if (whole && std::all_of(out.begin(), out.end(), [](double v) { return std::fabs(v) < 9e15; })) {
    std::vector<std::int64_t> ints(out.begin(), out.end());
    if (ints.size() == 1) return {Value(Number::integer(ints[0]))};
    return {int_vector(ints)};
  }
  return {out.size() == 1 ? float_value(c, out[0]) : float_vector(c, out)};
}

// ---- strings ------------------------------------------------------------------------------------------------------

Results strcat_(CallContext&, Args& a) {
  std::string s;
  for (const Value& v : a) s += format_value(v);
  return {Value(s)};
}
template <int (*f)(int)>
Results mapped(CallContext& c, Args& a) {
  want_arguments(c, a, "the function", 1, 1);
  std::string s = text_of(c, a[0], "the argument");
  for (char& ch : s)
    if (static_cast<unsigned char>(ch) < 128) ch = char(f(ch));
  return {Value(s)};
}
Results strtrim(CallContext& c, Args& a) {
  want_arguments(c, a, "strtrim", 1, 1);
  return {Value(trimmed(text_of(c, a[0], "the argument")))};
}
Results strrep(CallContext& c, Args& a) {
  want_arguments(c, a, "strrep", 3, 3);
  const std::string &s = text_of(c, a[0], "the text"), &from = text_of(c, a[1], "what is replaced"),
                    &to = text_of(c, a[2], "the new text");
  if (from.empty()) return {Value(s)};
  LongText out;
  std::size_t at = 0;
  SeldomStopped stopped;
  for (std::size_t hit; (hit = s.find(from, at)) != std::string::npos; at = hit + from.size()) {
    stopped.check();
    out += std::string_view(s).substr(at, hit - at);
    out += to;
  }
  out += std::string_view(s).substr(at);
  return long_text(out.take());
}
// Places of a text in another, from 0.
Results strfind(CallContext& c, Args& a) {
  want_arguments(c, a, "strfind", 2, 2);
  const std::string &s = text_of(c, a[0], "the text"), &what = text_of(c, a[1], "what is searched");
  std::vector<std::int64_t> out;
  SeldomStopped stopped;
  if (!what.empty())
    for (std::size_t hit = s.find(what); hit != std::string::npos; hit = s.find(what, hit + 1)) {
      stopped.check();
      out.push_back(std::int64_t(hit));
    }
  return {int_vector(out)};
}
Value cell_of(std::vector<Value> items) {
  auto cell = std::make_shared<Cell>();
  cell->dims = {std::int64_t(items.size())};
  cell->items = std::move(items);
  return Value(cell);
}
// strsplit(text), strsplit(text, separator): a cell of the parts
Results strsplit(CallContext& c, Args& a) {
  want_arguments(c, a, "strsplit", 1, 2);
  const std::string& s = text_of(c, a[0], "the text");
  const std::string by = a.size() == 2 ? text_of(c, a[1], "the separator") : " ";
  if (by.empty()) fail("Q0404", c.span, "an empty separator");
  std::vector<Value> parts;
  std::size_t at = 0;
  SeldomStopped stopped;
  for (std::size_t hit; (hit = s.find(by, at)) != std::string::npos; at = hit + by.size()) {
    stopped.check();
    parts.push_back(Value(s.substr(at, hit - at)));
  }
  parts.push_back(Value(s.substr(at)));
  return {cell_of(std::move(parts))};
}
// args(): the words of the command line after the program's file, in a cell
Results args(CallContext& c, Args& a) {
  want_arguments(c, a, "args", 0, 0);
  std::vector<Value> words;
  if (const auto& given = c.session.builtin_state().arguments)
    for (const auto& word : *given) words.push_back(Value(word));
  return {cell_of(std::move(words))};
}
Results strjoin(CallContext& c, Args& a) {
  want_arguments(c, a, "strjoin", 1, 2);
  auto* cell = std::get_if<std::shared_ptr<Cell>>(&a[0].v);
  if (!cell) fail("Q0301", c.span, "'strjoin' joins the items of a cell");
  const std::string by = a.size() == 2 ? text_of(c, a[1], "the separator") : " ";
  LongText out;
  SeldomStopped stopped;
  for (std::size_t k = 0; k < (*cell)->items.size(); ++k) {
    stopped.check();
    if (k) out += by;
    out += format_value((*cell)->items[k]);
  }
  return long_text(out.take());
}
std::string folded(std::string s) {
  for (char& ch : s)
    if (static_cast<unsigned char>(ch) < 128) ch = char(std::tolower(ch));
  return s;
}
template <class F>
Results compared(CallContext& c, Args& a, const char* name, const F& f) {
  want_arguments(c, a, name, 2, 2);
  const auto alike = [&](const Value& p, const Value& q) {
    auto *x = if_text(p), *y = if_text(q);
    return x && y && f(*x, *y);
  };
  // Of a cell each item, with the other text or the item at the same place.
  auto *p = std::get_if<std::shared_ptr<Cell>>(&a[0].v), *q = std::get_if<std::shared_ptr<Cell>>(&a[1].v);
  if (!p && !q) return {Value(Number::boolean(alike(a[0], a[1])))};
  const Cell& cell = p ? **p : **q;
  if (p && q && (*p)->items.size() != (*q)->items.size())
    fail("Q0302", c.span,
         fmt::format("'{}' of cells of {} and {} items", name, (*p)->items.size(), (*q)->items.size()));
  const ArrayP mask = make_array(Elem::Bool, cell.dims);
  auto* out = static_cast<std::uint8_t*>(mask->buffer->host_write());
  for (std::size_t k = 0; k < cell.items.size(); ++k)
    out[k] = alike(p ? (*p)->items[k] : a[0], q ? (*q)->items[k] : a[1]);
  return {Value(mask)};
}
Results strcmp_(CallContext& c, Args& a) {
  return compared(c, a, "strcmp", [](auto& x, auto& y) { return x == y; });
}
Results strcmpi(CallContext& c, Args& a) {
  return compared(c, a, "strcmpi", [](auto& x, auto& y) { return folded(x) == folded(y); });
}
Results startswith(CallContext& c, Args& a) {
  return compared(c, a, "startswith", [](auto& x, auto& y) { return x.starts_with(y); });
}
Results endswith(CallContext& c, Args& a) {
  return compared(c, a, "endswith", [](auto& x, auto& y) { return x.ends_with(y); });
}

// ---- what a value is ----------------------------------------------------------------------------------------------

template <class F>
Results question(CallContext& c, Args& a, const F& f) {
  want_arguments(c, a, "the function", 1, 1);
  return {Value(Number::boolean(f(a[0])))};
}
bool is_number(const Value& v) {
  return std::holds_alternative<Number>(v.v) || std::holds_alternative<Pending>(v.v) ||
         std::holds_alternative<ArrayP>(v.v);
}
Results isstring(CallContext& c, Args& a) {
  return question(c, a, [](const Value& v) { return if_text(v) != nullptr; });
}
Results isnumeric(CallContext& c, Args& a) { return question(c, a, is_number); }
Results iscell(CallContext& c, Args& a) {
  return question(c, a, [](const Value& v) { return std::holds_alternative<std::shared_ptr<Cell>>(v.v); });
}
Results isobject(CallContext& c, Args& a) {
  return question(c, a, [](const Value& v) { return std::holds_alternative<std::shared_ptr<Record>>(v.v); });
}
Results isfunction(CallContext& c, Args& a) {
  return question(c, a, [](const Value& v) { return std::holds_alternative<std::shared_ptr<Closure>>(v.v); });
}
// The largest extent; of a text its bytes.
Results length(CallContext& c, Args& a) {
  want_arguments(c, a, "length", 1, 1);
  if (auto* s = if_text(a[0])) return {Value(Number::integer(std::int64_t(s->size())))};
  std::vector<std::int64_t> dims;
  if (auto* cell = std::get_if<std::shared_ptr<Cell>>(&a[0].v))
    dims = (*cell)->dims;
  else
    dims = array_of(c, a[0])->dims;
  const bool empty = std::find(dims.begin(), dims.end(), 0) != dims.end();
  return {Value(Number::integer(empty || dims.empty() ? 0 : *std::max_element(dims.begin(), dims.end())))};
}

// ---- time ---------------------------------------------------------------------------------------------------------

double milliseconds(std::chrono::steady_clock::duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}

// t = tic() gives the moment for toc(t), a double. Both wait for the device: what is measured is work done, not work
// asked for.
Results tic(CallContext& c, Args&) {
  c.session.finish_launches();
  const auto now = std::chrono::steady_clock::now();
  c.session.builtin_state().started = now;
  if (c.outputs == 0) return {};
  return {Value(Number::real(milliseconds(now.time_since_epoch()), Elem::F64))};
}
// toc() as a statement prints the milliseconds since tic(); toc("") and toc() in an expression give them, toc(t) those
// since t = tic().
Results toc(CallContext& c, Args& a) {
  c.session.finish_launches();
  const auto now = std::chrono::steady_clock::now();
  auto* since = a.empty() ? nullptr : std::get_if<Number>(&a[0].v);
  const double ms = since ? milliseconds(now.time_since_epoch()) - since->as_double()
                          : milliseconds(now - c.session.builtin_state().started);
  if (c.outputs > 0) return {float_value(c, ms)};
  auto* label = a.empty() ? nullptr : std::get_if<std::string>(&a[0].v);
  write(c, label && !label->empty() ? fmt::format("{}: {:.3f} ms\n", *label, ms) : fmt::format("{:.3f} ms\n", ms));
  return {};
}
// Seconds since 1970, as a double.
Results time_(CallContext& c, Args&) {
  c.session.finish_launches();
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {Value(Number::real(std::chrono::duration<double>(now).count(), Elem::F64))};
}
// [year, month, day, hour, minute, second] of the local time
Results clock_(CallContext& c, Args&) {
  const std::time_t now = std::time(nullptr);
  std::tm t{};
  localtime_r(&now, &t);
  return {float_vector(c, {t.tm_year + 1900.0, t.tm_mon + 1.0, double(t.tm_mday), double(t.tm_hour), double(t.tm_min),
                           double(t.tm_sec)})};
}
Results datestr(CallContext&, Args&) {
  const std::time_t now = std::time(nullptr);
  std::tm t{};
  localtime_r(&now, &t);
  char text[64];
  std::strftime(text, sizeof text, "%d-%b-%Y %H:%M:%S", &t);
  return {Value(std::string(text))};
}

}  // namespace

const BuiltinTable& text_builtins() {
  static const BuiltinTable table = {{"printf", printf_},
                                     {"sprintf", sprintf_},
                                     {"disp", disp},
                                     {"error", error},
                                     {"assert", assert_},
                                     {"warning", warning},
                                     {"num2str", num2str},
                                     {"int2str", int2str},
                                     {"mat2str", mat2str},
                                     {"str2num", str2num},
                                     {"str2double", str2double},
                                     {"strcat", strcat_},
                                     {"upper", mapped<std::toupper>},
                                     {"lower", mapped<std::tolower>},
                                     {"strtrim", strtrim},
                                     {"strrep", strrep},
                                     {"strfind", strfind},
                                     {"args", args},
                                     {"strsplit", strsplit},
                                     {"strjoin", strjoin},
                                     {"strcmp", strcmp_},
                                     {"strcmpi", strcmpi},
                                     {"startswith", startswith},
                                     {"endswith", endswith},
                                     {"isstring", isstring},
                                     {"ischar", isstring},
                                     {"isnumeric", isnumeric},
                                     {"iscell", iscell},
                                     {"isobject", isobject},
                                     {"isfunction", isfunction},
                                     {"length", length},
                                     {"tic", tic},
                                     {"toc", toc},
                                     {"time", time_},
                                     {"clock", clock_},
                                     {"datestr", datestr}};
  return table;
}

}  // namespace qc::host
