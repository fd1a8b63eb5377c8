#include "ir/float_operation.h"

#include <cmath>

namespace qc::ir {

namespace {

// A NaN is ignored, and -0 is below +0.
double lesser(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

std::optional<double> unary_operation(UnaryOp op, double a) {
  switch (op) {
    case UnaryOp::Neg:
      return -a;
    case UnaryOp::Abs:
      return std::fabs(a);
    case UnaryOp::Floor:
      return std::floor(a);
    case UnaryOp::Ceil:
      return std::ceil(a);
    case UnaryOp::Round:
      return std::round(a);
    case UnaryOp::Trunc:
      return std::trunc(a);
    default:
      return {};
  }
}

// One operation in double that is rounded once more has the bits of one in float.
std::optional<double> binary_operation(BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::Add:
      return a + b;
    case BinaryOp::Sub:
      return a - b;
    case BinaryOp::Mul:
      return a * b;
    case BinaryOp::Div:
      return a / b;
    case BinaryOp::Min:
      return lesser(a, b);
    case BinaryOp::Max:
      return -lesser(-a, -b);
    default:
      return {};
  }
}

}  // namespace

std::optional<double> float_operation(const Expr& e, const std::array<double, 3>& operands) {
  if (e.type != Elem::F32 && e.type != Elem::F64) return {};
  const auto [a, b, c] = operands;
  std::optional<double> v;
  if (auto* u = std::get_if<Unary>(&e.node))
    v = unary_operation(u->op, a);
  else if (auto* n = std::get_if<Binary>(&e.node))
    v = binary_operation(n->op, a, b);
  else if (std::holds_alternative<Fma>(e.node))
    v = e.type == Elem::F32 ? double(std::fmaf(float(a), float(b), float(c))) : std::fma(a, b, c);
  return v && e.type == Elem::F32 ? std::optional(double(float(*v))) : v;
}

std::int64_t int_of_float(double v) {
  if (std::isnan(v)) return 0;
  if (v >= 0x1p63) return INT64_MAX;
  return v < -0x1p63 ? INT64_MIN : std::int64_t(v);
}

}  // namespace qc::ir
