#include "analysis/recognize/judge_ends.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/loops/privatization.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/linear_sum.h"

namespace qc {

using namespace ir;
using Kind = Problem::Kind;

void judge_bounds(JudgedNest& nest) {
  for (std::size_t k = 1; k < nest.covered.size(); ++k)
    for (const ExprP* e : {&nest.covered[k]->lo, &nest.covered[k]->step, &nest.covered[k]->hi})
      if (!nest.model.invariant(**e)) {
        nest.problem(
            Kind::Undecided, "R020",
            fmt::format("the bounds of the loop over '{}' change while the nest runs", nest.name(nest.covered[k]->var)),
            (*e)->span, nest.name(nest.covered[k]->var));
        return;
      }
}

static void find_matches(const Block& b, std::vector<const If*>& matches, int& exits) {
  for (const Stmt& s : b) {
    exits += std::holds_alternative<Break>(s.node) || std::holds_alternative<Continue>(s.node) ||
             std::holds_alternative<Return>(s.node);
    auto* i = std::get_if<If>(&s.node);
    if (!i) continue;
    const bool plain = !i->then.empty() && std::all_of(i->then.begin(), i->then.end() - 1, [](const Stmt& t) {
      return std::holds_alternative<Assign>(t.node);
    });
    if (plain && std::holds_alternative<Break>(i->then.back().node)) matches.push_back(i);
    find_matches(i->then, matches, exits);
    find_matches(i->otherwise, matches, exits);
  }
}

// Reads other than in the variable's own assignments.
static bool reads_besides(const JudgedNest& nest, VarId v) {
  int reads = 0, own = 0;
  for_each_expr(nest.body, [&](const Expr& e) {
    auto* r = std::get_if<VarRef>(&e.node);
    reads += r && r->var == v;
  });
  for_each_stmt(nest.body, [&](const Stmt& s) {
    if (auto* a = std::get_if<Assign>(&s.node); a && a->var == v)
      own += count_reads(*a->value, Place::variable(nest.f, v));
  });
  return reads != own;
}

// Rule 16: the loop looks for the first iteration in which a condition holds, keeps what it is about, and leaves.
static bool leaves_at_first_match(JudgedNest& nest) {
  if (nest.covered.size() != 1 || !nest.model.stored.empty()) return false;
  std::vector<const If*> matches;
  int exits = 0;
  find_matches(nest.body, matches, exits);
  if (matches.size() != 1 || exits != 1) return false;
  std::vector<VarId> kept;
  for (const Stmt& s : matches[0]->then) {
    auto* a = std::get_if<Assign>(&s.node);
    if (!a) continue;
    if (contains(kept, a->var) || reads_besides(nest, a->var)) return false;
    kept.push_back(a->var);
  }
  const auto flow = scalar_flow(nest.body, runs_surely);
  for (VarId v : assigned_variables(nest.body))
    if (!contains(kept, v) && (nest.live_after(v) || flow.read_first.count(v))) return false;
  std::size_t assignments = 0;
  for_each_stmt(nest.body, [&](const Stmt& s) {
    auto* a = std::get_if<Assign>(&s.node);
    assignments += a && contains(kept, a->var);
  });
  if (assignments != kept.size()) return false;  // assigned elsewhere too
  Accumulator a;
  a.op = ReduceOp::First;
  a.span = matches[0]->then.back().span;
  a.var = kept.empty() ? nest.covered[0]->var : kept[0];
  a.name = nest.name(a.var);
  a.type = nest.f.vars[a.var].type;
  if (kept.size() > 1) a.companions.assign(kept.begin() + 1, kept.end());
  nest.companions.insert(nest.companions.end(), kept.begin(), kept.end());
  nest.out.plan.accumulators.push_back(std::move(a));
  nest.reduced_sets.push_back(nest.all_levels());
  return true;
}

static void judge_exits(JudgedNest& nest, const Block& b) {
  for (const Stmt& s : b) {
    if (std::holds_alternative<Break>(s.node) || std::holds_alternative<Return>(s.node))
      nest.problem(Kind::Proved, "R013", "the loop may be left before its last iteration", s.span);
    else if (std::holds_alternative<Continue>(s.node))
      nest.problem(Kind::Refused, "R013", "a `continue` deep inside the loop's body skips the rest of it", s.span);
    else if (auto* i = std::get_if<If>(&s.node)) {
      judge_exits(nest, i->then);
      judge_exits(nest, i->otherwise);
    }
  }
}

void judge_ends(JudgedNest& nest) {
  if (!leaves_at_first_match(nest)) judge_exits(nest, nest.body);
}

}  // namespace qc
