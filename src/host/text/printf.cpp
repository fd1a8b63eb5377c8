#include "host/text/printf.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "host/arrays/arith.h"
#include "support/long_text.h"
#include "support/stop.h"

namespace qc::host {

namespace {

bool is_text(const Value& v) { return std::holds_alternative<std::string>(v.v); }

// Every number and string that the arguments hold, in order. Those of arrays are made when they are asked for: a value
// takes many times the room of an element.
class Elements {
 public:
  Elements() = default;
  explicit Elements(const std::vector<Value>& arguments) { add(arguments, 0); }
  // The arguments themselves.
  static Elements whole(const std::vector<Value>& arguments) {
    Elements out;
    for (const Value& v : arguments) out.add(v);
    return out;
  }

  std::int64_t size() const { return size_; }
  // From one to the next; back to an earlier one takes a search.
  Value operator[](std::int64_t k) {
    if (k < parts_[at_].begin) at_ = 0;
    while (at_ + 1 < parts_.size() && parts_[at_ + 1].begin <= k) ++at_;
    const Part& part = parts_[at_];
    return part.array ? Value(get_element(*part.array, part.data, k - part.begin)) : part.value;
  }
  // Whether holds(k, text) is true of a text.
  template <class F>
  bool any_text(const F& holds) const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [&](const Part& p) { return !p.array && is_text(p.value) && holds(p.begin); });
  }

 private:
  struct Part {
    std::int64_t begin;
    Value value;
    ArrayP array;  // null: one value
    const void* data;
  };
  void add(const Value& v) { parts_.push_back({size_++, v, nullptr, nullptr}); }
  void add(const std::vector<Value>& arguments, int depth) {
    for (const Value& v : arguments) {
      check_stopped();
      auto* cell = std::get_if<std::shared_ptr<Cell>>(&v.v);
      auto* array = std::get_if<ArrayP>(&v.v);
      if (cell && depth < 32) {
        add((*cell)->items, depth + 1);
      } else if (!array) {
        add(v);
      } else if ((*array)->count() > 0) {
        parts_.push_back({size_, {}, *array, (*array)->buffer->host_read()});
        size_ += (*array)->count();
      }
    }
  }

  std::vector<Part> parts_;
  std::size_t at_ = 0;  // the part of the last one
  std::int64_t size_ = 0;
};

template <class T>
std::string c_format(const std::string& spec, T value) {
  const int n = std::snprintf(nullptr, 0, spec.c_str(), value);
  std::string out(std::size_t(std::max(n, 0)) + 1, '\0');
  std::snprintf(out.data(), out.size(), spec.c_str(), value);
  out.pop_back();
  return out;
}

// A sign in front; that of an exponent, 1e-09, is none.
bool has_sign(const std::string& number) {
  const std::size_t first = number.find_first_not_of(' ');
  return first != std::string::npos && (number[first] == '-' || number[first] == '+');
}

std::string convert(std::string spec, char kind, const Value& v, Span span) {
  if (kind == 's') {
    const std::string text = format_value(v);
    return c_format(spec + "s", text.c_str());
  }
  if (is_text(v)) {  // also where the conversion is a number's, whose precision says nothing of a text
    const std::size_t width = std::min(spec.find_first_not_of("-+ #0", 1), spec.size());
    const bool left = spec.substr(0, width).find('-') != std::string::npos;
    return c_format((left ? "%-" : "%") + spec.substr(width, spec.find('.') - width) + "s", format_value(v).c_str());
  }
  const Number n = to_number(v, span);
  if (n.complex) {  // both parts in the conversion, "1.50-2.00i"
    const std::string im = convert(spec, kind, Value(Number::real(n.im, n.type)), span);
    return convert(spec, kind, Value(Number::real(n.re, n.type)), span) + (has_sign(im) ? "" : "+") + im + "i";
  }
  const double x = n.as_double();
  if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x' || kind == 'X' || kind == 'o' || kind == 'c') {
    if (is_float(n.type) && (std::floor(x) != x || std::fabs(x) > 9e18)) {
      const auto width = spec.substr(0, spec.find('.'));
      return c_format(width + "s", format_number(n).c_str());
    }
    const long long i = is_float(n.type) ? (long long)x : (long long)n.i;
    if (kind == 'c') return c_format(spec + "c", int(i));
    return c_format(spec + "ll" + kind, i);
  }
  if (std::isnan(x)) return c_format(spec.substr(0, spec.find('.')) + "s", "nan");  // the sign of a NaN means nothing
  return c_format(spec + kind, x);
}

// A whole array in one conversion, "[1.5,2.5]".
std::string convert_all(const std::string& spec, char kind, const Value& v, Span span) {
  Elements elements({v});
  LongText out;
  out += '[';
  SeldomStopped stopped;
  for (std::int64_t k = 0; k < elements.size(); ++k) {
    stopped.check();
    if (k) out += ',';
    out += convert(spec, kind, elements[k], span);
  }
  out += ']';
  return out.take();
}

// Where the letter of the conversion stands whose % is at `at`; npos: it has none.
std::size_t letter_of(const std::string& format, std::size_t at) {
  std::size_t k = format.find_first_not_of("-+ #0123456789.*", at + 1);
  while (k < format.size() && (format[k] == 'l' || format[k] == 'h')) ++k;
  return k < format.size() ? k : std::string::npos;
}

// The letters of the conversions, in order.
std::string conversions_in(const std::string& format) {
  std::string kinds;
  for (std::size_t i = format.find('%'); i != std::string::npos; i = format.find('%', i + 1)) {
    const std::size_t begin = i;
    i = letter_of(format, i);
    if (i == std::string::npos) break;
    kinds.append(
        std::size_t(std::count(format.begin() + std::ptrdiff_t(begin), format.begin() + std::ptrdiff_t(i), '*')), 'd');
    if (format[i] != '%') kinds += format[i];
  }
  return kinds;
}

bool takes_text(char kind) { return kind == 's' || kind == 'c'; }

bool holds_several(const Value& v) {
  auto* a = std::get_if<ArrayP>(&v.v);
  return a && (*a)->count() != 1;
}

// Whether each argument has a conversion of its own: there are as many, and element by element a string would meet a
// number's.
bool one_by_one(const std::string& format, const std::vector<Value>& arguments, const Elements& elements) {
  const std::string kinds = conversions_in(format);
  if (kinds.size() != arguments.size() || std::none_of(arguments.begin(), arguments.end(), holds_several)) return false;
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (is_text(arguments[k]) && !takes_text(kinds[k])) return false;
  return elements.any_text([&](std::int64_t k) { return !takes_text(kinds[std::size_t(k) % kinds.size()]); });
}

}  // namespace

std::string format_printf(const std::string& format, const std::vector<Value>& arguments, Span span) {
  Elements values(arguments);
  if (one_by_one(format, arguments, values)) values = Elements::whole(arguments);
  LongText out;
  std::int64_t next = 0;
  SeldomStopped stopped;
  for (;;) {
    stopped.check();
    const std::int64_t before = next;
    for (std::size_t i = 0; i < format.size(); ++i) {
      if (format[i] != '%') {
        out += format[i];
        continue;
      }
      if (i + 1 == format.size()) {
        out += '%';
        continue;
      }  // begins no conversion, "100%"
      if (format[i + 1] == '%') {
        out += '%';
        ++i;
        continue;
      }
      const std::size_t k = letter_of(format, i);
      if (k == std::string::npos || !std::strchr("diuxXocsfFeEgGaA", format[k]))
        fail("Q0404", span,
             fmt::format("a broken conversion in the format: '{}'",
                         format.substr(i, k == std::string::npos ? k : k + 1 - i)),
             "%d %f %g %e %a %s %x %c and %% are known");
      if (next >= values.size()) return out.take();
      std::string spec = format.substr(i, k - i);
      std::erase(spec, 'l');
      std::erase(spec, 'h');
      for (std::size_t star; (star = spec.find('*')) != std::string::npos;) {  // a width or precision that is given
        if (next + 1 >= values.size()) return out.take();
        const int n = int(std::clamp(to_number(values[next++], span).as_double(), -4096.0, 4096.0));
        const bool none = n < 0 && spec[star - 1] == '.';  // a negative precision is none
        spec.replace(none ? star - 1 : star, none ? 2 : 1, none ? "" : std::to_string(n));
      }
      if (spec.size() > 24) fail("Q0404", span, "a conversion with too many digits");
      const Value v = values[next++];
      out += holds_several(v) && format[k] != 's' ? convert_all(spec, format[k], v, span)
                                                  : convert(spec, format[k], v, span);
      i = k;
    }
    if (next >= values.size() || next == before) return out.take();
  }
}

}  // namespace qc::host
