#include <charconv>
#include <cmath>
#include <cstring>

#include "io/bytes.h"
#include "support/stop.h"

namespace qc::io {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\r'; }
bool ends_field(char c) { return c == ',' || c == ';' || c == '\t' || c == ' '; }

// One line, field by field.
class Fields {
 public:
  Fields(const std::string& path, const char* from, const char* to, std::int64_t line)
      : path_(path), at_(from), end_(to), line_(line) {
    skip();
    while (end_ > at_ && (is_blank(end_[-1]) || end_[-1] == '\t')) --end_;
  }
  bool empty() const { return at_ == end_; }

  // The next number, or a field that is passed over; false after the last one.
  bool next(double& value, bool wanted) {
    if (done_) return false;
    ++field_;
    skip();
    const char* start = at_;
    while (at_ < end_ && !ends_field(*at_)) ++at_;
    value = start == at_ || !wanted ? 0 : number(start, at_);
    skip();
    if (at_ == end_)
      done_ = true;
    else if (*at_ == ',' || *at_ == ';' || *at_ == '\t')
      ++at_;
    return true;
  }

 private:
  void skip() {
    while (at_ < end_ && is_blank(*at_)) ++at_;
  }
  double number(const char* from, const char* to) const {
    if (*from == '+') ++from;
    double v = 0;
    const auto r = std::from_chars(from, to, v);
    if (r.ec == std::errc::result_out_of_range) return std::strtod(std::string(from, to).c_str(), nullptr);
    if (r.ec != std::errc() || r.ptr != to)
      broken_file(path_,
                  "line " + std::to_string(line_) + ", field " + std::to_string(field_) + " is not a number: '" +
                      shown(from, to) + "'",
                  "rows of headings can be left out: csvread(file, 1)");
    return v;
  }
  static std::string shown(const char* from, const char* to) {
    std::string text(from, std::min<std::size_t>(std::size_t(to - from), 40));
    for (char& c : text)
      if (c < ' ' || c > '~') c = '?';
    return text;
  }

  const std::string& path_;
  const char *at_, *end_;
  std::int64_t line_, field_ = 0;
  bool done_ = false;
};

std::string shortest(double v, bool single, int digits) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  char text[64];
  const auto r = digits > 0 ? std::to_chars(text, text + 64, v, std::chars_format::general, std::min(digits, 40))
                 : single   ? std::to_chars(text, text + 64, float(v))
                            : std::to_chars(text, text + 64, v);
  return {text, r.ptr};
}

}  // namespace

ArrayData read_csv(const std::string& path, std::int64_t skip_rows, std::int64_t skip_columns) {
  const std::vector<unsigned char> bytes = read_whole_file(path);
  const char* at = reinterpret_cast<const char*>(bytes.data());
  const char* end = at + bytes.size();
  if (bytes.size() >= 3 && std::memcmp(at, "\xef\xbb\xbf", 3) == 0) at += 3;
  std::vector<double> values;
  std::int64_t rows = 0, columns = -1;
  SeldomStopped stopped;
  for (std::int64_t line = 1; at < end; ++line) {
    const char* stop = static_cast<const char*>(std::memchr(at, '\n', std::size_t(end - at)));
    if (!stop) stop = end;
    Fields fields(path, at, stop, line);
    at = stop + 1;
    stopped.check();
    if (fields.empty() || line <= skip_rows) continue;
    const std::size_t before = values.size();
    double v = 0;
    std::int64_t k = 0;
    for (; fields.next(v, k >= skip_columns); ++k) {
      stopped.check();
      if (k >= skip_columns) values.push_back(v);
    }
    const std::int64_t found = std::int64_t(values.size() - before);
    if (columns >= 0 && found != columns)
      broken_file(path, "line " + std::to_string(line) + " has " + std::to_string(found) +
                            " numbers, the ones before it " + std::to_string(columns));
    columns = found;
    ++rows;
  }
  ArrayData out{
      {rows, std::max<std::int64_t>(columns, 0)}, Elem::F64, std::vector<std::byte>(values.size() * sizeof(double))};
  if (!values.empty()) std::memcpy(out.bytes.data(), values.data(), out.bytes.size());
  return out;
}

void write_csv(const std::string& path, const ArrayData& matrix, int digits) {
  const auto& d = matrix.dims;
  if (d.size() > 2) broken_file(path, "a table has 2 dimensions, the array has " + std::to_string(d.size()));
  const std::size_t columns = std::size_t(d.empty() ? 1 : d.back()), n = std::size_t(matrix.count());
  const auto text_of = [&](std::size_t i) -> std::string {
    const std::byte* at = matrix.bytes.data() + i * std::size_t(byte_size(matrix.elem));
    const auto integer = [&](auto v) {
      std::memcpy(&v, at, sizeof v);
      return std::to_string(v);
    };
    double v = 0;
    switch (matrix.elem) {
      case Elem::F64:
        std::memcpy(&v, at, 8);
        return shortest(v, false, digits);
      case Elem::Bool:
      case Elem::U8:
        return integer(std::uint8_t{});
      case Elem::I8:
        return integer(std::int8_t{});
      case Elem::I16:
        return integer(std::int16_t{});
      case Elem::U16:
        return integer(std::uint16_t{});
      case Elem::I32:
        return integer(std::int32_t{});
      case Elem::U32:
        return integer(std::uint32_t{});
      case Elem::I64:
        return integer(std::int64_t{});
      case Elem::U64:
        return integer(std::uint64_t{});
      default:
        break;
    }
    ArrayData one{{1}, matrix.elem, {at, at + byte_size(matrix.elem)}};
    return shortest(double(to_floats(one)[0]), true, digits);
  };
  std::vector<unsigned char> out;
  SeldomStopped stopped;
  for (std::size_t i = 0; i < n; ++i) {
    stopped.check();
    const std::string text = text_of(i);
    out.insert(out.end(), text.begin(), text.end());
    out.push_back((i + 1) % columns == 0 ? '\n' : ',');
  }
  write_whole_file(path, out);
}

}  // namespace qc::io
