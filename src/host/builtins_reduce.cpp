// Reductions of whole arrays on the host, in the order of the language's tree (transform/tree_shape.h): sum(x) has the bits
// of the loop that adds its elements to 0.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <unordered_map>

#include "host/arith.h"
#include "host/builtin_parts.h"
#include "transform/tree_shape.h"

namespace qc::host {

namespace {

using Args = std::vector<Value>;
using Results = std::vector<Value>;

enum class Op { Add, Mul, Min, Max };

template <class T>
T combine(Op op, T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    switch (op) {
      case Op::Add: return T(U(a) + U(b));
      case Op::Mul: return T(U(a) * U(b));
      case Op::Min: return std::min(a, b);
      case Op::Max: return std::max(a, b);
    }
  } else {
    if (op == Op::Add) return a + b;
    if (op == Op::Mul) return a * b;
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
    if (a == b) return std::signbit(a) == (op == Op::Max) ? b : a;
    return (a > b) == (op == Op::Max) ? a : b;
  }
  return a;
}

// Exactly neutral: see docs/design.md.
template <class T>
T neutral(Op op) {
  if constexpr (std::is_integral_v<T>)
    return op == Op::Add ? 0 : op == Op::Mul ? 1 : op == Op::Min ? std::numeric_limits<T>::max() : std::numeric_limits<T>::min();
  else return op == Op::Add ? T(-0.0) : op == Op::Mul ? T(1) : std::numeric_limits<T>::quiet_NaN();
}

template <class T>
T fold(Op op, std::vector<T>& lanes) {
  for (std::size_t h = lanes.size() / 2; h >= 1; h /= 2)
    for (std::size_t l = 0; l < h; ++l) lanes[l] = combine(op, lanes[l], lanes[l + h]);
  return lanes[0];
}

// value(i) for i in [0, n)
template <class T, class F>
T tree(Op op, std::int64_t n, const F& value) {
  const TreeShape shape = tree_shape(n, std::int64_t(sizeof(T)));
  std::vector<T> chunks(std::size_t(kMaxChunks), neutral<T>(op)), lanes;
  for (std::int64_t c = 0; c * shape.chunk < n; ++c) {
    lanes.assign(std::size_t(shape.lanes), neutral<T>(op));
    const std::int64_t begin = c * shape.chunk, end = std::min(n, begin + shape.chunk);
    for (std::int64_t i = begin; i < end; ++i) {
      T& lane = lanes[std::size_t((i - begin) % shape.lanes)];
      lane = combine(op, lane, value(i));
    }
    chunks[std::size_t(c)] = fold(op, lanes);
  }
  return fold(op, chunks);
}

// The tree over n numbers, joined to the start value of the operation's loop.
template <class F>
Number reduce(Op op, Elem type, std::int64_t n, const F& number) {
  if (value_elem(type) == Elem::F32) {
    const float t = tree<float>(op, n, [&](std::int64_t i) { return float(number(i).re); });
    return Number::real(op == Op::Add ? 0.0f + t : t, Elem::F32);
  }
  if (value_elem(type) == Elem::F64) {
    const double t = tree<double>(op, n, [&](std::int64_t i) { return number(i).re; });
    return Number::real(op == Op::Add ? 0.0 + t : t, Elem::F64);
  }
  return Number::integer(tree<std::int64_t>(op, n, [&](std::int64_t i) { return number(i).i; }));
}

void refuse_complex(const CallContext& c, const Array& a) {
  if (a.complex) fail("Q0108", c.span, "reductions of complex arrays by name are not executed yet", "write the loop");
}

// The reduction along one dimension; a vec is a 1 x N row.
Value along(const CallContext& c, Op op, const Array& a, std::int64_t dim, double scale) {
  std::vector<std::int64_t> dims = a.dims;
  if (dims.size() == 1) dims.insert(dims.begin(), 1);
  if (dim < 0 || dim >= std::int64_t(dims.size())) fail("Q0404", c.span, fmt::format("dimension {} does not exist: the array has {}", dim, dims.size()));
  const std::int64_t n = dims[std::size_t(dim)];
  std::int64_t inner = 1, outer = 1;
  for (std::size_t d = std::size_t(dim) + 1; d < dims.size(); ++d) inner *= dims[d];
  for (std::size_t d = 0; d < std::size_t(dim); ++d) outer *= dims[d];
  dims[std::size_t(dim)] = 1;
  const Elem type = scale != 1 && !is_float(a.elem) ? c.session.options().scalar : value_elem(a.elem) == Elem::Bool ? Elem::I64 : value_elem(a.elem);
  ArrayP out = make_array(type, dims, false);
  const void* data = a.buffer->host_read();
  void* to = out->buffer->host_overwrite();
  for (std::int64_t o = 0; o < outer; ++o)
    for (std::int64_t i = 0; i < inner; ++i) {
      Number r = reduce(op, a.elem, n, [&](std::int64_t k) { return get_element(a, data, (o * n + k) * inner + i); });
      if (scale != 1) r = binary_number(ast::BinaryOp::Div, r, Number::real(double(n), type), type, c.span);
      set_element(*out, to, o * inner + i, r);
    }
  return Value(out);
}

Results whole(CallContext& c, Args& a, Op op, const char* name) {
  want_arguments(c, a, name, 1, 2);
  auto* p = std::get_if<ArrayP>(&a[0].v);
  if (!p) return {Value(to_number(a[0], c.span))};
  refuse_complex(c, **p);
  if (a.size() == 2) return {along(c, op, **p, to_index(a[1], c.span), 1)};
  if ((op == Op::Min || op == Op::Max) && (*p)->count() == 0) fail("Q0404", c.span, fmt::format("'{}' of an empty array", name));
  const void* data = (*p)->buffer->host_read();
  return {Value(reduce(op, (*p)->elem, (*p)->count(), [&](std::int64_t i) { return get_element(**p, data, i); }))};
}

Results sum(CallContext& c, Args& a) { return whole(c, a, Op::Add, "sum"); }
Results prod(CallContext& c, Args& a) { return whole(c, a, Op::Mul, "prod"); }
Results min_of(CallContext& c, Args& a) { return whole(c, a, Op::Min, "min"); }
Results max_of(CallContext& c, Args& a) { return whole(c, a, Op::Max, "max"); }

Results mean(CallContext& c, Args& a) {
  want_arguments(c, a, "mean", 1, 2);
  auto* p = std::get_if<ArrayP>(&a[0].v);
  if (!p) return {Value(to_number(a[0], c.span))};
  refuse_complex(c, **p);
  if (a.size() == 2) return {along(c, Op::Add, **p, to_index(a[1], c.span), 0)};
  const Number s = to_number(sum(c, a)[0], c.span);
  return {Value(binary_number(ast::BinaryOp::Div, s, Number::integer((*p)->count()), c.session.options().scalar, c.span))};
}

// Over n - 1; the squared differences from the mean are summed by the same tree.
Number variance(CallContext& c, Args& a, const char* name) {
  want_arguments(c, a, name, 1, 1);
  const ArrayP x = to_array(a[0], c.span);
  refuse_complex(c, *x);
  const Elem type = is_float(x->elem) ? value_elem(x->elem) : c.session.options().scalar;
  const Number m = to_number(mean(c, a)[0], c.span);
  const void* data = x->buffer->host_read();
  auto square = [&](std::int64_t i) {
    const Number d = binary_number(ast::BinaryOp::Sub, get_element(*x, data, i), m, type, c.span);
    return binary_number(ast::BinaryOp::Mul, d, d, type, c.span);
  };
  return binary_number(ast::BinaryOp::Div, reduce(Op::Add, type, x->count(), square), Number::integer(x->count() - 1), type, c.span);
}
Results var(CallContext& c, Args& a) { return {Value(variance(c, a, "var"))}; }
Results std_(CallContext& c, Args& a) {
  const Number v = variance(c, a, "std");
  return {Value(Number::real(v.type == Elem::F32 ? double(std::sqrt(float(v.re))) : std::sqrt(v.re), v.type))};
}

template <class F>
bool some(CallContext& c, Args& a, const char* name, const F& f) {
  want_arguments(c, a, name, 1, 1);
  auto* p = std::get_if<ArrayP>(&a[0].v);
  if (!p) return f(to_number(a[0], c.span).as_double());
  const void* data = (*p)->buffer->host_read();
  for (std::int64_t i = 0; i < (*p)->count(); ++i) if (f(get_element(**p, data, i).as_double())) return true;
  return false;
}
Results any(CallContext& c, Args& a) { return {Value(Number::boolean(some(c, a, "any", [](double x) { return x != 0; })))}; }
Results all(CallContext& c, Args& a) { return {Value(Number::boolean(!some(c, a, "all", [](double x) { return x == 0; })))}; }

Results dotprod(CallContext& c, Args& a) {
  want_arguments(c, a, "dotprod", 2, 2);
  Args product{binary_value(ast::BinaryOp::ElemMul, a[0], a[1], c.session.options().scalar, c.span)};
  return sum(c, product);
}

Results arg_extremum(CallContext& c, Args& a, bool max, const char* name) {  // the first of equals
  want_arguments(c, a, name, 1, 1);
  const ArrayP x = to_array(a[0], c.span);
  const void* data = x->buffer->host_read();
  std::int64_t best = -1;
  double value = 0;
  for (std::int64_t i = 0; i < x->count(); ++i) {
    const double v = get_element(*x, data, i).as_double();
    if (!std::isnan(v) && (best < 0 || (max ? v > value : v < value))) best = i, value = v;
  }
  if (best < 0) fail("Q0404", c.span, fmt::format("'{}' of an array without numbers", name));
  return {Value(Number::integer(best))};
}
Results argmin(CallContext& c, Args& a) { return arg_extremum(c, a, false, "argmin"); }
Results argmax(CallContext& c, Args& a) { return arg_extremum(c, a, true, "argmax"); }

}  // namespace

Builtin find_reduction(std::string_view name) {
  static const std::unordered_map<std::string_view, Builtin> table = {
      {"sum", sum}, {"prod", prod}, {"$min", min_of}, {"$max", max_of}, {"mean", mean}, {"var", var}, {"std", std_},
      {"any", any}, {"all", all}, {"dotprod", dotprod}, {"argmin", argmin}, {"argmax", argmax}};
  auto it = table.find(name);
  return it == table.end() ? nullptr : it->second;
}

}  // namespace qc::host
