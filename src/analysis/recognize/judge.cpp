// How the rules go together, and the verdict.
#include "analysis/recognize/judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/recognize/judge_arrays.h"
#include "analysis/recognize/judge_ends.h"
#include "analysis/recognize/judge_scalars.h"
#include "analysis/recognize/judged_nest.h"
#include "ir/build.h"
#include "ir/print_ir.h"

namespace qc {

using namespace ir;
using Kind = Problem::Kind;

std::string element_name(const Function& f, const Access& a) {
  return print(f, Expr{Load{a}, value_elem(f.arrays[a.array].elem), {}});
}

// `s += A[i,j]; c[j] += A[i,j]`: the elements of c are bins of the loops that s is reduced over. Nothing else touches
// them.
static void spread_bins(JudgedNest& nest) {
  std::set<ArrayId> arrays;
  for (std::size_t k = 0; k < nest.reduced_sets.size(); ++k)
    if (const Accumulator& a = nest.out.plan.accumulators[k]; nest.reduced_sets[k] != nest.all_levels()) {
      if (!a.element) return;
      arrays.insert(a.element->array);
    }
  for (const ArrayAccess& x : nest.model.accesses) {
    if (!arrays.count(x.array)) continue;
    const bool own = std::any_of(nest.out.plan.accumulators.begin(), nest.out.plan.accumulators.end(),
                                 [&](const Accumulator& a) { return a.element && same_access(*a.element, *x.access); });
    if (!own) return;
  }
  for (std::size_t k = 0; k < nest.reduced_sets.size(); ++k) {
    Accumulator& a = nest.out.plan.accumulators[k];
    if (!a.element || !arrays.count(a.element->array)) continue;
    a.scattered = nest.bins = true;
    nest.reduced_sets[k] = nest.all_levels();
  }
}

// All accumulators must be reduced over the same loops: one set of reduced loops a plan.
static void accumulators_are_distinct(JudgedNest& nest) {
  for (const auto& r : nest.reduced_sets)
    if (r != nest.reduced_sets[0])
      return nest.problem(Kind::Refused, "R004", "the accumulators of the nest are reduced over different loops",
                          nest.covered[0]->lo->span);
}

static void decide_verdict(JudgedNest& nest) {
  LoopPlan& p = nest.out.plan;
  for (const For* l : nest.covered) p.loops.push_back({l->var, nest.name(l->var), false, {}});
  if (!nest.reduced_sets.empty())
    for (int k : nest.reduced_sets[0]) p.loops[std::size_t(k)].reduced = true;
  const bool arg = std::any_of(p.accumulators.begin(), p.accumulators.end(),
                               [](const Accumulator& a) { return !a.companions.empty() || a.op == ReduceOp::First; });
  const bool all = std::all_of(p.loops.begin(), p.loops.end(), [](const PlannedLoop& l) { return l.reduced; });
  if (!nest.running.scans.empty()) {
    if (!nest.running.independent_of(p.accumulators))
      nest.problem(
          Kind::Refused, "R025",
          fmt::format("other accumulators of the loop need the running value '{}'", nest.running.scans[0].name),
          nest.running.scans[0].span, nest.running.scans[0].name, {},
          fmt::format("keep '{}' in an array, in a loop of its own before this one", nest.running.scans[0].name));
    p.verdict = Verdict::Scan;
    p.accumulators.insert(p.accumulators.begin(), std::make_move_iterator(nest.running.scans.begin()),
                          std::make_move_iterator(nest.running.scans.end()));
    p.loops[0].reduced = true;
  } else if (arg)
    p.verdict = Verdict::ArgReduce;
  else if (nest.bins)
    p.verdict = Verdict::Bins;
  else if (p.accumulators.empty())
    p.verdict = Verdict::Map;
  else
    p.verdict = all ? Verdict::Reduction : Verdict::Partial;
}

Judgement judge(const Function& f, const std::vector<const For*>& covered, const Block& body, bool spread) {
  JudgedNest nest(f, covered, body);
  judge_bounds(nest);
  judge_ends(nest);
  judge_scalars(nest);
  judge_arrays(nest);
  if (spread) spread_bins(nest);
  accumulators_are_distinct(nest);
  decide_verdict(nest);
  return std::move(nest.out);
}

}  // namespace qc
