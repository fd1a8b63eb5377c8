#include "host/builtins/support.h"

#include <fmt/format.h>

#include <cstring>
#include <limits>

#include "host/arrays/arith.h"
#include "host/text/printf.h"
#include "value/extents.h"

namespace qc::host {

void want_arguments(const CallContext& c, const Args& a, const char* name, std::size_t least, std::size_t most) {
  if (a.size() >= least && a.size() <= most) return;
  const std::string range = least == most ? std::to_string(least) : fmt::format("{} to {}", least, most);
  fail("Q0204", c.span, fmt::format("'{}' takes {} argument{}, not {}", name, range, most == 1 ? "" : "s", a.size()));
}

std::vector<std::int64_t> extents_of(const CallContext& c, const Args& a, std::size_t from) {
  std::vector<std::int64_t> dims;
  for (std::size_t k = from; k < a.size(); ++k) {
    if (const std::string* word = if_text(a[k]); word && k > from)
      fail("Q0301", c.span, fmt::format("an extent is a number, not the string \"{}\"", *word),
           "arrays of another type are made by the name of theirs: vec[uint8](n), mat[int](m, n)");
    for (const std::int64_t d : ints_of(c, a[k])) dims.push_back(d);
  }
  require_extents(dims, c.span);
  if (dims.empty() || dims.size() > 16)
    fail("Q0204", c.span, fmt::format("an array has 1 to 16 extents, not {}", dims.size()));
  return dims;
}

const std::string* if_text(const Value& v) { return std::get_if<std::string>(&v.v); }

const std::string& text_of(const CallContext& c, const Value& v, const char* what) {
  if (const std::string* s = if_text(v)) return *s;
  fail("Q0301", c.span,
       fmt::format("{} must be a string, not {}", what,
                   a_type(host_type_name(host_type_of(v), c.session.options().scalar))));
}

std::string formatted_text(const CallContext& c, const Args& a, const char* name) {
  if (a.empty()) fail("Q0204", c.span, fmt::format("'{}' takes a format and its values", name));
  auto* f = if_text(a[0]);
  if (!f) fail("Q0301", c.span, fmt::format("the first argument of '{}' must be a string", name));
  return format_printf(*f, {a.begin() + 1, a.end()}, c.span);
}

bool left_out(const Value& v) {
  if (std::holds_alternative<Nothing>(v.v)) return true;
  auto* a = std::get_if<ArrayP>(&v.v);
  return a && (*a)->count() == 0;
}

ArrayP array_of(const CallContext& c, const Value& v) {
  if (auto* a = std::get_if<ArrayP>(&v.v)) return *a;
  const Number n = to_number(v, c.span, "an array");
  ArrayP x = make_array(n.type, {1}, false, n.complex);
  set_element(*x, x->buffer->host_overwrite(), 0, n);
  return x;
}

std::vector<double> doubles_of(const CallContext& c, const Value& v) {
  const ArrayP x = array_of(c, v);
  if (x->complex) fail("Q0301", c.span, "expected real numbers, not complex ones");
  const ArrayP d = as_elem(x, Elem::F64);
  const auto e = elements<double>(*d);
  return {e.begin(), e.end()};
}

std::vector<std::int64_t> ints_of(const CallContext& c, const Value& v) {
  std::vector<std::int64_t> out;
  auto* p = std::get_if<ArrayP>(&v.v);
  if (!p) return {to_index(v, c.span)};
  const void* data = (*p)->buffer->host_read();
  for (std::int64_t i = 0; i < (*p)->count(); ++i) out.push_back(to_index(Value(get_element(**p, data, i)), c.span));
  return out;
}

Value float_value(const CallContext& c, double v) { return Value(Number::real(v, c.session.options().scalar)); }

}  // namespace qc::host
