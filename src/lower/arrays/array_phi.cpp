// Names in kernels that are one array and then another, as work arrays that take turns, `t = a; a = b; b = t`, or `if c
// src = y  end`. Such a name is the list of its arrays and a variable of the thread, the place of the one that it is
// now; what is done to it is done under a condition to that one, as to an item of a cell (select_cell_item.cpp). Which
// names those are, and their arrays, a pass finds out for the next one.
#include <fmt/format.h>

#include <algorithm>

#include "lower/lower_impl.h"

namespace qc::lowering {

namespace {

constexpr std::size_t kMostArrays = 8;  // of one name: every access asks for each of them

std::vector<Value> arrays_of(const Value& v) { return v.choices.empty() ? std::vector<Value>{v} : v.choices; }

bool is_same_array(const Value& a, const Value& b) {
  return a.array == b.array && a.type.boundary == b.type.boundary && a.type.is_const == b.type.is_const &&
         a.read_as == b.read_as;
}

bool are_the_same(const std::vector<Value>& a, const std::vector<Value>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same_array);
}

std::optional<std::size_t> place_among(const std::vector<Value>& arrays, const Value& a) {
  const auto it = std::find_if(arrays.begin(), arrays.end(), [&](const Value& b) { return is_same_array(a, b); });
  return it == arrays.end() ? std::nullopt : std::optional(std::size_t(it - arrays.begin()));
}

// In one order for all names, so that those that take turns have one list.
void add_array(std::vector<Value>& arrays, const Value& a) {
  if (place_among(arrays, a)) return;
  const auto before = [](const Value& x, const Value& y) {
    return std::pair(x.array, int(x.type.boundary)) < std::pair(y.array, int(y.type.boundary));
  };
  arrays.insert(std::upper_bound(arrays.begin(), arrays.end(), a, before), a);
}

bool may_be_one_of_several(const Value& v) {
  const std::vector<Value> arrays = arrays_of(v);
  return std::all_of(arrays.begin(), arrays.end(),
                     [](const Value& a) { return a.type.is_array() && !a.type.complex && a.texture == Texture::None; });
}

}  // namespace

// That the name is one of several arrays: the next pass takes it so. False: it cannot.
bool Lowerer::choose_from_here_on(const std::string& key, const Value& v) {
  if (!kernel_ || !may_be_one_of_several(v)) return false;
  if (!chosen_names_.emplace(key, ChosenName{}).second) return changed_;
  return changed_ = true;
}

// The name becomes v, an array or one of several.
void Lowerer::choose_again(const std::string& name, const Value& v, Span span) {
  ChosenName& chosen = chosen_names_.at(frame().key + name);
  for (const Value& a : arrays_of(v)) {
    const bool alike = may_be_one_of_several(a) && (chosen.found.empty() || (a.type.elem == chosen.found[0].type.elem &&
                                                                             a.type.rank == chosen.found[0].type.rank));
    if (!alike)
      stop("R904", span,
           fmt::format("which {} '{}' is depends on a condition, and they are of different types", kind_of(v), name),
           name);
    add_array(chosen.found, a);
    for (const auto& [outside, b] : frames_.front()->names)
      if (b.outer && b.alias && b.alias->type.is_array() && b.alias->array == a.array) chosen_outside_.insert(outside);
  }
  if (chosen.found.size() > kMostArrays)
    stop("R904", span,
         fmt::format("which array '{}' is depends on a condition, and there are more than {}", name, kMostArrays),
         name);
  for (const std::string& outside :
       std::set<std::string>(chosen_outside_))  // also those that the text names further on
    if (const auto type = scope_.type_of(outside); type && !frames_.front()->names.count(outside))
      import_outer(outside, *type, {});
  std::vector<Value> arrays;
  for (const Value& a : chosen.arrays)
    if (std::size_t(a.array) < f.arrays.size())
      arrays.push_back(a);
    else
      changed_ = true;  // made further on: the numbers of arrays are others now, or the name has it before it is made
  for (const Value& a : arrays_of(v)) add_array(arrays, a);  // beyond those of the last pass: there is another one
  const auto place = [&](const Value& a) { return ir::int_const(std::int64_t(*place_among(arrays, a))); };
  ir::ExprP which = v.which;
  if (v.choices.empty())
    which = place(v);
  else if (!are_the_same(arrays, v.choices)) {
    which = place(v.choices.back());
    for (std::size_t k = v.choices.size() - 1; k-- > 0;)
      which =
          ir::select(ir::binary(ir::BinaryOp::Eq, v.which, ir::int_const(std::int64_t(k))), place(v.choices[k]), which);
  }
  auto& names = frame().names;
  const auto known = names.find(name);
  const ir::VarId var = known != names.end() && known->second.which ? *known->second.which : temp("$which", Elem::I64);
  emit(ir::Assign{var, which}, span);
  Binding b;
  b.key = frame().key + name;
  b.type.kind = Type::Kind::Cell;
  b.which = var;
  b.alias = Value{};
  b.alias->type.kind = Type::Kind::Cell;
  b.alias->text = name;
  b.alias->choices = std::move(arrays);
  b.alias->which = ir::var(f, var);
  b.made_at = ++clock_;
  names[name] = std::move(b);
}

// Before statements that may be passed by or run again: names that become other arrays there have their variables.
void Lowerer::prepare_choices() {
  if (chosen_names_.empty()) return;
  std::vector<std::pair<std::string, Value>> plain;
  for (const auto& [name, b] : frame().names)
    if (!b.which && b.alias && (b.alias->type.is_array() || !b.alias->choices.empty()) &&
        chosen_names_.count(frame().key + name))
      plain.emplace_back(name, *b.alias);
  for (const auto& [name, v] : plain) choose_again(name, v, {});
}

// One of several arrays as it is now, whatever the name that it comes from becomes later.
Value Lowerer::choice_now(Value v, Span span) {
  if (v.choices.empty()) return v;
  const ir::VarId var = temp("$which", Elem::I64);
  emit(ir::Assign{var, v.which}, span);
  v.which = ir::var(f, var);
  return v;
}

// After a pass: whether it had the arrays that it found.
void Lowerer::compare_choices() {
  for (auto& [key, chosen] : chosen_names_) {
    changed_ |= !are_the_same(chosen.arrays, chosen.found);
    chosen.arrays = std::exchange(chosen.found, {});
  }
}

// The arrays that a list of names is made of, [a, b] = [b, a]; nothing: it is something else.
std::vector<Value> Lowerer::several_arrays(const ast::Expr& e, Span span) {
  auto* list = std::get_if<ast::ArrayLit>(&e.node);
  if (!kernel_ || !list) return {};
  std::vector<Value> arrays;
  for (const ast::ExprP& part : list->elements) {
    auto* n = std::get_if<ast::Name>(&part->node);
    const Binding* b = n ? find(n->name, part->span) : nullptr;
    if (!b || !b->alias || !may_be_one_of_several(*b->alias)) return {};
    arrays.push_back(choice_now(*b->alias, span));
  }
  return arrays;
}

}  // namespace qc::lowering
