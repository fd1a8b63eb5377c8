// Whole-array expressions that may not have been computed.
#pragma once
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "value/value.h"

namespace qc::host {

class DeferredList {
 public:
  // The value, which is remembered when it is deferred.
  Value keep(std::optional<Value> deferred);
  bool empty() const { return all_.empty(); }
  std::vector<std::weak_ptr<ArrayExpr>> take() { return std::exchange(all_, {}); }

 private:
  std::vector<std::weak_ptr<ArrayExpr>> all_;
};

}  // namespace qc::host
