// Formulas of the table of built-ins, evaluated for numbers of host code with the bits of compiled code. Large arrays
// are computed by loops; here are single numbers and short arrays.
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "codegen/host_math.h"
#include "host/arrays/tree_fold.h"
#include "host/arrays/typed_map.h"
#include "host/builtins/families.h"
#include "support/diagnostic.h"

namespace qc::host {

namespace {

template <class T>
struct FormulaAt {
  T x;

  T operator()(const ir::Expr& e) const { return std::visit(*this, e.node); }
  T operator()(const ir::VarRef&) const { return x; }
  T operator()(const ir::ConstFloat& c) const { return T(c.value); }
  T operator()(const ir::ConstInt& c) const { return T(c.value); }
  T operator()(const ir::Fma& n) const { return std::fma((*this)(*n.a), (*this)(*n.b), (*this)(*n.c)); }
  T operator()(const ir::Select& n) const { return (*this)((*this)(*n.condition) != 0 ? *n.yes : *n.no); }
  T operator()(const ir::Math& n) const {
    return host_math(n.fn, (*this)(*n.args[0]), n.args.size() > 1 ? (*this)(*n.args[1]) : T(0));
  }
  T operator()(const ir::Unary& n) const {
    const T a = (*this)(*n.a);
    switch (n.op) {
      case ir::UnaryOp::Neg:
        return -a;
      case ir::UnaryOp::Not:
        return a == 0;
      case ir::UnaryOp::Abs:
        return std::fabs(a);
      case ir::UnaryOp::Sign:
        return std::isnan(a) ? a : T((a > 0) - (a < 0));
      case ir::UnaryOp::Floor:
        return std::floor(a);
      case ir::UnaryOp::Ceil:
        return std::ceil(a);
      case ir::UnaryOp::Round:
        return std::round(a);
      case ir::UnaryOp::Trunc:
        return std::trunc(a);
      case ir::UnaryOp::Sqrt:
        return std::sqrt(a);
      default:
        internal_error("built-ins", "a formula has an operation of ints");
    }
  }
  T operator()(const ir::Binary& n) const {
    using ir::BinaryOp;
    const T a = (*this)(*n.a), b = (*this)(*n.b);
    switch (n.op) {
      case BinaryOp::Add:
        return a + b;
      case BinaryOp::Sub:
        return a - b;
      case BinaryOp::Mul:
        return a * b;
      case BinaryOp::Div:
        return a / b;
      case BinaryOp::Mod:
        return std::fmod(a, b);
      case BinaryOp::Min:
        return Extreme<false>{}(a, b);
      case BinaryOp::Max:
        return Extreme<true>{}(a, b);
      case BinaryOp::Eq:
        return a == b;
      case BinaryOp::Ne:
        return a != b;
      case BinaryOp::Lt:
        return a < b;
      case BinaryOp::Le:
        return a <= b;
      case BinaryOp::Gt:
        return a > b;
      case BinaryOp::Ge:
        return a >= b;
      case BinaryOp::And:
        return a != 0 && b != 0;
      case BinaryOp::Or:
        return a != 0 || b != 0;
      default:
        internal_error("built-ins", "a formula has an operation of ints");
    }
  }
  template <class Other>
  T operator()(const Other&) const {
    internal_error("built-ins", "a formula reads memory or places");
  }
};

ir::ExprP formula_of(BuiltinFormula formula, Elem elem) {
  return formula(std::make_shared<const ir::Expr>(ir::Expr{ir::VarRef{0}, elem, {}}));
}

}  // namespace

float formula_value(BuiltinFormula formula, float x) { return FormulaAt<float>{x}(*formula_of(formula, Elem::F32)); }
double formula_value(BuiltinFormula formula, double x) { return FormulaAt<double>{x}(*formula_of(formula, Elem::F64)); }

Results HostFunction::of_formula(const BuiltinInfo& row, CallContext& c, Args& a) {
  const std::string name(row.name);
  want_arguments(c, a, name.c_str(), 1, 1);
  if (kind_of(c, a[0]).complex) fail("Q0301", c.span, fmt::format("'{}' is not defined for complex numbers", name));
  const ir::ExprP narrow = formula_of(row.formula, Elem::F32), wide = formula_of(row.formula, Elem::F64);
  const auto value = [&](auto x) {
    if constexpr (std::is_same_v<decltype(x), float>)
      return FormulaAt<float>{x}(*narrow);
    else if constexpr (is_complex_v<decltype(x)>)
      return x.real();
    else
      return FormulaAt<double>{double(x)}(*wide);
  };
  if (row.types == type_rules::to_bool) return {map_typed<true>(c, a[0], [&](auto x) { return value(x) != 0; })};
  return {map_typed<true>(c, a[0], value)};
}

}  // namespace qc::host
