// Elementwise functions over whole values as loops over typed elements: no boxed number for each of them.
#pragma once
#include <vector>

#include "host/arrays/arith.h"
#include "host/arrays/typed_elements.h"

namespace qc::host {

// The elements that results of type R lie in; bool is one byte.
template <class R>
constexpr Elem result_elem() {
  if constexpr (std::is_same_v<R, bool>)
    return Elem::Bool;
  else
    return elem_for<R>();
}
template <class R>
Number result_number(R r) {
  if constexpr (std::is_same_v<R, bool>)
    return Number::boolean(r);
  else
    return number_from(r);
}
template <class R>
using Stored = std::conditional_t<std::is_same_v<R, bool>, std::uint8_t, R>;

// A new array for results of type R with the extents of `a`, of fixed size where it is. Its elements are not set.
template <class R>
ArrayP array_like(const Array& a) {
  ArrayP out = make_array(result_elem<R>(), a.dims, false, is_complex_v<R>);
  out->fixed = a.fixed;
  return out;
}

// f with the number in the C++ type that it is computed in; `floats`: ints become the precision's float first.
template <class F>
auto with_number(const CallContext& c, const Number& n, bool floats, const F& f) {
  if (n.complex) {
    if (n.type == Elem::F64) return f(std::complex<double>(n.re, n.im));
    return f(std::complex<float>(float(n.re), float(n.im)));
  }
  const Elem t = is_float(n.type) ? n.type : floats ? c.session.options().scalar : Elem::I64;
  if (t == Elem::F64) return f(n.as_double());
  if (t != Elem::I64) return f(float(n.as_double()));
  return f(n.i);
}

// f on every element, or on the one number. f takes int64_t (unless `floats`), float, double and complex numbers of
// both.
template <bool floats, class F>
Value map_typed(const CallContext& c, const Value& v, const F& f) {
  const auto apply = [&](const Array& a, auto in) {
    using R = decltype(f(in[0]));
    ArrayP out = array_like<R>(a);
    Stored<R>* to = static_cast<Stored<R>*>(out->buffer->host_overwrite());
    for (std::size_t i = 0; i < in.size(); ++i) to[i] = f(in[i]);
    return Value(out);
  };
  if (auto* p = std::get_if<ArrayP>(&v.v)) {
    if constexpr (floats)
      return with_floats(c, *p, [&](auto in) { return apply(**p, in); });
    else
      return with_elements(*p, [&](auto in) { return apply(**p, in); });
  }
  const Number n = to_number(v, c.span);
  return with_number(c, n, floats, [&](auto x) {
    if constexpr (floats && std::is_same_v<decltype(x), std::int64_t>)
      return Value();  // made a float before
    else
      return Value(result_number(f(x)));
  });
}

// One operand of a function of two: a number, or the elements of an array in type T.
template <class T>
struct Operand {
  Operand(Span span, const Value& v) {
    const Elem elem = elem_for<T>();
    if (auto* p = std::get_if<ArrayP>(&v.v)) {
      array = *p;
      held = as_elem(array, elem, is_complex_v<T>);
      data = static_cast<const T*>(held->buffer->host_read());
      return;
    }
    const Number n = to_number(v, span);
    if constexpr (is_complex_v<T>)
      number = T(typename T::value_type(n.as_double()), typename T::value_type(n.complex ? n.im : 0));
    else if constexpr (std::is_same_v<T, std::int64_t>)
      number = n.i;
    else
      number = T(n.as_double());
  }
  ArrayP array, held;
  const T* data = nullptr;
  T number{};
};

// f on two numbers, on pairs of elements, or on a number and each element, all as T. Extents broadcast
// as in zip_values.
template <class T, class F>
Value zip_as(Span span, const Value& va, const Value& vb, const F& f) {
  using R = decltype(f(T{}, T{}));
  const Operand<T> a(span, va), b(span, vb);
  if (!a.array && !b.array) return Value(result_number(f(a.number, b.number)));
  const bool same = a.array && b.array && a.array->dims == b.array->dims;
  if (same || !a.array || !b.array) {
    ArrayP out = array_like<R>(a.array ? *a.array : *b.array);
    if (same) out->fixed = a.array->fixed && b.array->fixed;
    Stored<R>* to = static_cast<Stored<R>*>(out->buffer->host_overwrite());
    const std::int64_t n = out->count();
    if (same)
      for (std::int64_t i = 0; i < n; ++i) to[i] = f(a.data[i], b.data[i]);
    else if (a.array)
      for (std::int64_t i = 0; i < n; ++i) to[i] = f(a.data[i], b.number);
    else
      for (std::int64_t i = 0; i < n; ++i) to[i] = f(a.number, b.data[i]);
    return Value(out);
  }
  const auto dims = detail::broadcast_dims(a.array->dims, b.array->dims, span);
  ArrayP out = make_array(result_elem<R>(), dims, false, is_complex_v<R>);
  Stored<R>* to = static_cast<Stored<R>*>(out->buffer->host_overwrite());
  const detail::Walker wa(a.array->dims, dims), wb(b.array->dims, dims);
  std::vector<std::int64_t> position(dims.size(), 0);
  for (std::int64_t i = 0, n = out->count(); i < n; ++i, detail::advance(position, dims))
    to[i] = f(a.data[wa.at(position)], b.data[wb.at(position)]);
  return Value(out);
}

// Type and complexness of a number or of the elements of an array.
inline Number kind_of(const CallContext& c, const Value& v) {
  if (auto* p = std::get_if<ArrayP>(&v.v)) {
    Number n;
    n.type = value_elem((*p)->elem);
    n.complex = (*p)->complex;
    return n;
  }
  return to_number(v, c.span);
}

// f over two values, numbers and extents of 1 repeated. f takes two of the common type: int64_t for two ints (unless
// `floats`), otherwise the wider float, complex when one of them is. Q0302 when the extents do not fit.
template <bool floats, class F>
Value zip_typed(const CallContext& c, const Value& a, const Value& b, const F& f) {
  const Number x = kind_of(c, a), y = kind_of(c, b);
  const bool ints = !is_float(x.type) && !is_float(y.type);
  bool wide = x.type == Elem::F64 || y.type == Elem::F64;
  if (ints && c.session.options().scalar == Elem::F64) wide = true;
  if (x.complex || y.complex)
    return wide ? zip_as<std::complex<double>>(c.span, a, b, f) : zip_as<std::complex<float>>(c.span, a, b, f);
  if constexpr (!floats)
    if (ints) return zip_as<std::int64_t>(c.span, a, b, f);
  return wide ? zip_as<double>(c.span, a, b, f) : zip_as<float>(c.span, a, b, f);
}

}  // namespace qc::host
