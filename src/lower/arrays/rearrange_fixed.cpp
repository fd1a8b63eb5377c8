// Short arrays of compiled code put together anew (repmat, vertcat, fliplr, circshift ..), totals along one of their
// dimensions, and values counted out (linspace, factorial). They give the bits of the functions outside
// (src/host/builtins/shape.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_arrays.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

using Dims = std::vector<std::int64_t>;

constexpr std::int64_t kMostArranged = 1024;  // elements of what is made, each a value of its own

// The extents as those of a matrix at least: a number is 1 x 1, a vec a row.
Dims as_matrix(const Value& v) {
  if (v.type.is_number()) return {1, 1};
  Dims dims = v.type.dims;
  if (dims.size() == 1) dims.insert(dims.begin(), 1);
  return dims;
}

Dims place_in(std::int64_t k, const Dims& dims) {
  Dims at(dims.size());
  for (std::size_t d = dims.size(); d-- > 0; k /= dims[d]) at[d] = k % dims[d];
  return at;
}

std::size_t linear(const Dims& at, const Dims& dims) {
  std::int64_t k = 0;
  for (std::size_t d = 0; d < dims.size(); ++d) k = k * dims[d] + at[d];
  return std::size_t(k);
}

}  // namespace

Value arranged(LowerContext& cx, Dims dims, Span span, const std::function<Value(const Dims&)>& source) {
  std::vector<Value> elements;
  for (std::int64_t k = 0, n = count_of(dims); k < n; ++k) elements.push_back(source(place_in(k, dims)));
  if (dims.size() == 2 && dims[0] == 1) dims.erase(dims.begin());
  return make_fixed(cx, std::move(dims), elements, span);
}

std::optional<Dims> known_numbers(LowerContext& cx, const std::vector<Value>& args, std::size_t first, Span span) {
  Dims out;
  for (std::size_t k = first; k < args.size(); ++k) {
    if (is_lazy(args[k]) || args[k].type.is_array()) return {};
    for (std::size_t c = 0; c < components(args[k], span); ++c) {
      const Value v = component(args[k], c);
      const auto n = v.type.complex ? std::nullopt : launch_constant(cx, *index_value(cx, v, span));
      if (!n) return {};
      out.push_back(*n);
    }
  }
  return out;
}

static std::optional<Value> repeated(LowerContext& cx, const std::vector<Value>& args, Span span) {
  const auto times = known_numbers(cx, args, 1, span);
  const Dims from = as_matrix(args[0]);
  if (!times || times->empty() || times->size() > from.size()) return {};
  Dims dims = from;
  for (std::size_t d = 0; d < dims.size(); ++d)
    dims[d] *= d < times->size() ? (*times)[d] : times->size() == 1 ? times->front() : 1;
  if (count_of(dims) < 1 || count_of(dims) > kMostArranged) return {};
  return arranged(cx, dims, span, [&](Dims at) {
    for (std::size_t d = 0; d < at.size(); ++d) at[d] %= from[d];
    return component(args[0], linear(at, from));
  });
}

std::optional<Value> joined(LowerContext& cx, const std::vector<Value>& args, std::size_t dim, Span span) {
  Dims dims;
  for (const Value& v : args) {
    const Dims d = as_matrix(v);
    if (d.size() != 2 || (!dims.empty() && d[1 - dim] != dims[1 - dim])) return {};
    if (dims.empty())
      dims = d;
    else
      dims[dim] += d[dim];
  }
  if (dims.empty() || count_of(dims) > kMostArranged) return {};
  return arranged(cx, dims, span, [&](Dims at) {
    std::size_t k = 0;
    for (; at[dim] >= as_matrix(args[k])[dim]; ++k) at[dim] -= as_matrix(args[k])[dim];
    return component(args[k], linear(at, as_matrix(args[k])));
  });
}

Value moved(LowerContext& cx, const Value& x, const Dims& by, const std::vector<bool>& flip, Span span) {
  const Dims dims = as_matrix(x);
  return arranged(cx, dims, span, [&](Dims at) {
    for (std::size_t d = 0; d < at.size(); ++d) {
      const std::int64_t shift = d < by.size() ? by[d] % dims[d] : 0;
      at[d] = (at[d] - shift + dims[d]) % dims[d];
      if (d < flip.size() && flip[d]) at[d] = dims[d] - 1 - at[d];
    }
    return component(x, linear(at, dims));
  });
}

static std::optional<Value> shifted_around(LowerContext& cx, const std::vector<Value>& args, Span span) {
  auto by = known_numbers(cx, {args[1]}, 0, span);
  const Dims extents = as_matrix(args[0]);
  const auto first = std::find_if(extents.begin(), extents.end(), [](std::int64_t n) { return n != 1; });
  const auto dim = args.size() == 3 ? known_numbers(cx, {args[2]}, 0, span)
                                    : Dims{first == extents.end() ? 0 : first - extents.begin()};
  if (!by || !dim || (*dim)[0] < 0) return {};
  if (args.size() == 3 || by->size() == 1) by->insert(by->begin(), std::size_t((*dim)[0]), 0);
  return by->size() <= as_matrix(args[0]).size() ? std::optional(moved(cx, args[0], *by, {}, span)) : std::nullopt;
}

// n values from lo to hi, in double precision until they are stored.
static std::optional<Value> counted_out(LowerContext& cx, const std::vector<Value>& args, Span span) {
  const auto n = known_numbers(cx, args, 2, span);
  if (!n || n->size() != 1 || (*n)[0] < 1 || (*n)[0] > kMostArranged || !args[0].type.is_number() ||
      !args[1].type.is_number())
    return {};
  const ir::ExprP lo = number(cx, args[0], Elem::F64, span), hi = number(cx, args[1], Elem::F64, span);
  const ir::ExprP width = ir::binary(ir::BinaryOp::Sub, hi, lo), last = ir::float_const(double((*n)[0] - 1), Elem::F64);
  return arranged(cx, {1, (*n)[0]}, span, [&](const Dims& at) {
    const ir::ExprP way = ir::binary(
        ir::BinaryOp::Div, ir::binary(ir::BinaryOp::Mul, width, ir::float_const(double(at[1]), Elem::F64)), last);
    return one_number(ir::cast(cx.options.scalar, at[1] == (*n)[0] - 1 ? hi : ir::binary(ir::BinaryOp::Add, lo, way)));
  });
}

// n! as a float: the product in double precision, NaN for what is no count.
static Value factorial_of(LowerContext& cx, const Value& x, Span span) {
  constexpr double kMost = 171;  // its factorial is infinite
  const Elem out = float_elem(x.type.elem, cx.options.scalar);
  const ir::VarId given = cx.code.temp("given", Elem::F64), product = cx.code.temp("product", Elem::F64),
                  k = cx.code.temp("k", Elem::I64);
  cx.code.emit(ir::Assign{given, number(cx, x, Elem::F64, span)}, span);
  cx.code.emit(ir::Assign{product, ir::float_const(1, Elem::F64)}, span);
  const ir::ExprP n = ir::var(cx.code.f, given);
  ir::Block times;
  times.push_back({ir::Assign{product, ir::binary(ir::BinaryOp::Mul, ir::var(cx.code.f, product),
                                                  ir::cast(Elem::F64, ir::var(cx.code.f, k)))},
                   span});
  const ir::ExprP hi = ir::cast(Elem::I64, ir::binary(ir::BinaryOp::Min, n, ir::float_const(kMost, Elem::F64)));
  cx.code.emit(ir::For{k, ir::int_const(2), ir::int_const(1), hi, std::move(times), 0}, span);
  const ir::ExprP whole = part(*math_call(cx, "floor", {one_number(n)}, span), 0, Elem::F64);
  const ir::ExprP counts = ir::logical_and(ir::binary(ir::BinaryOp::Ge, n, ir::float_const(0, Elem::F64)),
                                           ir::binary(ir::BinaryOp::Eq, whole, n));
  const ir::ExprP nan = ir::float_const(std::numeric_limits<double>::quiet_NaN(), Elem::F64);
  return one_number(ir::cast(out, ir::select(counts, ir::var(cx.code.f, product), nan)));
}

std::optional<Value> total_along(LowerContext& cx, const std::string& name, const Value& x, const Value& dim,
                                 Span span) {
  const auto d = known_numbers(cx, {dim}, 0, span);
  Dims from = as_matrix(x);
  if (!d || d->size() != 1 || (*d)[0] < 0 || (*d)[0] > 15) return {};
  const std::size_t along = std::size_t((*d)[0]), own = from.size();
  if (along >= own) from.resize(along + 1, 1);
  Dims dims = from;
  dims[along] = 1;
  std::vector<Value> totals;
  for (std::int64_t k = 0, n = count_of(dims); k < n; ++k) {
    Dims at = place_in(k, dims);
    std::vector<Value> line;
    for (at[along] = 0; at[along] < from[along]; ++at[along]) line.push_back(component(x, linear(at, from)));
    const auto total = fold_call(cx, name, {make_fixed(cx, {std::int64_t(line.size())}, line, span)}, span);
    if (!total) return {};
    totals.push_back(*total);
  }
  dims.resize(own);
  return totals.size() == 1 && cx.in_kernel ? totals[0] : make_fixed(cx, dims, totals, span);
}

std::optional<Value> arrange_call(LowerContext& cx, const std::string& name, const std::vector<Value>& args,
                                  Span span) {
  if (args.empty() || !std::all_of(args.begin(), args.end(), is_short)) return {};
  const bool matrix = as_matrix(args[0]).size() == 2;
  if (name == "repmat" && args.size() >= 2) return repeated(cx, args, span);
  if (name == "vertcat" || name == "horzcat") return joined(cx, args, name == "vertcat" ? 0 : 1, span);
  if ((name == "fliplr" || name == "flipud") && args.size() == 1 && matrix)
    return moved(cx, args[0], {}, {name == "flipud", name == "fliplr"}, span);
  if (name == "cat" && args.size() >= 2)
    if (const auto dim = known_numbers(cx, {args[0]}, 0, span);
        dim && dim->size() == 1 && ((*dim)[0] == 0 || (*dim)[0] == 1))
      return joined(cx, {args.begin() + 1, args.end()}, std::size_t((*dim)[0]), span);
  if ((name == "fftshift" || name == "ifftshift") && args.size() == 1) {
    const Dims dims = as_matrix(args[0]);
    const std::int64_t up = name == "ifftshift";
    return moved(cx, args[0], {(dims[0] + up) / 2, (dims[1] + up) / 2}, {}, span);
  }
  if (name == "circshift" && (args.size() == 2 || args.size() == 3)) return shifted_around(cx, args, span);
  if (name == "linspace" && args.size() == 3) return counted_out(cx, args, span);
  if (name == "factorial" && args.size() == 1 && !args[0].type.complex)
    return map(cx, args[0], [&](const Value& x) { return factorial_of(cx, x, span); });
  if (folds_along(builtin_fold(name)) && args.size() == 2 && args[0].type.kind == Type::Kind::Fixed)
    return total_along(cx, name, args[0], args[1], span);
  return {};
}

}  // namespace qc::lowering
