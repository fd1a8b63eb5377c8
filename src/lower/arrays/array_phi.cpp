// Array phis: names in kernels that are one array and then another, as work arrays that take turns, `t = a; a = b; b =
// t`, or `if c src = y  end`. Such a name is the list of its arrays and a variable of the thread, the place of the one
// that it is now; what is done to it is done under a condition to that one, as to an item of a cell
// (select_cell_item.cpp). Which names those are, and their arrays, a pass finds out for the next one.
#include <fmt/format.h>

#include <algorithm>

#include "lower/interface/array_names.h"
#include "lower/interface/kernel.h"
#include "lower/interface/names.h"
#include "lower/state/lower_context.h"

namespace qc::lowering {

namespace {

constexpr std::size_t kMostArrays = 8;  // of one name: every access asks for each of them

std::vector<Value> arrays_of(const Value& v) {
  auto* several = v.get_if<ArraySelect>();
  return several ? several->arrays : std::vector<Value>{v};
}

std::optional<std::size_t> place_among(const std::vector<Value>& arrays, const Value& a) {
  const auto it = std::find_if(arrays.begin(), arrays.end(), [&](const Value& b) { return is_same_array(a, b); });
  return it == arrays.end() ? std::nullopt : std::optional(std::size_t(it - arrays.begin()));
}

// In one order for all names, so that those that take turns have one list.
void add_array(std::vector<Value>& arrays, const Value& a) {
  if (place_among(arrays, a)) return;
  const auto before = [](const Value& x, const Value& y) {
    return std::pair(x.array().id, int(x.type.boundary)) < std::pair(y.array().id, int(y.type.boundary));
  };
  arrays.insert(std::upper_bound(arrays.begin(), arrays.end(), a, before), a);
}

bool may_be_one_of_several(const Value& v) {
  const std::vector<Value> arrays = arrays_of(v);
  return std::all_of(arrays.begin(), arrays.end(), [](const Value& a) {
    return a.type.is_array() && !a.type.complex && a.array().texture == Texture::None;
  });
}

}  // namespace

bool make_array_phi(LowerContext& cx, const std::string& key, const Value& v) {
  if (!cx.in_kernel || !may_be_one_of_several(v)) return false;
  if (!cx.aliases.make_phi(key)) return cx.another_pass();
  return cx.types.changed = true;
}

void add_to_phi(LowerContext& cx, const std::string& name, const Value& v, Span span) {
  ArrayPhi& phi = cx.aliases.phis.at(cx.names.frame().key + name);
  for (const Value& a : arrays_of(v)) {
    const bool alike =
        may_be_one_of_several(a) &&
        (phi.found.empty() || (a.type.elem == phi.found[0].type.elem && a.type.rank == phi.found[0].type.rank));
    if (!alike)
      stop("R904", span,
           fmt::format("which {} '{}' is depends on a condition, and they are of different types", kind_of(v), name),
           name);
    add_array(phi.found, a);
    for (const auto& [outside, b] : cx.names.outermost().names)
      if (b.outer && b.alias() && b.alias()->type.is_array() && b.alias()->array().id == a.array().id)
        cx.aliases.phis_outside.insert(outside);
  }
  if (phi.found.size() > kMostArrays)
    stop("R904", span,
         fmt::format("which array '{}' is depends on a condition, and there are more than {}", name, kMostArrays),
         name);
  for (const std::string& outside :
       std::set<std::string>(cx.aliases.phis_outside))  // also those that the text names further on
    if (const auto type = cx.scope.type_of(outside); type && !cx.names.outermost().names.count(outside))
      import_outer(cx, outside, *type, {});
  std::vector<Value> arrays;
  for (const Value& a : phi.arrays)
    if (std::size_t(a.array().id) < cx.code.f.arrays.size())
      arrays.push_back(a);
    else
      cx.types.changed =
          true;  // made further on: the numbers of arrays are others now, or the name has it before it is made
  for (const Value& a : arrays_of(v)) add_array(arrays, a);  // beyond those of the last pass: there is another one
  const auto place = [&](const Value& a) { return ir::int_const(std::int64_t(*place_among(arrays, a))); };
  auto* several = v.get_if<ArraySelect>();
  ir::ExprP which = several ? several->which : place(v);
  if (several && !are_same_arrays(arrays, several->arrays)) {
    which = place(several->arrays.back());
    for (std::size_t k = several->arrays.size() - 1; k-- > 0;)
      which = ir::select(ir::binary(ir::BinaryOp::Eq, several->which, ir::int_const(std::int64_t(k))),
                         place(several->arrays[k]), which);
  }
  auto& names = cx.names.frame().names;
  const auto known = names.find(name);
  const auto before = known != names.end() ? known->second.which() : std::nullopt;
  const ir::VarId var = before ? *before : cx.code.temp("$which", Elem::I64);
  cx.code.emit(ir::Assign{var, which}, span);
  Binding b;
  b.key = cx.names.frame().key + name;
  b.type.kind = Type::Kind::Cell;
  b.storage = Alias{Value(b.type, ArraySelect{name, std::move(arrays), ir::var(cx.code.f, var)}), var};
  b.made_at = ++cx.aliases.clock;
  names[name] = std::move(b);
}

void prepare_phis(LowerContext& cx) {
  if (cx.aliases.phis.empty()) return;
  std::vector<std::pair<std::string, Value>> plain;
  for (const auto& [name, b] : cx.names.frame().names)
    if (!b.which() && b.alias() && (b.alias()->type.is_array() || b.alias()->is<ArraySelect>()) &&
        cx.aliases.phis.count(cx.names.frame().key + name))
      plain.emplace_back(name, *b.alias());
  for (const auto& [name, v] : plain) add_to_phi(cx, name, v, {});
}

Value phi_now(LowerContext& cx, Value v, Span span) {
  auto* several = v.get_if<ArraySelect>();
  if (!several) return v;
  const ir::VarId var = cx.code.temp("$which", Elem::I64);
  cx.code.emit(ir::Assign{var, several->which}, span);
  several->which = ir::var(cx.code.f, var);
  return v;
}

std::vector<Value> several_arrays(LowerContext& cx, const ast::Expr& e, Span span) {
  auto* list = std::get_if<ast::ArrayLit>(&e.node);
  if (!cx.in_kernel || !list) return {};
  std::vector<Value> arrays;
  for (const ast::ExprP& part : list->elements) {
    auto* n = std::get_if<ast::Name>(&part->node);
    const Binding* b = n ? find(cx, n->name, part->span) : nullptr;
    if (!b || !b->alias() || !may_be_one_of_several(*b->alias())) return {};
    arrays.push_back(phi_now(cx, *b->alias(), span));
  }
  return arrays;
}

}  // namespace qc::lowering
