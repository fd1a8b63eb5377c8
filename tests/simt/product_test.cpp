// Matrix products by the kernels that a GPU gets, on the emulator: the bits of the host's product.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "host/arrays/matrix_product.h"
#include "host/device/device_product.h"
#include "host/device/launch.h"
#include "host/session/session.h"
#include "tests/simt/emulator.h"
#include "transform/array_kernels/gemm_kernels.h"

using namespace qc;
using namespace qc::host;
using test::Emulator;

namespace {

template <class T>
void fill_random(Array& a, unsigned seed) {
  std::mt19937 random(seed);
  auto* x = static_cast<T*>(a.buffer->host_write());
  for (std::int64_t i = 0; i < a.count() * (a.complex ? 2 : 1); ++i) x[i] = T(double(random()) / 2147483648.0 - 1);
}

ArrayP matrix(Elem elem, bool complex, std::int64_t rows, std::int64_t columns, unsigned seed) {
  const ArrayP a = make_array(elem, {rows, columns}, false, complex);
  if (elem == Elem::F64)
    fill_random<double>(*a, seed);
  else
    fill_random<float>(*a, seed);
  return a;
}

bool same_bits(const Array& a, const Array& b) {
  return std::memcmp(a.buffer->host_read(), b.buffer->host_read(), a.buffer->bytes()) == 0;
}

constexpr std::size_t kShared = 227 * 1024;  // bytes of shared memory that a block may have

bool as_on_host(Emulator& e, const Array& a, const Array& b) {
  const ArrayP there = product_on(e.session.device(), a, b);
  const Value here = matrix_product(std::make_shared<Array>(a), std::make_shared<Array>(b), {}, nullptr);
  const ArrayP expected = std::get<ArrayP>(here.v);
  return there->dims == expected->dims && there->complex == expected->complex && same_bits(*there, *expected);
}

}  // namespace

TEST_CASE("products of any extents have the host's bits") {
  Emulator e;
  unsigned seed = 0;
  struct Extents {
    std::int64_t m, k, n;
  };
  // Whole tiles, parts of them, one column, one row, an inner extent of 1 and of a step more than a tile's.
  for (const auto& [m, k, n] : {Extents{16, 64, 16},
                                {33, 65, 17},
                                {5, 1, 3},
                                {70, 200, 1},
                                {3000, 70, 1},
                                {1, 129, 70},
                                {1, 3, 1},
                                {40, 7, 100},
                                {200, 3, 1},
                                {20, 256, 17},
                                {9, 300, 40},
                                {16, 520, 16},
                                {70, 1025, 1},
                                {1, 600, 70},
                                {200, 60, 1},
                                {1, 60, 70},
                                {3, 300, 1}})
    for (const Elem elem : {Elem::F32, Elem::F64})
      for (const bool complex : {false, true}) {
        CAPTURE(m);
        CAPTURE(k);
        CAPTURE(n);
        CAPTURE(int(elem));
        CAPTURE(complex);
        const ArrayP a = matrix(elem, complex, m, k, ++seed), b = matrix(elem, complex, k, n, ++seed);
        CHECK(as_on_host(e, *a, *b));
      }
}

TEST_CASE("long sums are those of chains of 256 steps, of complex ones 128") {
  for (const bool complex : {false, true}) {
    const std::int64_t k = 600, part = complex ? 128 : 256;
    const ArrayP a = matrix(Elem::F32, complex, 3, k, 11), b = matrix(Elem::F32, complex, k, 2, 12);
    const ArrayP c = std::get<ArrayP>(matrix_product(a, b, {}, nullptr).v);
    const auto *x = static_cast<const float*>(a->buffer->host_read()),
               *y = static_cast<const float*>(b->buffer->host_read()),
               *z = static_cast<const float*>(c->buffer->host_read());
    for (std::int64_t i = 0; i < 3; ++i)
      for (std::int64_t j = 0; j < 2; ++j) {
        float re = 0, im = 0;
        for (std::int64_t first = 0; first < k; first += part) {
          float r = 0, m = 0;
          for (std::int64_t l = first; l < std::min(k, first + part); ++l) {
            if (!complex) {
              r = std::fma(x[i * k + l], y[l * 2 + j], r);
              continue;
            }
            const float *p = x + 2 * (i * k + l), *q = y + 2 * (l * 2 + j);
            r = std::fma(-p[1], q[1], std::fma(p[0], q[0], r));
            m = std::fma(p[1], q[0], std::fma(p[0], q[1], m));
          }
          re += r;
          im += m;
        }
        const std::int64_t at = (i * 2 + j) * (complex ? 2 : 1);
        CHECK(z[at] == re);
        if (complex) CHECK(z[at + 1] == im);
      }
  }
}

TEST_CASE("every tile computes the same, with a chain and with several parts") {
  Emulator e;
  for (const std::int64_t k : {40, 300}) {
    const ArrayP a = matrix(Elem::F32, false, 150, k, 7), b = matrix(Elem::F32, false, k, 140, 8);
    const ArrayP expected = std::get<ArrayP>(matrix_product(a, b, {}, nullptr).v);
    // As many multiprocessors as the result has blocks of a tile, and the next smaller tile.
    for (const auto& [multiprocessors, rows] :
         {std::pair{1, 128}, {8, 128}, {9, 64}, {12, 64}, {13, 32}, {34, 16}, {200, 8}}) {
      // Totals of parts in shared memory, or in the result where there is no room for them.
      for (const std::size_t shared : {kShared, std::size_t(0)}) {
        const ProductTile tile = product_tile(150, k, 140, Elem::F32, false, multiprocessors, shared);
        CHECK(tile.rows == rows);
        CHECK(tile.columns == (multiprocessors == 1 ? 128 : tile.columns));
        CHECK((tile.parts == ProductTile::Parts::One) == (k <= 256));
        CHECK(tile.shared_totals == (k > 256 && shared > 0));
        CHECK(same_bits(*product_with(e.session.device(), *a, *b, tile), *expected));
      }
    }
  }
}

TEST_CASE("parts of long chains on blocks of their own are added in order") {
  Emulator e;
  constexpr int kMultiprocessors = 132;
  struct Case {
    std::int64_t m, k, n;
    int rows, columns;
    Elem elem = Elem::F32;
    bool complex = false;
  };
  for (const Case& c : {Case{20, 1100, 30, 32, 32}, Case{70, 1025, 66, 64, 64}, Case{3, 1024, 9, 8, 8},
                        Case{1, 1100, 70, 1, 64}, Case{70, 1100, 1, 64, 1}, Case{20, 1030, 18, 32, 32, Elem::F64},
                        Case{20, 520, 18, 32, 32, Elem::F32, true}, Case{5, 9000, 5, 8, 8}}) {
    const ProductTile tile = product_tile(c.m, c.k, c.n, c.elem, c.complex, kMultiprocessors, kShared);
    CHECK((tile.parts == ProductTile::Parts::Apart));
    CHECK(tile.rows == c.rows);
    CHECK(tile.columns == c.columns);
    const ArrayP a = matrix(c.elem, c.complex, c.m, c.k, 7), b = matrix(c.elem, c.complex, c.k, c.n, 8);
    CHECK(same_bits(*product_with(e.session.device(), *a, *b, tile),
                    *std::get<ArrayP>(matrix_product(a, b, {}, nullptr).v)));
  }
  // The largest tile where its blocks keep two places of every multiprocessor busy, and leave few of them at the end.
  const auto columns = [](std::int64_t n) {
    return product_tile(n, n, n, Elem::F32, false, kMultiprocessors, kShared).columns;
  };
  CHECK(columns(4096) == 128);
  CHECK(columns(2048) == 128);
  CHECK(columns(3000) == 64);
  CHECK(columns(1024) == 64);
  using Parts = ProductTile::Parts;
  CHECK((product_tile(512, 512, 512, Elem::F32, false, kMultiprocessors, kShared).parts == Parts::Several));
  CHECK((product_tile(1024, 1024, 1024, Elem::F32, false, kMultiprocessors, kShared).parts == Parts::Several));
  CHECK((product_tile(64, 256, 64, Elem::F32, false, kMultiprocessors, kShared).parts == Parts::One));
}

TEST_CASE("a transposed factor is read where it lies") {
  Emulator e;
  struct Case {
    std::int64_t m, k, n;
  };
  for (const Case& c : {Case{70, 40, 66}, Case{70, 300, 66}, Case{20, 1100, 30}, Case{1, 1100, 70}, Case{70, 300, 1}})
    for (const auto& [at, bt] : {std::pair{true, false}, {false, true}, {true, true}}) {
      const ArrayP a = at ? matrix(Elem::F32, false, c.k, c.m, 7) : matrix(Elem::F32, false, c.m, c.k, 7),
                   b = bt ? matrix(Elem::F32, false, c.n, c.k, 8) : matrix(Elem::F32, false, c.k, c.n, 8);
      CHECK(same_bits(*product_on(e.session.device(), *a, *b, at, bt),
                      *std::get<ArrayP>(matrix_product(a, b, {}, &e.session.host_device(), at, bt).v)));
    }
}

TEST_CASE("more parts than are kept at once are added in several turns") {
  Emulator e;
  const ArrayP a = matrix(Elem::F32, false, 3, 2000, 7), b = matrix(Elem::F32, false, 2000, 2, 8);
  ProductTile tile = product_tile(3, 2000, 2, Elem::F32, false, 132, kShared);
  CHECK(same_bits(*product_with(e.session.device(), *a, *b, tile, 18),
                  *std::get<ArrayP>(matrix_product(a, b, {}, nullptr).v)));
}

TEST_CASE("steps behind the last change no bit: -0 stays, infinities and NaN come only from what is there") {
  Emulator e;
  const ArrayP a = make_array(Elem::F32, {2, 3}), b = make_array(Elem::F32, {3, 2});
  auto* x = static_cast<float*>(a->buffer->host_write());
  auto* y = static_cast<float*>(b->buffer->host_write());
  for (int i = 0; i < 6; ++i) x[i] = 1e-30f, y[i] = -1e-30f;  // their product is less than any number: the sum is -0
  x[3] = std::numeric_limits<float>::infinity();
  const ArrayP c = product_on(e.session.device(), *a, *b);
  const auto* z = static_cast<const float*>(c->buffer->host_read());
  CHECK(std::signbit(z[0]));
  CHECK(z[0] == 0);
  CHECK(z[2] == -std::numeric_limits<float>::infinity());
  CHECK(as_on_host(e, *a, *b));
}
