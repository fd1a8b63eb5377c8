#include "show_value.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "host/arrays/arith.h"
#include "image_preview.h"

namespace qc::tool {
namespace {

using host::Array;
using host::Value;

constexpr std::int64_t kMostOfRow = 40;       // elements of a vec that is shown whole
constexpr std::int64_t kMostRows = 20;        // rows of a matrix, items of a cell that are shown whole
constexpr std::int64_t kHead = 5, kTail = 3;  // rows otherwise
constexpr std::size_t kMostText = 2000;       // bytes of a string
constexpr int kDeepest = 4;                   // of cells and records inside each other
constexpr std::int64_t kMostPixels = std::int64_t(1) << 26;

std::string extents(const std::vector<std::int64_t>& dims) { return fmt::format("{}", fmt::join(dims, " x ")); }

// Elements [from, to) of an array as text; of what lies on a GPU these alone come.
std::vector<std::string> elements(const Array& a, std::int64_t from, std::int64_t to) {
  const std::size_t size = std::size_t(byte_size(a.elem)) * (a.complex ? 2 : 1);
  std::vector<std::uint64_t> room((std::size_t(to - from) * size + 7) / 8 + 1);
  const void* data = a.buffer->host_read_part(std::size_t(from) * size, std::size_t(to - from) * size, room.data());
  std::vector<std::string> out;
  for (std::int64_t i = 0; i < to - from; ++i) out.push_back(host::format_number(host::get_element(a, data, i)));
  return out;
}

std::string row_of(const std::vector<std::string>& cells, std::size_t width) {
  std::string s = "[";
  for (std::size_t i = 0; i < cells.size(); ++i) s += fmt::format("{}{:>{}}", i == 0 ? "" : ",", cells[i], width);
  return s + "]";
}

std::string long_row(const Array& a) {
  const std::int64_t n = a.count();
  std::vector<std::string> cells = elements(a, 0, 10), tail = elements(a, n - kTail, n);
  cells.push_back(" .. ");
  cells.insert(cells.end(), tail.begin(), tail.end());
  std::string text = row_of(cells, 0);
  return text;
}

// Rows of an array of two dimensions or more. At most kHead + kTail of them, and of each as many elements as fit.
std::string cut_rows(const Array& a, int width) {
  const std::int64_t columns = a.dims.back(), rows = a.count() / columns, rank = std::int64_t(a.dims.size());
  std::vector<std::int64_t> chosen;
  for (std::int64_t r = 0; r < rows; ++r) {
    if (rows > kMostRows && r == kHead) r = rows - kTail;
    chosen.push_back(r);
  }
  const bool all_columns = columns <= kMostOfRow;
  const std::int64_t ahead = all_columns ? columns : std::min<std::int64_t>(columns, kMostOfRow / 2);
  std::vector<std::vector<std::string>> cells;
  std::size_t longest = 1;
  for (const std::int64_t r : chosen) {
    auto row = elements(a, r * columns, r * columns + ahead);
    if (!all_columns)
      for (auto& last : elements(a, (r + 1) * columns - 2, (r + 1) * columns)) row.push_back(std::move(last));
    for (const auto& c : row) longest = std::max(longest, c.size());
    cells.push_back(std::move(row));
  }
  const std::size_t fit = std::max<std::size_t>(3, (std::size_t(width) - 8) / (longest + 1));  // elements of a line
  std::string text;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    if (k > 0 && chosen[k] != chosen[k - 1] + 1) text += " ..\n";
    if (rank > 2) {  // where it stands
      std::string place;
      std::int64_t rest = chosen[k];
      for (std::int64_t d = rank - 2; d >= 0; --d) {
        place = fmt::format("{},", rest % a.dims[std::size_t(d)]) + place;
        rest /= a.dims[std::size_t(d)];
      }
      text += "[" + place + ":] ";
    }
    std::vector<std::string> row = cells[k];
    if (!all_columns || row.size() > fit) {
      const std::size_t head = std::min(fit - 2, all_columns ? row.size() - 2 : row.size() - 2);
      std::string line = "[";
      for (std::size_t i = 0; i < head; ++i) line += fmt::format("{:>{}},", row[i], longest);
      line += fmt::format(" .. ,{:>{}},{:>{}}]", row[row.size() - 2], longest, row.back(), longest);
      text += line + "\n";
    } else {
      text += row_of(row, longest) + "\n";
    }
  }
  return text;
}

bool is_image(const Array& a) {
  if (a.dims.size() != 3 || a.complex || a.count() > kMostPixels) return false;
  const std::int64_t channels = a.dims[2];
  return (channels == 1 || channels == 3 || channels == 4) && a.dims[0] >= 8 && a.dims[1] >= 8 &&
         a.dims[0] * a.dims[1] >= 256;
}

std::string image(const Array& a, const Screen& screen) {
  const void* data = a.buffer->host_read();
  double low = 0, high = 0, sum = 0;
  const std::int64_t n = a.count();
  for (std::int64_t i = 0; i < n; ++i) {
    const double v = host::get_element(a, data, i).as_double();
    if (i == 0 || v < low) low = v;
    if (i == 0 || v > high) high = v;
    sum += v;
  }
  std::string text = fmt::format(", {:.6g} .. {:.6g}, mean {:.6g}\n", low, high, sum / double(n));
  if (!std::isfinite(low) || !std::isfinite(high)) return text;
  const double scale = high <= 1 ? 255 : high > 255 ? 255 / high : 1;
  const std::int64_t width = a.dims[1], channels = a.dims[2];
  const auto level = [&](std::int64_t i, std::int64_t j, int c) {
    return scale * host::get_element(a, data, (i * width + j) * channels + c).as_double();
  };
  return text + drawn({a.dims[0], width, channels == 1, level}, screen);
}

std::string shown_array(const std::string& name, const Array& a, Elem scalar, const Screen& screen,
                        const Value& value) {
  const std::int64_t n = a.count();
  const std::string equals = name.empty() ? "" : name + " = ";
  if (n == 0 && a.dims.size() == 1) return equals + "[]\n";
  if (n == 0) return equals + fmt::format("[] ({})\n", extents(a.dims));
  if (is_image(a)) return equals + described(value, scalar) + image(a, screen);
  if (a.dims.size() == 1) {
    if (n <= kMostOfRow) return equals + host::format_value(value) + "\n";
    return equals + described(value, scalar) + ": " + long_row(a) + "\n";
  }
  const std::int64_t columns = a.dims.back(), rows = n / columns;
  if (a.dims.size() == 2 && rows <= kMostRows && columns <= kMostOfRow) {
    const std::string text = host::format_value(value);
    if (text.find('\n') == std::string::npos) return equals + text + "\n";
    if (text.find('\n') <= std::size_t(screen.width)) return (name.empty() ? "" : name + " =\n") + text + "\n";
  }
  if (a.dims.size() > 2 && rows <= kMostRows && columns <= kMostOfRow) {
    const std::string text = host::format_value(value);
    return (name.empty() ? "" : name + " =\n") + text + "\n";
  }
  return equals + described(value, scalar) + "\n" + cut_rows(a, screen.width);
}

// How many numbers and texts a value is made of, as far as `most`.
std::int64_t parts_of(const Value& v, std::int64_t most, int depth = 0) {
  if (depth > kDeepest) return most + 1;
  std::int64_t n = 1;
  if (auto* a = std::get_if<host::ArrayP>(&v.v)) return (*a)->count();
  if (auto* c = std::get_if<std::shared_ptr<host::Cell>>(&v.v))
    for (const Value& item : (*c)->items)
      if ((n += parts_of(item, most, depth + 1)) > most) break;
  if (auto* r = std::get_if<std::shared_ptr<host::Record>>(&v.v))
    for (const auto& [name, field] : (*r)->fields)
      if ((n += parts_of(field, most, depth + 1)) > most) break;
  if (auto* s = std::get_if<std::string>(&v.v)) n += std::int64_t(s->size() / 40);
  return n;
}

// One item of a large cell or record, in one line.
std::string item_line(const Value& v, Elem scalar) {
  if (parts_of(v, 12) <= 12) {
    std::string text =
        std::holds_alternative<std::string>(v.v) ? "\"" + std::get<std::string>(v.v) + "\"" : host::format_value(v);
    if (std::holds_alternative<host::Nothing>(v.v)) text = "nullptr";
    if (text.find('\n') == std::string::npos) return text;
  }
  return described(v, scalar);
}

std::string shown_items(const std::vector<std::pair<std::string, const Value*>>& items, Elem scalar) {
  std::string text;
  const std::size_t n = items.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (n > std::size_t(kMostRows) && k == std::size_t(kHead)) {
      text += "  ..\n";
      k = n - std::size_t(kTail);
    }
    text += "  " + items[k].first + item_line(*items[k].second, scalar) + "\n";
  }
  return text;
}

bool names_utf8(const char* name) {
  const char* value = std::getenv(name);
  if (!value) return false;
  std::string text(value);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return text.find("utf-8") != std::string::npos || text.find("utf8") != std::string::npos;
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}
bool given(const char* name) { return !variable(name).empty(); }

}  // namespace

Screen screen_of_terminal() {
  Screen screen;
  if (!isatty(STDOUT_FILENO)) return screen;
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) screen.width = size.ws_col;
  screen.unicode = given("LC_ALL")     ? names_utf8("LC_ALL")
                   : given("LC_CTYPE") ? names_utf8("LC_CTYPE")
                                       : names_utf8("LANG");
  if (given("NO_COLOR")) return screen;
  const std::string depth = variable("COLORTERM");
  if (depth == "truecolor" || depth == "24bit")
    screen.colours = Screen::Colours::True;
  else if (variable("TERM").find("256color") != std::string::npos)
    screen.colours = Screen::Colours::Of256;
  screen.images = images_of_terminal(screen, variable);
  return screen;
}

Screen::Images images_of_terminal(const Screen& screen, const Variable& environment) {
  const bool text = screen.unicode && screen.colours != Screen::Colours::None;
  const auto in_text = text ? Screen::Images::HalfBlocks : Screen::Images::None;
  const std::string wanted = environment("QC_IMAGES"), term = environment("TERM"),
                    program = environment("TERM_PROGRAM");
  if (wanted == "kitty") return Screen::Images::Kitty;
  if (wanted == "sixel") return Screen::Images::Sixel;
  if (wanted == "blocks") return in_text;
  if (wanted == "none") return Screen::Images::None;
  // Inside tmux and screen the variables of the terminal around are there, what it draws is not.
  if (term.starts_with("tmux") || term.starts_with("screen") || !environment("TMUX").empty()) return in_text;
  if (term == "xterm-kitty" || term == "xterm-ghostty" || !environment("KITTY_WINDOW_ID").empty())
    return Screen::Images::Kitty;
  for (const char* draws : {"foot", "mlterm", "contour", "yaft"})
    if (term.starts_with(draws)) return Screen::Images::Sixel;
  return program == "WezTerm" ? Screen::Images::Sixel : in_text;
}

std::string described(const Value& value, Elem scalar) {
  if (auto* a = std::get_if<host::ArrayP>(&value.v))
    return type_name(host::type_of(value), scalar) + " " + extents((*a)->dims);
  if (auto* c = std::get_if<std::shared_ptr<host::Cell>>(&value.v)) return "cell of " + extents((*c)->dims);
  if (auto* r = std::get_if<std::shared_ptr<host::Record>>(&value.v))
    return fmt::format("{} with {} field{}", (*r)->type_name.empty() ? "object" : (*r)->type_name, (*r)->fields.size(),
                       (*r)->fields.size() == 1 ? "" : "s");
  if (auto* s = std::get_if<std::string>(&value.v))
    return fmt::format("string of {} byte{}", s->size(), s->size() == 1 ? "" : "s");
  if (auto* f = std::get_if<std::shared_ptr<host::Closure>>(&value.v))
    return (*f)->name.empty() ? "function" : "function " + (*f)->name;
  if (std::holds_alternative<host::Nothing>(value.v)) return "nullptr";
  return host::host_type_name(host::host_type_of(value), scalar);
}

std::size_t bytes_of(const Value& value) {
  std::size_t n = 0;
  if (auto* a = std::get_if<host::ArrayP>(&value.v))
    n = std::size_t((*a)->count()) * std::size_t(byte_size((*a)->elem)) * ((*a)->complex ? 2 : 1);
  else if (auto* s = std::get_if<std::string>(&value.v))
    n = s->size();
  else if (auto* number = std::get_if<host::Number>(&value.v))
    n = std::size_t(byte_size(number->type)) * (number->complex ? 2 : 1);
  else if (auto* c = std::get_if<std::shared_ptr<host::Cell>>(&value.v)) {
    if (parts_of(value, 100000) <= 100000)
      for (const Value& item : (*c)->items) n += bytes_of(item);
  } else if (auto* r = std::get_if<std::shared_ptr<host::Record>>(&value.v)) {
    if (parts_of(value, 100000) <= 100000)
      for (const auto& [name, field] : (*r)->fields) n += bytes_of(field);
  }
  return n;
}

std::string shown(const std::string& name, const Value& value, Elem scalar, const Screen& screen) {
  const std::string equals = name.empty() ? "" : name + " = ";
  if (auto* a = std::get_if<host::ArrayP>(&value.v)) return shown_array(name, **a, scalar, screen, value);
  if (auto* s = std::get_if<std::string>(&value.v); s && s->size() > kMostText) {
    std::size_t end = kMostText;
    while (end > 0 && (static_cast<unsigned char>((*s)[end]) & 0xC0) == 0x80) --end;  // whole characters
    return equals + s->substr(0, end) + fmt::format(" .. ({} bytes)\n", s->size());
  }
  std::vector<std::pair<std::string, const Value*>> items;
  if (parts_of(value, 100) > 100) {
    if (auto* c = std::get_if<std::shared_ptr<host::Cell>>(&value.v)) {
      for (std::size_t k = 0; k < (*c)->items.size(); ++k) items.emplace_back(fmt::format("[{}] ", k), &(*c)->items[k]);
      return equals + described(value, scalar) + "\n" + shown_items(items, scalar);
    }
    if (auto* r = std::get_if<std::shared_ptr<host::Record>>(&value.v)) {
      for (const auto& [field, v] : (*r)->fields) items.emplace_back("." + field + " = ", &v);
      return equals + described(value, scalar) + "\n" + shown_items(items, scalar);
    }
  }
  const std::string text = host::format_value(value);
  if (text.find('\n') == std::string::npos || name.empty()) return equals + text + "\n";
  return name + " =\n" + text + "\n";
}

}  // namespace qc::tool
