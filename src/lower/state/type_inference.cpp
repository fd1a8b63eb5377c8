#include "lower/state/type_inference.h"

#include <utility>

namespace qc::lowering {

bool TypeInference::note(const std::string& key, const Type& type) {
  auto [it, fresh] = by_key.emplace(key, type);
  if (fresh || it->second == type) return false;
  it->second = type;
  changed = true;
  return true;
}

void TypeInference::note_kind(Binding& b, const Value& v) {
  if (v.type.kind != Type::Kind::Fixed) return;
  const bool first = kinds_known.insert(b.key).second;
  if (!first && b.by_value != is_by_value(v)) changed |= of_both_kinds.insert(b.key).second;
  b.by_value = is_by_value(v);
}

void TypeInference::note_outlived(const std::string& name, const Binding& b) {
  if (!outlived.insert(name).second) return;
  forgotten.push_back(b.key);
  changed = true;
}

void TypeInference::begin_pass() {
  for (const std::string& key : std::exchange(forgotten, {})) by_key.erase(key);
  kinds_known.clear();
  changed = false;
}

}  // namespace qc::lowering
