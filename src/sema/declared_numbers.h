// What a scope may know besides of its numbers.
#pragma once
#include <string_view>

#include "sema/scope.h"

namespace qc {

class DeclaredNumbers {
 public:
  virtual ~DeclaredNumbers() = default;
  // Whether a number was declared with its type, to which what is assigned to it is converted.
  virtual bool declared(std::string_view name) const = 0;
};

// Whether the scope says so; one that knows nothing of declarations does not.
inline bool is_declared(const Scope& scope, std::string_view name) {
  auto* d = dynamic_cast<const DeclaredNumbers*>(&scope);
  return d && d->declared(name);
}

}  // namespace qc
