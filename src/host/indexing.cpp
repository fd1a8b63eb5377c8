// Reading and writing array elements and slices, with the boundary mode of the variable.
#include <fmt/format.h>

#include <cstring>
#include <optional>

#include "host/arith.h"
#include "host/evaluator.h"

namespace qc::host {

namespace {

[[noreturn]] void out_of_range(std::int64_t i, std::int64_t n, int dim, const std::string& name, Span span) {
  fail("Q0401", span, fmt::format("index {} is out of range: '{}' has {} element{} along dimension {}", i, name, n, n == 1 ? "" : "s", dim),
       n > 0 ? fmt::format("indices run from 0 to {}", n - 1) : "");
}

std::int64_t positive_mod(std::int64_t i, std::int64_t n) { return ((i % n) + n) % n; }

// The position that index i means, or nothing where a read gives 0 and a write is dropped.
std::optional<std::int64_t> place(std::int64_t i, std::int64_t n, Boundary mode, bool writing, int dim, const std::string& name, Span span) {
  if (i >= 0 && i < n) return i;
  switch (mode) {
    case Boundary::Safe: return {};
    case Boundary::Circular: if (!writing && n > 0) return positive_mod(i, n); break;
    case Boundary::Clamped: if (!writing && n > 0) return i < 0 ? 0 : n - 1; break;
    case Boundary::Mirror:
      if (!writing && n > 0) {
        const std::int64_t q = std::int64_t(i < 0 ? 0 - std::uint64_t(i) : std::uint64_t(i)) % (2 * n);
        return q >= n ? 2 * n - 1 - q : q;
      }
      break;
    default: break;
  }
  out_of_range(i, n, dim, name, span);
}

bool is_mask(const Value& v) {
  auto* a = std::get_if<ArrayP>(&v.v);
  return a && (*a)->elem == Elem::Bool;
}

IndexSet index_set(const Value& v, std::int64_t extent, Span span) {
  IndexSet s;
  if (std::holds_alternative<Nothing>(v.v)) {
    for (std::int64_t i = 0; i < extent; ++i) s.positions.push_back(i);
  } else if (auto* r = std::get_if<RangeValue>(&v.v)) {
    const auto lo = to_index(Value(r->lo), span), step = to_index(Value(r->step), span), hi = to_index(Value(r->hi), span);
    if (step == 0) fail("Q0404", span, "a range with a step of 0");
    for (std::int64_t i = lo; step > 0 ? i <= hi : i >= hi; i += step) s.positions.push_back(i);
  } else if (auto* p = std::get_if<ArrayP>(&v.v)) {
    const Array& a = **p;
    const void* data = a.buffer->host_read();
    for (std::int64_t i = 0; i < a.count(); ++i) {
      const Number n = get_element(a, data, i);
      if (a.elem == Elem::Bool) { if (n.i) s.positions.push_back(i); }
      else s.positions.push_back(to_index(Value(n), span));
    }
  } else {
    s.positions = {to_index(v, span)};
    s.single = true;
  }
  return s;
}

// The index sets of an access, one for each dimension of `dims`, which may become the linear extent.
struct Selection {
  std::vector<std::int64_t> dims;
  std::vector<IndexSet> sets;
  std::vector<std::int64_t> shape;  // extents of the result; empty: one element
};

Selection select(const Array& a, const std::vector<Value>& indices, const std::string& name, Span span, const std::vector<Span>& spans) {
  Selection s;
  s.dims = a.dims;
  auto at = [&](std::size_t k) { return k < spans.size() ? spans[k] : span; };
  if (indices.size() == 1 && a.dims.size() > 1) {
    auto* p = std::get_if<ArrayP>(&indices[0].v);
    if (p && !is_mask(indices[0]) && (*p)->dims.size() == 1 && (*p)->count() == std::int64_t(a.dims.size())) {  // a position
      const void* data = (*p)->buffer->host_read();
      for (std::size_t d = 0; d < a.dims.size(); ++d) s.sets.push_back({{to_index(Value(get_element(**p, data, std::int64_t(d))), at(0))}, true});
      return s;
    }
    bool rest_is_one = true;  // x[i] on N x 1: the trailing extent may be left out
    for (std::size_t d = 1; d < a.dims.size(); ++d) rest_is_one = rest_is_one && a.dims[d] == 1;
    if (!rest_is_one || p) s.dims = {a.count()};
  }
  std::vector<Value> full = indices;
  while (full.size() < s.dims.size()) {
    if (s.dims[full.size()] != 1)
      fail("Q0204", span, fmt::format("'{}' has {} dimensions, {} ind{} given", name, a.dims.size(), indices.size(), indices.size() == 1 ? "ex was" : "ices were"));
    full.push_back(Value(Number::integer(0)));
  }
  for (std::size_t k = s.dims.size(); k < full.size(); ++k) {
    if (a.dims.size() == 1 && full.size() == 2) {  // a vec is a 1 x N row: x[0, i]
      s.dims.insert(s.dims.begin(), 1);
      break;
    }
    if (std::holds_alternative<Nothing>(full[k].v) || to_index(full[k], at(k)) == 0) s.dims.push_back(1);
    else out_of_range(to_index(full[k], at(k)), 1, int(k), name, at(k));
  }
  for (std::size_t k = 0; k < full.size(); ++k) s.sets.push_back(index_set(full[k], s.dims[k], at(k)));
  for (const IndexSet& set : s.sets)
    if (!set.single) s.shape.push_back(std::int64_t(set.positions.size()));
  return s;
}

// Calls visit(linear position or nothing) for each selected element, row-major.
template <class F>
void for_each_selected(const Array& a, const Selection& s, bool writing, const std::string& name, Span span, const std::vector<Span>& spans, const F& visit) {
  std::vector<std::vector<std::optional<std::int64_t>>> places(s.sets.size());
  for (std::size_t d = 0; d < s.sets.size(); ++d)
    for (auto i : s.sets[d].positions)
      places[d].push_back(place(i, s.dims[d], a.boundary, writing, int(d), name, d < spans.size() ? spans[d] : span));
  for (const auto& p : places) if (p.empty()) return;
  std::vector<std::size_t> position(places.size(), 0);
  for (;;) {
    std::optional<std::int64_t> linear = 0;
    for (std::size_t d = 0; d < places.size(); ++d) {
      const auto& p = places[d][position[d]];
      linear = linear && p ? std::optional(*linear * s.dims[d] + *p) : std::nullopt;
    }
    visit(linear);
    std::size_t d = places.size();
    while (d-- > 0) {
      if (++position[d] < places[d].size()) break;
      position[d] = 0;
    }
    if (d == std::size_t(-1)) return;
  }
}

Number zero_of(const Array& a) {
  Number n = is_float(a.elem) ? Number::real(0, value_elem(a.elem)) : a.elem == Elem::Bool ? Number::boolean(false) : Number::integer(0);
  n.complex = a.complex;
  return n;
}

}  // namespace

Value read_indexed(const Array& a, const std::vector<Value>& indices, const std::string& name, Span span, const std::vector<Span>& spans) {
  const Selection s = select(a, indices, name, span, spans);
  const void* data = a.buffer->host_read();
  if (s.shape.empty()) {
    Number r = zero_of(a);
    for_each_selected(a, s, false, name, span, spans, [&](auto i) { if (i) r = get_element(a, data, *i); });
    return Value(r);
  }
  ArrayP out = make_array(a.elem, s.shape, false, a.complex);
  out->fixed = a.fixed;
  void* to = out->buffer->host_overwrite();
  std::int64_t k = 0;
  for_each_selected(a, s, false, name, span, spans, [&](auto i) { set_element(*out, to, k++, i ? get_element(a, data, *i) : zero_of(a)); });
  return Value(out);
}

void write_indexed(Array& a, const std::vector<Value>& indices, const Value& value, const std::string& name, Span span, const std::vector<Span>& spans) {
  if (a.is_const) fail("Q0203", span, fmt::format("'{}' is 'const and cannot be written", name));
  const Selection s = select(a, indices, name, span, spans);
  auto* source = std::get_if<ArrayP>(&value.v);
  std::int64_t selected = 1;
  for (auto n : s.shape) selected *= n;
  if (source && (*source)->count() != selected && (*source)->count() != 1)
    fail("Q0302", span, fmt::format("{} elements cannot be stored into {}", (*source)->count(), selected));
  ArrayP kept;
  if (source && (*source)->buffer == a.buffer) {  // p[0..3] = p[1..4]: the right side is what it was before
    kept = make_array((*source)->elem, (*source)->dims, false, (*source)->complex);
    std::memcpy(kept->buffer->host_overwrite(), (*source)->buffer->host_read(), kept->buffer->bytes());
  } else if (source) kept = *source;
  const void* from = kept ? kept->buffer->host_read() : nullptr;
  const Number number = kept ? Number{} : to_number(value, span);
  void* data = a.buffer->host_write();
  std::int64_t k = 0;
  for_each_selected(a, s, true, name, span, spans, [&](auto i) {
    const std::int64_t at = kept && kept->count() > 1 ? k : 0;
    ++k;
    if (i) set_element(a, data, *i, kept ? get_element(*kept, from, at) : number);
  });
}

}  // namespace qc::host
