// Holds the types that variables of an environment are declared with, few of them.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "value/name_hash.h"
#include "value/value.h"

namespace qc::host {

class DeclaredTypes {
 public:
  struct Declared {
    std::string name;
    std::uint32_t hash;  // of the name
    HostTypeP type;      // never null
  };
  // Null: the name is declared with none.
  const HostType* find(std::string_view name) const {
    const auto it = place(name);
    return it == all_.end() ? nullptr : it->type.get();
  }
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  bool empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size(); }
  // In the order in which names were declared first.
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }

  void set(std::string_view name, HostTypeP type) {
    const auto it = place(name);
    if (it == all_.end())
      all_.push_back({std::string(name), name_hash(name), std::move(type)});
    else
      all_[std::size_t(it - all_.begin())].type = std::move(type);
  }
  // Unless it is declared.
  void add(std::string_view name, HostTypeP type) {
    if (!contains(name)) set(name, std::move(type));
  }
  void erase(std::string_view name) {
    if (const auto it = place(name); it != all_.end()) all_.erase(it);
  }
  void clear() { all_.clear(); }

 private:
  std::vector<Declared>::const_iterator place(std::string_view name) const {
    if (all_.empty()) return all_.end();
    const std::uint32_t hash = name_hash(name);
    return std::find_if(all_.begin(), all_.end(), [&](const Declared& d) { return d.hash == hash && d.name == name; });
  }
  std::vector<Declared> all_;
};

}  // namespace qc::host
