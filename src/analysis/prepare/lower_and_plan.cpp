#include "analysis/prepare/lower_and_plan.h"

#include <algorithm>
#include <utility>

#include "analysis/recognize/plan_loop.h"
#include "analysis/recognize/plan_with_constants.h"
#include "analysis/recognize/unroll_accumulators.h"

namespace qc {

namespace {

// With the ends of inner loops that update an element each, which are accumulators then.
void with_sets(PlannedNest& loop, const Scope& scope) {
  Specialised made_for = loop.nest.specialised;
  auto known = with_known_sets(loop.nest, scope, made_for);
  if (!known) return;
  PlanResult again = plan_loop(*known);
  if (!runs_parallel(again.plan) || !again.diagnostics.empty()) return;
  loop.nest = std::move(*known);
  loop.nest.specialised = std::move(made_for);
  loop.result = std::move(again);
}

PlannedNest planned(LoopNest nest, const Scope& scope, const PlanOptions& options) {
  PlannedNest out{std::move(nest), {}};
  out.result = options.settles ? plan_with_constants(out.nest, scope) : plan_loop(out.nest);
  out.moves = out.result.plan.reason && out.result.plan.reason->code == "R004";
  if (out.moves) with_sets(out, scope);
  return out;
}

bool has_errors(const PlanResult& result) {
  return std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::Error; });
}

// Whether a variable is an array that may be short.
bool may_be_short(const std::string& name, const Scope& scope) {
  const auto type = name.empty() ? std::nullopt : scope.type_of(name);
  if (!type || (!type->is_array() && type->kind != Type::Kind::Fixed)) return false;
  std::int64_t count = 1;
  for (const std::int64_t n : scope.extents_of(name)) count *= n;
  return count <= kLongestShort;  // 1: its extents are not known
}

}  // namespace

std::variant<PlannedNest, NotLowered> lower_and_plan(const ast::Stmt& text, const Scope& scope,
                                                     const PlanOptions& options) {
  LowerOptions as_written;
  as_written.scalar = options.scalar;
  auto lowered = lower_loop(text, scope, as_written);
  if (auto* nest = std::get_if<LoopNest>(&lowered)) return planned(std::move(*nest), scope, options);
  NotLowered why = std::move(std::get<NotLowered>(lowered));
  if (auto with_values = options.short_values ? lower_short(text, scope, as_written, why.variable) : std::nullopt) {
    PlannedNest out = planned(std::move(with_values->nest), scope, options);
    out.short_arrays = std::move(with_values->arrays);
    // A forced loop that values would make an error is stepped: the arrays may be what the program means.
    if (!has_errors(out.result)) return out;
  }
  if (!may_be_short(why.variable, scope)) return why;
  LowerOptions with_slices = as_written;
  with_slices.short_slices = true;
  lowered = lower_loop(text, scope, with_slices);
  if (auto* nest = std::get_if<LoopNest>(&lowered)) return planned(std::move(*nest), scope, options);
  return why;
}

}  // namespace qc
