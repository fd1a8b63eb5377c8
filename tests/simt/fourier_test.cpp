// Transforms by the kernels that a GPU gets, on the emulator: against the definition in extended precision.
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "codegen/codegen.h"
#include "host/device/device_fourier.h"
#include "host/session/session.h"
#include "transform/array_kernels/fourier_kernels.h"

using namespace qc;
using namespace qc::host;

namespace {

using Dims = std::vector<std::int64_t>;
using Real = long double;
using Numbers = std::vector<std::complex<Real>>;

Options emulated() {
  Options o;
  o.device = DeviceChoice::Simt;
  return o;
}

// Along one dimension, by the definition.
Numbers transformed(const Numbers& x, const Dims& dims, std::size_t dim, bool inverse) {
  std::int64_t inner = 1;
  const std::int64_t n = dims[dim];
  for (std::size_t d = dim + 1; d < dims.size(); ++d) inner *= dims[d];
  Numbers y(x.size()), roots;
  for (std::int64_t k = 0; k < n; ++k)
    roots.push_back(std::polar(Real(1), (inverse ? 2 : -2) * std::numbers::pi_v<Real> * Real(k) / Real(n)));
  for (std::size_t at = 0; at < x.size(); ++at) {
    const std::int64_t k = std::int64_t(at) / inner % n, first = std::int64_t(at) - k * inner;
    std::complex<Real> sum = 0;
    for (std::int64_t j = 0; j < n; ++j) sum += x[std::size_t(first + j * inner)] * roots[std::size_t(j * k % n)];
    y[at] = inverse ? sum / Real(n) : sum;
  }
  return y;
}

// The largest error over the root of the mean square.
template <class T>
double error_of(Session& session, const Dims& dims, const std::vector<std::size_t>& along, bool real, bool inverse) {
  constexpr Elem elem = sizeof(T) == 8 ? Elem::F64 : Elem::F32;
  const ArrayP in = make_array(elem, dims, false, !real), out = make_array(elem, dims, false, true);
  Numbers x(std::size_t(in->count()));
  std::mt19937 random(7);
  auto* data = static_cast<T*>(in->buffer->host_overwrite());
  const auto number = [&] { return T(double(random()) / 4294967296.0 - 0.5); };
  for (std::size_t k = 0; k < x.size(); ++k) {
    const T re = number(), im = real ? T(0) : number();
    x[k] = {re, im};
    if (real)
      data[k] = re;
    else
      data[2 * k] = re, data[2 * k + 1] = im;
  }
  FourierRoots roots;
  REQUIRE(fourier_on(session.device(), roots, *in, *out, dims, along, inverse));
  for (const std::size_t d : along) x = transformed(x, dims, d, inverse);
  const auto* y = static_cast<const T*>(out->buffer->host_read());
  Real worst = 0, square = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    worst = std::max(worst, std::abs(std::complex<Real>(y[2 * k], y[2 * k + 1]) - x[k]));
    square += std::norm(x[k]);
  }
  return double(worst / std::sqrt(square / Real(x.size())));
}

}  // namespace

TEST_CASE("lines of every kind of length are transformed to the precision of their type") {
  Session session(emulated(), {});
  for (const std::int64_t n : {2, 3, 4, 5, 7, 8, 11, 13, 16, 18, 60, 64, 77, 100, 143, 210, 256, 500, 1080, 2048}) {
    CAPTURE(n);
    for (const bool inverse : {false, true}) {
      CHECK(error_of<float>(session, {3, n}, {1}, false, inverse) < 1e-6);
      CHECK(error_of<double>(session, {3, n}, {1}, false, inverse) < 2e-15);
    }
    CHECK(error_of<float>(session, {2, n}, {1}, true, false) < 1e-6);
    CHECK(error_of<float>(session, {n, 5}, {0}, false, true) < 1e-6);
  }
}

TEST_CASE("planes, channels side by side and volumes") {
  Session session(emulated(), {});
  CHECK(error_of<float>(session, {30, 64, 1}, {0, 1}, true, false) < 1e-6);
  CHECK(error_of<float>(session, {30, 20, 3}, {0, 1}, false, true) < 1e-6);
  CHECK(error_of<double>(session, {6, 10, 12, 2}, {0, 1, 2}, false, false) < 2e-15);
  CHECK(error_of<float>(session, {1, 128}, {0, 1}, true, false) < 1e-6);
}

TEST_CASE("lines longer than a block holds are matrices") {
  Session session(emulated(), {});
  CHECK(error_of<float>(session, {2, 8400}, {1}, false, false) < 1e-6);
  CHECK(error_of<float>(session, {1, 10000}, {1}, true, false) < 1e-6);
  CHECK(error_of<double>(session, {1, 9216}, {1}, false, true) < 2e-15);
}

TEST_CASE("what a block cannot transform is left to the host") {
  CHECK_FALSE(plan_fourier(17, Elem::F32, false, false, false));
  CHECK_FALSE(plan_fourier(16384, Elem::F32, false, false, false));
  CHECK_FALSE(plan_fourier(1, Elem::F32, false, false, false));
  const auto plan = plan_fourier(4096, Elem::F32, false, false, true);
  REQUIRE(plan);
  CHECK(plan->radices == std::vector<int>{16, 16, 16});
  CHECK(plan->threads == 256);
  CHECK(plan->lines == 4);
  auto ptx = compile_ptx(fourier_kernel(*plan));
  REQUIRE(std::holds_alternative<PtxKernel>(ptx));
  CHECK(std::get<PtxKernel>(ptx).dynamic_shared > 48 * 1024);
  CHECK(std::get<PtxKernel>(ptx).ptx.find("ld.global.v2") != std::string::npos);
}
