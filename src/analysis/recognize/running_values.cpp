#include "analysis/recognize/running_values.h"

namespace qc {

bool RunningValues::independent_of(const std::vector<Accumulator>& others) const {
  if (scans.size() == 1 && others.empty()) return true;
  auto plain = [](const Accumulator& a) { return !a.element && a.companions.empty(); };
  std::vector<ir::VarId> all;
  for (const auto* list : {&scans, &others})
    for (const Accumulator& a : *list) {
      if (!plain(a)) return false;
      all.push_back(a.var);
    }
  for (const Accumulator& s : scans)
    for (const auto& tainted : taints)
      if (tainted.count(s.var))
        for (ir::VarId v : all)
          if (v != s.var && tainted.count(v)) return false;
  return true;
}

}  // namespace qc
