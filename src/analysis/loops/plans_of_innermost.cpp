#include "analysis/loops/plans_of_innermost.h"

#include <algorithm>

#include "ir/build.h"

namespace qc {

using namespace ir;

namespace {

bool holds_for_all_values(const LoopPlan& p) {
  return !p.forced && p.conditions.empty() && !p.needs_copies && !p.speculates && !p.may_misspeculate &&
         p.stages.empty();
}

}  // namespace

PlansOfInnermost::PlansOfInnermost(const std::vector<LoopPlan>& inner) {
  for (const LoopPlan& p : inner)
    for (const PlannedLoop& l : p.loops) {
      plans_[{l.var, l.span.begin}].push_back(holds_for_all_values(p) && &l == &p.loops.back() ? &p : nullptr);
      splits_[{l.var, l.span.begin}].push_back(p.loops.size() == 1 ? p.split_at : nullptr);
    }
}

const LoopPlan* PlansOfInnermost::of(const For& loop, const Span& span) const {
  const auto found = plans_.find({loop.var, span.begin});
  if (found == plans_.end()) return nullptr;
  const auto& all = found->second;
  const auto is_same = [&](const LoopPlan* p) { return p && p->verdict == all[0]->verdict; };
  return std::all_of(all.begin(), all.end(), is_same) ? all[0] : nullptr;
}

ExprP PlansOfInnermost::split_of(const For& loop, const Span& span) const {
  const auto found = splits_.find({loop.var, span.begin});
  if (found == splits_.end()) return nullptr;
  const auto& all = found->second;
  const auto is_same = [&](const ExprP& at) { return equal(at, all[0]); };
  return std::all_of(all.begin(), all.end(), is_same) ? all[0] : nullptr;
}

}  // namespace qc
