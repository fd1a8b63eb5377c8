// What is known of a choice before a launch.
#include "transform/parts/interval_eval.h"

#include <doctest/doctest.h>

#include <limits>

#include "ir/build.h"

using namespace qc;
using namespace qc::ir;

namespace {

struct Numbers {
  Function f;
  VarId n = f.add_var("n", Elem::I64), k = f.add_var("k", Elem::I64), b = f.add_var("b", Elem::Bool),
        x = f.add_var("x", Elem::F32);
  ExprP of(VarId v) const { return var(f, v); }

  // n is 3, k one of 0..9, b true, x 0.5.
  EvaluationContext context() const {
    EvaluationContext c;
    c.interval_of = [this](VarId v) { return v == n ? Interval{3, 3} : v == k ? Interval{0, 9} : Interval{1, 1}; };
    c.float_of = [](VarId) { return std::optional(0.5); };
    c.extent_of = [](ArrayId, int) { return std::int64_t(1); };
    return c;
  }
  std::optional<bool> truth(const ExprP& e) const { return truth_of(*e, context()); }
  std::optional<std::int64_t> value(const ExprP& e) const { return value_of(*e, context()); }
};

}  // namespace

TEST_CASE("conditions on numbers that are known") {
  const Numbers v;
  CHECK(v.truth(lt(v.of(v.n), int_const(4))) == true);
  CHECK(v.truth(lt(v.of(v.k), int_const(4))) == std::nullopt);
  CHECK(v.truth(lt(v.of(v.k), int_const(10))) == true);
  CHECK(v.truth(lt(v.of(v.k), int_const(0))) == false);
  CHECK(v.truth(le(v.of(v.k), int_const(9))) == true);
  CHECK(v.truth(binary(BinaryOp::Gt, v.of(v.k), int_const(9))) == false);
  CHECK(v.truth(binary(BinaryOp::Ge, v.of(v.k), int_const(0))) == true);
  CHECK(v.truth(binary(BinaryOp::Eq, v.of(v.n), int_const(3))) == true);
  CHECK(v.truth(binary(BinaryOp::Eq, v.of(v.k), int_const(3))) == std::nullopt);
  CHECK(v.truth(binary(BinaryOp::Ne, v.of(v.k), int_const(-1))) == true);
  CHECK(v.truth(v.of(v.b)) == true);
  CHECK(v.truth(unary(UnaryOp::Not, v.of(v.b))) == false);
  const ExprP unknown = lt(v.of(v.k), v.of(v.n));
  CHECK(v.truth(logical_and(unknown, unary(UnaryOp::Not, v.of(v.b)))) == false);
  CHECK(v.truth(logical_and(unknown, v.of(v.b))) == std::nullopt);
  CHECK(v.truth(binary(BinaryOp::Or, unknown, v.of(v.b))) == true);
  CHECK(v.truth(lt(v.of(v.x), float_const(0.75, Elem::F32))) == true);
  CHECK(v.truth(le(v.of(v.x), float_const(std::numeric_limits<double>::quiet_NaN(), Elem::F32))) == false);
}

TEST_CASE("a choice is the arm that its condition takes") {
  const Numbers v;
  const auto choice = [&](const ExprP& condition) { return select(condition, int_const(2), int_const(7)); };
  CHECK(v.value(choice(lt(v.of(v.n), int_const(4)))) == 2);
  CHECK(v.value(choice(lt(v.of(v.n), int_const(3)))) == 7);
  CHECK(v.value(choice(lt(v.of(v.k), int_const(3)))) == std::nullopt);
  CHECK(interval_of(*choice(lt(v.of(v.k), int_const(3))), v.context()) == Interval{2, 7});
  CHECK(v.value(select(v.of(v.b), float_const(4.0, Elem::F32), float_const(1.5, Elem::F32))) == 4);
  CHECK(v.value(select(unary(UnaryOp::Not, v.of(v.b)), float_const(4.0, Elem::F32), float_const(1.5, Elem::F32))) ==
        std::nullopt);
}

TEST_CASE("floats between ends, and what becomes of them as ints") {
  const Numbers v;
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  EvaluationContext c = v.context();
  c.float_of = [](VarId) { return std::optional<double>(); };
  const ExprP x = v.of(v.x);
  const auto number = [](double value) { return float_const(value, Elem::F32); };
  const auto range = [&](const ExprP& e) { return float_interval_of(*e, c); };
  const auto ints = [&](const ExprP& e) { return interval_of(*cast(Elem::I64, e), c); };
  CHECK(range(x) == FloatInterval{-inf, inf, true});
  CHECK(ints(x) == std::nullopt);
  // A NaN is the other operand.
  const ExprP clamped = binary(BinaryOp::Min, binary(BinaryOp::Max, x, number(0)), number(1));
  CHECK(range(clamped) == FloatInterval{0, 1, false});
  CHECK(ints(binary(BinaryOp::Div, clamped, number(0.1))) == Interval{0, 10});
  CHECK(ints(fma(clamped, number(-3), number(0.5))) == Interval{-2, 0});
  CHECK(ints(binary(BinaryOp::Min, x, number(7))) == Interval{INT64_MIN, 7});
  CHECK(ints(binary(BinaryOp::Div, number(1), clamped)) == std::nullopt);
  CHECK(ints(binary(BinaryOp::Mul, x, number(0))) == std::nullopt);
  CHECK(ints(number(nan)) == Interval{0, 0});
  CHECK(ints(number(inf)) == Interval{INT64_MAX, INT64_MAX});
  CHECK(ints(select(lt(x, number(0)), number(-1.5), number(2.5))) == Interval{-1, 2});
  CHECK(ints(binary(BinaryOp::Mul, cast(Elem::F32, v.of(v.k)), number(0.25))) == Interval{0, 2});
  CHECK(ints(unary(UnaryOp::Abs, binary(BinaryOp::Sub, clamped, number(0.75)))) == Interval{0, 0});
  CHECK(ints(unary(UnaryOp::Floor, binary(BinaryOp::Sub, clamped, number(0.75)))) == Interval{-1, 0});
  c.float_interval_of = [](VarId) { return FloatInterval{-2.5, 300, true}; };
  CHECK(ints(x) == Interval{-2, 300});
  CHECK(ints(binary(BinaryOp::Add, x, number(1))) == std::nullopt);  // NaN is a number of no range
}
