// Values as text, the way `print` writes them (docs/language.md section 10).
#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "host/arrays/arith.h"
#include "value/value.h"

namespace qc::host {

namespace {

std::string shortest(double v, Elem type) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  char text[64];
  // Plain digits up to 15 of them, then whatever is shorter.
  const bool plain = std::fabs(v) < 1e15 && (v == 0 || std::fabs(v) >= 1e-5);
  const auto form = plain ? std::chars_format::fixed : std::chars_format::general;
  const auto r =
      type == Elem::F64 ? std::to_chars(text, text + 64, v, form) : std::to_chars(text, text + 64, float(v), form);
  std::string digits(text, r.ptr);
  if (const auto e = digits.find('e'); e != std::string::npos) {  // 1e-7 and 1e20, not 1e-07 and 1e+20
    if (digits[e + 2] == '0') digits.erase(e + 2, 1);
    if (digits[e + 1] == '+') digits.erase(e + 1, 1);
  }
  return digits;
}

constexpr std::int64_t kMaxShown = 1 << 20;  // elements; a larger array is a mistake to print

std::string row(const std::vector<std::string>& cells, std::size_t from, std::size_t to, std::size_t width) {
  std::string s = "[";
  for (std::size_t i = from; i < to; ++i) s += fmt::format("{}{:>{}}", i == from ? "" : ",", cells[i], width);
  return s + "]";
}

std::string format_array(const Array& a) {
  const std::int64_t n = a.count();
  if (n > kMaxShown) return fmt::format("<{} array of {} elements>", fmt::join(a.dims, " x "), n);
  const void* data = a.buffer->host_read();
  std::vector<std::string> cells;
  std::size_t width = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    cells.push_back(format_number(get_element(a, data, i)));
    width = std::max(width, cells.back().size());
  }
  if (a.dims.size() == 1) return row(cells, 0, cells.size(), 0);
  if (n == 0) return fmt::format("[] ({})", fmt::join(a.dims, " x "));
  const std::size_t columns = std::size_t(a.dims.back()), rows = cells.size() / columns;
  std::string s;
  for (std::size_t r = 0; r < rows; ++r) {
    if (a.dims.size() > 2 && r > 0 && r % std::size_t(a.dims[a.dims.size() - 2]) == 0) s += "\n";
    s += (r ? "\n" : "") + row(cells, r * columns, (r + 1) * columns, width);
  }
  return s;
}

constexpr int kDeepest = 32;  // of cells and records inside each other; references may form a ring

// A cell, a record, or what is inside one: strings in quotes there.
std::string format_inside(const Value& value, int depth) {
  if (depth > kDeepest) return "...";
  if (auto* c = std::get_if<std::shared_ptr<Cell>>(&value.v)) {
    std::string s = "`";
    for (const Value& v : (*c)->items) s += (s.size() > 1 ? ", " : "") + format_inside(v, depth + 1);
    return s + "'";
  }
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&value.v)) {
    std::string s = (*r)->type_name + "{";
    for (const auto& [name, v] : (*r)->fields)
      s += (s.back() != '{' ? ", " : "") + name + " = " + format_inside(v, depth + 1);
    return s + "}";
  }
  if (std::holds_alternative<Nothing>(value.v)) return depth > 0 ? "nullptr" : "";
  if (auto* s = std::get_if<std::string>(&value.v)) return fmt::format("\"{}\"", *s);
  return format_value(value);
}

}  // namespace

std::string format_number(const Number& n) {
  if (n.complex) {
    const std::string im = shortest(n.im, n.type);
    return shortest(n.re, n.type) + (im[0] == '-' ? "" : "+") + im + "i";
  }
  return is_float(n.type) ? shortest(n.re, n.type) : std::to_string(n.i);
}

std::string format_value(const Value& value) {
  if (auto* n = std::get_if<Number>(&value.v)) return format_number(*n);
  if (auto* p = std::get_if<Pending>(&value.v)) return format_number(resolve(*p));
  if (auto* s = std::get_if<std::string>(&value.v)) return *s;
  if (auto* a = std::get_if<ArrayP>(&value.v)) return format_array(**a);
  if (auto* c = std::get_if<std::shared_ptr<Closure>>(&value.v)) return "function " + (*c)->name;
  if (auto* t = std::get_if<HostTypeP>(&value.v)) return host_type_name(**t, (*t)->scalar);
  return format_inside(value, 0);
}

}  // namespace qc::host
