#include "host/loops/scalar_replaced_arrays.h"

#include <algorithm>

#include "host/arrays/arith.h"
#include "host/builtins/support.h"

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

std::vector<std::int64_t> short_extents(LoopScope& scope, const std::string& name) {
  const ArrayP a = array_of(scope, name);
  return a && a->count() <= kLongestShort ? a->dims : std::vector<std::int64_t>{};
}

ShortArrayScope::ShortArrayScope(LoopScope& scope, std::vector<ShortArray> arrays)
    : FieldsAround(scope), ColumnsAround(scope), scope_(scope) {
  for (ShortArray& s : arrays) {
    const ArrayP a = array_of(scope, s.name);
    if (!a || a->fixed || a->complex || a->dims != s.type.dims || (a->elem != s.type.elem && a->elem != Elem::I64))
      continue;
    if (std::any_of(s.written.begin(), s.written.end(), [&](const auto& w) { return scope.shares(s.name, w); }))
      continue;
    values_.emplace(s.name, Kept{s.type, Value(copy_as(*a, s.type.elem, true)), false});
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

void ShortArrayScope::assign(const std::string& name, Value value) {
  const auto it = values_.find(name);
  if (it == values_.end()) return scope_.assign(name, std::move(value));
  it->second.value = std::move(value);
  it->second.assigned = true;
}

void ShortArrayScope::store() {
  for (const auto& [name, kept] : values_) {
    if (!kept.assigned) continue;
    auto* now = std::get_if<ArrayP>(&kept.value.v);
    if (!now) {  // the loop leaves a number
      scope_.assign(name, kept.value);
      continue;
    }
    const ArrayP made = copy_of(**now);
    made->fixed = (*now)->fixed;  // as the loop leaves it
    scope_.assign(name, Value(made));
  }
}

}  // namespace qc::host
