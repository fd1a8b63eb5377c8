// Copies of parts and fills by the kernels that a GPU gets, on the emulator: against loops over the elements here.
#include "host/device/device_arrays.h"

#include <doctest/doctest.h>

#include <cstring>
#include <random>

#include "codegen/codegen.h"
#include "host/arrays/arith.h"
#include "host/arrays/histogram_counts.h"
#include "host/builtins/builtins.h"
#include "host/device/device_counts.h"
#include "host/session/session.h"
#include "tests/simt/emulator.h"
#include "transform/array_kernels/moving_kernels.h"

using namespace qc;
using namespace qc::host;
using test::Emulator;

namespace {

using Dims = std::vector<std::int64_t>;

std::size_t bytes_of(const Array& a) { return std::size_t(byte_size(a.elem)) * (a.complex ? 2 : 1); }
std::byte* bytes_in(Array& a) { return static_cast<std::byte*>(a.buffer->host_write()); }

ArrayP numbered(Elem elem, bool complex, std::int64_t n, unsigned seed) {
  ArrayP a = make_array(elem, {n}, false, complex);
  std::mt19937 random(seed);
  auto* data = bytes_in(*a);
  for (std::size_t k = 0; k < a->buffer->bytes(); ++k) data[k] = std::byte(random());
  return a;
}

// The copy, here.
void copy_here(Array& from, const Layout& in, Array& to, const Layout& out, const Dims& dims) {
  const std::size_t size = bytes_of(from);
  const std::byte* read = bytes_in(from);
  std::byte* write = bytes_in(to);
  Dims at(dims.size(), 0);
  for (bool more = true; more;) {
    std::int64_t i = in.offset, o = out.offset;
    for (std::size_t d = 0; d < dims.size(); ++d) i += at[d] * in.strides[d], o += at[d] * out.strides[d];
    std::memcpy(write + std::size_t(o) * size, read + std::size_t(i) * size, size);
    more = false;
    for (std::size_t d = dims.size(); d-- > 0 && !more;) {
      more = ++at[d] < dims[d];
      if (!more) at[d] = 0;
    }
  }
}

bool same_bytes(Array& a, Array& b) { return std::memcmp(bytes_in(a), bytes_in(b), a.buffer->bytes()) == 0; }

struct Case {
  Layout in, out;
  Dims dims;
  std::int64_t from, to;
};
const Case kCases[] = {
    {{0, {1}}, {0, {1}}, {4096}, 4096, 4096},                                // all, 16 bytes at a time
    {{3, {1}}, {0, {1}}, {1001}, 1004, 1001},                                // a piece that begins anywhere
    {{8, {64, 1}}, {16, {32, 1}}, {20, 16}, 2048, 1024},                     // aligned pieces of rows
    {{999, {-1}}, {0, {1}}, {1000}, 1000, 1000},                             // backwards
    {{63, {64, -1}}, {0, {64, 1}}, {20, 64}, 1280, 1280},                    // each row backwards
    {{0, {1, 40}}, {0, {30, 1}}, {40, 30}, 1200, 1200},                      // the transpose
    {{7, {1200, 1, 40}}, {0, {1230, 30, 1}}, {3, 40, 30}, 3607, 3690},       // that of each of three
    {{0, {1, 4, 40}}, {0, {300, 10, 1}}, {4, 30, 10}, 2000, 1200},           // channels first
    {{0, {0, 16, 0, 1}}, {0, {960, 48, 16, 1}}, {3, 20, 3, 16}, 320, 2880},  // three times three copies
    {{5, {2}}, {1, {3}}, {300}, 700, 1000},                                  // every other one to every third place
};

}  // namespace

TEST_CASE("parts are copied on a device as they are here, elements of every size") {
  Emulator e;
  unsigned seed = 0;
  for (const Case& c : kCases)
    for (const auto& [elem, complex] : {std::pair{Elem::U8, false},
                                        {Elem::U16, false},
                                        {Elem::F32, false},
                                        {Elem::F64, false},
                                        {Elem::F32, true},
                                        {Elem::F64, true}}) {
      CAPTURE(&c - kCases);
      CAPTURE(int(elem));
      const ArrayP from = numbered(elem, complex, c.from, ++seed), to = numbered(elem, complex, c.to, ++seed);
      ArrayP here = make_array(elem, to->dims, false, complex);
      std::memcpy(bytes_in(*here), bytes_in(*to), to->buffer->bytes());
      if (!copy_on(e.session.device(), *from, c.in, *to, c.out, c.dims)) {
        CHECK((c.dims.size() == 4 && elem == Elem::F64 && complex));  // numbers of 16 bytes are a dimension more
        continue;
      }
      CHECK(to->buffer->newest_on() == &e.session.device());
      copy_here(*from, c.in, *here, c.out, c.dims);
      CHECK(same_bytes(*to, *here));
    }
}

TEST_CASE("more dimensions than run as four are left to the host, fewer are joined") {
  Emulator e;
  const ArrayP from = numbered(Elem::F32, false, 243, 1), to = numbered(Elem::F32, false, 243, 2);
  const Layout rows{0, strides_of({3, 3, 3, 3, 3})}, transposed{0, {1, 3, 9, 27, 81}};
  CHECK_FALSE(copy_on(e.session.device(), *from, transposed, *to, rows, {3, 3, 3, 3, 3}));
  CHECK(to->buffer->newest_on() == nullptr);
  CHECK(copy_on(e.session.device(), *from, rows, *to, rows, {3, 3, 3, 3, 3}));
  CHECK(same_bytes(*from, *to));
}

TEST_CASE("arrays are filled on a device, whatever their elements") {
  Emulator e;
  for (const std::int64_t n : {std::int64_t(1), std::int64_t(1000), std::int64_t(1003)})
    for (const auto& [elem, complex] : {std::pair{Elem::U8, false},
                                        {Elem::I16, false},
                                        {Elem::F32, false},
                                        {Elem::F64, false},
                                        {Elem::I64, false},
                                        {Elem::F32, true}}) {
      Number value = is_float(elem) ? Number::real(-1.5, elem) : Number::integer(elem == Elem::I64 ? -123456789012 : 7);
      value.complex = complex;
      value.im = complex ? 0.25 : 0;
      CAPTURE(n);
      CAPTURE(int(elem));
      const ArrayP a = numbered(elem, complex, n, 3);
      REQUIRE(fill_on(e.session.device(), *a, value));
      CHECK(a->buffer->newest_on() == &e.session.device());
      std::vector<std::byte> one(16);
      set_element(*a, one.data(), 0, value);
      bool same = true;
      for (std::int64_t k = 0; k < n; ++k)
        same = same && std::memcmp(bytes_in(*a) + std::size_t(k) * bytes_of(*a), one.data(), bytes_of(*a)) == 0;
      CHECK(same);
    }
  const ArrayP wide = numbered(Elem::F64, true, 10, 4);
  CHECK_FALSE(fill_on(e.session.device(), *wide, Number::real(1, Elem::F64)));
}

TEST_CASE("the kernels become PTX with wide accesses for units of 16 bytes") {
  for (const int unit : {1, 2, 4, 8, 16})
    for (int rank = 1; rank <= kMostMovedDims; ++rank) {
      CAPTURE(unit);
      CAPTURE(rank);
      auto made = compile_ptx(strided_copy_kernel(unit, rank));
      REQUIRE(std::holds_alternative<PtxKernel>(made));
      const std::string& ptx = std::get<PtxKernel>(made).ptx;
      CHECK((ptx.find("ld.global.nc.v4") != std::string::npos) == (unit == 16));
      CHECK((ptx.find("st.global.v4") != std::string::npos) == (unit == 16));
      auto fill = compile_ptx(fill_kernel(unit));
      REQUIRE(std::holds_alternative<PtxKernel>(fill));
      CHECK((std::get<PtxKernel>(fill).ptx.find("st.global.v4") != std::string::npos) == (unit == 16));
    }
}

TEST_CASE("lists pick elements on a device, and say when they name what is not there") {
  Emulator e;
  for (const Elem elem : {Elem::U8, Elem::F32, Elem::F64})
    for (const Elem places : {Elem::I64, Elem::U8, Elem::I16, Elem::F32, Elem::F64}) {
      CAPTURE(int(elem));
      CAPTURE(int(places));
      const ArrayP from = numbered(elem, false, 200, 5), list = make_array(places, {1000}, false),
                   out = make_array(elem, {1000}, false);
      for (std::int64_t k = 0; k < 1000; ++k)
        set_element(*list, bytes_in(*list), k, Number::integer(k * 37 % (places == Elem::I16 ? 128 : 200)));
      REQUIRE(gather_on(e.session.device(), *from, *list, *out) == std::optional(true));
      bool same = true;
      for (std::int64_t k = 0; k < 1000; ++k) {
        const auto at = std::size_t(get_element(*list, bytes_in(*list), k).as_double());
        same = same && std::memcmp(bytes_in(*out) + std::size_t(k) * bytes_of(*out),
                                   bytes_in(*from) + at * bytes_of(*from), bytes_of(*out)) == 0;
      }
      CHECK(same);
      set_element(*list, bytes_in(*list), 999,
                  is_float(places) ? Number::real(17.5, places) : Number::integer(places == Elem::I16 ? -1 : 200));
      CHECK(gather_on(e.session.device(), *from, *list, *out) == std::optional(false));
    }
  const ArrayP wide = numbered(Elem::F64, true, 10, 6), list = make_array(Elem::I64, {4}),
               out = make_array(Elem::F64, {4}, false, true);
  CHECK_FALSE(gather_on(e.session.device(), *wide, *list, *out).has_value());
}

TEST_CASE("what lists choose is stored on a device, the last one of a place") {
  Emulator e;
  for (const Elem elem : {Elem::U8, Elem::F32, Elem::F64})
    for (const Elem places : {Elem::I64, Elem::U8, Elem::F32}) {
      CAPTURE(int(elem));
      CAPTURE(int(places));
      const ArrayP from = numbered(elem, false, 3000, 5), to = numbered(elem, false, 200, 6),
                   here = make_array(elem, {200}, false), list = make_array(places, {3000}, false);
      std::memcpy(bytes_in(*here), bytes_in(*to), here->buffer->bytes());
      for (std::int64_t k = 0; k < 3000; ++k) {
        const std::int64_t at = k * k % 151 * 37 % 200;  // some places often, some never
        set_element(*list, bytes_in(*list), k, Number::integer(at));
        std::memcpy(bytes_in(*here) + std::size_t(at) * bytes_of(*here),
                    bytes_in(*from) + std::size_t(k) * bytes_of(*from), bytes_of(*from));
      }
      REQUIRE(scatter_listed_on(e.session.device(), *to, *list, *from) == std::optional(true));
      CHECK(same_bytes(*to, *here));
      REQUIRE(fill_listed_on(e.session.device(), *to, *list, Number::integer(7)) == std::optional(true));
      for (std::int64_t k = 0; k < 3000; ++k)
        set_element(*here, bytes_in(*here), k * k % 151 * 37 % 200, Number::integer(7));
      CHECK(same_bytes(*to, *here));
      set_element(*list, bytes_in(*list), 0, Number::integer(200));
      CHECK(scatter_listed_on(e.session.device(), *to, *list, *from) == std::optional(false));
      CHECK(fill_listed_on(e.session.device(), *to, *list, Number::integer(9)) == std::optional(false));
      CHECK(same_bytes(*to, *here));
    }
}

TEST_CASE("lists along each dimension pick rows and columns on a device") {
  Emulator e;
  for (const auto& [elem, complex] : {std::pair{Elem::U8, false}, {Elem::F32, false}, {Elem::F64, true}}) {
    const ArrayP from = numbered(elem, complex, 6 * 7 * 5, 9), out = numbered(elem, complex, 4 * 7 * 3, 10);
    const std::vector<std::vector<std::int64_t>> lists{{5, 0, 0, 3}, {0, 1, 2, 3, 4, 5, 6}, {4, 2, 2}};
    REQUIRE(gather_axes_on(e.session.device(), *from, {6, 7, 5}, lists, *out));
    bool same = true;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 7; ++j)
        for (std::size_t k = 0; k < 3; ++k) {
          const auto at = std::size_t((lists[0][i] * 7 + lists[1][j]) * 5 + lists[2][k]);
          same = same && std::memcmp(bytes_in(*out) + ((i * 7 + j) * 3 + k) * bytes_of(*out),
                                     bytes_in(*from) + at * bytes_of(*from), bytes_of(*out)) == 0;
        }
    CHECK(same);
  }
}

TEST_CASE("masks choose what is set on a device") {
  Emulator e;
  for (const Elem elem : {Elem::U8, Elem::F32, Elem::F64}) {
    const ArrayP a = numbered(elem, false, 1003, 8), mask = make_array(Elem::Bool, {1003}, false),
                 here = make_array(elem, {1003}, false);
    std::memcpy(bytes_in(*here), bytes_in(*a), a->buffer->bytes());
    for (std::int64_t k = 0; k < 1003; ++k) {
      set_element(*mask, bytes_in(*mask), k, Number::boolean(k % 3 == 1));
      if (k % 3 == 1) set_element(*here, bytes_in(*here), k, Number::integer(9));
    }
    REQUIRE(fill_masked_on(e.session.device(), *a, *mask, Number::integer(9)));
    CHECK(same_bytes(*a, *here));
  }
}

TEST_CASE("random numbers are the same on a device as here") {
  for (const Elem elem : {Elem::F32, Elem::F64})
    for (const bool normal : {false, true}) {
      Options here;
      here.device = DeviceChoice::Cpu;
      here.scalar = elem;
      Session session(here, {});
      Emulator e;
      CallContext context{session, {}, 1};
      std::vector<Value> three{Value(Number::integer(3))}, seed{Value(Number::integer(77))},
          many{Value(Number::integer(1001))};
      find_builtin("seed")(context, seed);
      find_builtin("rand")(context, three);  // from an odd place on
      const ArrayP there = make_array(elem, {1001}, false);
      random_on(e.session.device(), *there, normal, 3, 77);
      const Value drawn = find_builtin(normal ? "randn" : "rand")(context, many).at(0);
      CHECK(same_bytes(*there, *std::get<ArrayP>(drawn.v)));
    }
}

TEST_CASE("random ints are the same on a device as here") {
  Options here;
  here.device = DeviceChoice::Cpu;
  Session session(here, {});
  Emulator e;
  CallContext context{session, {}, 1};
  for (const auto& [lowest, highest] :
       {std::pair<std::int64_t, std::int64_t>{1, 6}, {-1000, 1000000}, {0, 2000000000}}) {
    const ArrayP bounds = make_array(Elem::I64, {2});
    auto* two = static_cast<std::int64_t*>(bounds->buffer->host_write());
    two[0] = lowest, two[1] = highest;
    std::vector<Value> seed{Value(Number::integer(99))}, many{Value(bounds), Value(Number::integer(1001))};
    find_builtin("seed")(context, seed);
    const Value drawn = find_builtin("randi")(context, many).at(0);
    const ArrayP there = make_array(Elem::I64, {1001}, false);
    random_ints_on(e.session.device(), *there, lowest, highest - lowest + 1, 0, 99);
    CHECK(same_bytes(*there, *std::get<ArrayP>(drawn.v)));
  }
}

TEST_CASE("the k-th float is found by its digits") {
  Emulator e;
  for (const Elem elem : {Elem::F32, Elem::F64}) {
    const ArrayP x = make_array(elem, {5000}, false);
    std::mt19937 random(11);
    std::vector<double> sorted;
    for (std::int64_t k = 0; k < 5000; ++k) {
      const double v = k % 100 == 0 ? 0.0 : (double(random()) - 2147483648.0) * (k % 3 ? 1e-9 : 1e-30);
      set_element(*x, bytes_in(*x), k, Number::real(v, Elem::F64));
      sorted.push_back(get_element(*x, bytes_in(*x), k).re);
    }
    std::sort(sorted.begin(), sorted.end());
    for (const std::int64_t k : {0, 1, 49, 2499, 2500, 2530, 4998, 4999})
      CHECK(select_on(e.session.device(), *x, k) == std::optional(sorted[std::size_t(k)]));
    set_element(*x, bytes_in(*x), 77, Number::real(std::numeric_limits<double>::infinity(), elem));
    CHECK(select_on(e.session.device(), *x, 4999) == std::optional(std::numeric_limits<double>::infinity()));
    for (const double sign : {1.0, -1.0}) {
      set_element(*x, bytes_in(*x), 4000,
                  Number::real(std::copysign(std::numeric_limits<double>::quiet_NaN(), sign), elem));
      CHECK_FALSE(select_on(e.session.device(), *x, 3).has_value());
    }
  }
}

TEST_CASE("bins are counted on a device as they are here") {
  Emulator e;
  for (const Elem elem : {Elem::F32, Elem::F64, Elem::U8, Elem::I16}) {
    const ArrayP x = make_array(elem, {5000}, false);
    std::mt19937 random(13);
    std::vector<double> values;
    for (std::int64_t k = 0; k < 5000; ++k) {
      set_element(*x, bytes_in(*x), k, Number::real(double(random() % 3000) / 10 - 20, Elem::F64));
      values.push_back(get_element(*x, bytes_in(*x), k).as_double());
    }
    if (is_float(elem)) {
      set_element(*x, bytes_in(*x), 5, Number::real(std::numeric_limits<double>::quiet_NaN(), elem));
      values[5] = std::numeric_limits<double>::quiet_NaN();
    }
    for (const auto& [lo, hi, n] :
         {std::tuple{0.0, 256.0, 256}, {-20.0, 280.0, 10}, {0.1, 0.7, 7}, {3.0, 250.0, 4096}}) {
      std::vector<double> edges;
      for (int k = 0; k <= n; ++k) edges.push_back(k == n ? hi : lo + (hi - lo) * double(k) / double(n));
      const auto width = equal_width(edges);
      REQUIRE(width);
      const auto there = count_bins_on(e.session.device(), *x, edges, *width);
      REQUIRE(there);
      CHECK(*there == count_between(
                          std::span<const double>(values), [](std::size_t) { return 1; }, edges));
    }
    CHECK_FALSE(count_bins_on(e.session.device(), *x, std::vector<double>(4099, 0.0), 1).has_value());
  }
}
