#include "ir/range_count.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace qc::ir {

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kBeyondInt = 0x1p63;  // the least float that is too large for an int
constexpr double kNarrowRounding = 0x1p-22, kWideRounding = 1e-12;
constexpr double kMostMissed = 0.01;  // of a step; of 1 where the values are ints

bool holds_int(double v) { return std::floor(v) == v && std::fabs(v) < kBeyondInt; }

std::int64_t saturated(double v) {
  if (v >= kBeyondInt) return INT64_MAX;
  return v < -kBeyondInt ? INT64_MIN : std::int64_t(v);
}

double rounding(bool narrow) { return narrow ? kNarrowRounding : kWideRounding; }

std::int64_t count_ints(std::int64_t lo, std::int64_t step, std::int64_t hi) {
  if (step > 0 ? hi < lo : hi > lo) return 0;
  const std::uint64_t span = step > 0 ? std::uint64_t(hi) - std::uint64_t(lo) : std::uint64_t(lo) - std::uint64_t(hi);
  const std::uint64_t by = step > 0 ? std::uint64_t(step) : 0 - std::uint64_t(step);
  return std::int64_t(std::min<std::uint64_t>(span / by, INT64_MAX - 1) + 1);
}

}  // namespace

std::optional<CountedRange> count_range(const RangeNumber& lo, const RangeNumber& step, const RangeNumber& hi) {
  if (step.re == 0) return {};
  CountedRange r;
  r.first = lo.re;
  r.by = step.re;
  r.ints = (lo.is_int || holds_int(lo.re)) && (step.is_int || holds_int(step.re));
  const bool narrow = lo.narrow || step.narrow || hi.narrow;
  const double reach = std::max(std::fabs(lo.re), std::fabs(hi.re));
  if (r.ints) {
    r.lo = lo.is_int ? lo.i : std::int64_t(lo.re);
    r.step = step.is_int ? step.i : std::int64_t(step.re);
    if (!hi.is_int && std::isnan(hi.re)) return r;
    const double missed = std::fmin(reach * rounding(narrow), kMostMissed);
    const double end = r.step > 0 ? std::floor(hi.re + missed) : std::ceil(hi.re - missed);
    r.count = count_ints(r.lo, r.step, hi.is_int ? hi.i : saturated(end));
    return r;
  }
  const double missed = std::fmin(reach / std::fabs(step.re) * rounding(narrow), kMostMissed);
  const double last = std::fmax(std::floor((hi.re - lo.re) / step.re + missed), -1.0);  // of a NaN too
  r.count = std::min<std::int64_t>(saturated(last), INT64_MAX - 1) + 1;
  return r;
}

// ---- what is known of floats ----

namespace {

FloatGrid grid_of_number(double v) {
  if (v == 0) return {kInf, 0};
  if (!std::isfinite(v)) return {};
  int exponent = 0;
  double m = std::frexp(v, &exponent);  // v = m * 2^exponent
  while (m != std::floor(m)) m *= 2, --exponent;
  while (std::fmod(m, 2) == 0) m /= 2, ++exponent;
  return {std::ldexp(1, exponent), std::fabs(v)};
}

// Units below this are of no use, and their products must not vanish.
double useful(double unit) { return unit >= 0x1p-40 ? unit : 0; }
double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }
double most_of(double a, double b) { return a == kInf || b == kInf ? kInf : a * b; }  // inf * 0 is a NaN

FloatGrid sum(const FloatGrid& a, const FloatGrid& b) { return {std::min(a.unit, b.unit), a.most + b.most}; }
FloatGrid product(const FloatGrid& a, const FloatGrid& b) {
  return {useful(times(a.unit, b.unit)), most_of(a.most, b.most)};
}

FloatGrid grid_of_binary(const Binary& n, const GridOf& of) {
  const FloatGrid a = float_grid(*n.a, of);
  if (n.op == BinaryOp::Div) {
    auto* c = std::get_if<ConstFloat>(&n.b->node);
    if (!c || c->value == 0 || !std::isfinite(c->value)) return {};
    const FloatGrid by = grid_of_number(c->value);
    return {by.unit == by.most ? useful(a.unit / by.unit) : 0, a.most / by.most};
  }
  const FloatGrid b = float_grid(*n.b, of);
  switch (n.op) {
    case BinaryOp::Add:
    case BinaryOp::Sub:
      return sum(a, b);
    case BinaryOp::Mul:
      return product(a, b);
    case BinaryOp::Min:
    case BinaryOp::Max:
      return {std::min(a.unit, b.unit), std::max(a.most, b.most)};
    default:
      return {};
  }
}

// Rounding to fewer bits leaves a multiple of a power of two one, but may go beyond what the type holds.
FloatGrid rounded(FloatGrid g, Elem type) {
  if (!is_float(type)) return g;
  g.most *= 1 + 0x1p-20;
  if (g.most > (type == Elem::F64 ? 0x1p1000 : 0x1p127)) g.most = kInf;
  return g;
}

}  // namespace

FloatGrid float_grid(const Expr& e, const GridOf& of) {
  if (!is_float(e.type)) return {1, e.type == Elem::Bool ? 1 : kBeyondInt};
  if (auto* c = std::get_if<ConstFloat>(&e.node)) return grid_of_number(c->value);
  if (auto* v = std::get_if<VarRef>(&e.node)) return of ? of(v->var) : FloatGrid{};
  if (auto* c = std::get_if<Cast>(&e.node)) {
    const FloatGrid g = float_grid(*c->a, of);
    return c->to == Elem::F16 ? FloatGrid{} : rounded(g, e.type);
  }
  if (auto* u = std::get_if<Unary>(&e.node)) {
    const FloatGrid g = float_grid(*u->a, of);
    switch (u->op) {
      case UnaryOp::Neg:
      case UnaryOp::Abs:
        return g;
      case UnaryOp::Sign:
        return {1, 1};
      case UnaryOp::Floor:
      case UnaryOp::Ceil:
      case UnaryOp::Round:
      case UnaryOp::Trunc:
        return {std::max(g.unit, 1.0), g.most + 1};
      default:
        return {};
    }
  }
  if (auto* s = std::get_if<Select>(&e.node)) {
    const FloatGrid a = float_grid(*s->yes, of), b = float_grid(*s->no, of);
    return {std::min(a.unit, b.unit), std::max(a.most, b.most)};
  }
  if (auto* m = std::get_if<Fma>(&e.node))
    return rounded(sum(product(float_grid(*m->a, of), float_grid(*m->b, of)), float_grid(*m->c, of)), e.type);
  if (auto* b = std::get_if<Binary>(&e.node)) return rounded(grid_of_binary(*b, of), e.type);
  return {};
}

// ---- the same in IR ----

namespace {

ExprP f64(double v) { return float_const(v, Elem::F64); }
ExprP magnitude(const ExprP& e) { return unary(UnaryOp::Abs, cast(Elem::F64, e)); }
bool narrow(const ExprP& e) { return e->type == Elem::F32; }

ExprP missed(const ExprP& reach, double rounding) {
  return binary(BinaryOp::Min, mul(reach, f64(rounding)), f64(kMostMissed));
}

// Where a float ends the ints below it (up) or above it. A NaN becomes an end that no range reaches.
ExprP cut_end(const ExprP& lo, const ExprP& hi, bool is_narrow, bool up, const FloatGrid& grid) {
  const BinaryOp ignores = up ? BinaryOp::Max : BinaryOp::Min;
  const auto a_number = [&](const ExprP& e) {
    return grid.may_be_nan() ? binary(ignores, e, float_const(up ? -kInf : kInf, e->type)) : e;
  };
  const UnaryOp cut = up ? UnaryOp::Floor : UnaryOp::Ceil;
  if (grid.whole()) return cast(Elem::I64, a_number(hi));
  if (grid.unit > kMostMissed)
    return cast(Elem::I64, a_number(unary(cut, hi)));  // rounding leaves it as far from the next int
  const ExprP least = missed(binary(BinaryOp::Max, magnitude(lo), magnitude(hi)), rounding(is_narrow)),
              wide = cast(Elem::F64, hi);
  return cast(Elem::I64, a_number(unary(cut, up ? add(wide, least) : sub(wide, least))));
}

}  // namespace

ExprP whole_end(const ExprP& lo, const ExprP& step, const ExprP& hi, const GridOf& of) {
  if (!is_float(hi->type)) return cast(Elem::I64, hi);
  const bool is_narrow = narrow(lo) || narrow(step) || narrow(hi);
  const auto known = as_int(*step);
  auto* c = std::get_if<ConstFloat>(&step->node);
  const double sign = known ? double(*known) : c ? c->value : 0;
  if (auto* end = std::get_if<ConstFloat>(&hi->node); end && sign != 0 && !std::isnan(end->value)) {
    const auto cut = [&](double least) {
      return saturated(sign > 0 ? std::floor(end->value + least) : std::ceil(end->value - least));
    };
    const auto from = as_int(*lo);
    const double reach = std::max(from ? std::fabs(double(*from)) : kInf, std::fabs(end->value));
    const std::int64_t last = cut(std::fmin(reach * rounding(is_narrow), kMostMissed));
    if (from || last == cut(0)) return int_const(last);
  }
  const FloatGrid grid = float_grid(*hi, of);
  if (grid.whole() && !grid.may_be_nan()) return cast(Elem::I64, hi);
  const auto cut = [&](bool up) { return cut_end(lo, hi, is_narrow, up, grid); };
  if (sign != 0) return cut(sign > 0);
  return select(lt(step->type == Elem::I64 ? int_const(0) : float_const(0, step->type), step), cut(true), cut(false));
}

ExprP last_value_number(const ExprP& lo, const ExprP& step, const ExprP& hi) {
  const bool is_narrow = narrow(lo) || narrow(step) || narrow(hi);
  const ExprP first = cast(Elem::F64, lo), by = cast(Elem::F64, step), end = cast(Elem::F64, hi);
  const auto div = [](const ExprP& a, const ExprP& b) { return binary(BinaryOp::Div, a, b); };
  const ExprP reach = div(binary(BinaryOp::Max, magnitude(lo), magnitude(hi)), magnitude(step));
  const ExprP last = unary(UnaryOp::Floor, add(div(sub(end, first), by), missed(reach, rounding(is_narrow))));
  const ExprP number = cast(Elem::I64, binary(BinaryOp::Max, last, f64(-1)));
  if (auto* c = std::get_if<ConstFloat>(&by->node); c && c->value != 0) return number;
  return select(binary(BinaryOp::Eq, by, f64(0)), int_const(-1), number);
}

namespace {

// Of every `by` ints from low to high, whatever they are.
ExprP count_of_far_ends(const ExprP& low, const ExprP& high, std::int64_t by) {
  const ExprP zero = int_const(0), one = int_const(1), most = int_const(INT64_MAX - 1), distance = sub(high, low);
  const auto divided = [&](const ExprP& e) { return by == 1 ? e : binary(BinaryOp::DivFloor, e, int_const(by)); };
  ExprP last = divided(distance), far = int_const(INT64_MAX);
  if (by == 1) {
    last = binary(BinaryOp::Min, last, most);
  } else {  // between ends of different sign there are -1 - low, high and 1
    const auto left = [&](const ExprP& e) { return sub(e, mul(divided(e), int_const(by))); };
    const ExprP below = sub(int_const(-1), low), rest = divided(add(add(left(below), left(high)), one));
    far = add(binary(BinaryOp::Min, add(add(divided(below), divided(high)), rest), most), one);
  }
  return select(lt(high, low), zero, select(lt(distance, zero), far, add(last, one)));
}

}  // namespace

ExprP count_of_ints(const ExprP& lo, std::int64_t step, const ExprP& hi) {
  const bool up = step > 0;
  const auto begin = as_int(*lo);
  if (!begin || (up ? *begin < 0 : *begin >= 0))
    return up ? count_of_far_ends(lo, hi, step) : count_of_far_ends(hi, lo, -step);
  // From there on no distance wraps.
  ExprP last = up ? binary(BinaryOp::Max, hi, sub(lo, int_const(1))) : binary(BinaryOp::Min, hi, add(lo, int_const(1)));
  if (*begin == 0 && step == 1) last = binary(BinaryOp::Min, last, int_const(INT64_MAX - 1));
  if (*begin == -1 && step == -1) last = binary(BinaryOp::Max, last, int_const(INT64_MIN + 1));
  const ExprP distance = up ? sub(last, lo) : sub(lo, last);
  return add(binary(BinaryOp::DivFloor, distance, int_const(up ? step : -step)), int_const(1));
}

ExprP holds_int(const ExprP& e) {
  return logical_and(binary(BinaryOp::Eq, unary(UnaryOp::Floor, e), e),
                     lt(unary(UnaryOp::Abs, e), float_const(kBeyondInt, e->type)));
}

}  // namespace qc::ir
