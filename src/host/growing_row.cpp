#include "host/growing_row.h"

#include <algorithm>

#include "host/arith.h"
#include "host/builtin_support.h"

namespace qc::host {

// Whether a number leaves the elements of a row what they are (Evaluator::array_of says what they become).
static bool keeps_elements(const Array& row, const Value& v) {
  if (!std::holds_alternative<Number>(v.v)) return false;
  const Type t = type_of(v);
  if (t.complex && !row.complex) return false;
  if (is_float(row.elem)) return !is_float(t.elem) || t.elem == row.elem || row.elem == Elem::F64;
  return !is_float(t.elem) && !t.complex && (row.elem == Elem::I64 || (row.elem == Elem::Bool && t.elem == Elem::Bool));
}

bool append_numbers(Array& row, const std::vector<Value>& numbers) {
  const bool is_row = row.dims.size() == 1 && row.dims[0] > 0 && !row.fixed;
  if (!is_row || !std::all_of(numbers.begin(), numbers.end(), [&](const Value& v) { return keeps_elements(row, v); })) return false;
  const std::int64_t before = row.dims[0], count = before + std::int64_t(numbers.size());
  void* data = row.buffer->host_extend(std::size_t(count) * std::size_t(byte_size(row.elem)) * (row.complex ? 2 : 1));
  if (!data) return false;
  row.dims[0] = count;
  for (std::int64_t k = before; k < count; ++k) set_element(row, data, k, std::get<Number>(numbers[std::size_t(k - before)].v));
  return true;
}

bool shorten(Array& row, std::int64_t count) {
  const bool is_row = row.dims.size() == 1 && !row.fixed && row.boundary == Boundary::Default && !row.is_const;
  if (!is_row || count <= 0 || count > row.dims[0]) return false;
  if (!row.buffer->host_extend(std::size_t(count) * std::size_t(byte_size(row.elem)) * (row.complex ? 2 : 1))) return false;
  row.dims[0] = count;
  return true;
}

}  // namespace qc::host
