// Fixed-size values of a scope that are short arrays in the program: `b = a` of one is another name of it, of a vec3 a
// copy.
#pragma once
#include <optional>
#include <string_view>

#include "sema/scope.h"

namespace qc {

// What a scope may know besides.
class ShortNames {
 public:
  virtual ~ShortNames() = default;
  virtual bool is_short_array(std::string_view name) const = 0;
  // What its elements are before the loop, where the loop has them in a wider type from the beginning.
  virtual std::optional<Elem> elem_before(std::string_view name) const = 0;
};

// The type of a variable before a loop.
inline std::optional<Type> type_before(const Scope& scope, std::string_view name) {
  auto type = scope.type_of(name);
  auto* names = dynamic_cast<const ShortNames*>(&scope);
  const auto elem = type && names && names->is_short_array(name) ? names->elem_before(name) : std::nullopt;
  if (elem) type->elem = *elem;
  return type;
}

}  // namespace qc
