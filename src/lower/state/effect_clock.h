// EffectClock counts what the code stores, so that values that are read later than they are written can say whether
// something was stored in between.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "ir/ir.h"
#include "lower/state/value.h"

namespace qc::lowering {

// What a pass has stored so far, and what it read that nothing may store into.
struct EffectClock {
  int stores = 0;                       // stores and atomics emitted so far
  std::set<ir::ArrayId> stored;         // arrays with elements that were assigned so far
  std::vector<ir::ArrayId> views;       // arrays of which named slices with computed extents are read
  std::vector<std::string> cells_read;  // of short arrays

  // Stops where something was stored since the slice was made: its elements are read where they are used.
  void require_unwritten(const LazyArray& c, Span span) const;
  // A pass begins.
  void begin_pass() { *this = {}; }
};

}  // namespace qc::lowering
