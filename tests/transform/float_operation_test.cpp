#include "ir/float_operation.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "ir/build.h"

using namespace qc;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double of(ir::BinaryOp op, double a, double b, Elem type = Elem::F64) {
  const auto e = ir::binary(op, ir::float_const(1, type), ir::float_const(2, type));
  return ir::float_operation(*e, {a, b, 0}).value();
}

}  // namespace

TEST_CASE("float operations are rounded to their type") {
  CHECK(of(ir::BinaryOp::Add, 16777216, 1) == 16777217);
  CHECK(of(ir::BinaryOp::Add, 16777216, 1, Elem::F32) == 16777216);
  CHECK(of(ir::BinaryOp::Div, 1, 3, Elem::F32) == double(1.0f / 3.0f));
  const auto c = [](double v) { return ir::float_const(v, Elem::F32); };
  const auto fused = ir::fma(c(1), c(2), c(3));
  CHECK(ir::float_operation(*fused, {4097, 4097, -16785408}) == double(std::fmaf(4097, 4097, -16785408)));
}

TEST_CASE("extremes ignore a NaN and order the zeros") {
  CHECK(of(ir::BinaryOp::Min, kNan, 2) == 2);
  CHECK(of(ir::BinaryOp::Max, 2, kNan) == 2);
  CHECK(std::isnan(of(ir::BinaryOp::Max, kNan, kNan)));
  CHECK(std::signbit(of(ir::BinaryOp::Min, 0.0, -0.0)));
  CHECK(std::signbit(of(ir::BinaryOp::Min, -0.0, 0.0)));
  CHECK(!std::signbit(of(ir::BinaryOp::Max, 0.0, -0.0)));
  CHECK(!std::signbit(of(ir::BinaryOp::Max, -0.0, 0.0)));
}

TEST_CASE("functions and half floats are left to those that compute them") {
  const auto root = ir::unary(ir::UnaryOp::Sqrt, ir::float_const(2, Elem::F64));
  CHECK(!ir::float_operation(*root, {2, 0, 0}));
  CHECK(ir::float_operation(*ir::unary(ir::UnaryOp::Floor, ir::float_const(-1.5, Elem::F64)), {-1.5, 0, 0}) == -2);
}

TEST_CASE("floats as ints") {
  CHECK(ir::int_of_float(-1.9) == -1);
  CHECK(ir::int_of_float(kNan) == 0);
  CHECK(ir::int_of_float(0x1p63) == INT64_MAX);
  CHECK(ir::int_of_float(-0x1p64) == INT64_MIN);
}
