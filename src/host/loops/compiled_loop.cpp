#include "host/loops/compiled_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/dataflow/name_facts.h"
#include "analysis/loops/merge_aliases.h"
#include "analysis/loops/specialize_values.h"
#include "analysis/prepare/lower_and_plan.h"
#include "analysis/recognize/loop_interchange.h"
#include "analysis/recognize/nest_distribution.h"
#include "analysis/recognize/nest_split.h"
#include "analysis/recognize/plan_loop.h"
#include "analysis/recognize/subscript_modes.h"
#include "analysis/report/explain.h"
#include "host/library/library.h"
#include "host/loops/loop_runner_impl.h"
#include "host/loops/same_types.h"
#include "host/loops/soa_columns.h"
#include "support/profile.h"
#include "support/progress.h"
#include "transform/policy/limits.h"

namespace qc::host {

bool explains(SessionContext& session, Span loop) {
  return session.options().explain && session.sinks().log && loop.valid() &&
         !is_library_text(session.sources(), loop.file);
}

void explain(SessionContext& session, const LoopPlan& plan, const ir::Function* nest) {
  const bool of_program =
      plan.loops.empty() || !plan.loops[0].name.starts_with("$");  // not the one that folds a kernel's totals
  if (of_program && explains(session, plan.span)) session.sinks().log(explain_text(plan, nest, "", session.sources()));
}

namespace {

void report(SessionContext& session, const PlanResult& result, const LoopNest& nest) {
  for (const Diagnostic& d : result.diagnostics)
    if (d.severity == Severity::Warning && session.sinks().diagnostic) session.sinks().diagnostic(d);
  if (const auto limit = accumulator_limit(result.plan); limit && session.sinks().diagnostic)
    session.sinks().diagnostic(*limit);
  explain(session, result.plan, &nest.function);
  for (const LoopPlan& p : result.inner) explain(session, p, &nest.function);
}

void report_not_lowered(SessionContext& session, const ast::Stmt& statement, const NotLowered& why) {
  explain(session, interpreted_plan(statement, why), nullptr);
  const auto& loop = std::get<ast::For>(statement.node);
  if (loop.hint != ast::LoopHint::ForceParallel || !session.sinks().diagnostic) return;
  session.sinks().diagnostic({"Q0502",
                              Severity::Warning,
                              why.span,
                              fmt::format("the forced loop runs step by step: {} ({})", why.message, why.code),
                              "",
                              {}});
}

}  // namespace

std::unique_ptr<CompiledLoop> CompiledLoop::plan(SessionContext& session, const ast::Stmt& statement, LoopScope& scope,
                                                 bool may_step) {
  const progress::Preparing preparing;
  const profile::Timed timed(profile::Phase::Analyse);
  auto lowered = lower_and_plan(statement, scope, {session.options().scalar});
  if (auto* why = std::get_if<NotLowered>(&lowered)) return not_lowered(session, statement, scope, std::move(*why));
  auto j = std::make_unique<CompiledLoop>();
  auto& planned = std::get<PlannedNest>(lowered);
  const bool moves = planned.moves;
  j->lowered_ = std::move(planned.nest);
  j->result_ = std::move(planned.result);
  j->specialised_ = j->lowered_.specialised;
  j->short_arrays_ = std::move(planned.short_arrays);
  for (const Diagnostic& d : j->result_.diagnostics)
    if (d.severity == Severity::Error) throw ProgramError(j->result_.diagnostics);
  std::optional<ShortArrayScope> values;
  if (!j->short_arrays_.empty()) values.emplace(scope, j->short_arrays_);
  const LoopScope& around = values ? static_cast<const LoopScope&>(*values) : scope;
  j->remember_types(around);
  if (may_step && j->for_numbers() && !may_join_floats(j->lowered_, j->result_)) {  // steps give the same bits
    j->stepped_ = true;
    j->lowered_ = {};
    j->result_ = {};
    return j;
  }
  j->stepped_ = j->result_.plan.verdict == Verdict::Interpreted;
  const bool is_sure = (!moves && j->result_.plan.conditions.empty()) ||
                       !accumulates_floats(j->nest().function);  // with other values there may be another plan
  j->steps_alike_ = is_sure && !j->result_.plan.forced && !may_join_floats(j->lowered_, j->result_) &&
                    same_types(j->lowered_, around) && assigns_one_type(j->nest().function);
  report(session, j->result_, j->nest());
  return j;
}

std::unique_ptr<CompiledLoop> CompiledLoop::not_lowered(SessionContext& session, const ast::Stmt& statement,
                                                        LoopScope& scope, NotLowered why) {
  auto j = std::make_unique<CompiledLoop>();
  j->stepped_ = true;
  j->specialised_ = std::move(why.specialised);
  NameCounts mentioned;
  count_names(statement, mentioned);
  for (const auto& [n, count] : mentioned) j->names_.emplace_back(n, scope);
  if (scope.type_of(kRefusedColumns))
    j->names_.emplace_back(kItemsWorthIt, scope);  // a longer run of the loop may be worth it
  if (!why.variable.empty()) j->not_short_.emplace_back(why.variable, short_extents(scope, why.variable));
  report_not_lowered(session, statement, why);
  return j;
}

void CompiledLoop::remember_types(const LoopScope& scope) {
  auto remember = [&](const std::string& name) {
    const auto same = [&](const Planned& n) { return n.name == name; };
    if (std::none_of(names_.begin(), names_.end(), same)) names_.emplace_back(name, scope);
  };
  const ir::Function& f = lowered_.function;
  for (const ir::Param& p : f.params) {
    const std::string& name = p.kind == ir::Param::Kind::Array ? f.arrays[p.id].name : f.vars[p.id].name;
    remember(name);
    if (auto c = component_of(name)) remember(c->first);
  }
  for (ir::VarId v : f.outputs) remember(f.vars[v].name);
  std::set<std::string_view>
      of_library;  // its constants are no types, and are not parsed to see that; a variable of that name comes after it
  const std::vector<std::string> names = scope.names();
  for (const std::string& n : names) {  // what generic parameters stand for
    if (Library::has_constant(n) && of_library.insert(n).second) continue;
    if (const auto t = scope.type_of(n); t && t->kind == Type::Kind::TypeValue) remember(n);
  }
}

bool CompiledLoop::fits(LoopScope& outside) const {
  std::optional<ShortArrayScope> values;
  if (!short_arrays_.empty()) values.emplace(outside, short_arrays_);
  LoopScope& scope = values ? static_cast<LoopScope&>(*values) : outside;
  const auto still = [&](const Planned& n) {
    const std::uint64_t kind = scope.kind_of(n.name, n.place);
    if (kind != 0 && kind == n.kind) return true;
    if (type_before(scope, n.name) != n.type || is_declared(scope, n.name) != n.declared) return false;
    n.kind = kind;
    return true;
  };
  const auto as_long = [&](const auto& n) { return short_extents(scope, n.first) == n.second; };
  const auto numbers = [&] {
    const Specialised::Values now = specialised_.values_now(scope);
    return now == specialised_.values() || other_numbers_.count(now) > 0;
  };
  return std::all_of(not_short_.begin(), not_short_.end(), as_long) && numbers() &&
         specialised_.holds_but_for_numbers(scope) && std::all_of(names_.begin(), names_.end(), still);
}

bool CompiledLoop::takes_numbers_of(const CompiledLoop& other) {
  const bool alike = stepped_ && other.stepped_ && !specialised_.numbers.empty() && short_arrays_.empty() &&
                     other.short_arrays_.empty() && not_short_ == other.not_short_ &&
                     std::equal(names_.begin(), names_.end(), other.names_.begin(), other.names_.end(),
                                [](const Planned& a, const Planned& b) { return a.same(b); }) &&
                     specialised_.same_but_for_numbers(other.specialised_);
  if (alike) other_numbers_.insert(other.specialised_.values());
  return alike;
}

CompiledLoop* CompiledLoop::with_values(const std::map<std::string, std::int64_t>& values) {
  constexpr std::size_t kMost = 4;  // each is compiled
  if (values.empty()) return nullptr;
  auto found =
      std::find_if(for_values_.begin(), for_values_.end(), [&](const ForValues& v) { return v.values == values; });
  if (found == for_values_.end()) {
    auto compiled = bound_to(values);
    if (for_values_.size() == kMost) {
      if (!compiled || !has_float_tree(compiled->result_.plan)) return nullptr;  // in order it is the same
      for_values_.erase(for_values_.begin());
    }
    for_values_.push_back({values, std::move(compiled)});
    found = for_values_.end() - 1;
  }
  CompiledLoop* j = found->compiled.get();
  // What would be obeyed under a warning only, in a forced loop, is better run in order.
  return j && runs_parallel(j->result_.plan) && j->result_.plan.conditions.empty() && j->result_.diagnostics.empty()
             ? j
             : nullptr;
}

std::unique_ptr<CompiledLoop> CompiledLoop::bound_to(const std::map<std::string, std::int64_t>& values) const {
  auto bound = with_known_values(lowered_, [&](const std::string& name) {
    const auto it = values.find(name);
    return it == values.end() ? std::nullopt : std::optional(it->second);
  });
  if (!bound) return nullptr;
  auto j = std::make_unique<CompiledLoop>();
  j->lowered_ = std::move(*bound);
  j->result_ = plan_loop(j->lowered_);
  return j;
}

CompiledLoop* CompiledLoop::with_one_name(const ArrayPairs& same) {
  const auto found =
      std::find_if(for_arrays_.begin(), for_arrays_.end(), [&](const ForArrays& f) { return f.same == same; });
  if (found != for_arrays_.end()) return found->compiled.get();
  constexpr std::size_t kMost = 4;  // each is compiled
  if (for_arrays_.size() == kMost) return nullptr;
  for_arrays_.push_back({same, nullptr});
  auto one = qc::with_one_name(lowered_, [&](ir::ArrayId a, ir::ArrayId b) {
    return std::find(same.begin(), same.end(), std::pair(a, b)) != same.end();
  });
  if (!one) return nullptr;
  if (one->hint == ast::LoopHint::ForceParallel) one->hint = ast::LoopHint::None;  // the word was given for two arrays
  auto j = std::make_unique<CompiledLoop>();
  j->lowered_ = std::move(*one);
  j->result_ = plan_loop(j->lowered_);
  if (runs_parallel(j->result_.plan) && j->result_.plan.conditions.empty() && j->result_.diagnostics.empty())
    for_arrays_.back().compiled = std::move(j);
  return for_arrays_.back().compiled.get();
}

CompiledLoop& CompiledLoop::as_written() {
  if (!as_written_) {
    as_written_ = std::make_unique<CompiledLoop>();
    as_written_->lowered_ = lowered_;
    as_written_->lowered_.hint = ast::LoopHint::ForceSerial;
    as_written_->result_ = plan_loop(as_written_->lowered_);
  }
  return *as_written_;
}

CompiledLoop& CompiledLoop::finds_kinds() {
  if (!finds_kinds_) {
    finds_kinds_ = std::make_unique<CompiledLoop>();
    LoopNest& nest = finds_kinds_->lowered_ = lowered_;
    nest.function = *lowered_.finds_kinds;
    nest.hint = ast::LoopHint::None;
    nest.undecided.clear();
    nest.finds_kinds.reset();
    finds_kinds_->result_ = plan_loop(nest);
  }
  return *finds_kinds_;
}

std::unique_ptr<CompiledLoop> CompiledLoop::rewritten(LoopNest nest) const {
  auto other = std::make_unique<CompiledLoop>();
  other->lowered_ = std::move(nest);
  other->result_ = plan_loop(other->lowered_);
  other->result_.plan.span = result_.plan.span;
  const PlanResult& r = other->result_;
  const bool is_same = r.plan.verdict == result_.plan.verdict && r.plan.loops.size() == result_.plan.loops.size();
  if (!is_same || !runs_parallel(r.plan) || !r.diagnostics.empty()) other.reset();
  return other;
}

CompiledLoop* CompiledLoop::interchanged(const std::vector<int>& order) {
  const auto [place, made] = interchanged_.try_emplace(order, nullptr);
  if (!made) return place->second.get();
  if (auto nest = interchange_loops(in_order(), result_, order)) place->second = rewritten(std::move(*nest));
  return place->second.get();
}

const CompiledLoop::WithModes& CompiledLoop::with_modes() {
  if (with_modes_) return *with_modes_;
  with_modes_.emplace();
  if (auto moded = with_boundary_modes(in_order(), result_))
    *with_modes_ = {rewritten(std::move(moded->nest)), std::move(moded->conditions), std::move(moded->places)};
  return *with_modes_;
}

const CompiledLoop::Parts& CompiledLoop::parts() {
  if (parts_) return *parts_;
  parts_.emplace();
  auto cut = distribute_nest(in_order(), result_);
  if (!cut) cut = split_nest(in_order(), result_);
  if (!cut) return *parts_;
  parts_->kept = std::move(cut->kept);
  const auto compiled = [&](DistributedNest::Planned& p) {
    auto j = std::make_unique<CompiledLoop>();
    j->lowered_ = std::move(p.nest);
    j->result_ = std::move(p.planned);
    j->result_.plan.span = result_.plan.span;
    return j;
  };
  for (DistributedNest::Part& p : cut->parts)
    parts_->loops.push_back({compiled(p.usual), p.in_order ? compiled(*p.in_order) : nullptr});
  return *parts_;
}

}  // namespace qc::host
