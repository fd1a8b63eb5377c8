// The dispatch cache of a loop: what it was reached with when something was decided about it, so that it need not be
// decided again. Small loops are reached far more often than they meet anything new. A decision depends on the extents
// of arrays, on which of them are one, and on those numbers that were asked for.
#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "host/facts/loop_facts.h"

namespace qc::host {

class DispatchCache {
 public:
  // The place of the decision that was made for such values.
  std::optional<std::size_t> find(const NestValues& values) const;
  // A place for the decision that has been made for those that were looked for last; that of an old one when there are
  // many.
  std::size_t add(const NestValues& values);

 private:
  static constexpr std::size_t kMost = 32;
  struct Entry {
    std::vector<std::int64_t> arrays;                   // extents, and which came before as another name
    std::vector<std::pair<ir::VarId, Number>> numbers;  // that were asked for
  };
  std::vector<Entry> entries_;
  std::size_t oldest_ = 0;
  mutable std::vector<std::int64_t> arrays_;  // of the values that are looked for
};

}  // namespace qc::host
