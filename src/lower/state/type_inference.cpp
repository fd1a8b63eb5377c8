#include "lower/state/type_inference.h"

#include <algorithm>
#include <utility>

namespace qc::lowering {

bool TypeInference::note(const std::string& key, const Type& type) {
  auto [it, fresh] = by_key.emplace(key, type);
  if (fresh || it->second == type) return false;
  it->second = type;
  changed = true;
  return true;
}

void TypeInference::note_kept(const Binding& b, Elem given, const ir::IntRange& ints) {
  const Elem held = b.type.elem;
  if (given == Elem::Bool && held == Elem::I64) changed |= truths_and_ints.insert(b.key).second;
  if (given != Elem::I64 || !is_float(held)) return;
  const auto [it, fresh] = ints_in_floats.emplace(b.key, ints);
  ir::IntRange& known = it->second;
  changed |= fresh || ints.lo < known.lo || ints.hi > known.hi;
  known = {std::min(known.lo, ints.lo), std::max(known.hi, ints.hi)};
}

void TypeInference::note_kind(Binding& b, const Value& v, bool always) {
  if (v.type.kind != Type::Kind::Fixed) return;
  const bool value = is_by_value(v), first = kinds_known.insert(b.key).second;
  if (!first && b.by_value != value) changed |= of_both_kinds.insert(b.key).second;
  const auto left = left_as.try_emplace(b.key, first ? value : b.by_value).first;
  if (!always && left->second != value) left_as_either.insert(b.key);
  left->second = value;
  b.by_value = value;
}

void TypeInference::note_outlived(const std::string& name, const Binding& b) {
  if (!outlived.insert(name).second) return;
  forgotten.push_back(b.key);
  changed = true;
}

void TypeInference::begin_pass() {
  for (const std::string& key : std::exchange(forgotten, {})) by_key.erase(key);
  kinds_known.clear();
  left_as.clear();
  left_as_either.clear();
  changed = false;
}

}  // namespace qc::lowering
