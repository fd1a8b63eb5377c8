// Template bodies of arith.h.
#pragma once
#include <fmt/format.h>

#include <vector>

#include "value/fail.h"

namespace qc::host {

// The result has the type of f on the first element, of no elements that of f on 0 as a float.
template <class F>
Value map_value(const Value& v, Span span, const F& f) {
  auto* p = std::get_if<ArrayP>(&v.v);
  if (!p) return Value(f(to_number(v, span)));
  const Array& a = **p;
  const std::int64_t n = a.count();
  const void* in = a.buffer->host_read();
  Number first = n > 0 ? f(get_element(a, in, 0)) : f(Number::real(0, Elem::F32));
  ArrayP out = make_array(first.type, a.dims, false, first.complex);
  out->fixed = a.fixed;
  void* data = out->buffer->host_overwrite();
  for (std::int64_t i = 0; i < n; ++i) set_element(*out, data, i, i == 0 ? first : f(get_element(a, in, i)));
  return Value(out);
}

namespace detail {
// The common extents of two operands, trailing dimensions of 1 added on the right of the shorter one as needed.
std::vector<std::int64_t> broadcast_dims(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b,
                                         Span span);
// Steps through the linear index of an operand along the common extents.
struct Walker {
  Walker(const std::vector<std::int64_t>& own, const std::vector<std::int64_t>& common);
  std::int64_t at(const std::vector<std::int64_t>& position) const;
  std::vector<std::int64_t> strides;
};
// To the next position in row-major order; false: back at the first.
bool advance(std::vector<std::int64_t>& position, const std::vector<std::int64_t>& dims);
}  // namespace detail

// The result has the type of f on the first two elements, to which the others are converted as a store does it.
template <class F>
Value zip_values(const Value& va, const Value& vb, Span span, const F& f) {
  auto *pa = std::get_if<ArrayP>(&va.v), *pb = std::get_if<ArrayP>(&vb.v);
  if (!pa && !pb) return Value(f(to_number(va, span), to_number(vb, span)));
  if (!pa) {
    const Number a = to_number(va, span);
    return map_value(vb, span, [&](const Number& b) { return f(a, b); });
  }
  if (!pb) {
    const Number b = to_number(vb, span);
    return map_value(va, span, [&](const Number& a) { return f(a, b); });
  }
  const Array &a = **pa, &b = **pb;
  const void *da = a.buffer->host_read(), *db = b.buffer->host_read();
  const auto dims = detail::broadcast_dims(a.dims, b.dims, span);
  std::int64_t n = 1;
  for (auto d : dims) n *= d;
  const Number probe = n > 0 ? f(get_element(a, da, 0), get_element(b, db, 0))
                             : f(Number::real(0, Elem::F32), Number::real(0, Elem::F32));
  ArrayP out = make_array(probe.type, dims, false, probe.complex);
  out->fixed = a.fixed && b.fixed;
  void* data = out->buffer->host_overwrite();
  if (a.dims == b.dims) {
    for (std::int64_t i = 0; i < n; ++i) set_element(*out, data, i, f(get_element(a, da, i), get_element(b, db, i)));
    return Value(out);
  }
  const detail::Walker wa(a.dims, dims), wb(b.dims, dims);
  std::vector<std::int64_t> position(dims.size(), 0);
  for (std::int64_t i = 0; i < n; ++i, detail::advance(position, dims))
    set_element(*out, data, i, f(get_element(a, da, wa.at(position)), get_element(b, db, wb.at(position))));
  return Value(out);
}

}  // namespace qc::host
