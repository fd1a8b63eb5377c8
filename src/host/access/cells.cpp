// Cells: items of any kind in a row-major grid; and copies of values.
#include "host/access/cells.h"

#include <fmt/format.h>

#include <cstring>

#include "host/access/element_access.h"
#include "host/arrays/arith.h"
#include "runtime/host/memory.h"
#include "value/range_help.h"

namespace qc::host {

namespace {

std::int64_t count_of(const std::vector<std::int64_t>& dims) {
  std::int64_t n = 1;
  for (auto d : dims) n *= d;
  return n;
}

// The positions along one dimension that an index names.
struct Positions {
  std::vector<std::int64_t> at;
  bool single = false;
};

// appends: what lies behind the last item is assigned, c[end+1] = e.
Positions positions(const Value& v, std::int64_t extent, int dimension, const std::string& name, Span span,
                    bool appends) {
  Positions p;
  if (std::holds_alternative<Nothing>(v.v)) {
    for (std::int64_t i = 0; i < extent; ++i) p.at.push_back(i);
  } else if (auto* a = std::get_if<ArrayP>(&v.v); a && (*a)->elem == Elem::Bool) {
    const void* data = (*a)->buffer->host_read();
    for (std::int64_t i = 0; i < (*a)->count(); ++i)
      if (get_element(**a, data, i).i) p.at.push_back(i);
  } else if (a) {
    const void* data = (*a)->buffer->host_read();
    for (std::int64_t i = 0; i < (*a)->count(); ++i)
      p.at.push_back(to_index_of(name, Value(get_element(**a, data, i)), span));
  } else {
    p.at = {to_index_of(name, v, span)};
    p.single = true;
  }
  for (auto i : p.at)
    if (i < 0 || i >= extent)
      fail("Q0401", span,
           fmt::format("index {} is out of range: '{}' has {} item{} along dimension {}", i, name, extent,
                       extent == 1 ? "" : "s", dimension),
           range_help(extent, appends && i == extent, dimension, 1, name));
  return p;
}

struct CellSelection {
  std::vector<std::int64_t> items;  // linear
  std::vector<std::int64_t> shape;  // empty: one item
};

CellSelection select(const Cell& c, std::vector<Value> indices, const std::string& name, Span span,
                     bool writing = false) {
  std::vector<std::int64_t> dims = c.dims;
  if (indices.size() == 1 && dims.size() > 1) {
    auto* p = std::get_if<ArrayP>(&indices[0].v);
    if (p && (*p)->count() == std::int64_t(dims.size()) && (*p)->elem != Elem::Bool) {  // a position
      std::vector<Value> each;
      const void* data = (*p)->buffer->host_read();
      for (std::int64_t d = 0; d < (*p)->count(); ++d) each.push_back(Value(get_element(**p, data, d)));
      indices = std::move(each);
    } else {
      dims = {count_of(dims)};
    }
  }
  if (indices.size() == 2 && dims.size() == 1) dims.insert(dims.begin(), 1);  // a vec is a row
  while (dims.size() < indices.size()) dims.push_back(1);
  while (indices.size() < dims.size() && dims[indices.size()] == 1) indices.push_back(Value(Number::integer(0)));
  if (indices.size() != dims.size())
    fail("Q0204", span,
         fmt::format("'{}' has {} dimensions, {} ind{} given", name, dims.size(), indices.size(),
                     indices.size() == 1 ? "ex was" : "ices were"));
  CellSelection s;
  s.items = {0};
  for (std::size_t d = 0; d < dims.size(); ++d) {
    const Positions p = positions(indices[d], dims[d], int(d), name, span,
                                  writing && dims.size() == 1 && name.find(' ') == std::string::npos);
    std::vector<std::int64_t> next;
    for (auto base : s.items)
      for (auto i : p.at) next.push_back(base * dims[d] + i);
    s.items = std::move(next);
    if (!p.single) s.shape.push_back(std::int64_t(p.at.size()));
  }
  return s;
}

}  // namespace

std::shared_ptr<Cell> make_cell(std::vector<std::int64_t> dims, const Value& item) {
  auto c = std::make_shared<Cell>();
  const auto count = std::size_t(count_of(dims));
  runtime::require_memory(count * sizeof(Value));
  c->items.assign(count, item);
  c->dims = std::move(dims);
  return c;
}

Value read_cell(const Cell& c, const std::vector<Value>& indices, const std::string& name, Span span) {
  if (const auto at = one_element(c.dims, indices)) return c.items[std::size_t(*at)];
  const CellSelection s = select(c, indices, name, span);
  if (s.shape.empty()) return c.items[std::size_t(s.items[0])];
  auto out = make_cell(s.shape, Value{});
  for (std::size_t k = 0; k < s.items.size(); ++k) out->items[k] = c.items[std::size_t(s.items[k])];
  return Value(out);
}

void write_cell(Cell& c, const std::vector<Value>& indices, const Value& value, const std::string& name, Span span) {
  if (const auto at = one_element(c.dims, indices)) {
    c.items[std::size_t(*at)] = own_copy(value);
    return;
  }
  const CellSelection s = select(c, indices, name, span, true);
  auto* source = std::get_if<std::shared_ptr<Cell>>(&value.v);
  if (s.shape.empty() || !source) {
    for (auto i : s.items) c.items[std::size_t(i)] = own_copy(value);
    return;
  }
  const std::vector<Value> items = (*source)->items;  // the right side is what it was before
  if (items.size() != s.items.size())
    fail("Q0302", span, fmt::format("{} items cannot be stored into {}", items.size(), s.items.size()));
  for (std::size_t k = 0; k < items.size(); ++k) c.items[std::size_t(s.items[k])] = items[k];
}

Value own_copy(const Value& v) {
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&v.v)) {
    if (!(*r)->is_value) return v;
    auto out = std::make_shared<Record>(**r);
    for (auto& [name, field] : out->fields) field = own_copy(field);
    return Value(out);
  }
  auto* a = std::get_if<ArrayP>(&v.v);
  if (!a || !(*a)->fixed) return v;
  ArrayP out = make_array((*a)->elem, (*a)->dims, false, (*a)->complex);
  out->fixed = true;
  out->boundary = (*a)->boundary;
  std::memcpy(out->buffer->host_overwrite(), (*a)->buffer->host_read(), out->buffer->bytes());
  return Value(out);
}

namespace {

constexpr int kDeepest = 64;  // of cells inside cells; one that holds itself is shared from there on

Value copy_inside(const Value& v, int depth) {
  if (auto* a = std::get_if<ArrayP>(&v.v)) {
    ArrayP out = make_array((*a)->elem, (*a)->dims, false, (*a)->complex);
    out->fixed = (*a)->fixed;
    std::memcpy(out->buffer->host_overwrite(), (*a)->buffer->host_read(), out->buffer->bytes());
    return Value(out);
  }
  if (depth > kDeepest) return v;
  if (auto* c = std::get_if<std::shared_ptr<Cell>>(&v.v)) {
    auto out = std::make_shared<Cell>(**c);
    for (Value& item : out->items) item = copy_inside(item, depth + 1);
    return Value(out);
  }
  if (auto* r = std::get_if<std::shared_ptr<Record>>(&v.v); r && (depth == 0 || (*r)->is_value)) {
    auto out = std::make_shared<Record>(**r);
    for (auto& [name, field] : out->fields) field = copy_inside(field, depth + 1);
    return Value(out);
  }
  return v;
}

}  // namespace

Value deep_copy(const Value& v) { return copy_inside(v, 0); }

}  // namespace qc::host
