#include "host/short_arrays.h"

#include <algorithm>

#include "host/arith.h"
#include "host/loop_runner_impl.h"

namespace qc::host {
namespace {

ArrayP array_of(LoopScope& scope, std::string_view name) {
  Value* v = scope.find(name);
  auto* a = v ? std::get_if<ArrayP>(&v->v) : nullptr;
  return a ? *a : nullptr;
}

// A copy of the elements as `elem`, of fixed size or not.
ArrayP copy_as(const Array& from, Elem elem, bool fixed) {
  ArrayP to = make_array(elem, from.dims, false);
  to->fixed = fixed;
  const void* source = from.buffer->host_read();
  void* data = to->buffer->host_write();
  for (std::int64_t k = 0; k < from.count(); ++k) set_element(*to, data, k, get_element(from, source, k));
  return to;
}

}  // namespace

std::optional<Type> short_array_type(const ast::Stmt& loop, const std::string& name, LoopScope& scope, Elem scalar) {
  const ArrayP a = array_of(scope, name);
  const auto declared = scope.type_of(name);
  if (!a || a->fixed || !declared || declared->elem != a->elem) return {};
  return qc::short_array_type(loop, name, a->dims, scope, scalar);
}

std::vector<std::int64_t> short_extents(LoopScope& scope, const std::string& name) {
  const ArrayP a = array_of(scope, name);
  return a && a->count() <= kLongestShort ? a->dims : std::vector<std::int64_t>{};
}

ShortArrayScope::ShortArrayScope(LoopScope& scope, std::vector<ShortArray> arrays) : scope_(scope) {
  for (ShortArray& s : arrays) {
    const ArrayP a = array_of(scope, s.name);
    if (!a || a->fixed || a->complex || a->dims != s.type.dims || (a->elem != s.type.elem && a->elem != Elem::I64)) continue;
    values_.emplace(s.name, Kept{s.type, Value(copy_as(*a, s.type.elem, true))});
  }
}

std::optional<Type> ShortArrayScope::type_of(std::string_view name) const {
  const auto it = values_.find(name);
  return it == values_.end() ? scope_.type_of(name) : it->second.type;
}

Value* ShortArrayScope::find(std::string_view name) {
  const auto it = values_.find(name);
  return it == values_.end() ? scope_.find(name) : &it->second.value;
}

void ShortArrayScope::store(const ir::Function& nest) {
  for (auto& [name, kept] : values_) {
    const bool assigned = std::any_of(nest.outputs.begin(), nest.outputs.end(), [&, &name = name](ir::VarId v) {
      const auto part = component_of(nest.vars[v].name);
      return part && part->first == name;
    });
    if (!assigned) continue;
    const Array& made = *std::get<ArrayP>(kept.value.v);
    scope_.assign(name, Value(copy_as(made, made.elem, false)));
  }
}

}  // namespace qc::host
