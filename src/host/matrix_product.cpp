#include "host/matrix_product.h"

#include <fmt/format.h>

#include <complex>

#include "analysis/fixed_extents.h"
#include "host/array_fast.h"
#include "host/array_transpose.h"
#include "host/builtin_support.h"
#include "host/fail.h"
#include "host/gemm.h"

namespace qc::host {

namespace {

struct Extents { std::int64_t m, k, n; };

// The operands as they lie, and which of them are to be turned.
struct Operands { ArrayP a, b; bool a_turned, b_turned; };

template <class T>
Value float_product(const Operands& o, const Extents& e, runtime::Device* host) {
  ArrayP out = make_array(elem_for<T>(), {e.m, e.n}, false);
  const ArrayP x = elements_as(o.a, elem_for<T>()), y = elements_as(o.b, elem_for<T>());
  GemmJob<T> job{static_cast<const T*>(x->buffer->host_read()), static_cast<const T*>(y->buffer->host_read()),
                 static_cast<T*>(out->buffer->host_overwrite()), e.m, e.k, e.n, o.a_turned, o.b_turned};
  job.symmetric = job.a == job.b && job.a_turned != job.b_turned;
  multiply(job, host);
  return Value(out);
}

Value int_product(const ArrayP& a, const ArrayP& b, const Extents& e) {
  ArrayP out = make_array(Elem::I64, {e.m, e.n});
  const ArrayP x = elements_as(a, Elem::I64), y = elements_as(b, Elem::I64);
  const auto* p = static_cast<const std::uint64_t*>(x->buffer->host_read());
  const auto* q = static_cast<const std::uint64_t*>(y->buffer->host_read());
  auto* c = static_cast<std::uint64_t*>(out->buffer->host_write());
  for (std::int64_t i = 0; i < e.m; ++i)
    for (std::int64_t k = 0; k < e.k; ++k)
      for (std::int64_t j = 0; j < e.n; ++j) c[i * e.n + j] += p[i * e.k + k] * q[k * e.n + j];
  return Value(out);
}

// In double, each product and each sum rounded to T.
template <class T>
Value complex_product(const ArrayP& a, const ArrayP& b, const Extents& e) {
  using C = std::complex<T>;
  ArrayP out = make_array(elem_for<C>(), {e.m, e.n}, true, true);
  const ArrayP x = as_elem(a, elem_for<C>(), true), y = as_elem(b, elem_for<C>(), true);
  const C *p = static_cast<const C*>(x->buffer->host_read()), *q = static_cast<const C*>(y->buffer->host_read());
  C* c = static_cast<C*>(out->buffer->host_write());
  for (std::int64_t i = 0; i < e.m; ++i)
    for (std::int64_t k = 0; k < e.k; ++k) {
      const double ar = double(p[i * e.k + k].real()), ai = double(p[i * e.k + k].imag());
      for (std::int64_t j = 0; j < e.n; ++j) {
        const double br = double(q[k * e.n + j].real()), bi = double(q[k * e.n + j].imag());
        C& s = c[i * e.n + j];
        s = C(T(double(s.real()) + double(T(ar * br - ai * bi))), T(double(s.imag()) + double(T(ar * bi + ai * br))));
      }
    }
  return Value(out);
}

}  // namespace

bool is_matrix_product(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  return a.size() <= 2 && b.size() <= 2 && lowering::multiply_as_matrices(a, b);
}

Value matrix_product(const ArrayP& a, const ArrayP& b, Span span, runtime::Device* host, bool a_turned, bool b_turned) {
  const auto row = [](const ArrayP& x) { return x->dims.size() == 2 ? x->dims[0] : 1; };
  const Extents e{a_turned ? a->dims.back() : row(a), a_turned ? row(a) : a->dims.back(), b_turned ? row(b) : b->dims.back()};
  const auto brows = b_turned ? b->dims.back() : row(b);
  if (e.k != brows) fail("Q0302", span, fmt::format("a {} x {} matrix cannot be multiplied by a {} x {} one", e.m, e.k, brows, e.n));
  const bool floats = is_float(a->elem) || is_float(b->elem), wide = a->elem == Elem::F64 || b->elem == Elem::F64;
  const bool real = floats && !a->complex && !b->complex;
  if ((a_turned || b_turned) && !(real && multiplies_turned(e.m, e.k, e.n)))
    return matrix_product(a_turned ? transposed(*a, *host) : a, b_turned ? transposed(*b, *host) : b, span, host);
  if (a->complex || b->complex) return wide ? complex_product<double>(a, b, e) : complex_product<float>(a, b, e);
  if (!floats) return int_product(a, b, e);
  const Operands o{a, b, a_turned, b_turned};
  return wide ? float_product<double>(o, e, host) : float_product<float>(o, e, host);
}

}  // namespace qc::host
