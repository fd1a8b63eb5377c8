// a..b in compiled code: which elements it has, as ints. A position that was computed is a float more often than not,
//
//   r = pos[k,0]; p = x[r..r+n-1, 0]
//
// and the places are then what they are in host code: whole numbers, or an error. How many there are is seen in the
// text, r to r+n-1, and not in the rounded values: below the float's limit of whole numbers they are the same.
#include <cmath>
#include <tuple>

#include "analysis/lower_impl.h"
#include "ir/index_marks.h"

namespace qc::lowering {

namespace {

// A float as another one and an int that is added to it: r-n+1 is r and 1-n. No float: it is that int.
struct Shifted {
  ir::ExprP base, by;
};

Shifted shifted(const ir::ExprP& e) {
  if (auto* c = std::get_if<ir::ConstFloat>(&e->node);
      c && c->value == std::floor(c->value) && std::fabs(c->value) < 0x1p31)
    return {nullptr, ir::int_const(std::int64_t(c->value))};
  if (auto* c = std::get_if<ir::Cast>(&e->node); c && !is_float(c->a->type))
    return {nullptr, ir::cast(Elem::I64, c->a)};
  auto* b = std::get_if<ir::Binary>(&e->node);
  if (b && (b->op == ir::BinaryOp::Add || b->op == ir::BinaryOp::Sub)) {
    const Shifted left = shifted(b->a), right = shifted(b->b);
    if (!right.base)
      return {left.base, b->op == ir::BinaryOp::Add ? ir::add(left.by, right.by) : ir::sub(left.by, right.by)};
    if (!left.base && b->op == ir::BinaryOp::Add) return {right.base, ir::add(left.by, right.by)};
  }
  return {e, ir::int_const(0)};
}

ir::ExprP as_int(const Shifted& s) { return s.base ? ir::add(ir::cast(Elem::I64, s.base), s.by) : s.by; }

bool same_base(const Shifted& a, const Shifted& b) {
  return a.base && b.base ? ir::equal(a.base, b.base) : a.base == b.base;
}

ir::ExprP magnitude(const ir::ExprP& e) { return ir::unary(ir::UnaryOp::Abs, e); }

// The greatest number to which a float can be counted, less a bit: ends that are below it are exact, and so is what is
// between them.
double exact_limit(Elem type) { return type == Elem::F64 ? 0x1p52 : 0x1p23; }

// How many steps of 1 lie between floats; an end that is missed by rounding is reached (host/array_expr.h,
// range_count).
ir::ExprP steps_between(const ir::ExprP& lo, const ir::ExprP& hi) {
  const auto f64 = [](double v) { return ir::float_const(v, Elem::F64); };
  const ir::ExprP from = ir::cast(Elem::F64, lo), to = ir::cast(Elem::F64, hi);
  const double rounding = lo->type == Elem::F64 && hi->type == Elem::F64 ? 1e-12 : 0x1p-22;
  const ir::ExprP reach = ir::binary(ir::BinaryOp::Max, magnitude(from), magnitude(to));
  const ir::ExprP missed = ir::binary(ir::BinaryOp::Min, ir::mul(reach, f64(rounding)), f64(0.01));
  return ir::cast(Elem::I64, ir::unary(ir::UnaryOp::Floor, ir::add(ir::sub(to, from), missed)));
}

}  // namespace

// The ends of a range of indices as ints. Loops accept whole numbers only.
std::pair<ir::ExprP, ir::ExprP> Lowerer::whole_ends(const Value& first, const Value& last, Span span) {
  if (!is_float(first.type.elem) || first.literal) return {index_value(first, span), index_value(last, span)};
  const Elem type = first.type.elem;
  const ir::ExprP lo = number(first, type, span), hi = number(last, type, span);
  const Shifted from = shifted(lo), to = shifted(hi);
  const bool counted = same_base(from, to) || !to.base;
  const ir::ExprP begin = as_int(from), end = counted ? as_int(to) : ir::add(begin, steps_between(lo, hi));
  ir::ExprP exact;
  const auto require = [&](const ir::ExprP& condition) {
    exact = exact ? ir::logical_and(exact, condition) : condition;
  };
  const auto is = [&](const ir::ExprP& e, const ir::ExprP& whole) {
    return ir::binary(ir::BinaryOp::Eq, ir::cast(type, whole), e);
  };
  require(is(lo, begin));
  if (counted) require(is(hi, end));
  for (const ir::ExprP& e : {lo, hi}) require(ir::le(magnitude(e), ir::float_const(exact_limit(type), type)));
  ir::Block fail;
  fail.push_back({ir::Fail{site(ir::Site::Kind::OutOfRange, span, ""),
                           {ir::int_const(ir::kFractionalIndex), ir::int_const(0), ir::int_const(0)}},
                  span});
  emit(ir::If{ir::unary(ir::UnaryOp::Not, exact), std::move(fail), {}}, span);
  return {begin, end};
}

// The same in kernels, which cut off the fraction of an index; nothing where the text shows how many elements there are.
std::optional<std::pair<ir::ExprP, ir::ExprP>> Lowerer::cut_ends(const Value& first, const Value& last, Span span) {
  const Elem type = first.type.elem;
  const ir::ExprP lo = number(first, type, span), hi = number(last, type, span);
  if (same_base(shifted(lo), shifted(hi))) return {};
  const ir::ExprP begin = ir::cast(Elem::I64, lo);
  return std::pair(begin, ir::add(begin, steps_between(lo, hi)));
}

// lo..hi and lo..step..hi with a constant number of elements, as a fixed-size row; those of floats as a list of indices
// only.
Value Lowerer::range_value(const ast::Range& r, Span span, bool list) {
  const auto [first, last] = both(*r.lo, *r.hi);
  const bool numbers = first.type.is_number() && last.type.is_number() && !first.type.complex && !last.type.complex;
  const bool fractions = numbers && is_float(first.type.elem);
  if (!numbers || (fractions && (!list || r.step))) stop("R901", span, "a range over fractions is used as a value");
  const bool cut = fractions && (kernel_ || frame().device);  // as other indices of kernels: each element on its own
  ir::ExprP lo, hi;
  if (cut) {
    const Shifted from = shifted(first.parts[0]), to = shifted(number(last, first.type.elem, span));
    if (!same_base(from, to)) stop("R901", span, "a range over fractions whose length is computed");
    lo = from.by, hi = to.by;
  } else if (list) {
    std::tie(lo, hi) = whole_ends(first, last, span);
  } else {
    lo = index_value(first, span), hi = index_value(last, span);
  }
  std::int64_t step = 1;
  if (r.step) {
    const auto s = launch_constant(*index_value(expr(*r.step), span));
    if (!s || *s == 0) stop("R901", span, "a range with a computed step is used as a value");
    step = *s;
  }
  const auto length = launch_distance(lo, hi);
  if (!length && steady_distance(lo, hi))
    stop("R901", span, "a range is used as a value, and its length is not known before the loop is reached");
  if (!length) stop("R901", span, "a range whose length is computed is used as a value");
  if ((step > 0 ? *length : -*length) < 0) stop("R901", span, "an empty range is used as a value");
  const std::int64_t n = *length / step + 1;
  if (n > kMostSelected) stop("R901", span, "a long range is used as a value");
  std::vector<Value> elements;
  for (std::int64_t k = 0; k < n; ++k) {
    const ir::ExprP place =
        cut ? ir::cast(Elem::I64, ir::add(first.parts[0], ir::float_const(double(k), first.type.elem)))
            : ir::add(lo, ir::int_const(k * step));
    elements.push_back(of(with_span(place, span)));
  }
  Value v = make_fixed({n}, elements, span);
  v.list = true;
  return v;
}

}  // namespace qc::lowering
