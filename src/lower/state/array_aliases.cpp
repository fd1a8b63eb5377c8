#include "lower/state/array_aliases.h"

#include <algorithm>
#include <utility>

namespace qc::lowering {

bool is_same_array(const Value& a, const Value& b) {
  return a.array().id == b.array().id && a.type.boundary == b.type.boundary && a.type.is_const == b.type.is_const &&
         a.array().read_as == b.array().read_as;
}

bool are_same_arrays(const std::vector<Value>& a, const std::vector<Value>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), is_same_array);
}

bool ArrayAliases::found_others() {
  bool others = false;
  for (auto& [key, phi] : phis) {
    others |= !are_same_arrays(phi.arrays, phi.found);
    phi.arrays = std::exchange(phi.found, {});
  }
  return others;
}

bool ArrayAliases::note_shared_own(const SymbolTable& names, const std::string& key, ir::ArrayId memory) {
  bool fresh = false;
  for (const auto& around : names.frames)
    for (const auto& [name, b] : around->names)
      if (b.alias() && local_array_of(*b.alias()) == memory && b.key != key)
        for (const std::string& one : {key, b.key}) fresh |= shared_own.insert(one).second;
  return fresh;
}

void ArrayAliases::note_in_place_update(const std::string& name, bool always) {
  for (const LoopNest::InPlaceUpdate& r : updated_in_place)
    if (r.name == name) return;
  updated_in_place.push_back({name, always});
}

void ArrayAliases::begin_pass() {
  aliased.clear();
  updated_in_place.clear();
  clock = 0;
}

}  // namespace qc::lowering
