// `:` and lists of indices in compiled code (ranges: ranges.cpp). How many elements they select is known when the code
// is made, so that x[i,j,0..2] is a fixed-size value; extents of arrays are asked for as they are at the launch
// (sema/assumptions.h).
#include "lower/interface/fixed_slices.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/loops/affine.h"
#include "lower/arrays/scalar_replacement.h"
#include "lower/interface/access.h"
#include "lower/interface/assign.h"
#include "lower/interface/call.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/names.h"
#include "lower/interface/records.h"
#include "lower/interface/slice_loop.h"
#include "lower/state/lower_context.h"
#include "sema/broadcast_extents.h"

namespace qc::lowering {

Value colon_value(LowerContext& cx, std::optional<std::int64_t> extent, Span span) {
  if (!extent || *extent < 1 || *extent > kMostSelected)
    stop("R901", span,
         cx.in_kernel ? fmt::format("':' selects more than {} elements", kMostChannels)
                      : "a slice of an array is used in the loop");
  std::vector<Value> elements;
  for (std::int64_t k = 0; k < *extent; ++k) elements.push_back(one_number(ir::int_const(k)));
  Value v = make_fixed(cx, {*extent}, elements, span);
  v.scalars().list = true;
  return v;
}

// One index for each dimension, in one value. The position of a kernel may have more or fewer than the array, of which
// those that are missing are 0; elsewhere such a list names elements by their row-major index, as a list of one,
// x[[k]], does of a vec.
static bool is_position(const LowerContext& cx, const Value& index, int rank) {
  if (index.type.kind != Type::Kind::Fixed || is_list(index)) return false;
  const bool of_kernel = (cx.in_kernel || cx.names.frame().device) && rank > 1;
  return of_kernel || (components(index) == std::size_t(rank) && (rank > 1 || cx.in_kernel || cx.names.frame().device));
}

// Whether a list of indices may name one twice.
static bool may_repeat(const Value& list) {
  if (list.type.kind != Type::Kind::Fixed || is_list(list)) return false;
  std::set<std::int64_t> met;
  for (const ir::ExprP& p : list.parts())
    if (const auto k = ir::as_int(*p); !k || !met.insert(*k).second) return list.parts().size() > 1;
  return false;
}

std::optional<Selection> selection(const LowerContext& cx, int rank, const std::vector<Value>& indices, Span span) {
  for (const Value& i : indices)
    if (i.type.kind == Type::Kind::Fixed && i.type.elem == Elem::Bool)
      stop("R901", span, "an array is indexed by a mask");
  const bool position = indices.size() == 1 && is_position(cx, indices[0], rank);
  bool several = false;
  for (const Value& i : indices) several = several || i.type.kind == Type::Kind::Fixed;
  if (position || !several) return {};
  if (indices.size() > std::size_t(std::max(rank, 2)))
    stop("R901", span, "a slice has more indices than the array has dimensions");
  Selection s;
  std::int64_t count = 1;
  for (const Value& i : indices) {
    s.dims.push_back(std::int64_t(components(i, span)));
    count *= s.dims.back();
    s.may_repeat = s.may_repeat || may_repeat(i);
  }
  if (count > kMostSelected) stop("R901", span, "a long slice of an array is used in the loop");
  for (std::int64_t n = 0; n < count; ++n) {
    std::vector<Value> at(indices.size());
    std::int64_t rest = n;
    for (std::size_t k = indices.size(); k-- > 0; rest /= s.dims[k])
      at[k] = component(indices[k], std::size_t(rest % s.dims[k]));
    s.at.push_back(std::move(at));
  }
  // Single positions keep an extent of 1, but not at the end; what runs along one dimension with nothing before it is a
  // row.
  const bool one_index = indices.size() == 1;
  if (one_index && indices[0].type.dims.size() > 1) {  // a matrix of indices gives a matrix
    s.dims = indices[0].type.dims;
    return s;
  }
  while (s.dims.size() > 1 && indices[s.dims.size() - 1].type.is_number()) s.dims.pop_back();
  std::size_t leading = 0;
  while (leading + 1 < s.dims.size() && indices[leading].type.is_number()) ++leading;
  if (leading + 1 == s.dims.size() && leading > 0)
    s.dims = {s.dims.back()};
  else if (s.dims.size() == 1 && !one_index)
    s.dims.push_back(1);
  return s;
}

Value read_selection(LowerContext& cx, const Value& array, const Selection& s, Span span) {
  std::vector<Value> elements;
  for (const auto& at : s.at)
    elements.push_back(array.array().texture == Texture::None
                           ? load(cx, array, slice_element(cx, array, at, span), span)
                           : texel(cx, array, at, span));
  Value v = make_fixed(cx, s.dims, elements, span);
  if (array.type.elem != value_elem(array.type.elem)) v.scalars().narrow = array.type.elem;
  return v;
}

void read_beside(LowerContext& cx, Value& array, const Value& other, Span span) {
  if (!array.type.is_array() || other.type.kind != Type::Kind::Fixed ||
      cx.code.f.arrays[array.array().id].space != ir::Space::Global)
    return;
  std::vector<std::int64_t> dims;
  std::vector<Value> all;
  for (int d = 0; d < rank_of(array); ++d) {
    const auto n = launch_extent(cx, array.array().id, d, kMostSelected);
    if (!n || *n < 1) return;
    dims.push_back(*n);
    if (count_of(dims) > kMostSelected) return;
    all.push_back(colon_value(cx, *n, span));
  }
  if (count_of(dims) <= kLongestShort && !cx.in_kernel) return;
  array = read_selection(cx, array, *selection(cx, rank_of(array), all, span), span);
}

ast::Index all_of(const LowerContext& cx, const Value& array, Span span) {
  ast::Index all;
  all.base = ast::ExprP(ast::Expr{ast::Name{cx.code.f.arrays[array.array().id].name}, span});
  for (int d = 0; d < rank_of(array); ++d) all.indices.push_back(ast::ExprP(ast::Expr{ast::Colon{}, span}));
  return all;
}

void read_whole(LowerContext& cx, Value& v, Span span) {
  if (!v.type.is_array() || is_lazy(v) || v.array().texture != Texture::None ||
      cx.code.f.arrays[v.array().id].space != ir::Space::Global)
    return;
  std::int64_t count = 1;
  for (int d = 0; d < rank_of(v) && count <= kLongestShort; ++d)
    count *= launch_extent(cx, v.array().id, d, kLongestShort).value_or(kLongestShort + 1);
  if (count <= kLongestShort && !cx.in_kernel && !cx.names.in_call() && !cx.options.short_slices) return;
  const ast::Index all = all_of(cx, v, span);
  if (auto slice = SliceLoop(cx).lazy(all, v, span, SliceLoop::Length::Long)) {
    v = *slice;
    return;
  }
  count = 1;
  for (int d = 0; d < rank_of(v) && count <= kMostSelected; ++d) {
    const auto n = launch_extent(cx, v.array().id, d, kMostSelected);
    count = n && *n > 0 ? count * *n : kMostSelected + 1;
  }
  if (count <= kMostSelected)
    v = read_selection(cx, v, *selection(cx, rank_of(v), index_values(cx, all.indices, array_extents(cx, v)), span),
                       span);
}

Value whole_value(LowerContext& cx, const ast::Expr& e) {
  Value v = expr(cx, e);
  read_whole(cx, v, e.span);
  return v;
}

// The same of a fixed-size value; `local`: it is kept in memory because of computed indices.
Value read_selection(LowerContext& cx, const Binding* local, const Value& fixed, const Selection& s, Span span) {
  std::vector<Value> elements;
  for (const auto& at : s.at) {
    if (local) {
      elements.push_back(one_number(ir::load(cx.code.f, local_access(cx, *local, "", at, span))));
      continue;
    }
    const auto k = fixed_index(cx, fixed.type, at, span);
    elements.push_back(k ? component(fixed, std::size_t(*k)) : select_component(cx, fixed, at, span));
  }
  Value out = make_fixed(cx, s.dims, elements, span);
  out.scalars().by_value = local ? copies(*local) : is_by_value(fixed);
  return out;
}

namespace {

// Which component of a value each selected element is given: as many in their order, one for all, or extents of 1 that
// are repeated.
std::optional<std::vector<std::size_t>> components_met(const Dims& own, std::size_t given, const Dims& selected,
                                                       std::size_t wanted) {
  std::vector<std::size_t> met(wanted, 0);
  if (given == 1) return met;
  const bool in_order = given == wanted;
  const auto joint = in_order ? std::optional(selected) : joint_dims(selected, own);
  if (!joint || std::size_t(count_of(*joint)) != wanted) return {};
  for (std::size_t k = 0; k < wanted; ++k) met[k] = in_order ? k : met_by(std::int64_t(k), *joint, own);
  return met;
}

}  // namespace

std::vector<Value> spread_value(LowerContext& cx, Value v, const Selection& s, Span span) {
  require_value(cx, v, span, "a value");
  bool reads = false;
  for (const auto& p : v.parts())
    ir::for_each_expr(*p, [&](const ir::Expr& e) {
      reads = reads || std::holds_alternative<ir::Load>(e.node) || std::holds_alternative<ir::VarRef>(e.node);
    });
  if (reads)
    for (auto& p : v.parts()) {
      const ir::VarId t = cx.code.temp("t", p->type);
      cx.code.emit(ir::Assign{t, p}, span);
      p = ir::var(cx.code.f, t);
    }
  const std::size_t given = v.type.is_number() ? 1 : components(v);
  const auto met = components_met(v.type.dims, given, s.dims, s.at.size());
  if (!met) error("Q0302", span, fmt::format("{} elements cannot be stored into {}", given, s.at.size()));
  std::vector<Value> out;
  for (const std::size_t k : *met) out.push_back(component(v, k));
  return out;
}

void assign_selection(LowerContext& cx, const Value& array, const Selection& s, const ast::Assign& a, Span span) {
  auto* c = std::get_if<ast::Call>(&a.value->node);
  if (!cx.in_kernel &&
      (a.op == ast::AssignOp::Add || a.op == ast::AssignOp::Sub)) {  // a product is fused with what it is added to
    const Operand by = c ? Operand{call(cx, *c, a.value->span, true), {}} : operand(cx, *a.value);
    if (!by.factors && !s.may_repeat) return assign_values(cx, array, s, a.op, by.value, span);
    return assign_values(cx, array, s, ast::AssignOp::Set,
                         combine(cx, a.op, read_selection(cx, array, s, span), by, span), span);
  }
  const Value v = c ? call(cx, *c, a.value->span, true) : expr(cx, *a.value);
  if (a.op == ast::AssignOp::Set || cx.in_kernel || !s.may_repeat) return assign_values(cx, array, s, a.op, v, span);
  assign_values(cx, array, s, ast::AssignOp::Set,
                combine(cx, a.op, read_selection(cx, array, s, span), Operand{v, {}}, span), span);
}

// Places that are read from what the assignment may change, p[p[i,0], 0..1] = e, are found before it.
static Selection found_before(LowerContext& cx, const Selection& given, const std::set<ir::VarId>& changed, Span span) {
  Selection s = given;
  if (s.at.size() < 2) return s;
  std::map<const ir::Expr*, ir::ExprP> kept;
  for (auto& at : s.at)
    for (Value& index : at)
      for (ir::ExprP& e : index.parts()) {
        bool reads = false;
        ir::for_each_expr(*e, [&](const ir::Expr& x) {
          auto* v = std::get_if<ir::VarRef>(&x.node);
          reads = reads || std::holds_alternative<ir::Load>(x.node) || (v && changed.count(v->var) > 0);
        });
        if (!reads) continue;
        ir::ExprP& there = kept[&*e];
        if (!there) there = cx.code.keep("$index", e, span);
        e = there;
      }
  return s;
}

void assign_values(LowerContext& cx, const Value& array, const Selection& given, ast::AssignOp op, const Value& v,
                   Span span) {
  const std::vector<Value> values = spread_value(cx, v, given, span);
  const Selection s = found_before(cx, given, {}, span);
  for (std::size_t k = 0; k < s.at.size(); ++k) {
    const ir::Access at = slice_element(cx, array, s.at[k], span);
    if (op == ast::AssignOp::Set)
      store(cx, array, at, values[k], span);
    else
      update_element(cx, array, at, op, Operand{values[k], {}}, span);
  }
}

void assign_selection(LowerContext& cx, const ast::Index& place, Binding& b, const Selection& given,
                      const ast::Assign& a, Span span) {
  Value v = expr(cx, *a.value);
  const Selection s = found_before(cx, given, {b.vars().begin(), b.vars().end()}, span);
  const bool at_once = a.op != ast::AssignOp::Set && s.may_repeat;
  if (at_once) {
    Binding* now = assigned_fixed(cx, *place.base, place.base->span);
    const Binding& from = now ? *now : b;
    v = combine(cx, a.op,
                read_selection(cx, from.local_array() ? &from : nullptr,
                               from.local_array() ? Value{} : read_binding(cx, from), s, span),
                Operand{v, {}}, span);
  }
  const std::vector<Value> values = spread_value(cx, v, s, span);
  for (std::size_t k = 0; k < s.at.size(); ++k) {
    Binding* now = assigned_fixed(cx, *place.base, place.base->span);
    assign_component(cx, now ? *now : b, s.at[k], at_once ? ast::AssignOp::Set : a.op, Operand{values[k], {}}, span);
  }
}

}  // namespace qc::lowering
