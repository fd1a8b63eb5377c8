// Sorting, lists of places and running values by the kernels that a GPU gets, on the emulator: against the standard
// library here.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>

#include "host/device/device_arrays.h"
#include "host/device/device_sort.h"
#include "host/session/session.h"
#include "tests/simt/emulator.h"

using namespace qc;
using namespace qc::host;
using test::Emulator;

namespace {

template <class T>
ArrayP array_of(Elem elem, const std::vector<T>& values, std::vector<std::int64_t> dims = {}) {
  if (dims.empty()) dims = {std::int64_t(values.size())};
  const ArrayP a = make_array(elem, dims, false);
  std::copy(values.begin(), values.end(), static_cast<T*>(a->buffer->host_overwrite()));
  return a;
}
template <class T>
std::vector<T> values_of(const Array& a) {
  const T* x = static_cast<const T*>(a.buffer->host_read());
  return {x, x + a.buffer->bytes() / std::int64_t(sizeof(T))};
}

template <class T>
bool before(T a, T b, bool descending) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) || std::isnan(b)) return !std::isnan(a) && std::isnan(b);
  return descending ? b < a : a < b;
}

template <class T>
void sorts(Emulator& e, Elem elem, const std::vector<T>& values) {
  const ArrayP x = array_of(elem, values);
  for (const bool descending : {false, true}) {
    CAPTURE(int(elem));
    CAPTURE(descending);
    std::vector<std::int64_t> order(values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
      return before(values[std::size_t(a)], values[std::size_t(b)], descending);
    });
    std::vector<T> expected;
    for (const auto k : order) expected.push_back(values[std::size_t(k)]);
    const auto alone = descending ? std::nullopt : sort_on(e.device(), *x, false, false),
               both = sort_on(e.device(), *x, descending, true);
    REQUIRE(alone.has_value() != descending);
    REQUIRE(both);
    // As bytes: equals keep their order, so that 0 and -0, and what is no number, are found again.
    if (alone)
      CHECK(std::memcmp(values_of<T>(*alone->values).data(), expected.data(), expected.size() * sizeof(T)) == 0);
    CHECK(std::memcmp(values_of<T>(*both->values).data(), expected.data(), expected.size() * sizeof(T)) == 0);
    CHECK(values_of<std::int64_t>(*both->places) == order);
  }
}

}  // namespace

TEST_CASE("elements of every type are sorted, equals in their old order") {
  Emulator e;
  std::mt19937 random(3);
  for (const std::size_t n : {std::size_t(1), std::size_t(4133)}) {
    CAPTURE(n);
    std::vector<float> floats;
    std::vector<double> doubles;
    std::vector<std::uint8_t> bytes;
    std::vector<std::int16_t> shorts;
    std::vector<std::int64_t> ints, wide;
    for (std::size_t k = 0; k < n; ++k) {
      const double v = (double(random()) - 2147483648.0) * (k % 3 ? 1e-9 : 1e-40);
      const double special = k % 50 == 7    ? 0.0
                             : k % 50 == 8  ? -0.0
                             : k % 50 == 9  ? std::numeric_limits<double>::quiet_NaN()
                             : k % 50 == 10 ? -std::numeric_limits<double>::infinity()
                             : k % 50 == 11 ? std::copysign(std::numeric_limits<double>::quiet_NaN(), -1.0)
                                            : v;
      floats.push_back(float(special));
      doubles.push_back(special);
      bytes.push_back(std::uint8_t(random()));
      shorts.push_back(std::int16_t(random()));
      ints.push_back(std::int64_t(random() % 1000) - 500);  // most digits are the same in all
      wide.push_back(std::int64_t(random()) << 32 ^ std::int64_t(random()));
    }
    sorts(e, Elem::F32, floats);
    sorts(e, Elem::F64, doubles);
    sorts(e, Elem::U8, bytes);
    sorts(e, Elem::I16, shorts);
    sorts(e, Elem::I64, ints);
    sorts(e, Elem::I64, wide);
    sorts(e, Elem::I64, std::vector<std::int64_t>(n, -7));
  }
  CHECK_FALSE(sort_on(e.device(), *make_array(Elem::F32, {10}, true, true), false, false));
}

TEST_CASE("lines are sorted each for itself") {
  Emulator e;
  std::mt19937 random(4);
  std::vector<float> values;
  for (int k = 0; k < 6 * 50 * 4; ++k) values.push_back(float(random() % 40) - 20);
  const ArrayP x = array_of(Elem::F32, values, {6, 50, 4});
  for (const LineShape& s : {LineShape{6, 50, 4}, {300, 4, 1}, {1, 6, 200}})
    for (const bool descending : {false, true}) {
      const auto sorted = sort_lines_on(e.device(), *x, s, descending, true);
      REQUIRE(sorted);
      const auto y = values_of<float>(*sorted->values);
      const auto places = values_of<std::int64_t>(*sorted->places);
      bool same = true;
      for (std::int64_t o = 0; o < s.outer; ++o)
        for (std::int64_t i = 0; i < s.inner; ++i) {
          const auto at = [&](std::int64_t k) { return std::size_t((o * s.n + k) * s.inner + i); };
          std::vector<std::int64_t> order(std::size_t(s.n));
          std::iota(order.begin(), order.end(), 0);
          std::stable_sort(order.begin(), order.end(),
                           [&](auto a, auto b) { return before(values[at(a)], values[at(b)], descending); });
          for (std::int64_t k = 0; k < s.n; ++k)
            same = same && places[at(k)] == order[std::size_t(k)] && y[at(k)] == values[at(order[std::size_t(k)])];
        }
      CAPTURE(s.n);
      CHECK(same);
    }
}

TEST_CASE("places of a mask and of changes are listed in order") {
  Emulator e;
  std::mt19937 random(5);
  for (const std::size_t n : {std::size_t(1), std::size_t(4095), std::size_t(12345)})
    for (const unsigned one_of : {1u, 2u, 97u, 1u << 30}) {
      std::vector<std::uint8_t> mask;
      std::vector<float> steps;
      std::vector<std::int64_t> wanted, changes;
      for (std::size_t k = 0; k < n; ++k) {
        mask.push_back(random() % one_of == 0);
        if (mask.back()) wanted.push_back(std::int64_t(k));
        steps.push_back(k > 0 && !mask.back() ? steps.back() : float(k));
        if (k == 0 || steps[k] != steps[k - 1]) changes.push_back(std::int64_t(k));
      }
      CAPTURE(n);
      CAPTURE(one_of);
      const auto listed = places_on(e.device(), Wanted::NotZero, *array_of(Elem::Bool, mask)),
                 changed = places_on(e.device(), Wanted::Changes, *array_of(Elem::F32, steps));
      REQUIRE(listed);
      REQUIRE(changed);
      CHECK(values_of<std::int64_t>(**listed) == wanted);
      CHECK(values_of<std::int64_t>(**changed) == changes);
    }
}

TEST_CASE("elements are put at listed places, places split into positions") {
  Emulator e;
  const ArrayP to = array_of<float>(Elem::F32, std::vector<float>(500, 1.0f)),
               from = array_of<float>(Elem::F32, {7, 8, 9});
  REQUIRE(scatter_on(e.device(), *from, *array_of<std::int64_t>(Elem::I64, {499, 0, 250}), *to));
  const auto now = values_of<float>(*to);
  CHECK(now[499] == 7);
  CHECK(now[0] == 8);
  CHECK(now[250] == 9);
  CHECK(std::count(now.begin(), now.end(), 1.0f) == 497);
  CHECK_FALSE(scatter_on(e.device(), *make_array(Elem::F64, {1}, true, true), *array_of<std::int64_t>(Elem::I64, {0}),
                         *make_array(Elem::F64, {1}, true, true)));
  const ArrayP rows = split_places_on(e.device(), *array_of<std::int64_t>(Elem::I64, {0, 23, 59}), {3, 4, 5});
  CHECK(rows->dims == std::vector<std::int64_t>{3, 3});
  CHECK(values_of<std::int64_t>(*rows) == std::vector<std::int64_t>{0, 0, 0, 1, 0, 3, 2, 3, 4});
}

TEST_CASE("the first place of a value along lines") {
  Emulator e;
  const ArrayP x = array_of<std::uint8_t>(Elem::U8, {1, 5, 5, 2, 9, 9, 3, 3, 0, 9, 1, 1}, {2, 3, 2});
  const ArrayP along =
      first_equal_on(e.device(), *x, *array_of<std::int64_t>(Elem::I64, {9, 9, 3, 9}, {2, 1, 2}), {2, 3, 2});
  CHECK(values_of<std::int64_t>(*along) == std::vector<std::int64_t>{2, 2, 0, 1});
  const ArrayP whole = first_equal_on(e.device(), *x, *array_of<std::int64_t>(Elem::I64, {7}), {1, 12, 1});
  CHECK(values_of<std::int64_t>(*whole) == std::vector<std::int64_t>{12});
}

TEST_CASE("running values go from left to right along rows and columns") {
  Emulator e;
  std::mt19937 random(9);
  std::vector<float> values;
  for (int k = 0; k < 3 * 50 * 7; ++k)
    values.push_back(k % 40 == 3 ? std::numeric_limits<float>::quiet_NaN() : float(random()) * 1e-9f - 2);
  for (const LineShape& s : {LineShape{3, 50, 7}, {1, 150, 7}, {21, 50, 1}, {1050, 1, 1}})
    for (const ir::BinaryOp op : {ir::BinaryOp::Add, ir::BinaryOp::Mul, ir::BinaryOp::Max, ir::BinaryOp::Min}) {
      std::vector<float> expected = values;
      for (std::int64_t o = 0; o < s.outer; ++o)
        for (std::int64_t k = 1; k < s.n; ++k)
          for (std::int64_t i = 0; i < s.inner; ++i) {
            const float a = expected[std::size_t((o * s.n + k - 1) * s.inner + i)];
            float& b = expected[std::size_t((o * s.n + k) * s.inner + i)];
            b = op == ir::BinaryOp::Add   ? a + b
                : op == ir::BinaryOp::Mul ? a * b
                : op == ir::BinaryOp::Max ? std::fmax(a, b)
                                          : std::fmin(a, b);
          }
      CAPTURE(s.outer);
      CAPTURE(int(op));
      const auto y = running_on(e.device(), *array_of(Elem::F32, values, {s.outer, s.n, s.inner}), s, op);
      REQUIRE(y);
      const auto got = values_of<float>(**y);
      bool same = true;
      for (std::size_t k = 0; k < got.size(); ++k)
        same = same && (got[k] == expected[k] || (std::isnan(got[k]) && std::isnan(expected[k])));
      CHECK(same);
    }
  // Masks are counted, bytes keep their type where only one of them is taken.
  const std::vector<std::uint8_t> bits{1, 0, 1, 1, 0, 1};
  const auto counts = running_on(e.device(), *array_of(Elem::Bool, bits, {3, 2}), {1, 3, 2}, ir::BinaryOp::Add),
             most = running_on(e.device(), *array_of(Elem::U8, bits, {3, 2}), {1, 3, 2}, ir::BinaryOp::Max);
  REQUIRE(counts);
  REQUIRE(most);
  CHECK(values_of<std::int64_t>(**counts) == std::vector<std::int64_t>{1, 0, 2, 1, 2, 2});
  CHECK(values_of<std::uint8_t>(**most) == std::vector<std::uint8_t>{1, 0, 1, 1, 1, 1});
  CHECK_FALSE(running_on(e.device(), *make_array(Elem::F32, {10, 10}, true, true), {1, 10, 10}, ir::BinaryOp::Mul));
}

TEST_CASE("ranges and evenly spaced numbers") {
  Emulator e;
  const ArrayP ints = make_array(Elem::I64, {1000}, false), floats = make_array(Elem::F32, {1000}, false),
               spaced = make_array(Elem::F32, {1000}, false);
  range_on(e.device(), *ints, Number::integer(-5), Number::integer(3));
  range_on(e.device(), *floats, Number::real(0.1, Elem::F64), Number::real(0.1, Elem::F64));
  spaced_on(e.device(), *spaced, -1, 3);
  const auto i = values_of<std::int64_t>(*ints);
  const auto f = values_of<float>(*floats), s = values_of<float>(*spaced);
  bool same = true;
  for (int k = 0; k < 1000; ++k)
    same = same && i[std::size_t(k)] == 3 * k - 5 && f[std::size_t(k)] == float(0.1 + double(k) * 0.1) &&
           s[std::size_t(k)] == float(k == 999 ? 3.0 : -1 + 4.0 * k / 999);
  CHECK(same);
}
