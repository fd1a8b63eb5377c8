#include "host/arrays/matrix_product.h"

#include <fmt/format.h>

#include <complex>

#include "host/arrays/elementwise.h"
#include "host/arrays/products/gemm.h"
#include "host/arrays/transpose.h"
#include "host/arrays/typed_elements.h"
#include "sema/broadcast_extents.h"
#include "value/fail.h"

namespace qc::host {

namespace {

struct Extents {
  std::int64_t m, k, n;
};

// The operands as they lie, and which of them are to be transposed.
struct Operands {
  ArrayP a, b;
  bool a_transposed, b_transposed;
};

template <class T>
Value float_product(const Operands& o, const Extents& e, runtime::Device* host) {
  ArrayP out = make_array(elem_for<T>(), {e.m, e.n}, false);
  const ArrayP x = elements_as(o.a, elem_for<T>()), y = elements_as(o.b, elem_for<T>());
  GemmJob<T> job{static_cast<const T*>(x->buffer->host_read()),
                 static_cast<const T*>(y->buffer->host_read()),
                 static_cast<T*>(out->buffer->host_overwrite()),
                 e.m,
                 e.k,
                 e.n,
                 kProductPart,
                 o.a_transposed,
                 o.b_transposed};
  job.symmetric = job.a == job.b && job.a_transposed != job.b_transposed;
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

// The products below are ones of real matrices, whose elements are those of the complex ones as they lie in memory: the
// real and the imaginary part of an element are sums of their own, of chains over half of kProductPart.
template <class T>
using Complex = std::complex<T>;

template <class T>
const T* parts_of(const ArrayP& x) {
  return static_cast<const T*>(x->buffer->host_read());
}

template <class T>
void multiply_parts(const T* a, const T* b, T* c, std::int64_t m, std::int64_t k, std::int64_t n, std::int64_t part,
                    runtime::Device* host) {
  multiply(GemmJob<T>{a, b, c, m, k, n, part}, host);
}

// [re, im] * [[re, im], [-im, re]]: the steps of an element alternate between a's real and imaginary part.
template <class T>
Value product_of_complex(const Complex<T>* b, const T* a, const Extents& e, runtime::Device* host, const ArrayP& out) {
  std::vector<T> transposed(std::size_t(4 * e.k * e.n));
  for (std::int64_t l = 0; l < e.k; ++l) {
    T *by_real = transposed.data() + 4 * l * e.n, *by_imaginary = by_real + 2 * e.n;
    for (std::int64_t j = 0; j < e.n; ++j) {
      const Complex<T> x = b[l * e.n + j];
      by_real[2 * j] = x.real();
      by_real[2 * j + 1] = x.imag();
      by_imaginary[2 * j] = -x.imag();
      by_imaginary[2 * j + 1] = x.real();
    }
  }
  multiply_parts(a, transposed.data(), static_cast<T*>(out->buffer->host_overwrite()), e.m, 2 * e.k, 2 * e.n,
                 2 * product_part(true), host);
  return Value(out);
}

// The real and the imaginary parts of a are rows of their own.
template <class T>
Value complex_by_real(const Complex<T>* a, const T* b, const Extents& e, runtime::Device* host, const ArrayP& out) {
  std::vector<T> rows(std::size_t(2 * e.m * e.k)), sums(std::size_t(2 * e.m * e.n));
  for (std::int64_t i = 0; i < e.m; ++i)
    for (std::int64_t l = 0; l < e.k; ++l) {
      const Complex<T> x = a[i * e.k + l];
      rows[std::size_t(2 * i * e.k + l)] = x.real();
      rows[std::size_t((2 * i + 1) * e.k + l)] = x.imag();
    }
  multiply_parts(rows.data(), b, sums.data(), 2 * e.m, e.k, e.n, product_part(true), host);
  auto* c = static_cast<Complex<T>*>(out->buffer->host_overwrite());
  for (std::int64_t i = 0; i < e.m; ++i)
    for (std::int64_t j = 0; j < e.n; ++j)
      c[i * e.n + j] = {sums[std::size_t(2 * i * e.n + j)], sums[std::size_t((2 * i + 1) * e.n + j)]};
  return Value(out);
}

template <class T>
Value complex_product(const ArrayP& a, const ArrayP& b, const Extents& e, runtime::Device* host) {
  using C = Complex<T>;
  const ArrayP out = make_array(elem_for<C>(), {e.m, e.n}, false, true);
  const ArrayP x = as_elem(a, elem_for<T>(), a->complex), y = as_elem(b, elem_for<T>(), b->complex);
  if (!a->complex) {  // the parts of b lie side by side
    multiply_parts(parts_of<T>(x), parts_of<T>(y), static_cast<T*>(out->buffer->host_overwrite()), e.m, e.k, 2 * e.n,
                   product_part(true), host);
    return Value(out);
  }
  const auto* left = static_cast<const C*>(x->buffer->host_read());
  if (!b->complex) return complex_by_real<T>(left, parts_of<T>(y), e, host, out);
  return product_of_complex<T>(static_cast<const C*>(y->buffer->host_read()), parts_of<T>(x), e, host, out);
}

}  // namespace

bool is_matrix_product(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  return a.size() <= 2 && b.size() <= 2 && lowering::multiply_as_matrices(a, b);
}

Value as_left_factor(Value product, const ArrayP& a) {
  auto& made = std::get<ArrayP>(product.v);
  if (a->dims.size() == 1 && made->dims.size() == 2 && made->dims[0] == 1) made->dims = {made->dims[1]};
  return product;
}

// As one of two dimensions.
static Value product_matrix(const ArrayP& a, const ArrayP& b, Span span, runtime::Device* host, bool a_transposed,
                            bool b_transposed) {
  const auto row = [](const ArrayP& x) { return x->dims.size() == 2 ? x->dims[0] : 1; };
  const Extents e{a_transposed ? a->dims.back() : row(a), a_transposed ? row(a) : a->dims.back(),
                  b_transposed ? row(b) : b->dims.back()};
  const auto brows = b_transposed ? b->dims.back() : row(b);
  if (e.k != brows) {
    const lowering::Misfit said = lowering::matrices_do_not_fit({e.m, e.k}, {brows, e.n});
    fail("Q0302", span, said.message, said.help);
  }
  const bool floats = is_float(a->elem) || is_float(b->elem), wide = a->elem == Elem::F64 || b->elem == Elem::F64;
  const bool real = floats && !a->complex && !b->complex;
  if ((a_transposed || b_transposed) && !(real && multiplies_transposed(e.m, e.k, e.n)))
    return product_matrix(a_transposed ? transposed(*a, *host) : a, b_transposed ? transposed(*b, *host) : b, span,
                          host, false, false);
  if (a->complex || b->complex)
    return wide ? complex_product<double>(a, b, e, host) : complex_product<float>(a, b, e, host);
  if (!floats) return int_product(a, b, e);
  const Operands o{a, b, a_transposed, b_transposed};
  return wide ? float_product<double>(o, e, host) : float_product<float>(o, e, host);
}

Value matrix_product(const ArrayP& a, const ArrayP& b, Span span, runtime::Device* host, bool a_transposed,
                     bool b_transposed) {
  return as_left_factor(product_matrix(a, b, span, host, a_transposed, b_transposed), a);
}

}  // namespace qc::host
