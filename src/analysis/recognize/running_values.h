// Running values of a nest, `s += x[i]; y[i] = s`, and what depends on them.
#pragma once
#include <set>
#include <vector>

#include "analysis/loops/loop_plan.h"
#include "ir/ir.h"

namespace qc {

struct RunningValues {
  std::vector<Accumulator> scans;
  std::vector<std::set<ir::VarId>> taints;  // of running values: what depends on them
  std::set<ir::ArrayId> packed;             // arrays whose elements a running counter tells apart

  // Whether running values beside each other or beside accumulators are independent: all of them variables, none a part
  // of what another sums up.
  bool independent_of(const std::vector<Accumulator>& others) const;
};

}  // namespace qc
