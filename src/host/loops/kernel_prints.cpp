#include "host/loops/kernel_prints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "host/arrays/arith.h"
#include "host/text/printf.h"

namespace qc::host {

using Prints = LoweredKernel::Prints;

KernelPrints::KernelPrints(const LoweredKernel& kernel) : prints_(kernel.prints) {
  if (prints_.lines.empty()) return;
  // Zeros: what no thread writes is copied back with the rest.
  rooms_[0] = make_array(Elem::I64, {1}, true);
  rooms_[1] = make_array(Elem::I64, {Prints::kMost * Prints::kWidth}, true);
  rooms_[2] = make_array(Elem::F64, {Prints::kMost * Prints::kWidth}, true);
}

ArrayP KernelPrints::room(ir::ArrayId id) const {
  if (prints_.lines.empty()) return nullptr;
  for (std::size_t k = 0; k < rooms_.size(); ++k)
    if (prints_.arrays[k] == id) return rooms_[k];
  return nullptr;
}

namespace {

Number number_of(const Type& type, std::size_t part, const std::int64_t* ints, const double* floats) {
  if (is_float(type.elem)) return Number::real(floats[part], type.elem);
  return type.elem == Elem::Bool ? Number::boolean(ints[part] != 0) : Number::integer(ints[part]);
}

// The value of an item from its parts; `at` goes behind them.
Value value_of(const Type& type, std::size_t& at, const std::int64_t* ints, const double* floats) {
  auto one = [&] {
    Number n = number_of(type, at++, ints, floats);
    if (!type.complex) return n;
    n.complex = true;
    n.im = number_of(type, at++, ints, floats).re;
    return n;
  };
  if (type.is_number()) return Value(one());
  ArrayP out = make_array(type.elem, type.dims, false, type.complex);
  void* data = out->buffer->host_overwrite();
  for (std::int64_t i = 0; i < out->count(); ++i) set_element(*out, data, i, one());
  return Value(out);
}

}  // namespace

std::string KernelPrints::line(const Prints::Line& l, const std::int64_t* ints, const double* floats) const {
  std::size_t at = 0;
  std::vector<Value> values;
  std::string text;
  for (const auto& item : l.items) {
    const Value v = item.type ? value_of(*item.type, at, ints, floats) : Value(item.text);
    if (l.formatted)
      values.push_back(v);
    else
      text += format_value(v);
  }
  if (!l.formatted) return text + "\n";
  if (values.empty()) return "";
  const auto* format = std::get_if<std::string>(&values[0].v);
  if (!format) return format_value(values[0]);
  return format_printf(*format, std::vector<Value>(values.begin() + 1, values.end()), l.span);
}

void KernelPrints::write(const std::function<void(std::string_view)>& out,
                         const std::function<void(std::string_view)>& log) const {
  if (prints_.lines.empty()) return;
  const std::int64_t drawn = *static_cast<const std::int64_t*>(rooms_[0]->buffer->host_read());
  if (drawn == 0) return;
  const std::int64_t count = std::min<std::int64_t>(drawn, Prints::kMost);
  const auto* ints = static_cast<const std::int64_t*>(rooms_[1]->buffer->host_read());
  const auto* floats = static_cast<const double*>(rooms_[2]->buffer->host_read());
  std::vector<std::int64_t> order;
  for (std::int64_t k = 0; k < count; ++k) order.push_back(k);
  // A thread's own lines have rising numbers, so they stay in its order.
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return ints[a * Prints::kWidth + 1] < ints[b * Prints::kWidth + 1];
  });
  std::string text;
  for (std::int64_t k : order) {
    const std::int64_t* record = ints + k * Prints::kWidth;
    text += line(prints_.lines[std::size_t(record[0])], record + 2, floats + k * Prints::kWidth + 2);
  }
  if (out) out(text);
  if (drawn > count && log) log(fmt::format("warning: a kernel printed {} lines, {} are shown\n", drawn, count));
}

}  // namespace qc::host
