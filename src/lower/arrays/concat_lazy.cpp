// Slices as values (lazy_array.cpp) that are joined, repeated, or made shorter by a total along a dimension. What
// is joined and repeated is read where it lies; a total is computed where its element is asked for.
#include <algorithm>
#include <array>
#include <set>

#include "lower/arrays/matrix_axes.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/lazy_array.h"
#include "lower/interface/local_arrays.h"
#include "lower/state/lower_context.h"
#include "sema/builtins.h"
#include "sema/type_words.h"

namespace qc::lowering {

namespace {

ir::ExprP below(const ir::ExprP& a, const ir::ExprP& b) { return ir::lt(a, b); }
ir::ExprP less(const ir::ExprP& a, std::int64_t b) { return ir::sub(a, ir::int_const(b)); }
ir::ExprP smaller(const ir::ExprP& a, const ir::ExprP& b) { return ir::binary(ir::BinaryOp::Min, a, b); }
ir::ExprP larger(const ir::ExprP& a, const ir::ExprP& b) { return ir::binary(ir::BinaryOp::Max, a, b); }

}  // namespace

std::optional<Value> along_lazy(LowerContext& cx, const std::string& name, const Value& x, const Value& dim,
                                Span span) {
  const auto dims = matrix_axes(x.lazy());
  const std::int64_t d =
      dim.type.is_number() && !dim.type.complex ? ir::as_int(*index_value(cx, dim, span)).value_or(-1) : -1;
  if (!folds_by_operator(builtin_fold(name)) || !dims || d < 0 || d > 1 || type_of_lazy(cx, x).complex) return {};
  const int along = (*dims)[std::size_t(d)];
  if (along < 0) return {};
  const std::size_t other = 1 - std::size_t(d);
  const auto total = [&cx, x, dims = *dims, along, other, name, span](const ir::ExprP& place) {
    auto line = std::make_shared<LazyArray>(x.lazy());
    line->axes = {x.lazy().axes[std::size_t(along)]};
    line->dims = {0};
    const Value elements = with_elements(std::move(line), [x, dims, other, place](const std::vector<ir::ExprP>& at) {
      std::array<ir::ExprP, 2> both;
      both[other] = place;
      both[1 - other] = at[0];
      return element_at(x, dims, both[0], both[1]);
    });
    return *lazy_call(cx, name, {elements}, span);
  };
  cx.effects.require_unwritten(x.lazy(), span);
  if ((*dims)[other] < 0) return make_fixed(cx, {1}, {total(nullptr)}, span);
  auto c = std::make_shared<LazyArray>(x.lazy());
  std::array<std::optional<LazyArray::Axis>, 2> axes;
  axes[other] = axis_at(x.lazy(), (*dims)[other]);
  set_axes(*c, axes[0], axes[1]);
  c->view = false;
  return with_elements(std::move(c), [total](const std::vector<ir::ExprP>& at) { return total(at[0]); });
}

std::optional<Value> repeated_lazy(LowerContext& cx, const std::vector<Value>& args, Span span) {
  const Value& x = args[0];
  const auto dims = matrix_axes(x.lazy());
  if (!dims || args.size() != 3) return {};
  std::array<std::optional<LazyArray::Axis>, 2> axes;
  std::array<ir::ExprP, 2> lengths;  // of x, where it is repeated
  for (std::size_t d = 0; d < 2; ++d) {
    const Value& times = args[d + 1];
    if (!times.type.is_number() || times.type.complex || is_float(times.type.elem)) return {};
    const ir::ExprP n = index_value(cx, times, span);
    axes[d] = axis_at(x.lazy(), (*dims)[d]);
    if (const auto known = launch_constant(cx, *n, kMostInMemory); known ? *known == 1 : false) continue;
    bool sure = false;
    const auto most = most_of_length(cx, n, sure);
    if (!most || !sure || *most < 1 || *most > kMostInMemory) return {};
    if (axes[d]) lengths[d] = axes[d]->length;
    const ir::ExprP count = ir::as_int(*n) ? n : cx.code.keep("$times", larger(n, ir::int_const(0)), span);
    const ir::ExprP length = lengths[d] ? cx.code.keep("$length", ir::mul(count, lengths[d]), span) : count;
    axes[d] = LazyArray::Axis{ir::int_const(0), less(length, 1), length, *most * (axes[d] ? axes[d]->most : 1)};
  }
  auto c = std::make_shared<LazyArray>(x.lazy());
  set_axes(*c, axes[0], axes[1]);
  if (c->axes.empty()) return {};
  const std::array<bool, 2> there{axes[0].has_value(), axes[1].has_value()};
  return with_elements(std::move(c), [x, dims = *dims, lengths, there](const std::vector<ir::ExprP>& at) {
    std::array<ir::ExprP, 2> place;
    std::size_t k = 0;
    for (std::size_t d = 0; d < 2; ++d)
      if (there[d]) place[d] = at[k++];
    for (std::size_t d = 0; d < 2; ++d)
      if (lengths[d]) place[d] = ir::binary(ir::BinaryOp::Mod, place[d], larger(lengths[d], ir::int_const(1)));
    return element_at(x, dims, place[0], place[1]);
  });
}

std::optional<Value> joined_lazy(LowerContext& cx, const Value& first, const Value& second, std::size_t along,
                                 Span span) {
  const auto as_value = [&](const Value& v) {
    return is_lazy(v) || !v.type.is_array() ? v : whole_as_lazy(cx, v, span);
  };
  const Value x = as_value(first), y = as_value(second);
  if (!is_lazy(x) || !is_lazy(y)) return {};
  const auto m = matrix_axes(x.lazy()), n = matrix_axes(y.lazy());
  const Type left = type_of_lazy(cx, x), right = type_of_lazy(cx, y);
  const auto kept_kind = [&](const Value& v) {  // elements of the kind that arithmetic has
    return std::all_of(v.lazy().reads.begin(), v.lazy().reads.end(),
                       [&](ir::ArrayId a) { return cx.code.f.arrays[a].elem == value_elem(cx.code.f.arrays[a].elem); });
  };
  const bool plain = !left.complex && !right.complex && left.elem != Elem::Bool && right.elem != Elem::Bool;
  if (!m || !n || !plain || !kept_kind(x) || !kept_kind(y)) return {};
  const std::size_t other = 1 - along;
  const auto across = axis_at(x.lazy(), (*m)[other]), across_y = axis_at(y.lazy(), (*n)[other]);
  if (across.has_value() != across_y.has_value() || (across && !made_alike(cx, *across, *across_y, span))) return {};
  const auto length_of = [](const std::optional<LazyArray::Axis>& a) { return a ? a->length : ir::int_const(1); };
  const auto most_of = [](const std::optional<LazyArray::Axis>& a) { return a ? a->most : 1; };
  const auto a = axis_at(x.lazy(), (*m)[along]), b = axis_at(y.lazy(), (*n)[along]);
  const ir::ExprP here = length_of(a), there = length_of(b), length = ir::add(here, there);
  const std::int64_t most = most_of(a) > 0 && most_of(b) > 0 ? most_of(a) + most_of(b) : 0;
  const bool known = ir::as_int(*here) && ir::as_int(*there);
  const ir::ExprP kept =
      known ? ir::int_const(*ir::as_int(*here) + *ir::as_int(*there)) : cx.code.keep("$length", length, span);
  std::array<std::optional<LazyArray::Axis>, 2> axes;
  axes[along] = LazyArray::Axis{ir::int_const(0), less(kept, 1), kept, most};
  axes[other] = across;
  auto c = std::make_shared<LazyArray>(x.lazy());
  set_axes(*c, axes[0], axes[1]);
  c->reads.insert(c->reads.end(), y.lazy().reads.begin(), y.lazy().reads.end());
  c->stores = std::min(x.lazy().stores, y.lazy().stores);
  c->view = false;
  const Elem elem = arithmetic_elem(left.elem, right.elem);
  return with_elements(std::move(c), [x, y, m = *m, n = *n, along, here, there, elem,
                                      across = across.has_value()](const std::vector<ir::ExprP>& at) {
    const ir::ExprP place = across ? at[along] : at[0];
    std::array<ir::ExprP, 2> in_x, in_y;
    if (across) in_x[1 - along] = in_y[1 - along] = at[1 - along];
    in_x[along] = larger(ir::int_const(0), smaller(place, less(here, 1)));
    in_y[along] = larger(ir::int_const(0), smaller(ir::sub(place, here), less(there, 1)));
    const Value l = element_at(x, m, in_x[0], in_x[1]), r = element_at(y, n, in_y[0], in_y[1]);
    return one_number(ir::select(below(place, here), part(l, 0, elem), part(r, 0, elem)));
  });
}

}  // namespace qc::lowering
