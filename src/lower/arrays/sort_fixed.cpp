// Order and spread of fixed-size values in compiled code: sort, median, argmin, argmax, running sums and products, var,
// std. They give the bits of the functions outside (src/host/builtins/sort_and_search.cpp, reductions.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "lower/lower_impl.h"
#include "sema/builtins.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

constexpr std::size_t kMostSorted = 16;  // by exchanges of neighbours, 120 of them

}  // namespace

// The components in variables, which a network of exchanges may change.
std::vector<ir::VarId> Lowerer::in_variables(const Value& x, Elem type, Span span) {
  std::vector<ir::VarId> out;
  for (std::size_t k = 0; k < components(x); ++k) {
    out.push_back(temp("sorted", type));
    emit(ir::Assign{out.back(), part(x, k, type)}, span);
  }
  return out;
}

// Neighbours are exchanged where the right one belongs before the left one, so equal ones keep their order; NaN comes
// last. `places`, where there are any, move with them.
void Lowerer::sort_variables(const std::vector<ir::VarId>& v, const std::vector<ir::VarId>& places, Span span) {
  for (std::size_t end = v.size(); end > 1; --end)
    for (std::size_t k = 0; k + 1 < end; ++k) {
      const ir::ExprP a = ir::var(f, v[k]), b = ir::var(f, v[k + 1]);
      ir::ExprP exchange = ir::lt(b, a);
      if (is_float(a->type))
        exchange =
            ir::binary(ir::BinaryOp::Or, exchange, ir::logical_and(is_nan(a), ir::binary(ir::BinaryOp::Eq, b, b)));
      const ir::VarId swap = temp("swap", Elem::Bool);
      emit(ir::Assign{swap, exchange}, span);
      const auto move = [&](const std::vector<ir::VarId>& w) {
        const ir::ExprP left = ir::var(f, w[k]), right = ir::var(f, w[k + 1]);
        const ir::VarId low = temp("low", left->type);
        emit(ir::Assign{low, ir::select(ir::var(f, swap), right, left)}, span);
        emit(ir::Assign{w[k + 1], ir::select(ir::var(f, swap), left, right)}, span);
        emit(ir::Assign{w[k], ir::var(f, low)}, span);
      };
      move(v);
      if (!places.empty()) move(places);
    }
}

// The smallest and the largest of a little more than half of the components are never the middle: they are dropped, and
// the next component takes their place, until the middle is left.
Value Lowerer::median_of(const Value& x, Span span) {
  const Elem type = float_elem(x.type.elem, options_.scalar);
  const std::vector<ir::VarId> v = in_variables(x, type, span);
  ir::ExprP none;
  for (const ir::VarId k : v)
    none = none ? ir::binary(ir::BinaryOp::Or, none, is_nan(ir::var(f, k))) : is_nan(ir::var(f, k));
  const std::size_t n = v.size(), left = n % 2 ? 1 : 2;
  std::size_t next = std::min(n, n / 2 + 2);
  std::vector<ir::VarId> w(v.begin(), v.begin() + std::ptrdiff_t(next));
  const auto exchange = [&](std::size_t low, std::size_t high) {
    const ir::ExprP a = ir::var(f, w[low]), b = ir::var(f, w[high]);
    const ir::VarId smaller = temp("low", type), larger = temp("high", type);
    emit(ir::Assign{smaller, ir::select(ir::lt(b, a), b, a)}, span);
    emit(ir::Assign{larger, ir::select(ir::lt(b, a), a, b)}, span);
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
  Value middle = of(ir::var(f, w.back()));
  if (left == 2) {  // below + (middle - below)/2
    const Value below = of(ir::var(f, w.front()));
    const Value half = arithmetic(ast::BinaryOp::Div, arithmetic(ast::BinaryOp::Sub, middle, below, span),
                                  of(ir::float_const(2, type)), span);
    middle = arithmetic(ast::BinaryOp::Add, below, half, span);
  } else
    middle = of(ir::add(middle.parts[0], ir::float_const(0, type)));  // of zeros of both signs the positive one
  return of(ir::select(none, ir::float_const(std::numeric_limits<double>::quiet_NaN(), type), middle.parts[0]));
}

// The place of the first extreme, of argmin and argmax or beside the extreme itself; NaN is passed over. Where there is
// nothing else there is no place, but 0 beside the extreme.
Value Lowerer::place_of_extreme(const std::string& name, const Value& x, Span span) {
  const Elem type = x.type.elem == Elem::Bool ? Elem::I64 : x.type.elem;
  const auto op = name.ends_with("min") ? ir::BinaryOp::Lt : ir::BinaryOp::Gt;
  const ir::VarId place = temp("place", Elem::I64), best = temp("best", type);
  emit(ir::Assign{place, ir::int_const(0)}, span);
  emit(ir::Assign{best, part(x, 0, type)}, span);
  for (std::size_t k = 1; k < components(x); ++k) {
    const ir::VarId now = temp("now", type), better = temp("better", Elem::Bool);
    emit(ir::Assign{now, part(x, k, type)}, span);
    ir::ExprP is_better = ir::binary(op, ir::var(f, now), ir::var(f, best));
    if (is_float(type))
      is_better = ir::binary(
          ir::BinaryOp::Or, is_better,
          ir::logical_and(is_nan(ir::var(f, best)), ir::binary(ir::BinaryOp::Eq, ir::var(f, now), ir::var(f, now))));
    emit(ir::Assign{better, is_better}, span);
    emit(ir::Assign{place, ir::select(ir::var(f, better), ir::int_const(std::int64_t(k)), ir::var(f, place))}, span);
    emit(ir::Assign{best, ir::select(ir::var(f, better), ir::var(f, now), ir::var(f, best))}, span);
  }
  if (is_float(type) && name.starts_with("arg")) {
    ir::Block fail;
    fail.push_back(
        {ir::Fail{site(ir::Site::Kind::Error, span, fmt::format("'{}' of an array without numbers", name)), {}}, span});
    emit(ir::If{is_nan(ir::var(f, best)), std::move(fail), {}}, span);
  }
  return of(ir::var(f, place));
}

// The squared distances from the mean, over n - 1.
Value Lowerer::spread_of(const std::string& name, const Value& x, Span span) {
  return spread_line(name, x, false, span);
}

// The sorted components of a row and where they come from.
std::array<Value, 2> Lowerer::sort_with_places(const Value& x, Span span) {
  const std::size_t n = components(x);
  std::vector<Value> numbers, sorted, from;
  if (n > kMostSorted) {
    const InMemory memory = sorted_in_memory(x, true, span);
    for (std::size_t k = 0; k < n; ++k) {
      sorted.push_back(from_scratch(memory.values, ir::int_const(std::int64_t(k))));
      from.push_back(from_scratch(*memory.places, ir::int_const(std::int64_t(k))));
    }
    return {make_fixed({std::int64_t(n)}, sorted, span), make_fixed({std::int64_t(n)}, from, span)};
  }
  const std::vector<ir::VarId> v = in_variables(x, x.type.elem, span);
  for (std::size_t k = 0; k < n; ++k) numbers.push_back(of(ir::int_const(std::int64_t(k))));
  const std::vector<ir::VarId> places = in_variables(make_fixed({std::int64_t(n)}, numbers, span), Elem::I64, span);
  sort_variables(v, places, span);
  for (std::size_t k = 0; k < n; ++k) {
    sorted.push_back(of(ir::var(f, v[k])));
    from.push_back(of(ir::var(f, places[k])));
  }
  return {make_fixed({std::int64_t(n)}, sorted, span), make_fixed({std::int64_t(n)}, from, span)};
}

// [sorted, places] = sort(x), [m, place] = max(x) of fixed-size values; nothing for other calls.
std::vector<Value> Lowerer::order_values(const std::string& name, const ast::Call* c, Span span) {
  if (name != "sort" && name != "min" && name != "max") return {};
  const auto worded = without_text(name, *c);
  if (!worded) return {};
  if (worded->descending || worded->call.arguments.size() != 1)
    return order_lines(name, worded->call, worded->descending, span);
  const Value x = expr(*worded->call.arguments[0].value);
  if (x.changing && name != "sort") return extreme_of_changing(name, x, span);
  if (x.changing && x.changing->dims == std::vector<int>{0}) {
    const InMemory memory = sorted_in_memory(x, true, span);
    return {row_in_memory(x, memory.values), row_in_memory(x, *memory.places)};
  }
  if (x.type.kind != Type::Kind::Fixed || x.type.complex) return {};
  if (name != "sort") return {*fold_call(name, {x}, span), place_of_extreme(name, x, span)};
  if (x.type.rank != 1) return order_lines(name, worded->call, false, span);
  const auto both = sort_with_places(x, span);
  return {both[0], both[1]};
}

// Of rows that are fixed-size values; nothing for other calls.
std::optional<Value> Lowerer::order_call(const std::string& name, const std::vector<Value>& args, Span span) {
  if (args.size() != 1 || args[0].type.kind != Type::Kind::Fixed) return {};
  const Value& x = args[0];
  if (kernel_ && x.type.complex && (name == "sort" || folds_by_order(builtin_fold(name))))
    error("Q0301", span, fmt::format("'{}' orders real numbers, not complex ones", name),
          "abs(x) or real(x) can be ordered");
  if (x.type.complex) return {};
  const std::size_t n = components(x);
  if (name == "median" && n <= std::size_t(kMostHalved)) return median_of(x, span);
  if (name == "median") return median_in_memory(x, span);
  if (name == "argmin" || name == "argmax") return place_of_extreme(name, x, span);
  if ((name == "var" || name == "std") && n > 1 && is_float(x.type.elem)) return spread_of(name, x, span);
  if (x.type.rank != 1) return {};
  std::vector<Value> out;
  if (name == "sort" && n <= kMostSorted) {
    const std::vector<ir::VarId> v = in_variables(x, x.type.elem, span);
    sort_variables(v, {}, span);
    for (const ir::VarId k : v) out.push_back(of(ir::var(f, k)));
  } else if (name == "sort") {
    const InMemory sorted = sorted_in_memory(x, false, span);
    for (std::size_t k = 0; k < n; ++k) out.push_back(from_scratch(sorted.values, ir::int_const(std::int64_t(k))));
  } else if (name == "cumsum" || name == "cumprod") {
    for (std::size_t k = 0; k < n; ++k) {
      const auto op = name == "cumsum" ? ast::BinaryOp::Add : ast::BinaryOp::Mul;
      out.push_back(k == 0 ? component(x, 0) : kept(arithmetic(op, out.back(), component(x, k), span), span));
    }
  }
  return out.empty() ? std::nullopt : std::optional(make_fixed({std::int64_t(n)}, out, span));
}

}  // namespace qc::lowering
