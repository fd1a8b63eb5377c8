#include "analysis/recognize/plan_loop.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/canonicalize/canonicalize.h"
#include "analysis/loops/iteration_split.h"
#include "analysis/loops/loop_plan.h"
#include "analysis/recognize/float_induction.h"
#include "analysis/recognize/judge.h"
#include "analysis/recognize/kept_elements.h"
#include "analysis/recognize/loop_distribution.h"
#include "analysis/recognize/loop_fission_scan.h"
#include "analysis/recognize/nan_guard.h"
#include "analysis/recognize/ordered_ties.h"
#include "analysis/recognize/schedulable.h"
#include "analysis/recognize/split_minmax_chain.h"
#include "analysis/recognize/store_to_load_forwarding.h"
#include "analysis/recognize/unroll_accumulators.h"
#include "analysis/recognize/window_normalization.h"
#include "ir/build.h"
#include "ir/effects.h"
#include "ir/print_ir.h"
#include "support/diagnostic.h"
#include "support/stop.h"

namespace qc {

using namespace ir;

namespace {

struct PerfectNest {
  std::vector<const For*> loops;
  std::vector<Span> spans;
  const Block& body() const { return loops.back()->body; }
};

PerfectNest perfect_nest(const Stmt& outermost) {
  PerfectNest n;
  const Stmt* s = &outermost;
  while (auto* l = std::get_if<For>(&s->node)) {
    n.loops.push_back(l);
    n.spans.push_back(s->span);
    if (l->body.size() != 1) break;
    s = &l->body[0];
  }
  return n;
}

void set_places(LoopPlan& p, const PerfectNest& n) {
  p.span = n.spans[0];
  for (std::size_t k = 0; k < p.loops.size(); ++k) p.loops[k].span = n.spans[k];
}

LoopPlan serial_plan(const Function& f, const PerfectNest& n, Verdict v, Reason reason) {
  LoopPlan p;
  p.verdict = v;
  p.span = n.spans[0];
  p.loops.push_back({n.loops[0]->var, f.vars[n.loops[0]->var].name, false, n.spans[0]});
  p.reason = std::move(reason);
  return p;
}

// The sub-nest that starts at an inner loop, with the loops around it held still. What the rest of the nest reads of
// its variables counts as read after it.
LoopNest inner_nest(const Function& f, const Stmt& loop) {
  LoopNest nest{f, ast::LoopHint::None, loop.span};
  nest.function.body = {loop};
  auto reads = reads_of_values(f.body);
  for (const auto& [v, n] : reads_of_values(nest.function.body)) reads[v] -= n;
  std::vector<VarId> outputs;
  for (VarId v : assigned_variables(nest.function.body))
    if (reads[v] > 0 || std::find(f.outputs.begin(), f.outputs.end(), v) != f.outputs.end()) outputs.push_back(v);
  nest.function.outputs = std::move(outputs);
  return nest;
}

void collect_inner_loops(const Block& b, std::vector<const Stmt*>& out) {
  for (const Stmt& s : b) {
    if (std::holds_alternative<For>(s.node))
      out.push_back(&s);
    else if (auto* i = std::get_if<If>(&s.node)) {
      collect_inner_loops(i->then, out);
      collect_inner_loops(i->otherwise, out);
    } else if (auto* w = std::get_if<While>(&s.node))
      collect_inner_loops(w->body, out);
  }
}

Judgement deepest(const Function& f, const PerfectNest& nest) {
  auto at = [&](std::size_t depth, bool spread) {
    const std::vector<const For*> covered(nest.loops.begin(), nest.loops.begin() + std::ptrdiff_t(depth));
    return judge(f, covered, covered.back()->body, spread);
  };
  for (std::size_t depth = nest.loops.size(); depth > 1; --depth)
    if (Judgement j = at(depth, false); j.accepted()) return j;
  Judgement outermost = at(1, false);
  if (!outermost.accepted())
    for (std::size_t depth = nest.loops.size(); depth > 1; --depth)
      if (Judgement j = at(depth, true); j.accepted()) return j;
  return outermost;
}

bool only_private_sums(const LoopPlan& p) {
  auto is_loop = [&](VarId v) {
    return std::any_of(p.loops.begin(), p.loops.end(), [&](const PlannedLoop& l) { return l.var == v; });
  };
  return (p.verdict == Verdict::Reduction || (p.verdict == Verdict::ArgReduce && !has_match(p))) &&
         std::all_of(p.live_out.begin(), p.live_out.end(), is_loop) &&
         std::all_of(p.accumulators.begin(), p.accumulators.end(),
                     [](const Accumulator& a) { return a.var != kNoVar; });
}

bool reads_stored(const Expr& e, const std::set<ArrayId>& stored) {
  bool found = false;
  for_each_expr(e, [&](const Expr& x) {
    auto* l = std::get_if<Load>(&x.node);
    found |= l && stored.count(l->access.array);
  });
  return found;
}

// `s = 0; for j ..: s += x[i,j] end; r[i] = s` inside loops that are a map: the nest is taken whole, the inner loops
// are reduced. The kept loops must be independent (map), and the inner ones a reduction into private scalars with the
// same bounds in every iteration, so that (kept, reduced) is a rectangle.
std::optional<LoopPlan> private_sum(const Function& f, const PerfectNest& nest, const LoopPlan& map) {
  if (map.verdict != Verdict::Map || map.loops.size() != nest.loops.size()) return {};
  const Block& body = nest.body();
  const auto at =
      std::find_if(body.begin(), body.end(), [](const Stmt& s) { return std::holds_alternative<For>(s.node); });
  if (at == body.end()) return {};
  LoopPlan p = map;
  p.prologue.assign(body.begin(), at);
  p.epilogue.assign(at + 1, body.end());
  const auto stored = stored_arrays(f.body);
  bool reads = false;  // what the loop stores: then only one thread may run the prologue
  for (const Stmt& s : p.prologue) {
    auto* a = std::get_if<Assign>(&s.node);
    if (!a) return {};
    reads |= reads_stored(*a->value, stored);
  }
  bool loops_after = false;
  for_each_stmt(p.epilogue, [&](const Stmt& s) {
    loops_after |= std::holds_alternative<For>(s.node) || std::holds_alternative<While>(s.node);
  });
  if (loops_after) return {};
  const LoopNest inner = inner_nest(f, *at);
  const PerfectNest loops = perfect_nest(inner.function.body[0]);
  const Judgement j = deepest(inner.function, loops);
  if (!j.accepted() || !only_private_sums(j.plan) || !stored_arrays(loops.loops[0]->body).empty()) return {};
  const auto before = assigned_variables(p.prologue), changing = assigned_variables(f.body);
  if (reads)
    for (VarId v : before)
      if (std::none_of(j.plan.accumulators.begin(), j.plan.accumulators.end(),
                       [&](const Accumulator& a) { return a.var == v || a.imaginary == v; }))
        return {};
  // A sum that is used after the nest is a private of the kept loops too: epilogue_out hands out the last one's. In a
  // map it has a value before it is read; what is kept beside it, which is not read, may have none.
  for (const Accumulator& a : j.plan.accumulators)
    for (VarId c : a.companions)
      if (!before.count(c)) return {};
  if (!why_not_schedulable(j.plan, inner.function).empty()) return {};
  for (std::size_t k = 0; k < j.plan.loops.size(); ++k)
    for (const ExprP* e : {&loops.loops[k]->lo, &loops.loops[k]->step, &loops.loops[k]->hi}) {
      bool fixed = !reads_stored(**e, stored);
      for_each_expr(**e, [&](const Expr& x) {
        auto* r = std::get_if<VarRef>(&x.node);
        fixed &= !(r && changing.count(r->var));
      });
      if (!fixed) return {};
    }
  p.verdict = Verdict::Partial;
  p.accumulators = j.plan.accumulators;
  for (std::size_t k = 0; k < j.plan.loops.size(); ++k) {
    PlannedLoop l = j.plan.loops[k];
    l.span = loops.spans[k];
    p.loops.push_back(l);
  }
  auto is_loop = [&](VarId v) {
    return std::any_of(p.loops.begin(), p.loops.end(), [&](const PlannedLoop& l) { return l.var == v; });
  };
  std::copy_if(p.live_out.begin(), p.live_out.end(), std::back_inserter(p.epilogue_out),
               [&](VarId v) { return !is_loop(v); });
  std::erase_if(p.live_out, [&](VarId v) { return !is_loop(v); });
  std::erase_if(p.privates, [&](VarId v) {
    return std::any_of(p.accumulators.begin(), p.accumulators.end(),
                       [&](const Accumulator& a) { return a.var == v || a.imaginary == v; });
  });
  return p;
}

// `reads` get arrays of their own, parameters behind the others; so do those in the places of accumulators.
void read_from_copies(const LoopNest& nest, const std::vector<Access>& reads, LoopPlan& plan, PlanResult& result) {
  if (reads.empty()) return;
  LoopNest out = nest;
  Function& f = out.function;
  std::map<ArrayId, ArrayId> copies;
  for (const Access& r : reads) {
    if (copies.count(r.array)) continue;
    Array copy = f.arrays[r.array];
    copy.name += "_before";
    copy.is_const = true;
    const ArrayId id = f.add_array(std::move(copy));
    copies[r.array] = id;
    f.params.push_back({Param::Kind::Array, id});
    result.copies.push_back({id, r.array});
  }
  auto replace = [&](ExprP e) {
    auto* l = std::get_if<Load>(&e->node);
    if (!l || std::none_of(reads.begin(), reads.end(), [&](const Access& r) { return same_access(r, l->access); }))
      return e;
    Expr other = *e;
    std::get<Load>(other.node).access.array = copies.at(l->access.array);
    return ExprP(std::make_shared<const Expr>(std::move(other)));
  };
  f.body = rewrite_exprs(f.body, replace);
  for (Accumulator& a : plan.accumulators)
    if (a.element)
      for (ExprP& index : a.element->index) index = rewrite_expr(index, replace);
  result.copying = std::move(out);
}

void plan_without_odd_values(const LoopNest& nest, PlanResult& result);

// A forced loop that runs in order all the same.
void warn_of_order(PlanResult& result) {
  const LoopPlan& p = result.plan;
  if (!p.forced || p.in_order.empty()) return;
  result.diagnostics.push_back(
      {"Q0502",
       Severity::Warning,
       p.span,
       fmt::format("the forced loop is a {} and runs in order: {}", verdict_name(p.verdict), p.in_order),
       "",
       {}});
}

class Planner {
 public:
  Planner(const LoopNest& nest, PlanResult& result, bool cuts)
      : nest_(nest), f_(nest.function), result_(result), cuts_(cuts) {}

  void run() {
    const PerfectNest nest = perfect_nest(f_.body[0]);
    LoopPlan& p = result_.plan;
    if (nest_.hint == ast::LoopHint::Interpreted) {
      p = serial_plan(f_, nest, Verdict::Interpreted,
                      {"R018", "the loop is marked as interpreted", nest.spans[0], {}, "", ""});
    } else if (nest_.hint == ast::LoopHint::ForceSerial) {
      p = serial_plan(f_, nest, Verdict::Serial, {"R017", "the loop is marked as serial", nest.spans[0], {}, "", ""});
    } else {
      judge_nest(nest);
    }
    p.forced = nest_.hint == ast::LoopHint::ForceParallel;
    p.needs_copies = result_.copying.has_value();
    if (p.stages.empty()) p.in_order = why_not_schedulable(p, f_);
    const bool runs_once =
        p.verdict == Verdict::Map || p.verdict == Verdict::Reduction || p.verdict == Verdict::Partial;
    if (p.in_order.empty() && result_.first != kNoVar && !runs_once)
      p.in_order = "its iterations have work arrays in memory";
    warn_of_order(result_);
    inner_verdicts(nest);
  }

 private:
  void judge_nest(const PerfectNest& nest) {
    Judgement j = deepest(f_, nest);
    if (!j.accepted() && stages()) return;
    if (!j.accepted() && nest_.hint == ast::LoopHint::ForceParallel && obey(nest, j)) return;
    if (!j.accepted()) {
      const auto first = [&](Problem::Kind kind) {
        return std::find_if(j.problems.begin(), j.problems.end(), [&](const Problem& p) { return p.kind == kind; });
      };
      auto worst = first(Problem::Kind::Proved);
      if (worst == j.problems.end() && nest_.hint == ast::LoopHint::ForceParallel)
        worst = first(Problem::Kind::Refused);  // of the others the programmer's word would have been taken
      if (worst == j.problems.end()) worst = j.problems.begin();
      if (!advice_.empty()) worst->reason.help = advice_;
      result_.plan = serial_plan(f_, nest, Verdict::Serial, worst->reason);
      if (nest_.hint == ast::LoopHint::None) result_.plan.split_at = split_between_maps(*nest.loops[0]);
      return;
    }
    launch_with(j);
    if (auto partial = j.from_copy.empty() && j.private_arrays.empty() ? private_sum(f_, nest, j.plan) : std::nullopt) {
      result_.plan = std::move(*partial);
      result_.plan.span = nest.spans[0];
      for (std::size_t k = 0; k < nest.loops.size(); ++k) result_.plan.loops[k].span = nest.spans[k];
      return;
    }
    result_.plan = std::move(j.plan);
    set_places(result_.plan, nest);
    if (result_.plan.verdict == Verdict::Map && !result_.plan.conditions.empty())
      result_.plan.split_at = split_between_maps(*nest.loops[0]);
  }

  bool stages() {
    auto staged = fission_loop_at_scan(nest_);
    if (!staged && cuts_) staged = distribute_loop(nest_);
    if (!staged) return false;
    if (staged->plan.verdict != Verdict::Scan) {
      advice_ = cut_advice(*staged);
      return false;
    }
    result_.plan = std::move(staged->plan);
    result_.copying = std::move(staged->launched);
    result_.temporaries = std::move(staged->temporaries);
    result_.copies = std::move(staged->copies);
    return true;
  }

  ExprP split_between_maps(const For& outermost) const {
    for (const ExprP& at : split_points(model_nest(f_, {&outermost}, outermost.body))) {
      const auto [before, there, behind] = split_loop(f_.body[0], at);
      if (is_map_for_all_values(before) && is_map_for_all_values(behind)) return at;
    }
    return nullptr;
  }
  bool is_map_for_all_values(const Stmt& loop) const {
    Function f = f_;
    f.body = {loop};
    const Judgement j = deepest(f, perfect_nest(f.body[0]));
    return j.accepted() && j.plan.verdict == Verdict::Map && j.plan.conditions.empty() && j.from_copy.empty() &&
           j.plan.private_arrays.empty();
  }

  void launch_with(Judgement& j) {
    read_from_copies(nest_, j.from_copy, j.plan, result_);
    if (j.private_arrays.empty()) return;
    std::vector<VarId> covered;
    for (const PlannedLoop& l : j.plan.loops) covered.push_back(l.var);
    PrivateNest own = with_private_arrays(result_.copying ? *result_.copying : nest_, covered, j.private_arrays);
    result_.copying = std::move(own.nest);
    result_.temporaries = std::move(own.temporaries);
    result_.first = own.first;
  }

  // Rule 19. True when the programmer's word is taken and the plan stands.
  bool obey(const PerfectNest& nest, Judgement& j) {
    auto of_kind = [&](Problem::Kind k) {
      return std::find_if(j.problems.begin(), j.problems.end(), [&](const Problem& p) { return p.kind == k; });
    };
    auto report = [&](Code code, Severity severity, const Reason& r, const std::string& message) {
      Diagnostic d{code, severity, nest.spans[0], message, r.help, {{r.span, r.message}}};
      if (r.other.valid()) d.notes.push_back({r.other, "the other access is here"});
      result_.diagnostics.push_back(std::move(d));
    };
    if (auto p = of_kind(Problem::Kind::Proved); p != j.problems.end()) {
      report("Q0501", Severity::Error, p->reason,
             fmt::format("the iterations of the loop are not independent: {}", p->reason.message));
      return false;
    }
    if (auto p = of_kind(Problem::Kind::Refused); p != j.problems.end()) {
      report("Q0502", Severity::Warning, p->reason, fmt::format("the loop runs in order: {}", p->reason.message));
      return false;
    }
    if (auto p = std::find_if(j.problems.begin(), j.problems.end(), [](const Problem& x) { return x.loses_updates; });
        p != j.problems.end()) {
      report("Q0502", Severity::Warning, p->reason, fmt::format("the loop runs in order: {}", p->reason.message));
      return false;
    }
    const Reason& r = j.problems[0].reason;
    report("Q0502", Severity::Warning, r, fmt::format("the loop runs in parallel because it is forced: {}", r.message));
    launch_with(j);
    result_.plan = std::move(j.plan);
    set_places(result_.plan, nest);
    return true;
  }

  // Loops below the covered ones are judged on their own.
  void inner_verdicts(const PerfectNest& nest) {
    const LoopPlan& p = result_.plan;
    if (!p.prologue.empty()) return;  // it has taken them (private_sum)
    std::vector<const Stmt*> loops;
    collect_inner_loops(nest.loops[p.loops.size() - 1]->body, loops);
    for (const Stmt* s : loops) {
      const LoopNest inner = inner_nest(f_, *s);
      PlanResult r;
      Planner(inner, r, cuts_).run();
      plan_without_odd_values(inner, r);
      const bool written = !f_.vars[std::get<ir::For>(s->node).var].name.starts_with("$");
      if (written) result_.inner.push_back(std::move(r.plan));  // not a slice's loop
      std::move(r.inner.begin(), r.inner.end(), std::back_inserter(result_.inner));
    }
  }

  const LoopNest& nest_;
  const Function& f_;
  PlanResult& result_;
  std::string advice_;  // how the loop may be cut by hand
  const bool cuts_;     // may cut the loop between its statements
};

void take(PlanResult& result, PlanResult again, LoopNest launched) {
  result.plan = std::move(again.plan);
  result.inner = std::move(again.inner);
  result.diagnostics = std::move(again.diagnostics);
  result.copying = again.copying ? std::move(*again.copying) : std::move(launched);
  result.copies = std::move(again.copies);
  result.temporaries = std::move(again.temporaries);
  result.first = again.first;
}

// Whether the loop is forced, and that is an error.
bool is_refused(const PlanResult& r) {
  return std::any_of(r.diagnostics.begin(), r.diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

// Again with extremes that no odd value meets (nan_guard.h), where they are why the nest is not reduced. In order, and
// after a launch that met one, the nest stays as it is. Where the other nest runs in order as well, the plan says why.
void plan_without_odd_values(const LoopNest& nest, PlanResult& result) {
  const bool rows = result.plan.verdict == Verdict::Map;  // whose extremes are found in order: better by a tree
  auto meets_odd_values = [](const LoopPlan& p) { return p.may_misspeculate; };
  if (rows ? std::none_of(result.inner.begin(), result.inner.end(), meets_odd_values) : runs_parallel(result.plan))
    return;
  const std::pair<MisspeculationForm, bool> ways[] = {
      {MisspeculationForm::Flag, false}, {MisspeculationForm::Fail, false}, {MisspeculationForm::Fail, true}};
  std::optional<PlanResult> in_order;
  for (const auto& [form, zeros] : ways) {
    LoopNest ordered = result.nest_of(nest);
    const auto misspeculation = add_nan_guard(ordered.function, form, zeros);
    if (!misspeculation) continue;
    PlanResult again;
    Planner(ordered, again, true).run();
    const Verdict v = again.plan.verdict;
    if (rows && v != Verdict::Partial) continue;
    if (!runs_parallel(again.plan)) {
      const bool is_only_warned = is_refused(result) && !is_refused(again);
      if ((!again.plan.in_order.empty() || is_only_warned) && !rows && !in_order) {
        if (misspeculation->flag != kNoVar)
          std::erase_if(again.plan.accumulators, [&](const Accumulator& a) { return a.var == misspeculation->flag; });
        in_order = std::move(again);
      }
      continue;
    }
    if (v == Verdict::Scan && form == MisspeculationForm::Fail) continue;
    if (v == Verdict::Bins && form == MisspeculationForm::Flag)
      continue;  // a flag of all iterations beside sums over some of the loops
    again.plan.may_misspeculate = true;
    again.plan.misspeculated = misspeculation->flag;
    for (const std::string& c : misspeculation->checks) again.plan.checks.push_back(c);
    for (const ExprP& c : misspeculation->conditions) {
      again.plan.checks.push_back(print(ordered.function, *c));
      again.plan.conditions.push_back(c);
    }
    return take(result, std::move(again), std::move(ordered));
  }
  if (!in_order) return;
  // No such nest is launched: nothing odd has to be met, and nothing is wrong with a loop that is forced.
  result.plan = std::move(in_order->plan);
  result.diagnostics = std::move(in_order->diagnostics);
}

void name_parts(const LoopNest& nest, LoopPlan& plan) {
  for (Accumulator& a : plan.accumulators)
    for (const auto& w : nest.wholes)
      if (std::find(w.parts.begin(), w.parts.end(), a.var) != w.parts.end()) {
        a.part_of = w.name;
        a.whole_type = type_name(w.type);
      }
  if (!plan.reason) return;
  const auto is_named = [&](const std::string& name, const std::string& of) {
    if (plan.reason->variable != name) return;
    plan.reason->variable = of;
    const std::string quoted = "'" + name + "'";
    if (const auto at = plan.reason->message.find(quoted); at != std::string::npos)
      plan.reason->message.replace(at, quoted.size(), "'" + of + "'");
  };
  for (const auto& w : nest.wholes)
    for (VarId part : w.parts) is_named(nest.function.vars[part].name, w.name);
  for (const Var& v : nest.function.vars)
    if (!v.set_of.empty()) is_named(v.name, v.set_of);
}
// `x[best]` with best beside it: its name is its text, its start the element at the best of before the nest, if there
// is one.
void set_kept_values(const Function& f, const std::map<VarId, KeptValue>& kept, LoopPlan& plan) {
  for (Accumulator& a : plan.accumulators) {
    const auto it = a.element ? kept.end() : kept.find(a.var);
    if (it == kept.end()) continue;
    if (it->second.is_name) a.name = print(f, *it->second.value);
    if (it->second.is_part) {
      const auto& part = std::get<Load>(it->second.value->node).access;
      a.name = a.name.substr(0, a.name.rfind(',')) + "]";
      a.part_of = a.name;
      a.whole_type = type_name(Type::number(value_elem(f.arrays[part.array].elem), true));
    }
    if (!it->second.starts_outside) continue;
    a.start = it->second.value;
    for_each_expr(*a.start, [&](const Expr& e) {
      auto* l = std::get_if<Load>(&e.node);
      for (std::size_t d = 0; l && l->access.boundary == Boundary::Checked && d < l->access.index.size(); ++d) {
        const ExprP& i = l->access.index[d];
        if (std::none_of(a.companions.begin(), a.companions.end(),
                         [&](VarId c) { return count_reads(*i, Place::variable(f, c)) > 0; }))
          continue;
        const ExprP n = extent(l->access.array, l->access.linear ? -1 : int(d));
        plan.conditions.push_back(logical_and(binary(BinaryOp::Ge, i, int_const(0)), lt(i, n)));
        plan.checks.push_back(print(f, *plan.conditions.back()));
      }
    });
  }
  // The stages' own plans say how they run; the conditions are those of the whole.
  for (LoopStage& s : plan.stages)
    for (Accumulator& a : s.plan.accumulators) {
      const auto it = a.element ? kept.end() : kept.find(a.var);
      if (it != kept.end() && it->second.starts_outside) a.start = it->second.value;
    }
}
}  // namespace

// Again with the values that an iteration has just stored in variables. In order, where arrays may overlap, the nest
// stays as it is.
static void plan_with_stored_values(const LoopNest& nest, PlanResult& result) {
  LoopNest forwarded = result.nest_of(nest);
  if (!forward_stores_to_loads(forwarded.function)) return;
  PlanResult again;
  Planner(forwarded, again, true).run();
  if (runs_parallel(again.plan)) take(result, std::move(again), std::move(forwarded));
}

static void hold_under(const std::vector<ExprP>& conditions, const Function& f, LoopPlan& plan) {
  for (const ExprP& c : conditions) {
    plan.checks.push_back(print(f, *c));
    plan.conditions.push_back(c);
  }
}

// Again with floating counters in closed form, which holds under conditions; in order the nest stays as it is.
static void plan_with_float_counters(const LoopNest& nest, PlanResult& result) {
  LoopNest closed = result.nest_of(nest);
  std::vector<ExprP> conditions;
  if (!replace_float_induction(closed.function, conditions)) return;
  PlanResult again;
  Planner(closed, again, true).run();
  if (!runs_parallel(again.plan) || again.plan.verdict == Verdict::Scan) return;
  std::erase_if(conditions, [](const ExprP& c) { return as_int(*c) == 1; });
  hold_under(conditions, closed.function, again.plan);
  take(result, std::move(again), std::move(closed));
}

// Again with the least and the greatest value of a chain of comparisons found one by one, which holds under conditions.
static void plan_with_separate_extremes(const LoopNest& nest, PlanResult& result) {
  LoopNest apart = result.nest_of(nest);
  std::vector<ExprP> conditions;
  if (!split_minmax_chains(apart.function, conditions)) return;
  PlanResult again;
  Planner(apart, again, true).run();
  if (!runs_parallel(again.plan) || !again.plan.stages.empty()) return;
  hold_under(conditions, apart.function, again.plan);
  take(result, std::move(again), std::move(apart));
}

// Again with ties of extremes decided by the order of the iterations, which holds under conditions. Rows that are found
// in order are better found by a tree.
static void plan_with_ordered_ties(const LoopNest& nest, PlanResult& result) {
  const bool rows = result.plan.verdict == Verdict::Map;
  if (runs_parallel(result.plan) && !rows) return;
  LoopNest ordered = result.nest_of(nest);
  std::vector<ExprP> conditions;
  if (!order_ties(ordered.function, conditions)) return;
  PlanResult again;
  Planner(ordered, again, true).run();
  if (!runs_parallel(again.plan) || !again.plan.stages.empty() || (rows && again.plan.verdict != Verdict::Partial))
    return;
  hold_under(conditions, ordered.function, again.plan);
  take(result, std::move(again), std::move(ordered));
}

// Again with windows counted from 0, where that reduces them, or more of their loops, beside the loops that are kept.
// In order the nest stays as it is.
static void plan_with_windows(const LoopNest& nest, PlanResult& result) {
  const bool last_value = result.plan.reason && result.plan.reason->code == "R010";
  if (result.plan.verdict != Verdict::Map && result.plan.verdict != Verdict::Partial && !last_value) return;
  LoopNest counted = result.nest_of(nest);
  std::vector<ExprP> conditions;
  if (!normalize_windows(counted.function, conditions)) return;
  PlanResult again;
  Planner(counted, again, true).run();
  plan_without_odd_values(counted, again);
  if (again.plan.verdict != Verdict::Partial || !runs_parallel(again.plan)) return;
  if (again.plan.loops.size() <= result.plan.loops.size()) return;  // of a map's loops none is reduced
  hold_under(conditions, counted.function, again.plan);
  take(result, std::move(again), std::move(counted));
}

// Again with elements that an inner loop of few iterations updates as accumulators of their own, where all of them run
// at the full block size.
static void plan_with_accumulator_sets(const LoopNest& nest, PlanResult& result) {
  if (!result.plan.reason || result.plan.reason->code != "R004") return;
  LoopNest apart = result.nest_of(nest);
  if (!unroll_accumulators(apart.function)) return;
  PlanResult again;
  Planner(apart, again, true).run();
  constexpr std::int64_t kFullBlock = 128;
  std::int64_t bytes = 0;
  for (const Accumulator& a : again.plan.accumulators) bytes += byte_size(a.type);
  if (again.plan.verdict != Verdict::Reduction || !runs_parallel(again.plan) || bytes > kFullBlock) return;
  take(result, std::move(again), std::move(apart));
}

namespace {
PlanResult plan(const LoopNest& nest, bool separate, bool cuts = true);

// The nest as written, with elements that keep best values as variables, each of them an accumulator or beside one. In
// order the nest stays as it is.
bool plan_with_kept_elements(const LoopNest& nest, PlanResult& result) {
  LoopNest kept = nest;
  const std::vector<KeptElement> elements = keep_elements(kept.function);
  if (elements.empty()) return false;
  for (const KeptElement& e : elements) kept.function.outputs.push_back(e.var);
  PlanResult again = plan(kept, true);
  LoopPlan& p = again.plan;
  if (!runs_parallel(p) || p.verdict != Verdict::ArgReduce || has_match(p)) return false;
  const LoopNest& launched = again.launched(kept);
  std::vector<ExprP> conditions;
  for (const KeptElement& e : elements) {
    const bool known = std::any_of(p.accumulators.begin(), p.accumulators.end(), [&](const Accumulator& a) {
      return a.var == e.var || std::find(a.companions.begin(), a.companions.end(), e.var) != a.companions.end();
    });
    if (!known) return false;
    for (Accumulator& a : p.accumulators)
      if (a.var == e.var) a.start = load(launched.function, e.element);
    for (std::size_t d = 0; d < e.element.index.size(); ++d) {
      const ExprP& i = e.element.index[d];
      const ExprP inside = logical_and(binary(BinaryOp::Ge, i, int_const(0)), lt(i, extent(e.element.array, int(d))));
      const auto is_same = [&](const ExprP& c) { return equal(c, inside); };
      if (std::none_of(conditions.begin(), conditions.end(), is_same)) conditions.push_back(inside);
    }
  }
  p.elements = elements;
  p.speculates = true;
  hold_under(conditions, launched.function, p);
  LoopNest taken = launched;
  take(result, std::move(again), std::move(taken));
  return true;
}

// The forms of a nest that may be planned better, one after another. True: the plan is that of kept elements, which is
// whole.
bool plan_in_other_forms(const LoopNest& nest, PlanResult& result, bool separate) {
  if (!runs_parallel(result.plan)) plan_with_stored_values(nest, result);
  if (!runs_parallel(result.plan) || result.plan.verdict == Verdict::Scan) plan_with_float_counters(nest, result);
  if (!runs_parallel(result.plan) && separate) plan_with_separate_extremes(nest, result);
  plan_with_ordered_ties(nest, result);
  plan_with_accumulator_sets(nest, result);
  plan_with_windows(nest, result);
  plan_without_odd_values(nest, result);
  return !runs_parallel(result.plan) && plan_with_kept_elements(nest, result);
}

PlanResult plan(const LoopNest& nest, bool separate, bool cuts) {
  check_stopped();
  if (nest.function.body.size() != 1 || !std::holds_alternative<For>(nest.function.body[0].node))
    internal_error("plan", "a loop nest whose body is not one loop");
  PlanResult result;
  LoopNest canonical = nest;
  Canonicalized canonicalized;
  const bool may_change = nest.hint != ast::LoopHint::ForceSerial && nest.hint != ast::LoopHint::Interpreted;
  if (may_change) canonicalized = canonicalize(canonical.function);
  if (canonicalized.changed) result.rewritten = std::move(canonical);
  Planner(result.nest_of(nest), result, cuts).run();
  if (!cuts) return result;
  const bool whole = may_change && plan_in_other_forms(nest, result, separate);
  // A failure of what is only tried is one more reason for which a run does not count. Running values have been handed
  // on by then.
  const bool can_be_undone = result.plan.verdict != Verdict::Scan && result.plan.stages.empty();
  if (canonicalized.may_fail && can_be_undone && runs_parallel(result.plan)) result.plan.may_misspeculate = true;
  const bool may_go_wrong = canonicalized.may_not_end || (canonicalized.may_fail && !can_be_undone);
  if (may_go_wrong && runs_parallel(result.plan)) {
    run_in_order(result, "an iteration behind the one that decides might fail");
    warn_of_order(result);
  }
  if (whole) return result;
  result.plan.speculates = canonicalized.speculates;
  name_parts(nest, result.plan);
  for (LoopPlan& p : result.inner) name_parts(nest, p);
  set_kept_values(result.nest_of(nest).function, canonicalized.kept_values, result.plan);
  for (const auto& [v, kept] : canonicalized.kept_values)
    result.plan.speculates |= kept.starts_outside;  // in order as written
  for (LoopPlan& p : result.inner) set_kept_values(result.nest_of(nest).function, canonicalized.kept_values, p);
  return result;
}
}  // namespace

void run_in_order(PlanResult& result, const char* why) {
  result.plan.in_order = why;
  result.copying.reset();
  result.copies.clear();
  result.temporaries.clear();
  result.first = kNoVar;
}

PlanResult plan_loop(const LoopNest& nest) { return plan(nest, true); }

LoopPlan interpreted_plan(const ast::Stmt& for_statement, const NotLowered& why) {
  const auto& loop = std::get<ast::For>(for_statement.node);
  LoopPlan plan;
  plan.verdict = Verdict::Interpreted;
  plan.forced = loop.hint == ast::LoopHint::ForceParallel;
  plan.span = for_statement.span;
  plan.loops.push_back({kNoVar, loop.variable, false, for_statement.span});
  plan.reason = Reason{why.code, why.message, why.span, {}, why.variable, {}};
  return plan;
}

PlanResult plan_uncut_loop(const LoopNest& nest) { return plan(nest, false, false); }
PlanResult plan_with_minmax_chains(const LoopNest& nest) { return plan(nest, false); }

}  // namespace qc
