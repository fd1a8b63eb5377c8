// Arrays outside a loop that it gives new values, A = A + x[i,:]. Outside loops such a statement makes another array;
// compiled code writes into the one that is there, where the value has its elements and extents. As far as anybody can
// tell that is the same, when no other name stands for the array: the launch sees to it (LoopNest::renewed).
#include <algorithm>
#include <limits>

#include "analysis/dataflow/name_facts.h"
#include "lower/lower_impl.h"

namespace qc::lowering {

using ast::AssignOp;

// Whether the array has so few elements that the loop is better made for them as a value (scalar_replacement.h).
bool Lowerer::holds_few(const Value& array) {
  std::int64_t count = 1;
  if (const auto shown = scope_.extents_of(f.arrays[array.array].name); !shown.empty()) {
    for (const std::int64_t n : shown) count *= n;
    return count <= kMostChannels;
  }
  for (int d = 0; d < rank_of(array); ++d) {
    const auto n = launch_extent(array.array, d, kMostChannels);
    if (!n) return false;
    count *= *n;
  }
  return count <= kMostChannels;
}

// An array outside that a statement of the loop itself may give a new value in its own memory: what it was has no other
// name in the nest.
const Value* Lowerer::renewable(const std::string& name, Span span) {
  if (kernel_ || frames_.size() != 1 || !local_functions_.empty() || name.find_first_of(".$") != std::string::npos)
    return nullptr;
  if (const auto outside = scope_.type_of(name); !outside || !outside->is_array()) return nullptr;
  Binding* b = find(name, span);
  if (!b || !b->outer || !b->alias || !b->alias->type.is_array() || b->alias->changing ||
      b->alias->texture != Texture::None)
    return nullptr;
  const Type& type = b->alias->type;
  const bool plain = type.boundary == Boundary::Default && !type.is_const && !f.arrays[b->alias->array].is_const;
  return plain && !holds_few(*b->alias) ? &*b->alias : nullptr;
}

void Lowerer::note_renewed(const std::string& name, const Value& array) {
  const bool sure = arm_ == 0 && conditional_ == 0 && loops_ == 1 && !jumps_ && !stored_.count(array.array);
  for (LoopNest::Renewed& r : renewed)
    if (r.name == name) return;
  renewed.push_back({name, sure});
}

// An array outside that no iteration sees, as each begins with another value under its name: that is a variable of the
// loop. v: the value, null: an array. Where the name is used after the loop, its last value is kept only of short ones.
bool Lowerer::begins_as_array(const std::string& name, const Value* v) const {
  if (kernel_ || frames_.size() != 1 || frames_.back()->names.count(name) || arm_ != 0 || conditional_ != 0 ||
      loops_ != 1)
    return false;
  const auto outside = scope_.type_of(name);
  if (!outside || !outside->is_array() || outside->boundary != Boundary::Default || outside->is_const) return false;
  return !scope_.live_after(name) || (v && !jumps_ && components(*v) <= std::size_t(kMostChannels));
}

// The elements as a value in memory of the iteration, which may be written to; nothing where their number is not known
// at the launch.
std::optional<Value> Lowerer::fixed_from_changing(const Value& x, Span span) {
  const Changing& c = *x.changing;
  if (!x.text.empty() || (c.view && c.stores == std::numeric_limits<int>::max()))
    return {};  // another name of an array that has one
  std::vector<std::int64_t> dims;
  std::int64_t count = 1;
  for (const int axis : c.dims) {
    const auto n =
        axis < 0 ? std::optional<std::int64_t>(1) : launch_constant(*c.axes[std::size_t(axis)].length, kMostInMemory);
    if (!n || *n <= 0 || (count *= *n) > kMostInMemory) return {};
    dims.push_back(*n);
  }
  const Type type = type_of_changing(x);
  if (!type.is_number() || type.complex) return {};
  require_unwritten(c, span);
  const ir::ArrayId memory = scratch("$elements", type.elem, count);
  loop_over(c, span,
            [&](const auto& at) { to_scratch(memory, place_of_changing(c, at), c.element(at, false).parts[0], span); });
  std::vector<Value> elements;
  for (std::int64_t k = 0; k < count; ++k) elements.push_back(from_scratch(memory, ir::int_const(k)));
  return make_fixed(dims, elements, span);
}

// False, and nothing emitted: the value is no array of the same kind, or the statement means something else.
bool Lowerer::renew_whole(const ast::Name& name, const ast::Assign& a, Span span) {
  if (!mentions(*a.value, name.name) && begins_as_array(name.name, nullptr)) return false;
  const Value* known = renewable(name.name, span);
  if (!known) return false;
  const Value array = *known;
  const auto update = update_of(ast::Stmt{a, span});
  const bool sum = update && (update->op == AssignOp::Add || update->op == AssignOp::Sub);
  if (sum) {
    note_renewed(name.name, array);
    ast::Assign in_place = a;
    in_place.op = update->op;
    in_place.value = ast::ExprP(ast::Expr(*update->operand));
    update_whole(name, array, in_place, span);
    return true;
  }
  Value v;
  (void)collect([&] { v = expr(*a.value); });
  const Type type = v.changing ? type_of_changing(v) : v.type;
  const bool fits = (v.changing || v.type.kind == Type::Kind::Fixed) && type.elem == array.type.elem &&
                    type.complex == array.type.complex && keeps_shape(array, v);
  if (!fits) return false;
  note_renewed(name.name, array);
  ast::Index all{ast::ExprP(ast::Expr{name, span}), {}};
  for (int d = 0; d < rank_of(array); ++d) all.indices.push_back(ast::ExprP(ast::Expr{ast::Colon{}, span}));
  assign_element(all, a, span);
  return true;
}

}  // namespace qc::lowering
