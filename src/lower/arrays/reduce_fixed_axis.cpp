// Functions of the lines of short arrays in compiled code: sort, running values, differences, median, var, argmin ..
// along a dimension. They give the bits of the functions outside (src/host/builtins/sort_and_search.cpp,
// reductions.cpp).
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "lower/interface/call.h"
#include "lower/interface/complex_values.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_arrays.h"
#include "lower/interface/fixed_slices.h"
#include "lower/interface/kernel.h"
#include "lower/interface/squares.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

using Dims = std::vector<std::int64_t>;

const ast::StringLit* last_text(const ast::Call& c) {
  return c.arguments.size() < 2 ? nullptr : std::get_if<ast::StringLit>(&c.arguments.back().value->node);
}

}  // namespace

// Where the lines of a short array along a dimension lie.
struct Lines {
  Dims dims;  // of the array, as a matrix at least
  std::size_t along = 0;
  std::size_t own = 0;  // how many of dims are the array's; those behind it are 1
  std::int64_t n = 0, inner = 1, count = 0;
  std::size_t at(std::int64_t line, std::int64_t k) const {
    return std::size_t((line / inner * n + k) * inner + line % inner);
  }
};

// The dimension that the argument says, past those of x one of extent 1; without one, the first or last whose extent is
// not 1.
static std::optional<Lines> lines_of(LowerContext& cx, const Value& x, const Value* dim, bool last, Span span) {
  Lines out;
  out.dims = x.type.is_number() ? Dims{1} : x.type.dims;
  if (out.dims.size() == 1) out.dims.insert(out.dims.begin(), 1);
  out.own = out.dims.size();
  if (dim) {
    const auto d = known_numbers(cx, {*dim}, 0, span);
    if (!d || d->size() != 1 || (*d)[0] < 0 || (*d)[0] > 15) return {};
    out.along = std::size_t((*d)[0]);
    if (out.along >= out.own) out.dims.resize(out.along + 1, 1);
  }
  const std::size_t rank = out.dims.size();
  if (!dim) {
    const auto is_long = [](std::int64_t n) { return n != 1; };
    if (last)
      out.along =
          std::size_t(std::find_if(out.dims.rbegin(), out.dims.rend() - 1, is_long).base() - out.dims.begin()) - 1;
    else
      out.along = std::size_t(std::find_if(out.dims.begin(), out.dims.end(), is_long) - out.dims.begin()) % rank;
  }
  out.n = out.dims[out.along];
  for (std::size_t d = out.along + 1; d < rank; ++d) out.inner *= out.dims[d];
  out.count = count_of(out.dims) / std::max<std::int64_t>(out.n, 1);
  return out;
}

static Value line_of(LowerContext& cx, const Value& x, const Lines& lines, std::int64_t line, Span span) {
  std::vector<Value> out;
  for (std::int64_t k = 0; k < lines.n; ++k) out.push_back(component(x, lines.at(line, k)));
  return make_fixed(cx, {lines.n}, out, span);
}

// Each line gives one number: the extent of the dimension becomes 1. In kernels what is left alone is a number.
static std::optional<Value> number_a_line(LowerContext& cx, const Value& x, const Lines& lines, Span span,
                                          const std::function<std::optional<Value>(const Value&)>& f) {
  std::vector<Value> out;
  for (std::int64_t l = 0; l < lines.count; ++l) {
    const auto v = f(line_of(cx, x, lines, l, span));
    if (!v) return {};
    out.push_back(*v);
  }
  Dims dims = lines.dims;
  dims[lines.along] = 1;
  dims.resize(lines.own);
  return out.size() == 1 && cx.in_kernel ? out[0] : make_fixed(cx, dims, out, span);
}

// Each line gives a line, all of the same length.
static std::optional<Value> line_a_line(LowerContext& cx, const Value& x, const Lines& lines, Span span,
                                        const std::function<std::optional<Value>(const Value&)>& f) {
  std::vector<Value> made;
  Lines to = lines;
  for (std::int64_t l = 0; l < lines.count; ++l) {
    const auto v = f(line_of(cx, x, lines, l, span));
    if (!v) return {};
    made.push_back(*v);
  }
  to.n = to.dims[to.along] = std::int64_t(components(made[0]));
  std::vector<Value> out(std::size_t(count_of(to.dims)));
  for (std::int64_t l = 0; l < to.count; ++l)
    for (std::int64_t k = 0; k < to.n; ++k) out[to.at(l, k)] = component(made[std::size_t(l)], std::size_t(k));
  Dims dims = to.dims;
  dims.resize(lines.own);
  if (x.type.rank == 1) dims.erase(dims.begin());
  return make_fixed(cx, dims, out, span);
}

// y[k] = y[k-1] op x[k], from left to right.
static Value running_line(LowerContext& cx, const std::string& name, const Value& line, Span span) {
  std::vector<Value> out{component(line, 0)};
  for (std::size_t k = 1; k < components(line); ++k) {
    const Value x = component(line, k);
    const Value next = name == "cumsum"    ? arithmetic(cx, ast::BinaryOp::Add, out.back(), x, span)
                       : name == "cumprod" ? arithmetic(cx, ast::BinaryOp::Mul, out.back(), x, span)
                                           : min_max(cx, name == "cummax", out.back(), x, span);
    out.push_back(cx.code.kept(next, span));
  }
  return make_fixed(cx, {std::int64_t(out.size())}, out, span);
}

static std::optional<Value> difference_line(LowerContext& cx, const Value& line, Span span) {
  std::vector<Value> out;
  for (std::size_t k = 1; k < components(line); ++k)
    out.push_back(arithmetic(cx, ast::BinaryOp::Sub, component(line, k), component(line, k - 1), span));
  if (out.empty()) return {};
  return make_fixed(cx, {std::int64_t(out.size())}, out, span);
}

// What is in the opposite order, and back from it, exactly; zeros of both signs stay equal, NaN stays last.
static Value opposite(LowerContext& cx, const Value& x, Span span) {
  return map(cx, x, [&](const Value& v) {
    if (is_float(v.type.elem)) return one_number(with_span(ir::unary(ir::UnaryOp::Neg, v.parts()[0]), span));
    return one_number(
        with_span(ir::unary(v.type.elem == Elem::Bool ? ir::UnaryOp::Not : ir::UnaryOp::BitNot, v.parts()[0]), span));
  });
}

static std::optional<Value> sorted_line(LowerContext& cx, const Value& line, bool descending, Span span) {
  const auto v = order_call(cx, "sort", {descending ? opposite(cx, line, span) : line}, span);
  return v && descending ? std::optional(opposite(cx, *v, span)) : v;
}

SquareSteps square_steps(LowerContext& cx, Span span) {
  return {[=, &cx](const Value& v) { return cx.code.kept(v, span); },
          [=, &cx](const Value& a, const Value& b) { return arithmetic(cx, ast::BinaryOp::Div, a, b, span); },
          [=, &cx](const Value& v) { return *math_call(cx, "sqrt", {v}, span); },
          [=, &cx](const Value& v, Elem to) { return convert_elem(cx, v, to, span); }};
}

// The sum of the squared distances from the mean over n - 1 (weight 0) or n; of one element 0.
Value spread_line(LowerContext& cx, const std::string& name, const Value& given, bool all, Span span) {
  const Value line = map(cx, given, [&](const Value& v) {
    return is_float(v.type.elem) ? v : convert_elem(cx, v, cx.options.scalar, span);
  });
  const Elem type = line.type.elem;
  const std::int64_t n = std::int64_t(components(line));
  const SquareSteps steps = square_steps(cx, span);
  const auto total = [&](const Value& before, const Value& after) {
    std::vector<Value> elements;
    for (std::size_t k = 0; k < components(line); ++k)
      elements.push_back(cx.code.kept(
          arithmetic(cx, ast::BinaryOp::Mul, convert_elem(cx, component(line, k), Elem::F64, span), before, span),
          span));
    for (int times = type == Elem::F64 ? 2 : 1; times > 0; --times) {
      const Value mean = cx.code.kept(*fold_call(cx, "mean", {make_fixed(cx, {n}, elements, span)}, span), span);
      for (Value& e : elements) e = cx.code.kept(arithmetic(cx, ast::BinaryOp::Sub, e, mean, span), span);
    }
    for (Value& e : elements) {
      const Value d = cx.code.kept(arithmetic(cx, ast::BinaryOp::Mul, e, after, span), span);
      e = arithmetic(cx, ast::BinaryOp::Mul, d, d, span);
    }
    return *fold_call(cx, "sum", {make_fixed(cx, {n}, elements, span)}, span);
  };
  return spread_of_totals(steps, name == "std", type, one_number(ir::int_const(all || n == 1 ? n : n - 1)), total);
}

// var(x, dim), var(x, weight, dim): whether the weight is over n, and the dimension, where there is one.
static std::optional<Value> spread_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                        Span span) {
  bool all = false;
  if (args.size() == 3) {
    const auto w = known_numbers(cx, {args[1]}, 0, span);
    if (!w || w->size() != 1) return {};
    all = (*w)[0] != 0;
  }
  if (args[0].type.complex) return {};
  if (args.size() == 1) return spread_line(cx, name, args[0], false, span);
  const auto lines = lines_of(cx, args[0], &args.back(), false, span);
  if (!lines) return {};
  return number_a_line(cx, args[0], *lines, span,
                       [&](const Value& line) { return spread_line(cx, name, line, all, span); });
}

// norm(x, 1), norm(x, 2), norm(x, inf)
static std::optional<Value> norm_of_kind(LowerContext& cx, const Value& x, const Value& p, Span span) {
  const auto literal = literal_of(p);
  const bool largest = literal && std::isinf(*literal) && *literal > 0;
  std::optional<std::vector<std::int64_t>> kind;
  if (!literal) kind = known_numbers(cx, {p}, 0, span);
  const double number = kind && kind->size() == 1 ? double((*kind)[0]) : literal.value_or(0);
  if (number == 2) return fold_call(cx, "norm", {x}, span);
  if (number != 1 && !largest) return {};
  std::vector<Value> sizes;
  for (std::size_t k = 0; k < components(x); ++k) {
    Value v = component(x, k);
    if (!is_float(v.type.elem)) v = convert_elem(cx, v, cx.options.scalar, span);
    const auto size = v.type.complex ? complex_call(cx, "abs", {v}, span) : math_call(cx, "abs", {v}, span);
    sizes.push_back(*size);
  }
  const Value all = make_fixed(cx, {std::int64_t(sizes.size())}, sizes, span);
  if (!largest) return fold_call(cx, "sum", {all}, span);
  const ir::ExprP total = fold_call(cx, "sum", {all}, span)->parts()[0];  // NaN where a size is: extremes pass over it
  const Value most =
      min_max(cx, true, one_number(ir::float_const(0, all.type.elem)), *fold_call(cx, "max", {all}, span), span);
  return one_number(ir::select(ir::binary(ir::BinaryOp::Eq, total, total), most.parts()[0], total));
}

// permute(x, order): dimension d of what is made is order[d] of x.
static std::optional<Value> permuted(LowerContext& cx, const Value& x, const Value& order, Span span) {
  const auto list = known_numbers(cx, {order}, 0, span);
  const auto lines = lines_of(cx, x, nullptr, false, span);
  if (!list || list->size() != lines->dims.size()) return {};
  std::vector<bool> seen(list->size());
  Dims dims;
  for (const std::int64_t d : *list) {
    if (d < 0 || d >= std::int64_t(list->size()) || seen[std::size_t(d)]) return {};
    seen[std::size_t(d)] = true;
    dims.push_back(lines->dims[std::size_t(d)]);
  }
  return arranged(cx, dims, span, [&](const Dims& at) {
    Dims from(at.size());
    for (std::size_t d = 0; d < at.size(); ++d) from[std::size_t((*list)[d])] = at[d];
    std::int64_t k = 0;
    for (std::size_t d = 0; d < from.size(); ++d) k = k * lines->dims[d] + from[d];
    return component(x, std::size_t(k));
  });
}

std::optional<Value> line_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                               bool descending, Span span) {
  const bool running = builtin_is(name, BuiltinFamily::Scan);
  if (args.empty() || args.size() > 3 || !std::all_of(args.begin(), args.end(), is_short)) return {};
  const Value& x = args[0];
  if ((name == "var" || name == "std") && x.type.kind == Type::Kind::Fixed) return spread_call(cx, name, args, span);
  if (args.size() > 2 || x.type.kind != Type::Kind::Fixed) return {};
  if (name == "norm" && args.size() == 2) return norm_of_kind(cx, x, args[1], span);
  if (name == "permute" && args.size() == 2) return permuted(cx, x, args[1], span);
  const bool sums = name == "cumsum" || name == "cumprod";
  if (name != "diff" && name != "flip" && !sums && x.type.complex) return {};
  const auto lines = lines_of(cx, x, args.size() == 2 ? &args[1] : nullptr, running, span);
  if (!lines) return {};
  if (running)
    return line_a_line(cx, x, *lines, span, [&](const Value& line) { return running_line(cx, name, line, span); });
  if (name == "diff")
    return line_a_line(cx, x, *lines, span, [&](const Value& line) { return difference_line(cx, line, span); });
  if (name == "sort")
    return line_a_line(cx, x, *lines, span, [&](const Value& line) { return sorted_line(cx, line, descending, span); });
  if (name == "flip") {
    std::vector<bool> transposed(lines->dims.size());
    transposed[lines->along] = true;
    return moved(cx, x, {}, transposed, span);
  }
  if (folds_by_order(builtin_fold(name)) && args.size() == 2)
    return number_a_line(cx, x, *lines, span, [&](const Value& line) { return order_call(cx, name, {line}, span); });
  return {};
}

std::vector<Value> order_lines(LowerContext& cx, const std::string& name, const ast::Call& c, bool descending,
                               Span span) {
  const std::size_t n = c.arguments.size();
  auto* left_out = n == 3 ? std::get_if<ast::ArrayLit>(&c.arguments[1].value->node) : nullptr;
  const bool extremes = name != "sort";
  if (n > 3 || (extremes ? !left_out || !left_out->elements.empty() : n == 3)) return {};
  const Value x = whole_value(cx, *c.arguments[0].value);
  if (x.type.kind != Type::Kind::Fixed || x.type.complex) return {};
  const Value dim = n > 1 ? expr(cx, *c.arguments[n - 1].value) : Value{};
  if (n > 1 && !is_short(dim)) return {};
  const auto lines = lines_of(cx, x, n > 1 ? &dim : nullptr, false, span);
  if (!lines) return {};
  if (extremes)
    return {*number_a_line(cx, x, *lines, span, [&](const Value& line) { return fold_call(cx, name, {line}, span); }),
            *number_a_line(cx, x, *lines, span,
                           [&](const Value& line) { return std::optional(place_of_extreme(cx, name, line, span)); })};
  std::vector<Value> places;
  const auto values = line_a_line(cx, x, *lines, span, [&](const Value& line) {
    const auto both = sort_with_places(cx, descending ? opposite(cx, line, span) : line, span);
    places.push_back(both[1]);
    return std::optional(descending ? opposite(cx, both[0], span) : both[0]);
  });
  std::size_t next = 0;
  return {*values, *line_a_line(cx, x, *lines, span, [&](const Value&) { return std::optional(places[next++]); })};
}

// f(x, "all")
static bool folds_all(BuiltinFold f) { return folds_by_operator(f) || is_spread(f) || gives_place(f); }

std::optional<Worded> without_text(const std::string& name, const ast::Call& c) {
  const ast::StringLit* text = last_text(c);
  if (!text) return Worded{c, false};
  Worded out{c, text->value == "descend"};
  if (name == "sort" && (out.descending || text->value == "ascend")) {
    out.call.arguments.pop_back();
    return out;
  }
  if (!folds_all(builtin_fold(name)) || text->value != "all") return {};
  out.call.arguments.erase(out.call.arguments.begin() + 1, out.call.arguments.end());
  return c.arguments.size() == 2 || ((name == "min" || name == "max") && c.arguments.size() == 3)
             ? std::optional(std::move(out))
             : std::nullopt;
}

}  // namespace qc::lowering
