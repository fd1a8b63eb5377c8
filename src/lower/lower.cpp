// The lowering's entry points, and the passes over a text until the types of its variables stay as they are.
#include "lower/lower.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/dataflow/assignments.h"
#include "analysis/dataflow/index_only_scalars.h"
#include "analysis/dataflow/kinds_left.h"
#include "analysis/loops/specialize_values.h"
#include "ir/number_kind.h"
#include "lower/definite_assignment.h"
#include "lower/interface/conversions.h"
#include "lower/interface/infer.h"
#include "lower/interface/inline.h"
#include "lower/interface/kernel.h"
#include "lower/interface/lazy_array.h"
#include "lower/interface/names.h"
#include "lower/interface/records.h"
#include "lower/interface/stmt.h"
#include "lower/state/lower_context.h"
#include "support/stop.h"

namespace qc {

namespace lowering {

namespace {

// A chain of variables each widened by the next may need one pass a variable; more than this is a defect of the
// program.
constexpr int kMaxPasses = 64;

}  // namespace

// ---- types ------------------------------------------------------------------------------------------------------

void infer(LowerContext& cx, const std::function<void()>& pass) {
  for (cx.types.pass = 0; cx.types.pass < kMaxPasses; ++cx.types.pass) {
    cx.begin_pass();
    pass();
    cx.types.changed |= cx.aliases.found_others();
    if (!cx.another_pass()) return cx.elements.require_one_kind(cx.code.f);
  }
  stop("R902", {}, "the types of the variables in the loop do not settle");
}

// What kinds of numbers it leaves, where those are not the types of their variables.
static KindsLeft loop_nest(LowerContext& cx, const ast::Stmt& statement) {
  const auto& loop = std::get<ast::For>(statement.node);
  cx.control.jumps = has_jump(loop.body);
  infer(cx, [&] {
    auto frame = std::make_unique<Frame>();
    frame->outer = true;
    std::set<std::string> used_after;
    for (const std::string& name : assigned_names(ast::Block{statement}))
      if (cx.scope.live_after(name)) used_after.insert(name);
    frame->assignments = assignments_in(ast::Block{statement}, used_after);
    frame->assigned = names_in(frame->assignments);
    frame->assigned.insert(cx.records.fields.begin(), cx.records.fields.end());
    cx.names.frames.push_back(std::move(frame));
    cx.names.file = statement.span.file;
    cx.code.f.kind = ir::Function::Kind::LoopNest;
    cx.code.f.body = cx.code.collect([&] { for_statement(cx, loop, statement.span); });
  });
  if (cx.code.f.body.size() != 1 || !std::holds_alternative<ir::For>(cx.code.f.body[0].node))
    stop("R904", statement.span, "the loop's bounds need statements of their own");
  require_single_names(cx, statement.span);
  require_views_unwritten(cx, statement.span);
  require_items_unwritten(cx, statement.span);
  cx.code.f.params = cx.code.array_params;
  cx.code.f.params.insert(cx.code.f.params.end(), cx.code.scalar_params.begin(), cx.code.scalar_params.end());
  cx.names.outermost().assigned.insert(cx.records.assigned_inside.begin(), cx.records.assigned_inside.end());
  std::set<std::string> left = names_in(cx.names.outermost().assignments,
                                        true);  // a vec3 of which the loop gives elements alone is left as well
  left.insert(cx.names.outermost().assigned.begin(), cx.names.outermost().assigned.end());
  std::vector<LeftName> left_names;
  for (const std::string& name : left) {
    auto it = cx.names.outermost().names.find(name);
    if (it == cx.names.outermost().names.end()) continue;
    const bool whole = cx.names.outermost().assigned.count(name) > 0,
               value = !it->second.vars().empty() && it->second.type.kind == Type::Kind::Fixed;
    if (!(whole || value) || !(cx.scope.live_after(name) || cx.records.assigned_inside.count(name))) continue;
    if (it->second.alias() && is_lazy(*it->second.alias()))
      stop("R901", statement.span,
           fmt::format("'{}' is a slice whose length is computed, and is used after the loop", name), name);
    if (cx.types.left_as_either.count(it->second.key))
      stop("R904", statement.span,
           fmt::format("whether '{}' is a value of a fixed size after the loop depends on what ran", name), name);
    if (it->second.local_array())
      stop("R904", statement.span, fmt::format("'{}' is indexed by computed values and used after the loop", name),
           name);
    for (ir::VarId v : it->second.vars()) cx.code.f.outputs.push_back(v);
    // What is written into an array does not change what its elements are.
    if (value && cx.names.outermost().assignments.writes_into(name)) continue;
    if (const ir::VarId mark = kind_mark(cx, it->second); mark != ir::kNoVar) left_names.push_back({name, mark});
  }
  std::sort(cx.code.f.outputs.begin(), cx.code.f.outputs.end());  // in order of first appearance
  cx.code.f.outputs.erase(std::unique(cx.code.f.outputs.begin(), cx.code.f.outputs.end()),
                          cx.code.f.outputs.end());  // an array may have two names
  // An array that is a value here stays the one that other names have where nothing gives it a new one.
  for (const auto& [name, b] : cx.names.outermost().names)
    if (!b.vars().empty() && cx.short_names && cx.short_names->is_short_array(name) &&
        cx.names.outermost().assigned.count(name)) {
      cx.code.own.push_back({name, b.vars(), {}});
      cx.code.own.back().has_value = true;
    }
  guard_unset(cx.code.f, cx.code.own);
  std::vector<KindMark> marks;
  for (const auto& [key, mark] : cx.kinds.marks) marks.push_back(mark);
  return settle_kinds(cx.code.f, marks, left_names);
}

// kinds: KindsLeft::known
static std::vector<LoopNest::Whole> wholes(const LowerContext& cx, const std::map<std::string, std::int64_t>& kinds) {
  std::vector<LoopNest::Whole> out;
  for (const auto& [name, b] : cx.names.outermost().names) {
    const auto kind = kinds.find(name);
    if (kind != kinds.end() && b.type.is_number()) {
      const Type left = Type::number(ir::elem_of_kind(kind->second), ir::is_complex_kind(kind->second));
      if (left != b.type) {
        out.push_back({name, left, b.vars()});
        continue;
      }
    }
    if (!b.vars().empty() && !(b.type.is_number() && !b.type.complex)) {
      out.push_back({name, b.type, b.vars(), copies(b)});
      out.back().type.elem = b.declared.value_or(b.type.elem);
      if (kind != kinds.end() && !b.type.complex) out.back().type.elem = ir::elem_of_kind(kind->second);
      // What the last assignment has given, where that is sure.
      const auto left = cx.types.left_as.find(b.key);
      if (left != cx.types.left_as.end() && !b.fixed_type && cx.types.of_both_kinds.count(b.key))
        out.back().declared = left->second;
    }
  }
  return out;
}

}  // namespace lowering

// What was decided in a way that another try may decide differently.
struct Choices {
  bool walked_windows = false;
  bool long_local_arrays = false;
};

static std::variant<LoopNest, NotLowered> lower_loop(const ast::Stmt& for_statement, const Scope& around,
                                                     const LowerOptions& options, Choices& made) {
  const PlaceScope scope(around, for_statement);
  lowering::LowerContext cx(scope, options, false);
  const auto* loop = std::get_if<ast::For>(&for_statement.node);
  if (!loop) internal_error("lowering", "lower_loop was given a statement that is not a loop");
  KindsLeft kinds;
  try {
    kinds = loop_nest(cx, for_statement);
  } catch (ProgramError& e) {
    made.long_local_arrays = cx.assumed.long_local_arrays;
    Diagnostic& d = e.diagnostics.front();
    const bool of_values =
        d.code.text().starts_with("Q03");  // steps find out whether that is reached, and say so in their own words
    if (!is_stop(e) && (of_values || cx.in_arm_of_call())) {
      scope.note(cx.assumed.specialised);
      return NotLowered{"R901",
                        fmt::format("a step of it cannot be carried out: {}", d.message),
                        d.span,
                        {},
                        std::move(cx.assumed.specialised)};
    }
    add_calls(cx, d);
    throw;
  } catch (lowering::Stop& s) {
    if (!s.why.span.valid()) s.why.span = for_statement.span;
    scope.note(cx.assumed.specialised);
    s.why.specialised = std::move(cx.assumed.specialised);
    made = {cx.assumed.walked_windows, cx.assumed.long_local_arrays};
    return std::move(s.why);
  }
  auto wholes = lowering::wholes(cx, kinds.known);
  scope.note(cx.assumed.specialised);
  LoopNest nest{std::move(cx.code.f),
                loop->hint,
                for_statement.span,
                std::move(cx.assumed.specialised),
                std::move(wholes),
                std::move(cx.code.complex_arrays),
                std::move(cx.aliases.updated_in_place),
                std::move(kinds.undecided),
                std::move(kinds.finds)};
  // What the extents of short arrays were made of is that number in steps and subscripts too: tiles of B x B do not
  // overlap.
  auto bound = with_known_values(nest, [&](const std::string& name) {
    const auto known = cx.assumed.made_for.find(name);
    return known == cx.assumed.made_for.end() ? std::nullopt : std::optional(known->second);
  });
  return bound ? std::move(*bound) : std::move(nest);
}

static std::variant<LoopNest, NotLowered> lower_with_windows(const ast::Stmt& for_statement, const Scope& around,
                                                             LowerOptions options, Choices& made) {
  auto lowered = lower_loop(for_statement, around, options, made);
  if (!made.walked_windows) return lowered;
  made = {};
  options.windows_written_out = true;
  return lower_loop(for_statement, around, options, made);
}

std::variant<LoopNest, NotLowered> lower_loop(const ast::Stmt& for_statement, const Scope& around,
                                              const LowerOptions& options) {
  Choices made;
  try {
    auto lowered = lower_with_windows(for_statement, around, options, made);
    if (!made.long_local_arrays) return lowered;
  } catch (const ProgramError& e) {
    if (!made.long_local_arrays || is_stop(e)) throw;
  }
  LowerOptions as_values = options;
  as_values.long_arrays_as_values = true;
  Choices again;
  return lower_with_windows(for_statement, around, as_values, again);
}

}  // namespace qc
