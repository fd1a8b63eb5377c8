// Reads and makes whole arrays as typed elements, and walks along one dimension of them.
#pragma once
#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include "host/context/call_context.h"
#include "value/value.h"

namespace qc::host {

// The same elements in another type: the array itself when it has that type already. Conversion as a store does it.
ArrayP as_elem(const ArrayP& a, Elem elem, bool complex = false);

// A copy of its own with these extents.
ArrayP copy_of(const Array& a);

// A vec of ints (I64).
Value int_vector(const std::vector<std::int64_t>& v);

// A vec of the precision's floats, to which the numbers are rounded.
Value float_vector(const CallContext& c, const std::vector<double>& v);

// The type in which functions compute on an array: int (I64), float or double, or their complex pairs.
template <class T>
constexpr Elem elem_for() {
  if constexpr (std::is_same_v<T, std::int64_t>)
    return Elem::I64;
  else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, std::complex<float>>)
    return Elem::F32;
  else
    return Elem::F64;
}

template <class T>
inline constexpr bool is_complex_v = false;

template <class T>
inline constexpr bool is_complex_v<std::complex<T>> = true;

// The elements as they lie in memory, where T is their type. Waits for the device that has the newest copy.
template <class T>
std::span<const T> elements(const Array& a) {
  return {static_cast<const T*>(a.buffer->host_read()), std::size_t(a.count())};
}

// The same to be written, all of them: nothing of what they held is kept.
template <class T>
std::span<T> new_elements(Array& a) {
  return {static_cast<T*>(a.buffer->host_overwrite()), std::size_t(a.count())};
}

// f(span of const T) with T = int64_t, float, double or a complex of them: the elements in the type they are computed
// in.
template <class F>
auto with_elements(const ArrayP& a, const F& f) {
  if (a->complex) {
    if (a->elem == Elem::F64) return f(elements<std::complex<double>>(*a));
    return f(elements<std::complex<float>>(*a));
  }
  const Elem work = value_elem(a->elem) == Elem::Bool ? Elem::I64 : value_elem(a->elem);
  const ArrayP x = as_elem(a, work);
  if (work == Elem::F32) return f(elements<float>(*x));
  if (work == Elem::F64) return f(elements<double>(*x));
  return f(elements<std::int64_t>(*x));
}

// The same with ints as the precision's floats.
template <class F>
auto with_floats(const CallContext& c, const ArrayP& a, const F& f) {
  if (a->complex) {
    if (a->elem == Elem::F64) return f(elements<std::complex<double>>(*a));
    return f(elements<std::complex<float>>(*a));
  }
  const Elem work = is_float(a->elem) ? value_elem(a->elem) : c.session.options().scalar;
  const ArrayP x = as_elem(a, work);
  if (work == Elem::F64) return f(elements<double>(*x));
  return f(elements<float>(*x));
}

// An int, float, double or complex number by its C++ type.
template <class T>
Number number_from(T v) {
  if constexpr (std::is_same_v<T, std::int64_t>)
    return Number::integer(v);
  else if constexpr (is_complex_v<T>) {
    Number n = Number::real(double(v.real()), elem_for<T>());
    n.complex = true;
    n.im = double(v.imag());
    return n;
  } else
    return Number::real(double(v), elem_for<T>());
}

// A new array of these extents for elements of type T, which are not set.
template <class T>
ArrayP array_for(std::vector<std::int64_t> dims) {
  return make_array(elem_for<T>(), std::move(dims), false, is_complex_v<T>);
}

// One dimension of an array: element k of line (o, i) lies at (o * n + k) * inner + i. A vec is a 1 x N row.
struct Axis {
  std::vector<std::int64_t> dims;  // of the array, at least 2, and at least those up to `dim`
  std::size_t dim = 0;
  std::size_t rank = 0;  // how many of dims are the array's; those behind it are 1
  std::int64_t outer = 1, n = 1, inner = 1;
  std::int64_t at(std::int64_t line, std::int64_t k) const { return (line / inner * n + k) * inner + line % inner; }
  std::int64_t lines() const { return outer * inner; }
  std::vector<std::int64_t> reduced() const;  // the extents with 1 in that dimension
};

// Dimensions past those of the array, up to the 16th, have the extent 1. Q0404 of others.
Axis axis_of(const CallContext& c, const Array& a, std::int64_t dim);

// The dimension that MATLAB takes when none is said: the first whose extent is not 1.
std::int64_t first_dimension(const Array& a);

// The same data with `rank` extents, a vec as a row; null when the surplus extents are not 1.
ArrayP with_rank(const ArrayP& a, int rank);

}  // namespace qc::host
