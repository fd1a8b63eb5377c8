// What a scope may know besides of the extents that it knows.
#pragma once
#include "sema/scope.h"

namespace qc {

class ExtentsOfCalls {
 public:
  virtual ~ExtentsOfCalls() = default;
  // Whether they are those of one call of a function, of which another may have others.
  virtual bool of_one_call() const = 0;
};

// Whether the scope says so.
inline bool are_of_one_call(const Scope& scope) {
  auto* e = dynamic_cast<const ExtentsOfCalls*>(&scope);
  return e && e->of_one_call();
}

}  // namespace qc
