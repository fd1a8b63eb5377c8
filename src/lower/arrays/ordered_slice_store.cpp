// Assignments to many elements whose values are taken in row-major order, one after another: a window that becomes a
// row,
//
//   F[k,:] = x[m..m+4,n..n+4]        y[m..m+4,n..n+4] += reshape(F[k,:],[5,5])        y[i,:] = sort(x[i,:])
//
// and arrays that are updated as a whole, C += transpose(v)*v. Slices whose elements meet at the same indices:
// slice_assignment.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "lower/arrays/slice_shape.h"
#include "lower/interface/access.h"
#include "lower/interface/assign.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/fixed_slices.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/lazy_array.h"
#include "lower/interface/range_lowering.h"
#include "lower/interface/slice_loop.h"
#include "lower/state/lower_context.h"
#include "sema/type_words.h"

namespace qc::lowering {

using ast::AssignOp;

// The number of elements where it is known when the loop is reached, and could be part of the code.
std::optional<std::int64_t> SliceLoop::launch_count(const Place& p) {
  std::int64_t count = 1;
  for (const Dim& d : p.dims) {
    if (!d.sliced) continue;
    const auto n = launch_count(d, kMostSelected);
    if (!n || *n > kMostSelected || (count *= *n) > kMostSelected) return {};
  }
  return count;
}

// A slice of any length, also one that is reshaped: only the order of its elements matters here.
std::optional<Value> SliceLoop::in_order(const ast::Expr& e) {
  if (auto* n = std::get_if<ast::Index>(&e.node)) {
    if (!has_slice_index(*n) || fixed_binding(cx_, *n->base, n->base->span)) return {};
    const Value base = expr(cx_, *n->base);
    return base.type.is_array() ? lazy(*n, base, e.span, Length::Any) : std::nullopt;
  }
  auto* c = std::get_if<ast::Call>(&e.node);
  auto* callee = c ? std::get_if<ast::Name>(&c->callee->node) : nullptr;
  if (!callee || callee->name != "reshape" || c->arguments.empty() || !cx_.names.functions_named("reshape").empty())
    return {};
  auto slice = in_order(*c->arguments[0].value);
  if (!slice) return {};
  std::vector<Value> args{*slice};
  for (std::size_t k = 1; k < c->arguments.size(); ++k) args.push_back(expr(cx_, *c->arguments[k].value));
  return reshaped_lazy(cx_, args, e.span) ? slice : std::nullopt;
}

// The target's elements as a value.
Value SliceLoop::view_of(const Place& p) {
  auto c = std::make_shared<LazyArray>();
  for (const Dim& d : p.dims) {
    if (!d.sliced) continue;
    const auto n = launch_count(d, kMostSelected);
    auto* last = d.all ? std::get_if<ir::Binary>(&d.hi->node) : nullptr;  // an extent less one
    if (n && d.may_be_far) require_count(cx_, d.lo, d.step, d.hi, *n, p.span);
    const ir::ExprP length = n      ? ir::int_const(*n)
                             : last ? ir::ExprP(last->a)
                                    : cx_.code.keep("$length", d.length(), p.span);
    c->axes.push_back({d.lo, d.hi, length, n.value_or(0)});
  }
  c->dims = p.axes();
  c->element = [&cx = cx_, p](const std::vector<ir::ExprP>& at, bool) {
    return load(cx, p.array, slice_element(cx, p.array, p.element(at), p.span), p.span);
  };
  return of_lazy(std::move(c));
}

// Whether the value reads what is written, so that it has to be computed before.
bool SliceLoop::reads_written(const LazyArray& c, const Place& target) {
  const std::string& written = cx_.code.f.arrays[target.array.array().id].name;
  for (const ir::ArrayId id : c.reads) {
    const std::string& read = cx_.code.f.arrays[id].name;
    if (read == written || cx_.scope.shares(read, written)) return true;
    auto& apart = cx_.assumed.specialised.apart;
    if (std::find(apart.begin(), apart.end(), std::pair(read, written)) == apart.end())
      apart.emplace_back(read, written);
  }
  return false;
}

// One element after the other, in row-major order on both sides.
bool SliceLoop::store_in_order(const Place& target, const Value& v, const ast::Assign& a, Span span) {
  const Value view = view_of(target);
  const LazyArray &to = view.lazy(), &from = v.lazy();
  bool alike = to.axes.size() == from.axes.size();
  for (std::size_t k = 0; alike && k < to.axes.size(); ++k) alike = alike_axes(cx_, to.axes[k], from.axes[k]);
  const auto count = launch_count(target);
  if (!alike && !(count && launch_constant(cx_, *count_of_lazy(from), kMostSelected) == count)) return false;
  const auto store = [&](const std::vector<ir::ExprP>& at, const std::vector<ir::ExprP>& source) {
    const ir::Access access = slice_element(cx_, target.array, target.element(at), target.span, true);
    const Value element = from.element(source, false);
    if (a.op == AssignOp::Set)
      lowering::store(cx_, target.array, access, element, span);
    else
      update_element(cx_, target.array, access, a.op, Operand{element, {}}, span);
  };
  if (alike)
    loop_over(cx_, to, span, [&](const auto& at) { store(at, at); });
  else if (to.axes.size() == 1)
    loop_over(cx_, from, span, [&](const auto& at) { store({place_of_lazy(from, at)}, at); });
  else
    loop_over(cx_, to, span, [&](const auto& at) { store(at, axes_at(from, place_of_lazy(to, at))); });
  return true;
}

// A value whose elements are part of the code.
bool SliceLoop::assign_components(const Place& target, const ast::Assign& a, const Value& v, Span span) {
  const auto count = launch_count(target);
  if (!count || std::size_t(*count) != components(v)) return false;
  Selection s;
  std::vector<Value> indices;
  for (const Dim& d : target.dims) {
    if (!d.sliced) {
      indices.push_back(d.at);
      s.dims.push_back(1);
      continue;
    }
    s.dims.push_back(*launch_count(d, kMostSelected));
    if (d.may_be_far) require_count(cx_, d.lo, d.step, d.hi, s.dims.back(), target.span);
    std::vector<Value> places;
    for (std::int64_t k = 0; k < s.dims.back(); ++k)
      places.push_back(one_number(ir::add(d.lo, ir::int_const(k * d.step))));
    indices.push_back(make_fixed(cx_, {s.dims.back()}, places, span));
  }
  for (std::int64_t n = 0; n < *count; ++n) {
    std::vector<Value> at(indices.size());
    std::int64_t rest = n;
    for (std::size_t k = indices.size(); k-- > 0; rest /= s.dims[k])
      at[k] = component(indices[k], std::size_t(rest % s.dims[k]));
    s.at.push_back(std::move(at));
  }
  assign_values(cx_, target.array, s, a.op, v, span);
  return true;
}

bool SliceLoop::assign_in_order(const ast::Index& where, const Value& array, const ast::Assign& a, Span span) {
  bool done = false;
  ir::Block block = cx_.code.collect([&] {
    Place target = *place(array, where.indices, where.base->span);
    keep_indices(target);
    Operand o;
    if (auto slice = in_order(*a.value))
      o.value = std::move(*slice);
    else
      o = operand(cx_, *a.value);
    if (o.value.type.is_array() && o.value.array().texture == Texture::None)
      o = {whole_as_lazy(cx_, o.value, span), {}};
    if (o.value.type.kind == Type::Kind::Fixed) done = assign_components(target, a, o.value, span);
    if (!is_lazy(o.value)) return;
    cx_.effects.require_unwritten(o.value.lazy(), span);
    if (std::any_of(target.dims.begin(), target.dims.end(), [](const Dim& d) { return d.sliced && d.step != 1; }))
      return;
    // A product that is added is fused with what it is added to.
    const bool fused = (a.op == AssignOp::Add || a.op == AssignOp::Sub) && o.factors && !cx_.in_kernel;
    if (reads_written(o.value.lazy(), target)) {
      const std::int64_t most = most_of_lazy(o.value.lazy());
      if (fused || most == 0 || type_of_lazy(cx_, o.value).complex) return;
      o = {kept_lazy(cx_, o.value, most, span), {}};
    }
    if (!fused) {
      done = store_in_order(target, o.value, a, span);
      return;
    }
    ast::Assign set = a;
    set.op = AssignOp::Set;
    done =
        store_in_order(target, sum_lazy(cx_, a.op == AssignOp::Sub, Operand{view_of(target), {}}, o, span), set, span);
  });
  if (done) cx_.code.out->insert(cx_.code.out->end(), block.begin(), block.end());
  return done;
}

// ---- arrays from outside that are updated as a whole ------------------------------------------------------------

bool keeps_shape(LowerContext& cx, const Value& array, const Value& by) {
  if (by.type.is_number() && !is_lazy(by)) return true;
  const int rank = rank_of(array);
  const auto extent_is = [&](int d, std::int64_t n) {  // or is not known before the program runs
    const bool known = cx.scope.extent_of(cx.code.f.arrays[array.array().id].name, d).has_value();
    return known ? launch_extent(cx, array.array().id, d, kMostSelected) == n : n > 1;
  };
  if (by.type.kind == Type::Kind::Fixed) {
    bool same = int(by.type.dims.size()) == rank;
    for (int d = 0; same && d < rank; ++d) same = extent_is(d, by.type.dims[std::size_t(d)]);
    return same;
  }
  if (!is_lazy(by) || int(by.lazy().dims.size()) != rank) return false;
  const LazyArray own = whole_as_lazy(cx, array, {}).lazy();
  bool same = own.dims == by.lazy().dims;
  for (std::size_t k = 0; same && k < own.axes.size(); ++k) same = alike_axes(cx, own.axes[k], by.lazy().axes[k]);
  return same;
}

void update_whole(LowerContext& cx, const ast::Name& name, const Value& array, const ast::Assign& a, Span span) {
  Value by;
  (void)cx.code.collect([&] { by = operand(cx, *a.value).value; });
  const Type type = is_lazy(by) ? type_of_lazy(cx, by) : by.type;
  const Elem elem = array.type.elem;
  const bool divides =
      a.op == AssignOp::Div || a.op == AssignOp::ElemDiv || a.op == AssignOp::Pow || a.op == AssignOp::ElemPow;
  const bool known = is_lazy(by) || type.is_number() || type.kind == Type::Kind::Fixed;
  const bool stays = known && elem == value_elem(elem) && (array.type.complex || !type.complex) &&
                     (is_float(elem) ? literal_of(by) || arithmetic_elem(elem, type.elem) == elem
                                     : !is_float(type.elem) && elem == Elem::I64 && !divides);
  if (cx.in_kernel || cx.names.in_call() || !stays || !keeps_shape(cx, array, by))
    stop("R901", span, fmt::format("the array '{}' is changed as a whole", name.name), name.name);
  const auto at = [&](ast::Expr::Node node) { return ast::ExprP(ast::Expr{std::move(node), span}); };
  ast::Index all{at(name), {}};
  for (int d = 0; d < rank_of(array); ++d) {
    const bool part_of_code = type.kind == Type::Kind::Fixed && !is_lazy(by);
    all.indices.push_back(part_of_code
                              ? at(ast::Range{at(ast::IntLit{0}), {}, at(ast::IntLit{type.dims[std::size_t(d)] - 1})})
                              : at(ast::Colon{}));
  }
  assign_element(cx, all, a, span);
}

}  // namespace qc::lowering
