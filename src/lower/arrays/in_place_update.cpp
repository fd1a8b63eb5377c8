// Arrays outside a loop that it gives new values, A = A + x[i,:]. Outside loops such a statement makes another array;
// compiled code writes into the one that is there, where the value has its elements and extents. As far as anybody can
// tell that is the same, when no other name stands for the array: the launch sees to it (LoopNest::updated_in_place).
#include <algorithm>
#include <limits>

#include "analysis/dataflow/name_facts.h"
#include "ast/query.h"
#include "lower/interface/access.h"
#include "lower/interface/array_names.h"
#include "lower/interface/assign.h"
#include "lower/interface/conversions.h"
#include "lower/interface/expr.h"
#include "lower/interface/kernel.h"
#include "lower/interface/launch_extents.h"
#include "lower/interface/lazy_array.h"
#include "lower/interface/names.h"
#include "lower/interface/slice_loop.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

using ast::AssignOp;

// Whether the array has so few elements that the loop is better made for them as a value (scalar_replacement.h).
static bool holds_few(LowerContext& cx, const Value& array) {
  std::int64_t count = 1;
  if (const auto shown = cx.scope.extents_of(cx.code.f.arrays[array.array().id].name); !shown.empty()) {
    for (const std::int64_t n : shown) count *= n;
    return count <= kMostChannels;
  }
  for (int d = 0; d < rank_of(array); ++d) {
    const auto n = launch_extent(cx, array.array().id, d, kMostChannels);
    if (!n) return false;
    count *= *n;
  }
  return count <= kMostChannels;
}

// An array outside that a statement of the loop itself may give a new value in its own memory: what it was has no other
// name in the nest.
static const Value* renewable(LowerContext& cx, const std::string& name, Span span) {
  if (cx.in_kernel || cx.names.in_call() || !cx.names.local_functions.empty() ||
      name.find_first_of(".$") != std::string::npos)
    return nullptr;
  if (const auto outside = cx.scope.type_of(name); !outside || !outside->is_array()) return nullptr;
  Binding* b = find(cx, name, span);
  if (!b || !b->outer || !b->alias() || !b->alias()->type.is_array() || is_lazy(*b->alias()) ||
      b->alias()->array().texture != Texture::None)
    return nullptr;
  const Type& type = b->alias()->type;
  const bool plain =
      type.boundary == Boundary::Default && !type.is_const && !cx.code.f.arrays[b->alias()->array().id].is_const;
  return plain && !holds_few(cx, *b->alias()) ? b->alias() : nullptr;
}

// An array outside that no iteration sees, as each begins with another value under its name: that is a variable of the
// loop. v: the value, null: an array. Where the name is used after the loop, its last value is kept only of short ones.
bool begins_as_array(const LowerContext& cx, const std::string& name, const Value* v) {
  if (cx.in_kernel || cx.names.in_call() || cx.names.frame().names.count(name) || cx.control.arm != 0 ||
      cx.control.conditional != 0 || cx.control.loops != 1)
    return false;
  const auto outside = cx.scope.type_of(name);
  if (!outside || !outside->is_array() || outside->boundary != Boundary::Default || outside->is_const) return false;
  return !cx.scope.live_after(name) || (v && !cx.control.jumps && components(*v) <= std::size_t(kMostChannels));
}

std::optional<Value> fixed_from_lazy(LowerContext& cx, const Value& x, Span span) {
  const LazyArray& c = x.lazy();
  if (!x.as<LazyRef>().name.empty() || (c.view && c.stores == std::numeric_limits<int>::max()))
    return {};  // another name of an array that has one
  std::vector<std::int64_t> dims;
  std::int64_t count = 1;
  for (const int axis : c.dims) {
    const auto n = axis < 0 ? std::optional<std::int64_t>(1)
                            : launch_constant(cx, *c.axes[std::size_t(axis)].length, kMostInMemory);
    if (!n || *n <= 0 || (count *= *n) > kMostInMemory) return {};
    dims.push_back(*n);
  }
  const Type type = type_of_lazy(cx, x);
  if (!type.is_number() || type.complex) return {};
  cx.effects.require_unwritten(c, span);
  const ir::ArrayId memory = cx.code.scratch("$elements", type.elem, count);
  loop_over(cx, c, span, [&](const auto& at) {
    cx.code.to_scratch(memory, place_of_lazy(c, at), c.element(at, false).parts()[0], span);
  });
  std::vector<Value> elements;
  for (std::int64_t k = 0; k < count; ++k) elements.push_back(cx.code.from_scratch(memory, ir::int_const(k)));
  return make_fixed(cx, dims, elements, span);
}

// False, and nothing emitted: the value is no array of the same kind, or the statement means something else.
bool renew_whole(LowerContext& cx, const ast::Name& name, const ast::Assign& a, Span span) {
  if (!mentions(*a.value, name.name) && begins_as_array(cx, name.name, nullptr)) return false;
  const Value* known = renewable(cx, name.name, span);
  if (!known) return false;
  const Value array = *known;
  const auto update = update_of(ast::Stmt{a, span});
  const bool sum = update && (update->op == AssignOp::Add || update->op == AssignOp::Sub);
  if (sum) {
    cx.aliases.note_in_place_update(name.name,
                                    cx.control.once_an_iteration() && !cx.effects.stored.count(array.array().id));
    ast::Assign in_place = a;
    in_place.op = update->op;
    in_place.value = ast::ExprP(ast::Expr(*update->operand));
    update_whole(cx, name, array, in_place, span);
    return true;
  }
  Value v;
  (void)cx.code.collect([&] { v = expr(cx, *a.value); });
  const Type type = is_lazy(v) ? type_of_lazy(cx, v) : v.type;
  const bool fits = (is_lazy(v) || v.type.kind == Type::Kind::Fixed) && type.elem == array.type.elem &&
                    type.complex == array.type.complex && keeps_shape(cx, array, v);
  if (!fits) return false;
  cx.aliases.note_in_place_update(name.name,
                                  cx.control.once_an_iteration() && !cx.effects.stored.count(array.array().id));
  ast::Index all{ast::ExprP(ast::Expr{name, span}), {}};
  for (int d = 0; d < rank_of(array); ++d) all.indices.push_back(ast::ExprP(ast::Expr{ast::Colon{}, span}));
  assign_element(cx, all, a, span);
  return true;
}

}  // namespace qc::lowering
