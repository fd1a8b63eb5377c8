#include "transform/parts/reduce_operators.h"

#include <limits>

#include "ir/build.h"
#include "support/diagnostic.h"

namespace qc {

using namespace ir;

ExprP combine(ReduceOp op, ExprP a, ExprP b) {
  switch (op) {
    case ReduceOp::Add:
      return add(a, b);
    case ReduceOp::Mul:
      return mul(a, b);
    case ReduceOp::Min:
      return binary(BinaryOp::Min, a, b);
    case ReduceOp::Max:
      return binary(BinaryOp::Max, a, b);
    case ReduceOp::BitAnd:
    case ReduceOp::And:
      return binary(BinaryOp::BitAnd, a, b);
    case ReduceOp::BitOr:
    case ReduceOp::Or:
      return binary(BinaryOp::BitOr, a, b);
    case ReduceOp::BitXor:
      return binary(BinaryOp::BitXor, a, b);
    case ReduceOp::Last:  // of a running value that b does not set
      return a;
    default:
      internal_error("schedule", "an operator without a combination");
  }
}

// -0.0 is the neutral element of float addition (x + -0.0 is x for both zeros); NaN that of min and max, which ignore
// it.
ExprP neutral(ReduceOp op, Elem type) {
  const bool flt = is_float(type);
  auto number = [&](std::int64_t i, double f) {
    return type == Elem::Bool ? bool_const(i != 0) : flt ? float_const(f, type) : int_const(i);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  switch (op) {
    case ReduceOp::Add:
      return number(0, -0.0);
    case ReduceOp::Mul:
      return number(1, 1.0);
    case ReduceOp::Min:
      return number(std::numeric_limits<std::int64_t>::max(), nan);
    case ReduceOp::Max:
      return type == Elem::Bool ? bool_const(false) : number(std::numeric_limits<std::int64_t>::min(), nan);
    // A start value that an element equal to these would replace does not exist under `<`; under `<=` the element
    // itself replaces them in its lane. So no element is missed, and a NaN element is skipped as the comparison says.
    case ReduceOp::ArgMin:
      return number(std::numeric_limits<std::int64_t>::max(), std::numeric_limits<double>::infinity());
    case ReduceOp::ArgMax:
      return number(std::numeric_limits<std::int64_t>::min(), -std::numeric_limits<double>::infinity());
    case ReduceOp::First:
    case ReduceOp::Last:
      return number(-1, -1);
    case ReduceOp::BitAnd:
    case ReduceOp::And:
      return number(-1, 0);
    case ReduceOp::BitOr:
    case ReduceOp::Or:
    case ReduceOp::BitXor:
      return number(0, 0);
    default:
      internal_error("schedule", "an operator without a neutral element");
  }
}

}  // namespace qc
