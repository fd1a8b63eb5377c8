#include "transform/parts/interval_eval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ir/build.h"
#include "ir/float_operation.h"

namespace qc {

namespace {

using Wide = __int128;

std::optional<Interval> narrow(Wide lo, Wide hi) {
  if (lo < INT64_MIN || hi > INT64_MAX) return {};  // wraps: nothing is known
  return Interval{std::int64_t(lo), std::int64_t(hi)};
}

std::optional<Interval> product(const Interval& a, const Interval& b) {
  const Wide p[] = {Wide(a.lo) * b.lo, Wide(a.lo) * b.hi, Wide(a.hi) * b.lo, Wide(a.hi) * b.hi};
  return narrow(*std::min_element(p, p + 4), *std::max_element(p, p + 4));
}

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

// By a positive divisor that is one value, both divisions are monotone.
std::optional<Interval> quotient(ir::BinaryOp op, const Interval& a, const Interval& b) {
  if (b.lo != b.hi || b.lo <= 0) return {};
  if (op == ir::BinaryOp::DivFloor) return Interval{floor_div(a.lo, b.lo), floor_div(a.hi, b.lo)};
  return Interval{a.lo / b.lo, a.hi / b.lo};
}

std::optional<Interval> modulus(ir::BinaryOp op, const Interval& a, const Interval& b) {
  if (b.lo != b.hi || b.lo <= 0) return {};
  if (a.lo >= 0 && a.hi < b.lo) return a;
  if (a.lo == a.hi) {
    const std::int64_t r = a.lo % b.lo, v = op == ir::BinaryOp::Periodize && r < 0 ? r + b.lo : r;
    return Interval{v, v};
  }
  if (op == ir::BinaryOp::Periodize || a.lo >= 0) return Interval{0, b.lo - 1};
  return Interval{-(b.lo - 1), b.lo - 1};
}

std::optional<double> float_value(const ir::Expr& e, const EvaluationContext& c) {
  if (auto* n = std::get_if<ir::ConstFloat>(&e.node)) return n->value;
  if (auto* n = std::get_if<ir::VarRef>(&e.node)) return c.float_of ? c.float_of(n->var) : std::nullopt;
  if (auto* n = std::get_if<ir::Cast>(&e.node); n && n->a->type == Elem::I64) {
    auto v = value_of(*n->a, c);
    if (v) return e.type == Elem::F32 ? double(float(*v)) : double(*v);
    return {};
  }
  if (auto* n = std::get_if<ir::Cast>(&e.node)) {
    auto v = float_value(*n->a, c);
    if (v && e.type == Elem::F32) return double(float(*v));
    return v;
  }
  const auto value = [&](const ir::ExprP& x) { return float_value(*x, c); };
  if (auto* n = std::get_if<ir::Select>(&e.node)) {
    const auto holds = truth_of(*n->condition, c);
    return holds ? value(*holds ? n->yes : n->no) : std::nullopt;
  }
  std::optional<double> a, b = 0.0, d = 0.0;
  if (auto* n = std::get_if<ir::Unary>(&e.node))
    a = value(n->a);
  else if (auto* n = std::get_if<ir::Binary>(&e.node))
    a = value(n->a), b = value(n->b);
  else if (auto* n = std::get_if<ir::Fma>(&e.node))
    a = value(n->a), b = value(n->b), d = value(n->c);
  return a && b && d ? ir::float_operation(e, {*a, *b, *d}) : std::nullopt;
}

// What an element of a sized integer type can be.
std::optional<Interval> element_interval(Elem elem) {
  switch (elem) {
    case Elem::I8:
      return Interval{INT8_MIN, INT8_MAX};
    case Elem::U8:
      return Interval{0, UINT8_MAX};
    case Elem::I16:
      return Interval{INT16_MIN, INT16_MAX};
    case Elem::U16:
      return Interval{0, UINT16_MAX};
    case Elem::I32:
      return Interval{INT32_MIN, INT32_MAX};
    case Elem::U32:
      return Interval{0, UINT32_MAX};
    default:
      return {};
  }
}

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr FloatInterval kAnyFloat{-kInfinite, kInfinite, true};

bool is_finite(const FloatInterval& a) { return !a.nan && a.lo > -kInfinite && a.hi < kInfinite; }

// Of an operation that rises or falls with each operand by itself: its extremes are at the ends of the operands, also
// when it is rounded.
FloatInterval at_ends(const ir::Expr& e, const std::array<FloatInterval, 3>& operands) {
  FloatInterval out{kInfinite, -kInfinite, false};
  for (unsigned ends = 0; ends < 8; ++ends) {
    const auto end = [&](unsigned k) { return ends >> k & 1 ? operands[k].hi : operands[k].lo; };
    const auto v = ir::float_operation(e, {end(0), end(1), end(2)});
    if (!v || std::isnan(*v)) return kAnyFloat;
    out.lo = std::min(out.lo, *v);
    out.hi = std::max(out.hi, *v);
  }
  return out;
}

FloatInterval joined(const FloatInterval& a, const FloatInterval& b) {
  return {std::min(a.lo, b.lo), std::max(a.hi, b.hi), a.nan || b.nan};
}

FloatInterval float_cast(const ir::Cast& n, const ir::Expr& e, const EvaluationContext& c) {
  if (n.to != Elem::F32 && n.to != Elem::F64) return kAnyFloat;
  const auto rounded = [&](double v) { return e.type == Elem::F32 ? double(float(v)) : v; };
  if (n.a->type == Elem::I64) {
    const Interval a = interval_of(*n.a, c).value_or(Interval{INT64_MIN, INT64_MAX});
    const auto held = [&](std::int64_t v) { return e.type == Elem::F32 ? double(float(v)) : double(v); };
    return {held(a.lo), held(a.hi), false};
  }
  if (!is_float(n.a->type)) return {0, 1, false};
  const FloatInterval a = float_interval_of(*n.a, c);
  return {rounded(a.lo), rounded(a.hi), a.nan};
}

FloatInterval float_binary(const ir::Binary& n, const ir::Expr& e, const EvaluationContext& c) {
  const FloatInterval a = float_interval_of(*n.a, c), b = float_interval_of(*n.b, c);
  if (n.op == ir::BinaryOp::Min || n.op == ir::BinaryOp::Max) {  // of a NaN and a number the number
    FloatInterval out = at_ends(e, {a, b, {}});
    if (a.nan) out = joined(out, b);
    if (b.nan) out = joined(out, a);
    return {out.lo, out.hi, a.nan && b.nan};
  }
  const bool divides = n.op == ir::BinaryOp::Div, by_zero = divides && b.lo <= 0 && b.hi >= 0;
  return is_finite(a) && is_finite(b) && !by_zero ? at_ends(e, {a, b, {}}) : kAnyFloat;
}

std::optional<Interval> cast_interval(const ir::Cast& n, const EvaluationContext& c) {
  if (is_float(n.a->type)) {
    if (n.to != Elem::I64) return {};
    if (const auto one = float_value(*n.a, c)) {
      const std::int64_t i = ir::int_of_float(*one);
      return Interval{i, i};
    }
    const FloatInterval v = float_interval_of(*n.a, c);
    if (v.lo == -kInfinite && v.hi == kInfinite) return {};
    const Interval i{ir::int_of_float(v.lo), ir::int_of_float(v.hi)};
    return v.nan ? Interval{std::min<std::int64_t>(i.lo, 0), std::max<std::int64_t>(i.hi, 0)} : i;
  }
  const auto a = interval_of(*n.a, c);
  if (n.to == Elem::I64) return a;
  const auto range = element_interval(n.to);  // wraps into it
  return a && range && a->lo >= range->lo && a->hi <= range->hi ? a : range;
}

// Operations whose result is bounded by one operand alone.
std::optional<Interval> one_sided(ir::BinaryOp op, const std::optional<Interval>& known_a,
                                  const std::optional<Interval>& known_b) {
  constexpr Interval kAny{INT64_MIN, INT64_MAX};
  const Interval a = known_a.value_or(kAny), b = known_b.value_or(kAny);
  switch (op) {
    case ir::BinaryOp::Min:
      return Interval{std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
    case ir::BinaryOp::Max:
      return Interval{std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
    case ir::BinaryOp::Mod:
    case ir::BinaryOp::Periodize:
      return modulus(op, a, b);
    case ir::BinaryOp::BitAnd:
      if (b.lo >= 0) return Interval{0, b.hi};
      if (a.lo >= 0) return Interval{0, a.hi};
      return {};
    case ir::BinaryOp::Shr:
      if (b.lo != b.hi || b.lo < 0 || b.lo > 63) return {};
      return Interval{a.lo >> b.lo, a.hi >> b.lo};
    default:
      return {};
  }
}

// What a comparison says of all numbers of two ranges.
std::optional<bool> compared(ir::BinaryOp op, const Interval& a, const Interval& b) {
  const auto either = [](bool yes, bool no) {
    return yes ? std::optional(true) : no ? std::optional(false) : std::nullopt;
  };
  const bool equal = a.lo == a.hi && a == b, apart = a.hi < b.lo || b.hi < a.lo;
  switch (op) {
    case ir::BinaryOp::Eq:
      return either(equal, apart);
    case ir::BinaryOp::Ne:
      return either(apart, equal);
    case ir::BinaryOp::Lt:
      return either(a.hi < b.lo, a.lo >= b.hi);
    case ir::BinaryOp::Le:
      return either(a.hi <= b.lo, a.lo > b.hi);
    case ir::BinaryOp::Gt:
      return either(a.lo > b.hi, a.hi <= b.lo);
    case ir::BinaryOp::Ge:
      return either(a.lo >= b.hi, a.hi < b.lo);
    default:
      return {};
  }
}

std::optional<bool> compared(ir::BinaryOp op, double a, double b) {
  switch (op) {
    case ir::BinaryOp::Eq:
      return a == b;
    case ir::BinaryOp::Ne:
      return a != b;
    case ir::BinaryOp::Lt:
      return a < b;
    case ir::BinaryOp::Le:
      return a <= b;
    case ir::BinaryOp::Gt:
      return a > b;
    case ir::BinaryOp::Ge:
      return a >= b;
    default:
      return {};
  }
}

}  // namespace

FloatInterval float_interval_of(const ir::Expr& e, const EvaluationContext& c) {
  auto* variable = std::get_if<ir::VarRef>(&e.node);
  if (variable || std::holds_alternative<ir::ConstFloat>(e.node)) {
    const auto v = float_value(e, c);
    if (v) return std::isnan(*v) ? FloatInterval{0, 0, true} : FloatInterval{*v, *v, false};
    return variable && c.float_interval_of ? c.float_interval_of(variable->var) : kAnyFloat;
  }
  if (auto* n = std::get_if<ir::Cast>(&e.node)) return float_cast(*n, e, c);
  if (auto* n = std::get_if<ir::Select>(&e.node)) {
    if (const auto holds = truth_of(*n->condition, c)) return float_interval_of(*holds ? *n->yes : *n->no, c);
    return joined(float_interval_of(*n->yes, c), float_interval_of(*n->no, c));
  }
  if (auto* n = std::get_if<ir::Unary>(&e.node)) {
    const FloatInterval a = float_interval_of(*n->a, c);
    FloatInterval out = at_ends(e, {a, {}, {}});
    if (n->op == ir::UnaryOp::Abs && a.lo < 0 && a.hi > 0) out.lo = 0;
    return {out.lo, out.hi, out.nan || a.nan};
  }
  if (auto* n = std::get_if<ir::Binary>(&e.node)) return float_binary(*n, e, c);
  if (auto* n = std::get_if<ir::Fma>(&e.node)) {
    const FloatInterval x = float_interval_of(*n->a, c), y = float_interval_of(*n->b, c),
                        z = float_interval_of(*n->c, c);
    return is_finite(x) && is_finite(y) && is_finite(z) ? at_ends(e, {x, y, z}) : kAnyFloat;
  }
  return kAnyFloat;
}

std::optional<bool> truth_of(const ir::Expr& e, const EvaluationContext& c) {
  if (const auto constant = ir::as_int(e)) return *constant != 0;
  if (auto* n = std::get_if<ir::VarRef>(&e.node)) {
    const auto v = c.interval_of(n->var);
    return v && v->lo == v->hi ? std::optional(v->lo != 0) : std::nullopt;
  }
  if (auto* n = std::get_if<ir::Unary>(&e.node); n && n->op == ir::UnaryOp::Not) {
    const auto a = truth_of(*n->a, c);
    return a ? std::optional(!*a) : std::nullopt;
  }
  auto* n = std::get_if<ir::Binary>(&e.node);
  if (!n) return {};
  if (n->op == ir::BinaryOp::And || n->op == ir::BinaryOp::Or) {
    const bool decides = n->op == ir::BinaryOp::Or;
    const auto a = truth_of(*n->a, c), b = truth_of(*n->b, c);
    if (a == decides || b == decides) return decides;
    return a && b ? std::optional(!decides) : std::nullopt;
  }
  if (is_float(n->a->type)) {
    const auto a = float_value(*n->a, c), b = float_value(*n->b, c);
    return a && b ? compared(n->op, *a, *b) : std::nullopt;
  }
  if (n->a->type != Elem::I64) return {};
  const auto a = interval_of(*n->a, c), b = interval_of(*n->b, c);
  return a && b ? compared(n->op, *a, *b) : std::nullopt;
}

std::optional<Interval> interval_of(const ir::Expr& e, const EvaluationContext& c) {
  if (auto* n = std::get_if<ir::ConstInt>(&e.node)) return Interval{n->value, n->value};
  if (auto* n = std::get_if<ir::VarRef>(&e.node)) return c.interval_of(n->var);
  if (auto* n = std::get_if<ir::Extent>(&e.node)) {
    const auto v = c.extent_of(n->array, n->dim);
    return Interval{v, v};
  }
  if (auto* n = std::get_if<ir::Load>(&e.node))
    return c.elem_of && e.type == Elem::I64 ? element_interval(c.elem_of(n->access.array)) : std::nullopt;
  if (auto* n = std::get_if<ir::Cast>(&e.node)) return cast_interval(*n, c);
  if (auto* n = std::get_if<ir::Unary>(&e.node)) {
    auto a = interval_of(*n->a, c);
    if (!a || e.type != Elem::I64) return {};
    if (n->op == ir::UnaryOp::Neg) return narrow(-Wide(a->hi), -Wide(a->lo));
    if (n->op == ir::UnaryOp::Abs && a->lo != INT64_MIN)
      return Interval{a->lo > 0 ? a->lo : a->hi < 0 ? -a->hi : 0, std::max(std::abs(a->lo), std::abs(a->hi))};
    return {};
  }
  if (auto* n = std::get_if<ir::Select>(&e.node)) {
    if (const auto holds = truth_of(*n->condition, c)) return interval_of(*holds ? *n->yes : *n->no, c);
    auto a = interval_of(*n->yes, c), b = interval_of(*n->no, c);
    if (!a || !b || e.type != Elem::I64) return {};
    return Interval{std::min(a->lo, b->lo), std::max(a->hi, b->hi)};
  }
  auto* n = std::get_if<ir::Binary>(&e.node);
  if (!n || e.type != Elem::I64) return {};
  auto a = interval_of(*n->a, c), b = interval_of(*n->b, c);
  if (!a || !b || n->op == ir::BinaryOp::BitAnd || n->op == ir::BinaryOp::Shr) return one_sided(n->op, a, b);
  switch (n->op) {
    case ir::BinaryOp::Add:
      return narrow(Wide(a->lo) + b->lo, Wide(a->hi) + b->hi);
    case ir::BinaryOp::Sub:
      return narrow(Wide(a->lo) - b->hi, Wide(a->hi) - b->lo);
    case ir::BinaryOp::Mul:
      return product(*a, *b);
    case ir::BinaryOp::Min:
      return Interval{std::min(a->lo, b->lo), std::min(a->hi, b->hi)};
    case ir::BinaryOp::Max:
      return Interval{std::max(a->lo, b->lo), std::max(a->hi, b->hi)};
    case ir::BinaryOp::DivTrunc:
    case ir::BinaryOp::DivFloor:
      return quotient(n->op, *a, *b);
    case ir::BinaryOp::Mod:
    case ir::BinaryOp::Periodize:
      return modulus(n->op, *a, *b);
    default:
      return {};
  }
}

std::optional<Interval> interval_of(const ir::For& loop, const EvaluationContext& context) {
  const auto lo = interval_of(*loop.lo, context), hi = interval_of(*loop.hi, context),
             step = interval_of(*loop.step, context);
  if (!lo || !hi || !step) return {};
  if (step->lo > 0) return Interval{lo->lo, std::max(lo->lo, hi->hi)};
  if (step->hi < 0) return Interval{std::min(lo->hi, hi->lo), lo->hi};
  return {};
}

std::optional<std::int64_t> value_of(const ir::Expr& e, const EvaluationContext& c) {
  if (is_float(e.type)) {
    auto v = float_value(e, c);
    if (v && std::floor(*v) == *v && std::fabs(*v) < 9e18) return std::int64_t(*v);
    return {};
  }
  auto i = interval_of(e, c);
  if (i && i->lo == i->hi) return i->lo;
  return {};
}

}  // namespace qc
