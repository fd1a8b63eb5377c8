// a..b in compiled code: the iterations of a loop and the elements of a slice (ir/range_count.h has the rule).
//
// Where lo and step are whole a loop counts with ints. Whether they are is seen in what computes them, or asked when
// the loop is reached; where it changes from one iteration of the loops around to the next, positions that are read
// from arrays are taken to be whole, and the loop is stepped where one is not. Any other range runs over the numbers of
// its values.
//
// The ends of slices become ints. A position that was computed is a float more often than not,
//
//   r = pos[k,0]; p = x[r..r+n-1, 0]
//
// and the places are then what they are in host code: whole numbers, or an error. How many there are is seen in the
// text, r to r+n-1, and not in the rounded values: below the float's limit of whole numbers they are the same.
#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "ir/index_marks.h"
#include "ir/int_range.h"
#include "ir/print_ir.h"
#include "lower/interface/conversions.h"
#include "lower/interface/evaluation_order.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/local_arrays.h"
#include "lower/interface/names.h"
#include "lower/interface/range_lowering.h"
#include "lower/interface/steady_values.h"
#include "lower/state/lower_context.h"

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

// Whether the text makes fractions: half of something, 1.5 more.
bool makes_fractions(const ir::Expr& e) {
  bool found = false;
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    auto* c = std::get_if<ir::ConstFloat>(&x.node);
    auto* b = std::get_if<ir::Binary>(&x.node);
    found = found || (c && c->value != std::floor(c->value)) || (b && b->op == ir::BinaryOp::Div);
  });
  return found;
}

}  // namespace

// ---- loops ------------------------------------------------------------------------------------------------------

ir::FloatGrid RangeLowering::grid(ir::VarId v) {
  if (!never_changes(cx_, v) || cx_.code.known.positions.count(v)) return {};
  const std::string& name = cx_.code.f.vars[v].name;
  const auto whole = cx_.scope.is_whole(name);
  if (whole) cx_.assumed.specialised.add_whole(name, *whole);
  const auto c = whole ? std::nullopt : cx_.scope.constant_of(name);
  return whole.value_or(c && std::floor(*c) == *c && std::fabs(*c) < 0x1p53) ? ir::FloatGrid::of_whole()
                                                                             : ir::FloatGrid{};
}

ir::FloatGrid RangeLowering::grid(const ir::Expr& e) {
  return ir::float_grid(e, [this](ir::VarId v) { return grid(v); });
}

// Whether a loop's e is whole for the extents and whole numbers that are known now: the code is made for them.
std::optional<bool> RangeLowering::whole_for_numbers(const ir::Expr& e) {
  bool known = !cx_.in_kernel;
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    auto* v = std::get_if<ir::VarRef>(&x.node);
    if (!v || cx_.code.known_value(v->var)) return;
    const std::string& name = cx_.code.f.vars[v->var].name;
    known = known && never_changes(cx_, v->var) && !cx_.code.known.positions.count(v->var) &&
            (cx_.scope.value_of(name) || cx_.scope.constant_of(name));
  });
  if (!known) return {};
  std::vector<Specialised::Extent> used;
  const std::function<std::optional<double>(const ir::Expr&)> value = [&](const ir::Expr& x) -> std::optional<double> {
    const auto rounded = [&](double v) { return x.type == Elem::F32 ? double(float(v)) : v; };
    if (auto c = ir::as_int(x)) return double(*c);
    if (auto* c = std::get_if<ir::ConstFloat>(&x.node)) return c->value;
    if (std::holds_alternative<ir::VarRef>(x.node)) {
      const auto v = launch_constant(cx_, x);
      return v && std::abs(*v) < std::int64_t{1} << 53 ? std::optional(double(*v)) : std::nullopt;
    }
    if (auto* n = std::get_if<ir::Extent>(&x.node)) {
      const std::string& name = cx_.code.f.arrays[n->array].name;
      const std::vector<std::int64_t> dims = cx_.code.f.arrays[n->array].space == ir::Space::Global
                                                 ? cx_.scope.extents_of(name)
                                                 : std::vector<std::int64_t>{};
      if (dims.empty()) return {};
      double count = 1;  // of a dimension beyond them as well
      for (int d = 0; d < int(dims.size()); ++d) {
        if (n->dim >= 0 && d != n->dim) continue;
        used.push_back({name, d, dims[std::size_t(d)]});
        count *= double(dims[std::size_t(d)]);
      }
      return count;
    }
    if (auto* c = std::get_if<ir::Cast>(&x.node)) {
      const auto v = is_float(x.type) ? value(*c->a) : std::nullopt;
      return v ? std::optional(rounded(*v)) : std::nullopt;
    }
    auto* b = std::get_if<ir::Binary>(&x.node);
    const auto p = b ? value(*b->a) : std::nullopt, q = p ? value(*b->b) : std::nullopt;
    if (!q) return {};
    switch (b->op) {
      case ir::BinaryOp::Add:
        return rounded(*p + *q);
      case ir::BinaryOp::Sub:
        return rounded(*p - *q);
      case ir::BinaryOp::Mul:
        return rounded(*p * *q);
      case ir::BinaryOp::Div:
        return is_float(x.type) ? std::optional(rounded(*p / *q)) : std::nullopt;
      default:
        return {};
    }
  };
  const auto v = value(e);
  if (!v) return {};
  for (const auto& x : used) cx_.assumed.specialised.extents.push_back(x);
  return std::floor(*v) == *v && std::fabs(*v) < 0x1p53;
}

// Whether e is computed from numbers outside, and they are not known yet. When the program runs what is computed from
// them is a number of its own (hoist_invariant_calls.h).
bool RangeLowering::before_the_program_runs(const ir::Expr& e) {
  bool outside = true, named = false;
  ir::for_each_expr(e, [&](const ir::Expr& x) {
    auto* v = std::get_if<ir::VarRef>(&x.node);
    auto* n = std::get_if<ir::Extent>(&x.node);
    named = named || v || n;
    if (v)
      outside = outside && never_changes(cx_, v->var) && !cx_.code.known.positions.count(v->var) &&
                !cx_.scope.is_whole(cx_.code.f.vars[v->var].name);
    if (n)
      outside = outside && cx_.code.f.arrays[n->array].space == ir::Space::Global &&
                cx_.scope.extents_of(cx_.code.f.arrays[n->array].name).empty();
    outside = outside && !std::holds_alternative<ir::Load>(x.node) && !std::holds_alternative<ir::Builtin>(x.node);
  });
  return outside && named;
}

RangeLowering::Whole RangeLowering::whole(const Value& v) {
  if (const auto literal = literal_of(v))
    return std::floor(*literal) == *literal && std::fabs(*literal) < 0x1p63 ? Whole::Yes : Whole::No;
  const ir::ExprP& e = v.parts()[0];
  if (!is_float(e->type) || grid(*e).whole()) return Whole::Yes;
  if (const auto now = whole_for_numbers(*e)) return *now ? Whole::Yes : Whole::No;
  if (!before_the_program_runs(*e)) return Whole::Unknown;
  cx_.assumed.specialised.add_whole(ir::print(cx_.code.f, *e, cx_.options.scalar),
                                    true);  // reports speak of whole numbers
  return Whole::Yes;
}

ir::ExprP RangeLowering::part(const Value& v, Span span) {
  const Elem type = literal_of(v) ? cx_.options.scalar : v.type.elem;
  return number(cx_, v, is_float(type) ? value_elem(type) : Elem::I64, span);
}

ir::ExprP RangeLowering::end(const ir::ExprP& lo, const ir::ExprP& step, const Value& hi, Span span) {
  if (!is_float(hi.type.elem)) return index_value(cx_, hi, span);
  return with_span(ir::whole_end(lo, step, part(hi, span), [this](ir::VarId v) { return grid(v); }), span);
}

RangeLowering::Loop RangeLowering::loop(const ast::For& n, Span span) {
  const auto known_fraction = [&](const ast::ExprP& e) {
    const auto v = e ? known_number(cx_, *e) : std::nullopt;
    return v && std::floor(*v) != *v;
  };
  const Value lo = expr(cx_, *n.lo), step = n.step ? expr(cx_, *n.step) : one_number(ir::int_const(1)),
              hi = expr(cx_, *n.hi);
  const Span step_span = n.step ? n.step->span : span;
  const ir::ExprP first = part(lo, n.lo->span), by = part(step, step_span), last = part(hi, n.hi->span);
  const Whole from = known_fraction(n.lo) ? Whole::No : whole(lo),
              steps = known_fraction(n.step) ? Whole::No : whole(step);
  const bool positions = from == Whole::Unknown && steps == Whole::Yes && !cx_.in_kernel && cx_.control.loops > 0 &&
                         !makes_fractions(*first);
  if (positions)
    bail_out_where(cx_, ir::unary(ir::UnaryOp::Not, ir::holds_int(first)), "loops begin at whole numbers", n.lo->span);
  if (steps == Whole::Yes && (from == Whole::Yes || positions))
    return {index_value(cx_, lo, n.lo->span), index_value(cx_, step, step_span), end(first, by, hi, n.hi->span),
            nullptr, nullptr};
  const ir::ExprP number = with_span(ir::last_value_number(first, by, last), n.hi->span);
  return {ir::int_const(0), ir::int_const(1), number, ir::cast(Elem::F64, first), ir::cast(Elem::F64, by)};
}

ir::ExprP RangeLowering::count(const ast::Range& r, Span span) {
  const Value lo = expr(cx_, *r.lo), step = r.step ? expr(cx_, *r.step) : one_number(ir::int_const(1)),
              hi = expr(cx_, *r.hi);
  const Span step_span = r.step ? r.step->span : span;
  const ir::ExprP first = part(lo, r.lo->span), by = part(step, step_span), last = part(hi, r.hi->span);
  const auto s = whole(step) == Whole::Yes ? ir::as_int(*index_value(cx_, step, step_span)) : std::nullopt;
  if (s == 0 || (!s && !literal_of(step))) stop("R901", span, "a range with a computed step is used as a value");
  if (!s || whole(lo) != Whole::Yes) return ir::add(ir::last_value_number(first, by, last), ir::int_const(1));
  const ir::ExprP from = index_value(cx_, lo, r.lo->span), to = end(first, by, hi, r.hi->span);
  if (*s < -kFarPlace || *s > kFarPlace) stop("R901", span, "a range with a step beyond 2^61 is used as a value");
  return ir::count_of_ints(from, *s, to);
}

// ---- slices -----------------------------------------------------------------------------------------------------

bool may_be_far(const LowerContext& cx, const ir::ExprP& place) {
  bool near = true;
  const auto is_near = [&](const ir::Expr& e) {
    const auto range = ir::int_range(cx.code.f, e);
    return range && range->lo > -kFarPlace && range->hi < kFarPlace;
  };
  const auto look = [&](const auto& self, const ir::Expr& e) -> void {
    if (std::holds_alternative<ir::Extent>(e.node) || is_near(e)) return;
    auto* v = std::get_if<ir::VarRef>(&e.node);
    auto* b = std::get_if<ir::Binary>(&e.node);
    const std::vector<ir::VarId>& counters = cx.control.counters;
    if (v && never_changes(cx, v->var)) {  // a number that the code is made for
      const auto known = cx.assumed.made_for.find(cx.code.f.vars[v->var].name);
      const bool there = known != cx.assumed.made_for.end();
      if (there && known->second > -kFarPlace && known->second < kFarPlace) return;
    }
    const bool extreme = b && (b->op == ir::BinaryOp::Min || b->op == ir::BinaryOp::Max);
    const bool made =
        extreme || (b && (b->op == ir::BinaryOp::Add || b->op == ir::BinaryOp::Sub || b->op == ir::BinaryOp::Mul));
    if (made) return self(self, *b->a), self(self, *b->b);
    near = near && v && std::find(counters.begin(), counters.end(), v->var) != counters.end();
  };
  look(look, *cx.code.in_known_terms(place));
  return !near;
}

void require_count(LowerContext& cx, const ir::ExprP& lo, std::int64_t step, const ir::ExprP& hi, std::int64_t count,
                   Span span) {
  if (cx.in_kernel || cx.names.frame().device || !(may_be_far(cx, lo) || may_be_far(cx, hi))) return;
  const ir::ExprP none = step > 0 ? ir::lt(hi, lo) : ir::lt(lo, hi);
  const ir::ExprP wrapped = count > 0 ? none : ir::unary(ir::UnaryOp::Not, none);
  if (!ir::as_int(*wrapped)) bail_out_where(cx, wrapped, "ends of ranges are ints", span);
}

std::pair<ir::ExprP, ir::ExprP> RangeLowering::whole_ends(const Value& first, const Value& last, const ir::ExprP& step,
                                                          Span span) {
  const bool is_int = !is_float(first.type.elem) || (literal_of(first) && whole(first) == Whole::Yes);
  const ir::ExprP lo = part(first, span);
  ir::ExprP begin = is_int ? index_value(cx_, first, span) : as_int(shifted(lo));
  const auto end_of_float = [&] {
    const ir::ExprP e = end(lo, step, last, span);
    if (ir::as_int(*e) || grid(*part(last, span)).most < 0x1p60) return e;
    // A length must not wrap.
    return ir::as_int(*step).value_or(1) > 0 ? ir::binary(ir::BinaryOp::Max, e, ir::sub(begin, ir::int_const(1)))
                                             : ir::binary(ir::BinaryOp::Min, e, ir::add(begin, ir::int_const(1)));
  };
  if (is_int) return {begin, is_float(last.type.elem) ? end_of_float() : index_value(cx_, last, span)};
  const Elem type = lo->type;
  const ir::ExprP hi = number(cx_, last, type, span);
  const Shifted to = shifted(hi);
  const bool counted = same_base(shifted(lo), to);
  if (!counted) begin = ir::cast(Elem::I64, lo);
  ir::ExprP end = counted ? as_int(to) : end_of_float();
  const auto is = [&](const ir::ExprP& e, const ir::ExprP& whole) {
    return ir::binary(ir::BinaryOp::Eq, ir::cast(type, whole), e);
  };
  const auto within = [&](const ir::ExprP& e, double limit) {  // no NaN
    return ir::le(magnitude(e), ir::float_const(limit, type));
  };
  const auto negation = [](const ir::ExprP& e) { return ir::unary(ir::UnaryOp::Not, e); };
  const auto some = [&] { return ir::le(ir::int_const(0), ir::last_value_number(lo, step, hi)); };
  const char* const exact = "ranges of floats have ends that floats count to";
  ir::ExprP fine, beyond, fails;  // null: where it is not; a range without a value has none that is not whole
  if (counted) {
    const ir::ExprP near = ir::logical_and(within(lo, exact_limit(type)), within(hi, exact_limit(type)));
    fine = ir::logical_and(ir::logical_and(is(lo, begin), is(hi, end)), near);
    beyond = negation(near);
    if (distance(begin, end).value_or(-1) < 0) fails = some();
    ends_near_ = true;
  } else {
    fine = cx_.code.keep("$whole", ir::holds_int(lo), span);
    beyond = ir::logical_and(ir::le(ir::float_const(0x1p63, type), magnitude(lo)), some());
    fails = some();
    begin = cx_.code.keep("$begin", ir::select(fine, begin, ir::int_const(0)), span);
    end = cx_.code.keep("$end", ir::select(fine, end, ir::sub(ir::int_const(0), step)), span);
  }
  ir::Block wrong = cx_.code.collect([&] {
    bail_out_where(cx_, beyond, exact, span);
    const ir::Fail fail{cx_.site(ir::Site::Kind::OutOfRange, span, ""),
                        {ir::int_const(ir::kFractionalIndex), ir::int_const(0), ir::int_const(0)}};
    if (fails)
      cx_.code.emit(ir::If{fails, {{fail, span}}, {}}, span);
    else
      cx_.code.emit(fail, span);
  });
  cx_.code.emit(ir::If{negation(fine), std::move(wrong), {}}, span);
  return {begin, end};
}

std::optional<std::pair<ir::ExprP, ir::ExprP>> RangeLowering::cut_ends(const Value& first, const Value& last,
                                                                       Span span) {
  const ir::ExprP lo = part(first, span), hi = part(last, span);
  if (is_float(hi->type) && same_base(shifted(lo), shifted(hi))) return {};
  const ir::ExprP begin = ir::cast(Elem::I64, lo);
  return std::pair(begin, ir::add(begin, ir::last_value_number(lo, ir::int_const(1), hi)));
}

Value range_value(LowerContext& cx, const ast::Range& r, Span span, bool list) {
  const auto [first, last] = both(cx, *r.lo, *r.hi);
  const Value by = r.step ? expr(cx, *r.step) : one_number(ir::int_const(1));
  RangeLowering ranges(cx);
  const auto is_number = [](const Value& v) { return v.type.is_number() && !v.type.complex; };
  const bool numbers = is_number(first) && is_number(last) && is_number(by);
  const bool fractions = is_float(first.type.elem);
  if (!numbers || (fractions && (!list || r.step)) ||
      (is_float(by.type.elem) && ranges.whole(by) != RangeLowering::Whole::Yes))
    stop("R901", span, "a range over fractions is used as a value");
  const bool cut =
      fractions && (cx.in_kernel || cx.names.frame().device);  // as other indices of kernels: each element on its own
  ir::ExprP lo, hi;
  if (cut) {
    const Shifted from = shifted(first.parts()[0]), to = shifted(number(cx, last, first.type.elem, span));
    if (!same_base(from, to)) stop("R901", span, "a range over fractions whose length is computed");
    lo = from.by, hi = to.by;
  } else {
    std::tie(lo, hi) = ranges.whole_ends(first, last, ranges.part(by, span), span);
  }
  const auto known_step = launch_constant(cx, *index_value(cx, by, span));
  if (!known_step || *known_step == 0) stop("R901", span, "a range with a computed step is used as a value");
  const std::int64_t step = *known_step;
  auto length = launch_distance(cx, lo, hi);
  if (length && std::abs(*length) > kFarPlace) stop("R901", span, "a long range is used as a value");
  if (!length && steady_distance(cx, lo, hi))
    stop("R901", span, "a range is used as a value, and its length is not known before the loop is reached");
  if (!length) stop("R901", span, "a range whose length is computed is used as a value");
  if ((step > 0 ? *length : -*length) < 0) stop("R901", span, "an empty range is used as a value");
  const std::int64_t n = *length / step + 1;
  if (n > kMostSelected) stop("R901", span, "a long range is used as a value");
  if (!cut && !ranges.ends_near()) require_count(cx, lo, step, hi, n, span);
  std::vector<Value> elements;
  for (std::int64_t k = 0; k < n; ++k) {
    const ir::ExprP place =
        cut ? ir::cast(Elem::I64, ir::add(first.parts()[0], ir::float_const(double(k), first.type.elem)))
            : ir::add(lo, ir::int_const(k * step));
    elements.push_back(one_number(with_span(place, span)));
  }
  Value v = make_fixed(cx, {n}, elements, span);
  v.scalars().list = true;
  return v;
}

}  // namespace qc::lowering
