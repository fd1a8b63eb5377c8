// How many iterations a range has: the rule of the host and the IR of compiled code, one against the other.
#include "ir/range_count.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "transform/parts/interval_eval.h"

using namespace qc;
using namespace qc::ir;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity(), kNoEnd = std::numeric_limits<double>::quiet_NaN();

RangeNumber real(double v, Elem type = Elem::F32) {
  return RangeNumber::real(type == Elem::F32 ? double(float(v)) : v, type);
}
RangeNumber integer(std::int64_t v) { return RangeNumber::integer(v); }

std::int64_t count(const RangeNumber& lo, const RangeNumber& step, const RangeNumber& hi) {
  const auto r = count_range(lo, step, hi);
  return r ? r->count : -1;
}
std::int64_t count(const RangeNumber& lo, const RangeNumber& hi) { return count(lo, integer(1), hi); }

std::string text(const RangeNumber& n) {
  return n.is_int ? fmt::format("{}", n.i) : fmt::format("{}{}", n.re, n.narrow ? "f" : "");
}

// A variable of a nest, or a constant.
ExprP part(const RangeNumber& n, Function& f, std::vector<RangeNumber>& values, bool variable) {
  const Elem type = n.is_int ? Elem::I64 : n.narrow ? Elem::F32 : Elem::F64;
  if (!variable) return n.is_int ? int_const(n.i) : float_const(n.re, type);
  values.push_back(n);
  return var(f, f.add_var("v", type));
}

// What compiled code counts.
std::int64_t compiled_count(const RangeNumber& lo, const RangeNumber& step, const RangeNumber& hi, bool variables) {
  Function f;
  std::vector<RangeNumber> values;
  const ExprP from = part(lo, f, values, variables), by = part(step, f, values, false),
              end = part(hi, f, values, variables);
  EvaluationContext c;
  c.float_of = [&](VarId v) { return std::optional(values[v].re); };
  c.interval_of = [&](VarId v) { return std::optional(Interval{values[v].i, values[v].i}); };
  const bool ints = count_range(lo, step, hi)->ints;
  const ExprP first = ints ? cast(Elem::I64, from) : int_const(0), each = ints ? cast(Elem::I64, by) : int_const(1);
  const ExprP last = ints ? whole_end(from, by, end, {}) : last_value_number(from, by, end);
  const auto a = value_of(*first, c), s = value_of(*each, c), b = value_of(*last, c);
  REQUIRE(a);
  REQUIRE(s);
  REQUIRE(b);
  return count(integer(*a), integer(*s), integer(*b));
}

}  // namespace

TEST_CASE("the last value of a range does not pass its end") {
  CHECK(count(integer(0), real(-0.5)) == 0);
  CHECK(count(integer(0), real(-0.0)) == 1);
  CHECK(count(integer(0), real(2.5)) == 3);
  CHECK(count(integer(-5), real(-1.5)) == 4);
  CHECK(count(real(0.5), real(2)) == 2);
  CHECK(count(integer(2), integer(-1), real(0.5)) == 2);
  CHECK(count(integer(2), integer(-1), real(-0.5)) == 3);
  CHECK(count(integer(0), real(3.5), integer(7)) == 3);
  CHECK(count(integer(7), real(-3.5), integer(0)) == 3);
  CHECK(count(integer(0), real(0.1), integer(1)) == 11);  // missed by rounding alone
  CHECK(count(integer(0), real(2.9999998)) == 4);         // too
  CHECK(count(integer(0), real(2.9999998, Elem::F64)) == 3);
  CHECK(count(integer(0), real(3.0000002)) == 4);
  CHECK(count(integer(10), integer(3), integer(20)) == 4);
  CHECK(count(integer(0), integer(1000000000), integer(999999999)) == 1);
}

TEST_CASE("NaN gives nothing, inf never ends, and a step of 0 is none") {
  CHECK(count(integer(0), real(kNoEnd)) == 0);
  CHECK(count(real(kNoEnd), integer(3)) == 0);
  CHECK(count(real(kNoEnd), real(kNoEnd)) == 0);
  CHECK(count(integer(0), real(kNoEnd), integer(3)) == 0);
  CHECK(count(real(kNoEnd), real(kNoEnd), real(kNoEnd)) == 0);
  CHECK(count(real(0.5), real(kNoEnd), real(kInf)) == 0);
  CHECK(count(integer(0), integer(0), integer(3)) == -1);
  CHECK(count(integer(0), real(-0.0), integer(3)) == -1);
  CHECK(count(integer(0), real(kInf)) == INT64_MAX);
  CHECK(count(integer(0), real(-kInf)) == 0);
  CHECK(count(integer(0), real(0.5), real(kInf)) == INT64_MAX);
  CHECK(count(integer(0), integer(-1), real(-kInf)) == INT64_MAX);
  CHECK(count(real(kInf), integer(3)) == 0);
}

TEST_CASE("ints are counted in 64 bits") {
  const std::int64_t n = (std::int64_t{1} << 53) + 1, m = (std::int64_t{1} << 60) + 1;
  CHECK(count(integer(n), integer(n + 2)) == 3);
  CHECK(count(integer(m), integer(m + 8)) == 9);
  CHECK(count(integer(0), integer(INT64_MAX)) == INT64_MAX);
  CHECK(count(integer(INT64_MIN), integer(INT64_MAX)) == INT64_MAX);
  CHECK(count(integer(INT64_MAX - 2), integer(INT64_MAX)) == 3);
  CHECK(count(integer(INT64_MIN), integer(INT64_MIN)) == 1);
  CHECK(count(integer(INT64_MAX), integer(INT64_MIN), integer(INT64_MIN)) == 2);
  CHECK(count(integer(INT64_MAX - 1), real(0x1p63)) == 2);
}

TEST_CASE("ints are counted in IR as on the host, however far apart they are") {
  const std::int64_t ends[] = {INT64_MIN, INT64_MIN + 1, INT64_MIN + 6, -7,       -2, -1, 0, 1,
                               5,         INT64_MAX - 7, INT64_MAX - 1, INT64_MAX};
  for (const std::int64_t step : {1, -1, 2, -2, 3, -3, 7, -7})
    for (const std::int64_t lo : ends)
      for (const std::int64_t hi : ends) {
        INFO(lo, "..", step, "..", hi);
        const auto n = as_int(*count_of_ints(int_const(lo), step, int_const(hi)));
        REQUIRE(n);
        CHECK(*n == count(integer(lo), integer(step), integer(hi)));
      }
}

TEST_CASE("compiled code counts as the host does") {
  std::vector<RangeNumber> numbers;
  for (const double v :
       {0.0, -0.0, 0.5,       -0.5,       1.5,  -1.5,  1.0,    2.0,    -3.0, 2.9999998, 3.0000002, 0.1,
        0.3, 1e-5, 8388607.5, 16777216.0, 1e10, -1e10, 0x1p62, 0x1p63, 1e30, kInf,      -kInf,     kNoEnd}) {
    numbers.push_back(real(v));
    numbers.push_back(real(v, Elem::F64));
  }
  const std::int64_t n = std::int64_t{1} << 53;
  for (const std::int64_t v : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-7}, std::int64_t{10}, n - 1, n + 1,
                               -n - 1, INT64_MAX, INT64_MAX - 1, INT64_MIN + 1})
    numbers.push_back(integer(v));
  for (const RangeNumber& lo : numbers)
    for (const RangeNumber& step : numbers) {
      if (!count_range(lo, step, lo)) continue;
      for (const RangeNumber& hi : numbers) {
        if (lo.i == INT64_MAX && std::isnan(hi.re)) continue;  // no int lies beyond it
        for (const bool variables : {false, true}) {
          const std::int64_t host = count(lo, step, hi), compiled = compiled_count(lo, step, hi, variables);
          CHECK_MESSAGE(host == compiled, fmt::format("{}..{}..{}", text(lo), text(step), text(hi)));
        }
      }
    }
}

TEST_CASE("what is known of floats") {
  Function f;
  const ExprP n = var(f, f.add_var("n", Elem::I64)), x = var(f, f.add_var("x", Elem::F32)),
              as_float = cast(Elem::F32, n);
  const auto half = [&](const ExprP& e) { return binary(BinaryOp::Div, e, float_const(2, Elem::F32)); };
  CHECK(float_grid(*as_float, {}).whole());
  CHECK(float_grid(*half(as_float), {}).unit == 0.5);
  CHECK(float_grid(*binary(BinaryOp::Mul, half(as_float), float_const(6, Elem::F32)), {}).whole());
  CHECK(float_grid(*binary(BinaryOp::Div, as_float, float_const(3, Elem::F32)), {}).unit == 0);
  CHECK(float_grid(*x, {}).unit == 0);
  CHECK(float_grid(*half(x), [](VarId) { return FloatGrid::of_whole(); }).unit == 0.5);
  CHECK(float_grid(*unary(UnaryOp::Floor, x), {}).whole());
  // An end on such a grid needs no look at how it was rounded.
  CHECK(std::holds_alternative<Cast>(whole_end(n, int_const(1), as_float, {})->node));
  const ExprP end = whole_end(n, int_const(1), half(as_float), {});
  const auto& c = std::get<Cast>(end->node);
  CHECK(std::get<Unary>(c.a->node).op == UnaryOp::Floor);
}
