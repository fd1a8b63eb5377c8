#include "analysis/recognize/judge_scalars.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/loops/advice.h"
#include "analysis/loops/privatization.h"
#include "analysis/recognize/judge_running.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/linear_sum.h"

namespace qc {

using namespace ir;
using Kind = Problem::Kind;

// The loop runs in the last iteration of the covered ones if it runs in any: then the last iteration leaves the value
// that the serial loop leaves.
static bool runs_alike(const JudgedNest& nest, const For& l) {
  if (runs_surely(l)) return true;
  if (nest.model.invariant(*l.lo) && nest.model.invariant(*l.hi) && nest.model.invariant(*l.step)) return true;
  return false;
}

// Whether every iteration writes the variable, or none does: by loops that all run alike, and by nothing else.
static bool is_written_alike(const JudgedNest& nest, const Block& block, VarId v) {
  std::vector<const Stmt*> writers;
  for (const Stmt& s : block)
    if (assigned_variables({s}).count(v)) writers.push_back(&s);
  if (std::any_of(writers.begin(), writers.end(),
                  [&](const Stmt* s) { return scalar_flow({*s}, runs_surely).written.count(v) > 0; }))
    return true;
  return std::all_of(writers.begin(), writers.end(), [&](const Stmt* s) {
    auto* l = std::get_if<For>(&s->node);
    return l && runs_alike(nest, *l) && is_written_alike(nest, l->body, v);  // nothing else writes its own variable
  });
}

static std::set<VarId> loop_variables(const Block& block) {
  std::set<VarId> out;
  for_each_stmt(block, [&](const Stmt& s) {
    if (auto* l = std::get_if<For>(&s.node)) out.insert(l->var);
  });
  return out;
}

static std::string two_classes(const JudgedNest& nest, VarId v, ReduceOp a, ReduceOp b) {
  if (a == b)
    return fmt::format("'{}' is updated by '{}' in two ways, which differ for NaN or for zeros of different sign",
                       nest.name(v), reduce_op_name(a));
  return fmt::format("'{}' is updated by '{}' and by '{}'", nest.name(v), reduce_op_name(a), reduce_op_name(b));
}

// Rule 6: companions change under that one comparison only and are read nowhere.
static bool companions_belong(JudgedNest& nest, VarId v, const VariableUses& uses) {
  const auto& update = uses.updates[0];
  auto refuse = [&](VarId c, const char* what) {
    nest.problem(Kind::Proved, "R006", fmt::format("'{}' is kept beside '{}' but {}", nest.name(c), nest.name(v), what),
                 update.statement->span, nest.name(c));
    nest.companions.push_back(c);
    return false;
  };
  for (VarId c : update.form.companions) {
    int assignments = 0, reads = 0;  // one of the assignments is the update's
    for_each_stmt(nest.body, [&](const Stmt& s) {
      auto* a = std::get_if<Assign>(&s.node);
      assignments += a && a->var == c;
    });
    for_each_expr(nest.body, [&](const Expr& e) {
      auto* r = std::get_if<VarRef>(&e.node);
      reads += r && r->var == c;
    });
    if (uses.updates.size() > 1) return refuse(c, "not at every update of it");
    if (assignments != 1) return refuse(c, "changes elsewhere too");
    if (reads) return refuse(c, "is read in the loop");
  }
  nest.companions.insert(nest.companions.end(), update.form.companions.begin(), update.form.companions.end());
  return true;
}

// The two parts of a complex product are one accumulator; both are updated by it alone.
static bool imaginary_belongs(JudgedNest& nest, VarId v, const VariableUses& uses) {
  const VarId im = uses.updates[0].form.imaginary_var;
  const VariableUses others = variable_uses(nest.f, nest.body, im);
  nest.companions.push_back(im);
  bool same = im != v && others.only_updates() && others.updates.size() == uses.updates.size();
  for (std::size_t k = 0; same && k < uses.updates.size(); ++k)
    same = others.updates[k].statement == uses.updates[k].statement && uses.updates[k].form.imaginary_var == im;
  if (!same)
    nest.problem(Kind::Proved, "R001", fmt::format("a part of the complex '{}' is used or changed alone", nest.name(v)),
                 uses.updates[0].statement->span, nest.name(v));
  return same;
}

static bool is_conditional(const JudgedNest& nest, const Stmt& s) {
  bool found = false;
  for_each_stmt(nest.body, [&](const Stmt& around) {
    auto* i = std::get_if<If>(&around.node);
    for (const Block* b : {i ? &i->then : nullptr, i ? &i->otherwise : nullptr})
      if (b) for_each_stmt(*b, [&](const Stmt& inner) { found = found || &inner == &s; });
  });
  return found;
}

static void not_accumulated(JudgedNest& nest, VarId v, const VariableUses& uses) {
  if (uses.others.empty())
    return nest.problem(Kind::Proved, "R020",
                        fmt::format("'{}' is read before it is written in an iteration", nest.name(v)),
                        nest.first_assignment(v), nest.name(v));
  const auto& bad = uses.others[0];
  Span other;
  if (!uses.updates.empty()) other = uses.updates[0].statement->span;
  if (std::string_view(bad.why.code) == "R020" && !uses.condition_reads.empty())
    return nest.problem(
        Kind::Proved, "R006", fmt::format("a condition or bound reads '{}', which the loop changes", nest.name(v)),
        uses.condition_reads[0], nest.name(v), bad.statement->span, first_value_advice(nest.f, nest.body, v));
  const bool each_time = std::string_view(bad.why.code) == "R020" && !is_conditional(nest, *bad.statement);
  const auto why = each_time ? "is given a value by each iteration that the next one reads" : bad.why.message;
  nest.problem(Kind::Proved, bad.why.code, fmt::format("'{}' {}", nest.name(v), why), bad.statement->span, nest.name(v),
               other, best_sum_advice(nest.f, v, *bad.statement));
}

static void read_elsewhere(JudgedNest& nest, VarId v, const VariableUses& uses) {
  const Span update = uses.updates[0].statement->span;
  if (running_value(nest, v, uses)) return add_running(nest, v, uses, false);
  if (!uses.condition_reads.empty())
    return nest.problem(Kind::Proved, "R006",
                        fmt::format("'{}' is accumulated, and a condition or bound reads it", nest.name(v)),
                        uses.condition_reads[0], nest.name(v), update);
  const bool induction = is_float(nest.f.vars[v].type) && uses.updates[0].form.operand &&
                         nest.model.invariant(*uses.updates[0].form.operand);
  const Span read = uses.value_reads.empty() ? uses.index_reads[0] : uses.value_reads[0];
  if (induction)
    return nest.problem(Kind::Refused, "R016",
                        fmt::format("'{}' grows by a floating amount and is read in the loop", nest.name(v)), read,
                        nest.name(v), update);
  nest.problem(Kind::Proved, "R001", fmt::format("'{}' is accumulated and read elsewhere in the loop", nest.name(v)),
               read, nest.name(v), update);
}

// Rule 1: every access belongs to an update, all of one class.
static void carried_scalar(JudgedNest& nest, VarId v) {
  VariableUses uses = variable_uses(nest.f, nest.body, v);
  if (is_reset_scan(nest, v, uses)) return add_running(nest, v, uses, true);
  if (const std::string& of = nest.f.vars[v].set_of; !of.empty() && !uses.condition_reads.empty())
    return nest.problem(Kind::Proved, "R020", fmt::format("'{}' may be read before an iteration has set it", of),
                        uses.condition_reads[0], of, nest.first_assignment(v),
                        fmt::format("set '{}' before the loop, or on every way through an iteration", of));
  if (uses.updates.empty() || !uses.others.empty()) return not_accumulated(nest, v, uses);
  std::stable_partition(uses.updates.begin(), uses.updates.end(),
                        [](const FoundUpdate& u) { return !keeps_any_equal(u.form); });
  for (const auto& u : uses.updates)
    if (!same_class(u.form, uses.updates[0].form, nest.f.vars[v].type))
      return nest.problem(Kind::Proved, "R002", two_classes(nest, v, uses.updates[0].form.op, u.form.op),
                          u.statement->span, nest.name(v), uses.updates[0].statement->span,
                          "keep one variable for each operator");
  if (!uses.only_updates()) return read_elsewhere(nest, v, uses);
  Accumulator a;
  a.name = nest.name(v);
  a.var = v;
  a.type = nest.f.vars[v].type;
  a.match = nest.f.vars[v].match;
  take_form(a, uses.updates[0].form, uses.updates[0].statement->span);
  a.divides =
      std::all_of(uses.updates.begin(), uses.updates.end(), [](const FoundUpdate& u) { return u.form.divides; });
  if (!companions_belong(nest, v, uses)) return;
  if (a.op == ReduceOp::ComplexMul && !imaginary_belongs(nest, v, uses)) return;
  nest.out.plan.accumulators.push_back(std::move(a));
  nest.reduced_sets.push_back(nest.all_levels());
}

// A mark runs with the variable that a scan hands on, also where nothing reads it.
static bool runs_as_mark(JudgedNest& nest, VarId v) {
  if (nest.f.vars[v].set_of.empty() || nest.running.scans.empty()) return false;
  const VariableUses uses = variable_uses(nest.f, nest.body, v);
  if (!is_reset_scan(nest, v, uses)) return false;
  add_running(nest, v, uses, true);
  return true;
}

void judge_scalars(JudgedNest& nest) {
  const auto flow = scalar_flow(nest.body, runs_surely);
  const auto last = scalar_flow(nest.body, [&](const For& l) { return runs_alike(nest, l); });
  std::set<VarId> assigned = assigned_variables(nest.body);
  for (const For* l : nest.covered) {
    if (nest.live_after(l->var)) nest.out.plan.live_out.push_back(l->var);
    if (assigned.erase(l->var))
      nest.problem(Kind::Proved, "R020",
                   fmt::format("'{}' is a loop variable and changes in the loop", nest.name(l->var)), l->lo->span,
                   nest.name(l->var));
  }
  for (VarId v : assigned)
    if (flow.read_first.count(v) && !contains(nest.companions, v)) carried_scalar(nest, v);
  const std::set<VarId> inner = loop_variables(nest.body);
  for (VarId v : assigned) {
    if (contains(nest.companions, v) || flow.read_first.count(v)) continue;
    const auto leaves_last = [&] { return last.written.count(v) && is_written_alike(nest, nest.body, v); };
    if (nest.live_after(v) && !leaves_last()) {
      if (runs_as_mark(nest, v)) continue;
      nest.problem(Kind::Refused, "R010",
                   fmt::format("'{}' is assigned in some iterations only, and its last value is used after the loop",
                               nest.name(v)),
                   nest.first_assignment(v), nest.name(v), {},
                   fmt::format("assign '{}' in every iteration, or use another variable after the loop", nest.name(v)));
      continue;
    }
    if (!inner.count(v)) nest.out.plan.privates.push_back(v);
    if (nest.live_after(v)) nest.out.plan.live_out.push_back(v);
  }
}

}  // namespace qc
