// Order and spread of fixed-size values in compiled code: sort, median, argmin, argmax, running sums and products, var,
// std. They give the bits of the functions outside (src/host/builtins/sort_and_search.cpp, reductions.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_arrays.h"
#include "lower/interface/kernel.h"
#include "lower/interface/lazy_array.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

constexpr std::size_t kMostSorted = 16;  // by exchanges of neighbours, 120 of them

}  // namespace

// The components in variables, which a network of exchanges may change.
static std::vector<ir::VarId> in_variables(LowerContext& cx, const Value& x, Elem type, Span span) {
  std::vector<ir::VarId> out;
  for (std::size_t k = 0; k < components(x); ++k) {
    out.push_back(cx.code.temp("sorted", type));
    cx.code.emit(ir::Assign{out.back(), part(x, k, type)}, span);
  }
  return out;
}

// Neighbours are exchanged where the right one belongs before the left one, so equal ones keep their order; NaN comes
// last. `places`, where there are any, move with them.
static void sort_variables(LowerContext& cx, const std::vector<ir::VarId>& v, const std::vector<ir::VarId>& places,
                           Span span) {
  for (std::size_t end = v.size(); end > 1; --end)
    for (std::size_t k = 0; k + 1 < end; ++k) {
      const ir::ExprP a = ir::var(cx.code.f, v[k]), b = ir::var(cx.code.f, v[k + 1]);
      ir::ExprP exchange = ir::lt(b, a);
      if (is_float(a->type))
        exchange =
            ir::binary(ir::BinaryOp::Or, exchange, ir::logical_and(is_nan(a), ir::binary(ir::BinaryOp::Eq, b, b)));
      const ir::VarId swap = cx.code.temp("swap", Elem::Bool);
      cx.code.emit(ir::Assign{swap, exchange}, span);
      const auto move = [&](const std::vector<ir::VarId>& w) {
        const ir::ExprP left = ir::var(cx.code.f, w[k]), right = ir::var(cx.code.f, w[k + 1]);
        const ir::VarId low = cx.code.temp("low", left->type);
        cx.code.emit(ir::Assign{low, ir::select(ir::var(cx.code.f, swap), right, left)}, span);
        cx.code.emit(ir::Assign{w[k + 1], ir::select(ir::var(cx.code.f, swap), left, right)}, span);
        cx.code.emit(ir::Assign{w[k], ir::var(cx.code.f, low)}, span);
      };
      move(v);
      if (!places.empty()) move(places);
    }
}

// The smallest and the largest of a little more than half of the components are never the middle: they are dropped, and
// the next component takes their place, until the middle is left. Ints are ordered as ints: as floats they would be in
// the same order, and bytes fit four times as often into a vector.
Value median_of(LowerContext& cx, const Value& x, Span span) {
  const Elem type = float_elem(x.type.elem, cx.options.scalar);
  const bool whole = is_int(x.type.elem) && x.type.elem != Elem::U64;
  const std::vector<ir::VarId> v = in_variables(cx, x, whole ? Elem::I64 : type, span);
  const std::size_t n = v.size(), left = n % 2 ? 1 : 2;
  std::size_t next = std::min(n, n / 2 + 2);
  std::vector<ir::VarId> w(v.begin(), v.begin() + std::ptrdiff_t(next));
  const auto smaller_of = [&](const ir::ExprP& a, const ir::ExprP& b) {
    return whole ? ir::binary(ir::BinaryOp::Min, a, b) : ir::select(ir::lt(b, a), b, a);
  };
  const auto larger_of = [&](const ir::ExprP& a, const ir::ExprP& b) {
    return whole ? ir::binary(ir::BinaryOp::Max, a, b) : ir::select(ir::lt(b, a), a, b);
  };
  const auto exchange = [&](std::size_t low, std::size_t high) {
    const ir::ExprP a = ir::var(cx.code.f, w[low]), b = ir::var(cx.code.f, w[high]);
    const ir::VarId smaller = cx.code.temp("low", a->type), larger = cx.code.temp("high", a->type);
    cx.code.emit(ir::Assign{smaller, smaller_of(a, b)}, span);
    cx.code.emit(ir::Assign{larger, larger_of(a, b)}, span);
    w[low] = smaller;
    w[high] = larger;
  };
  while (w.size() > left) {
    const std::size_t m = w.size();
    for (std::size_t k = 0; k < m / 2; ++k) exchange(k, m - 1 - k);
    for (std::size_t k = 1; k < (m + 1) / 2; ++k) exchange(0, k);
    for (std::size_t k = m / 2; k + 1 < m; ++k) exchange(k, m - 1);
    w.erase(w.begin());
    w.pop_back();
    if (next < n) w.push_back(v[next++]);
  }
  if (left == 2 && w.size() == 2) exchange(0, 1);
  const auto as_float = [&](ir::VarId k) { return one_number(ir::cast(type, ir::var(cx.code.f, k))); };
  Value middle = as_float(w.back());
  if (left == 2) {  // below + (middle - below)/2
    const Value below = as_float(w.front());
    const Value half = arithmetic(cx, ast::BinaryOp::Div, arithmetic(cx, ast::BinaryOp::Sub, middle, below, span),
                                  one_number(ir::float_const(2, type)), span);
    middle = arithmetic(cx, ast::BinaryOp::Add, below, half, span);
  }
  if (whole) return middle;
  if (left == 1)
    middle =
        one_number(ir::add(middle.parts()[0], ir::float_const(0, type)));  // of zeros of both signs the positive one
  ir::ExprP none;
  for (const ir::VarId k : v)
    none = none ? ir::binary(ir::BinaryOp::Or, none, is_nan(ir::var(cx.code.f, k))) : is_nan(ir::var(cx.code.f, k));
  return one_number(
      ir::select(none, ir::float_const(std::numeric_limits<double>::quiet_NaN(), type), middle.parts()[0]));
}

Value place_of_extreme(LowerContext& cx, const std::string& name, const Value& x, Span span) {
  const Elem type = x.type.elem == Elem::Bool ? Elem::I64 : x.type.elem;
  const auto op = name.ends_with("min") ? ir::BinaryOp::Lt : ir::BinaryOp::Gt;
  const ir::VarId place = cx.code.temp("place", Elem::I64), best = cx.code.temp("best", type);
  cx.code.emit(ir::Assign{place, ir::int_const(0)}, span);
  cx.code.emit(ir::Assign{best, part(x, 0, type)}, span);
  for (std::size_t k = 1; k < components(x); ++k) {
    const ir::VarId now = cx.code.temp("now", type), better = cx.code.temp("better", Elem::Bool);
    cx.code.emit(ir::Assign{now, part(x, k, type)}, span);
    ir::ExprP is_better = ir::binary(op, ir::var(cx.code.f, now), ir::var(cx.code.f, best));
    if (is_float(type))
      is_better =
          ir::binary(ir::BinaryOp::Or, is_better,
                     ir::logical_and(is_nan(ir::var(cx.code.f, best)),
                                     ir::binary(ir::BinaryOp::Eq, ir::var(cx.code.f, now), ir::var(cx.code.f, now))));
    cx.code.emit(ir::Assign{better, is_better}, span);
    cx.code.emit(ir::Assign{place, ir::select(ir::var(cx.code.f, better), ir::int_const(std::int64_t(k)),
                                              ir::var(cx.code.f, place))},
                 span);
    cx.code.emit(
        ir::Assign{best, ir::select(ir::var(cx.code.f, better), ir::var(cx.code.f, now), ir::var(cx.code.f, best))},
        span);
  }
  if (is_float(type) && name.starts_with("arg")) {
    ir::Block fail;
    fail.push_back(
        {ir::Fail{cx.refusal("Q0404", span, fmt::format("'{}' of an array without numbers", name)), {}}, span});
    cx.code.emit(ir::If{is_nan(ir::var(cx.code.f, best)), std::move(fail), {}}, span);
  }
  return one_number(ir::var(cx.code.f, place));
}

// The squared distances from the mean, over n - 1.
static Value spread_of(LowerContext& cx, const std::string& name, const Value& x, Span span) {
  return spread_line(cx, name, x, false, span);
}

std::array<Value, 2> sort_with_places(LowerContext& cx, const Value& x, Span span) {
  const std::size_t n = components(x);
  std::vector<Value> numbers, sorted, from;
  if (n > kMostSorted) {
    const InMemory memory = sorted_in_memory(cx, x, true, span);
    for (std::size_t k = 0; k < n; ++k) {
      sorted.push_back(cx.code.from_scratch(memory.values, ir::int_const(std::int64_t(k))));
      from.push_back(cx.code.from_scratch(*memory.places, ir::int_const(std::int64_t(k))));
    }
    return {make_fixed(cx, {std::int64_t(n)}, sorted, span), make_fixed(cx, {std::int64_t(n)}, from, span)};
  }
  const std::vector<ir::VarId> v = in_variables(cx, x, x.type.elem, span);
  for (std::size_t k = 0; k < n; ++k) numbers.push_back(one_number(ir::int_const(std::int64_t(k))));
  const std::vector<ir::VarId> places =
      in_variables(cx, make_fixed(cx, {std::int64_t(n)}, numbers, span), Elem::I64, span);
  sort_variables(cx, v, places, span);
  for (std::size_t k = 0; k < n; ++k) {
    sorted.push_back(one_number(ir::var(cx.code.f, v[k])));
    from.push_back(one_number(ir::var(cx.code.f, places[k])));
  }
  return {make_fixed(cx, {std::int64_t(n)}, sorted, span), make_fixed(cx, {std::int64_t(n)}, from, span)};
}

std::vector<Value> order_values(LowerContext& cx, const std::string& name, const ast::Call* c, Span span) {
  if (name != "sort" && name != "min" && name != "max") return {};
  const auto worded = without_text(name, *c);
  if (!worded) return {};
  if (worded->descending || worded->call.arguments.size() != 1)
    return order_lines(cx, name, worded->call, worded->descending, span);
  const Value x = expr(cx, *worded->call.arguments[0].value);
  if (is_lazy(x) && name != "sort") return extreme_of_lazy(cx, name, x, span);
  if (is_lazy(x) && x.lazy().dims == std::vector<int>{0}) {
    const InMemory memory = sorted_in_memory(cx, x, true, span);
    return {row_in_memory(cx, x, memory.values), row_in_memory(cx, x, *memory.places)};
  }
  if (x.type.kind != Type::Kind::Fixed || x.type.complex) return {};
  if (name != "sort") return {*fold_call(cx, name, {x}, span), place_of_extreme(cx, name, x, span)};
  if (x.type.rank != 1) return order_lines(cx, name, worded->call, false, span);
  const auto both = sort_with_places(cx, x, span);
  return {both[0], both[1]};
}

// Of rows that are fixed-size values; nothing for other calls.
std::optional<Value> order_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span) {
  if (args.size() != 1 || args[0].type.kind != Type::Kind::Fixed) return {};
  const Value& x = args[0];
  if (cx.in_kernel && x.type.complex && (name == "sort" || folds_by_order(builtin_fold(name))))
    error("Q0301", span, fmt::format("'{}' orders real numbers, not complex ones", name),
          "abs(x) or real(x) can be ordered");
  if (x.type.complex) return {};
  const std::size_t n = components(x);
  if (name == "median" && n <= std::size_t(kMostHalved)) return median_of(cx, x, span);
  if (name == "median") return median_in_memory(cx, x, span);
  if (name == "argmin" || name == "argmax") return place_of_extreme(cx, name, x, span);
  if ((name == "var" || name == "std") && n > 1 && is_float(x.type.elem)) return spread_of(cx, name, x, span);
  if (x.type.rank != 1) return {};
  std::vector<Value> out;
  if (name == "sort" && n <= kMostSorted) {
    const std::vector<ir::VarId> v = in_variables(cx, x, x.type.elem, span);
    sort_variables(cx, v, {}, span);
    for (const ir::VarId k : v) out.push_back(one_number(ir::var(cx.code.f, k)));
  } else if (name == "sort") {
    const InMemory sorted = sorted_in_memory(cx, x, false, span);
    for (std::size_t k = 0; k < n; ++k)
      out.push_back(cx.code.from_scratch(sorted.values, ir::int_const(std::int64_t(k))));
  } else if (name == "cumsum" || name == "cumprod") {
    for (std::size_t k = 0; k < n; ++k) {
      const auto op = name == "cumsum" ? ast::BinaryOp::Add : ast::BinaryOp::Mul;
      out.push_back(k == 0 ? component(x, 0)
                           : cx.code.kept(arithmetic(cx, op, out.back(), component(x, k), span), span));
    }
  }
  return out.empty() ? std::nullopt : std::optional(make_fixed(cx, {std::int64_t(n)}, out, span));
}

}  // namespace qc::lowering
