#include "host/access/append_rows.h"

#include <algorithm>
#include <cstring>

#include "host/arrays/arith.h"
#include "host/arrays/typed_elements.h"

namespace qc::host {

// Whether a number leaves the elements of a row what they are (array_of says what they become).
static bool keeps_elements(const Array& row, const Value& v) {
  if (!std::holds_alternative<Number>(v.v)) return false;
  const Type t = type_of(v);
  if (t.complex && !row.complex) return false;
  if (is_float(row.elem)) return !is_float(t.elem) || t.elem == row.elem || row.elem == Elem::F64;
  return !is_float(t.elem) && !t.complex && (row.elem == Elem::I64 || (row.elem == Elem::Bool && t.elem == Elem::Bool));
}

bool append_numbers(Array& row, const std::vector<Value>& numbers) {
  const bool is_row = row.dims.size() == 1 && row.dims[0] > 0 && !row.fixed;
  if (!is_row || !std::all_of(numbers.begin(), numbers.end(), [&](const Value& v) { return keeps_elements(row, v); }))
    return false;
  const std::int64_t before = row.dims[0], count = before + std::int64_t(numbers.size());
  void* data = row.buffer->host_extend(std::size_t(count) * std::size_t(byte_size(row.elem)) * (row.complex ? 2 : 1));
  if (!data) return false;
  row.dims[0] = count;
  for (std::int64_t k = before; k < count; ++k)
    set_element(row, data, k, std::get<Number>(numbers[std::size_t(k - before)].v));
  return true;
}

const ast::Call* appended_rows(const ast::Assign& a) {
  auto* c = a.targets.size() == 1 && !a.targets[0].type && a.op == ast::AssignOp::Set && a.value
                ? std::get_if<ast::Call>(&a.value->node)
                : nullptr;
  auto* f = c && c->arguments.size() > 1 ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
  auto* n = f && f->name == "vertcat" ? std::get_if<ast::Name>(&a.targets[0].place->node) : nullptr;
  auto* first = n ? std::get_if<ast::Name>(&c->arguments[0].value->node) : nullptr;
  const bool plain = first && first->name == n->name &&
                     std::none_of(c->arguments.begin(), c->arguments.end(),
                                  [](const ast::Argument& x) { return x.spread || !x.name.empty(); });
  return plain ? c : nullptr;
}

bool append_rows(Array& m, const std::vector<Value>& rows) {
  if (m.dims.size() != 2 || m.count() == 0 || m.fixed || m.complex || m.is_const || m.boundary != Boundary::Default)
    return false;
  std::int64_t more = 0;
  for (const Value& v : rows) {
    auto* a = std::get_if<ArrayP>(&v.v);
    const bool kept = a && ((*a)->elem == m.elem || (is_float(m.elem) && (*a)->elem == Elem::I64));
    const bool fits =
        kept && !(*a)->complex && !(*a)->dims.empty() && (*a)->dims.size() <= 2 && (*a)->dims.back() == m.dims[1];
    if (!fits || (*a)->buffer == m.buffer) return false;
    more += (*a)->count();
  }
  const std::size_t size = std::size_t(byte_size(m.elem)), before = std::size_t(m.count()) * size;
  auto* to = static_cast<std::byte*>(m.buffer->host_extend(before + std::size_t(more) * size));
  if (!to) return false;
  m.dims[0] += more / m.dims[1];
  to += before;
  for (const Value& v : rows) {
    const ArrayP a = as_elem(std::get<ArrayP>(v.v), m.elem);
    const std::size_t bytes = std::size_t(a->count()) * size;
    if (bytes > 0) std::memcpy(to, a->buffer->host_read(), bytes);
    to += bytes;
  }
  return true;
}

bool shorten(Array& row, std::int64_t count) {
  const bool is_row = row.dims.size() == 1 && !row.fixed && row.boundary == Boundary::Default && !row.is_const;
  if (!is_row || count <= 0 || count > row.dims[0]) return false;
  if (!row.buffer->host_extend(std::size_t(count) * std::size_t(byte_size(row.elem)) * (row.complex ? 2 : 1)))
    return false;
  row.dims[0] = count;
  return true;
}

}  // namespace qc::host
