// Slices as values (lazy_array.cpp) whose elements stand elsewhere than in what they are made of: transposed, in
// the other direction, running sums and products, products of matrices. The last two compute; what is only moved is
// read where it lies.
#include <fmt/format.h>

#include <limits>

#include "ir/product_shape.h"
#include "lower/arrays/matrix_axes.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_arrays.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/lazy_array.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

using ast::AssignOp;

namespace {

ir::ExprP last_of(const ir::ExprP& length) { return ir::sub(length, ir::int_const(1)); }

ir::ExprP equals_itself(const ir::ExprP& e) { return ir::binary(ir::BinaryOp::Eq, e, e); }  // is no NaN

// How far circshift(x, by) moves along each dimension; nothing where extents decide which one a single number means.
std::optional<std::vector<ir::ExprP>> shifts_of(const Value& by, const MatrixAxes& m) {
  if (!by.is<Scalars>() || by.type.complex || !is_int(by.type.elem) || by.parts().size() > 2) return {};
  if (by.parts().size() == 2) return by.parts();
  if (m[0] >= 0 && m[1] >= 0) return {};
  return m[0] < 0 ? std::vector<ir::ExprP>{nullptr, by.parts()[0]} : by.parts();
}

// The place whose element comes to `at` when all move by `distance`, which is below the length.
std::vector<ir::ExprP> moved_around(std::vector<ir::ExprP> at, std::size_t axis, const ir::ExprP& distance,
                                    const ir::ExprP& length) {
  const ir::ExprP from = ir::sub(at[axis], distance);
  at[axis] = ir::select(ir::lt(from, ir::int_const(0)), ir::add(from, length), from);
  return at;
}

}  // namespace

Value with_elements(std::shared_ptr<LazyArray> c, std::function<Value(const std::vector<ir::ExprP>& at)> element) {
  c->whole = nullptr;
  c->element = [element = std::move(element)](const std::vector<ir::ExprP>& at, bool) { return element(at); };
  return of_lazy(std::move(c));
}

static Value transposed_lazy(const Value& x, Span span) {
  const auto m = matrix_axes(x.lazy());
  if (!m) stop("R901", span, "'transpose' of a slice of more than two dimensions");
  auto c = std::make_shared<LazyArray>(x.lazy());
  set_axes(*c, axis_at(x.lazy(), (*m)[1]), axis_at(x.lazy(), (*m)[0]));
  return with_elements(std::move(c), [x](std::vector<ir::ExprP> at) {
    if (at.size() == 2) std::swap(at[0], at[1]);
    return x.lazy().element(at, false);
  });
}

// fliplr (dimension 1), flipud (0).
static std::optional<Value> flipped_lazy(const Value& x, std::size_t dim) {
  const auto m = matrix_axes(x.lazy());
  if (!m) return {};
  const int axis = dim == 0 ? (*m)[0] : (*m)[1];
  if (axis < 0) return x;
  return with_elements(std::make_shared<LazyArray>(x.lazy()), [x, k = std::size_t(axis)](std::vector<ir::ExprP> at) {
    at[k] = ir::sub(last_of(x.lazy().axes[k].length), at[k]);
    return x.lazy().element(at, false);
  });
}

// squeeze, where no range is seen to have one element.
static std::optional<Value> squeezed_lazy(LowerContext& cx, const Value& x) {
  for (const LazyArray::Axis& a : x.lazy().axes) {
    const auto n = ir::as_int(*a.length);
    auto* extent = std::get_if<ir::Extent>(&a.length->node);
    const bool known = extent && cx.scope.extent_of(cx.code.f.arrays[extent->array].name, extent->dim);
    if (n ? *n == 1 : !known || launch_extent(cx, extent->array, extent->dim, 1)) return {};
  }
  auto c = std::make_shared<LazyArray>(x.lazy());
  std::erase(c->dims, -1);
  return with_elements(std::move(c), [x](const auto& at) { return x.lazy().element(at, false); });
}

// cumsum, cumprod of a row or column, from left to right.
static Value running_lazy(LowerContext& cx, const std::string& name, const Value& x, Span span) {
  const LazyArray& c = x.lazy();
  cx.effects.require_unwritten(c, span);
  const std::int64_t most = most_of_lazy(c);
  if (c.axes.size() != 1 || most == 0)
    stop("R901", span, fmt::format("'{}' of more elements than an iteration keeps", name));
  const Elem own = elem_of_lazy(cx, x), elem = own == Elem::Bool ? Elem::I64 : own;
  const bool sum = name == "cumsum";
  const ir::VarId running = cx.code.temp("$running", elem);
  const ir::ArrayId memory = cx.code.scratch("$sums", elem, most);
  cx.code.emit(ir::Assign{running, neutral(sum ? AssignOp::Add : AssignOp::Mul, elem, span)}, span);
  loop_over(cx, c, span, [&](const auto& at) {
    const ir::ExprP element = part(c.element(at, false), 0, elem);
    cx.code.emit(ir::Assign{running, ir::binary(sum ? ir::BinaryOp::Add : ir::BinaryOp::Mul,
                                                ir::var(cx.code.f, running), element)},
                 span);
    cx.code.to_scratch(memory, at[0], ir::var(cx.code.f, running), span);
  });
  return row_in_memory(cx, x, memory);
}

Value product_of_lazy(LowerContext& cx, const Value& a, const Value& b, Span span) {
  const auto as_value = [&](const Value& v) { return is_lazy(v) ? v : whole_as_lazy(cx, v, span); };
  const Value x = as_value(a), y = as_value(b);
  const LazyArray &left = x.lazy(), &right = y.lazy();
  const auto m = matrix_axes(left), n = matrix_axes(right);
  const bool fit =
      m && n && ((*m)[1] < 0) == ((*n)[0] < 0) &&
      ((*m)[1] < 0 || made_alike(cx, left.axes[std::size_t((*m)[1])], right.axes[std::size_t((*n)[0])], span));
  if (!fit || type_of_lazy(cx, x).complex || type_of_lazy(cx, y).complex)
    stop("R901", span, "slices whose length is computed are multiplied as matrices, and do not fit together");
  const auto element = [&cx, x, y, m = *m, n = *n, span](const ir::ExprP& row, const ir::ExprP& column) {
    const auto step = [&](const ir::ExprP& k, const Value& s) {
      return next_of_chain(cx, s, element_at(x, m, row, k), element_at(y, n, k, column), span);
    };
    Value first;
    const auto begin = [&] {
      first =
          first_of_chain(cx, element_at(x, m, row, ir::int_const(0)), element_at(y, n, ir::int_const(0), column), span);
    };
    if (m[1] < 0) return begin(), first;
    (void)cx.code.collect(begin);  // its type
    const LazyArray::Axis& inner = x.lazy().axes[std::size_t(m[1])];
    const ir::VarId s = cx.code.temp("$chain", first.type.elem);
    const auto chain = [&](const ir::ExprP& from, const ir::ExprP& last) {
      cx.code.emit(ir::Assign{s, ir::cast(first.type.elem, ir::int_const(0))}, span);
      counted(cx, from, 1, last, span, [&](const ir::ExprP& k) {
        cx.code.emit(ir::Assign{s, step(k, one_number(ir::var(cx.code.f, s))).parts()[0]}, span);
      });
    };
    const auto length = ir::as_int(*inner.length);
    const bool one_part = !is_float(first.type.elem) || (length ? *length : inner.most) <= kProductPart;
    if (one_part && (length || inner.most > 0))
      return chain(ir::int_const(0), last_of(inner.length)), one_number(ir::var(cx.code.f, s));
    // Sums of chains (ir/product_shape.h); -0 and the first of them is the first.
    const ir::VarId total = cx.code.temp("$total", first.type.elem);
    const ir::ExprP parts = ir::binary(ir::BinaryOp::DivTrunc, ir::add(inner.length, ir::int_const(kProductPart - 1)),
                                       ir::int_const(kProductPart));
    const ir::ExprP none = ir::lt(inner.length, ir::int_const(1));
    cx.code.emit(ir::Assign{total, ir::select(none, ir::cast(first.type.elem, ir::int_const(0)),
                                              neutral(AssignOp::Add, first.type.elem, span))},
                 span);
    counted(cx, ir::int_const(0), 1, last_of(cx.code.keep("$parts", parts, span)), span, [&](const ir::ExprP& p) {
      const ir::ExprP from = cx.code.keep("$from", ir::mul(p, ir::int_const(kProductPart)), span);
      chain(from, ir::binary(ir::BinaryOp::Min, last_of(inner.length), ir::add(from, ir::int_const(kProductPart - 1))));
      cx.code.emit(ir::Assign{total, ir::add(ir::var(cx.code.f, total), ir::var(cx.code.f, s))}, span);
    });
    return one_number(ir::var(cx.code.f, total));
  };
  auto c = std::make_shared<LazyArray>(left);
  c->reads.insert(c->reads.end(), right.reads.begin(), right.reads.end());
  c->stores = std::min(left.stores, right.stores);
  c->view = false;
  if ((*m)[0] < 0 && (*n)[1] < 0) {
    cx.effects.require_unwritten(*c, span);
    return make_fixed(cx, {1}, {element(nullptr, nullptr)}, span);
  }
  set_axes(*c, axis_at(left, (*m)[0]), axis_at(right, (*n)[1]));
  const bool rows = (*m)[0] >= 0;
  return with_elements(std::move(c), [element, rows](const std::vector<ir::ExprP>& at) {
    return element(rows ? at[0] : nullptr, at.back());
  });
}

// The least or greatest number, and the row-major place where it is first; NaN is passed over
// (place_of_extreme).
std::vector<Value> extreme_of_lazy(LowerContext& cx, const std::string& name, const Value& x, Span span) {
  const LazyArray& c = x.lazy();
  const bool least = name.ends_with("min");
  const bool alone = name.starts_with("arg");
  const auto refuse_where = [&](ir::ExprP none) {
    ir::Block fail;
    fail.push_back(
        {ir::Fail{cx.refusal("Q0404", span, fmt::format("'{}' of an array without numbers", name)), {}}, span});
    cx.code.emit(ir::If{std::move(none), std::move(fail), {}}, span);
  };
  if (alone) refuse_where(ir::lt(count_of_lazy(c), ir::int_const(1)));
  const Value extreme = *lazy_call(cx, least ? "min" : "max", {x}, span);
  const Elem own = elem_of_lazy(cx, x), elem = own == Elem::Bool ? Elem::I64 : own;
  const ir::VarId place = cx.code.temp("$place", Elem::I64), best = cx.code.temp("$best", elem),
                  now = cx.code.temp("$now", elem);
  cx.code.emit(ir::Assign{place, ir::int_const(0)}, span);
  cx.code.emit(ir::Assign{best, ir::cast(elem, ir::int_const(0))}, span);
  loop_over(cx, c, span, [&](const auto& at) {
    const ir::ExprP here = place_of_lazy(c, at), value = ir::var(cx.code.f, now), until_now = ir::var(cx.code.f, best);
    cx.code.emit(ir::Assign{now, part(c.element(at, false), 0, elem)}, span);
    const auto either = [](const ir::ExprP& a, const ir::ExprP& b) { return ir::binary(ir::BinaryOp::Or, a, b); };
    ir::ExprP better = either(ir::binary(ir::BinaryOp::Eq, here, ir::int_const(0)),
                              ir::binary(least ? ir::BinaryOp::Lt : ir::BinaryOp::Gt, value, until_now));
    if (is_float(elem))
      better =
          either(better, ir::logical_and(ir::unary(ir::UnaryOp::Not, equals_itself(until_now)), equals_itself(value)));
    better = cx.code.keep("$better", better, span);
    cx.code.emit(ir::Assign{place, ir::select(better, here, ir::var(cx.code.f, place))}, span);
    cx.code.emit(ir::Assign{best, ir::select(better, value, until_now)}, span);
  });
  if (is_float(elem) && alone) refuse_where(ir::unary(ir::UnaryOp::Not, equals_itself(ir::var(cx.code.f, best))));
  return {extreme, one_number(ir::var(cx.code.f, place))};
}

std::optional<Value> moved_lazy(LowerContext& cx, const std::string& name, const std::vector<Value>& args, Span span) {
  if (name == "circshift" && args.size() == 2 && is_lazy(args[0])) {
    const auto m = matrix_axes(args[0].lazy());
    const auto by = m ? shifts_of(args[1], *m) : std::nullopt;
    if (!by) return {};
    Value out = args[0];
    for (std::size_t d = 0; d < by->size(); ++d) {
      const int axis = d == 0 ? (*m)[0] : (*m)[1];
      if (axis < 0) continue;
      const ir::ExprP length = args[0].lazy().axes[std::size_t(axis)].length;
      const ir::ExprP some =
          ir::binary(ir::BinaryOp::Max, length, ir::int_const(1));  // an empty slice has nothing to move
      const ir::ExprP distance = cx.code.keep("$distance", ir::binary(ir::BinaryOp::Periodize, (*by)[d], some), span);
      out = with_elements(std::make_shared<LazyArray>(out.lazy()),
                          [out, k = std::size_t(axis), length, distance](const auto& at) {
                            return out.lazy().element(moved_around(at, k, distance, length), false);
                          });
    }
    return out;
  }
  if (args.size() != 1) return {};
  if (name == "copy") return args[0];
  if (name == "squeeze") return squeezed_lazy(cx, args[0]);
  if (name == "transpose") return transposed_lazy(args[0], span);
  if (name == "fliplr" || name == "flipud") return flipped_lazy(args[0], name == "flipud" ? 0 : 1);
  if (name == "cumsum" || name == "cumprod") return running_lazy(cx, name, args[0], span);
  return {};
}

}  // namespace qc::lowering
