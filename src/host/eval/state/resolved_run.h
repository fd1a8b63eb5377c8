// Where a resolved form (resolved_code.h) is stepped: the variables of an environment, by slot.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "host/eval/state/eval_context.h"
#include "host/eval/state/resolved_code.h"
#include "ir/range_count.h"

namespace qc::host {

// A number, or a product of floats that has not been rounded yet.
struct UnroundedNumber {
  Small value, factor;
  bool product = false;
};

using Late = std::optional<Partial>;  // of what is no number: most are, and making one takes as long as adding two
using Turns = ir::CountedRange;       // those of a `for` loop

struct ResolvedRun {
  // places: of the variables by slot, in an environment that others have made; null: the slots are the places.
  // lowest: place of the stack that calls may reach.
  ResolvedRun(EvalContext& context, const EnvironmentP& env, const char* lowest,
              const std::vector<std::uint32_t>* places = nullptr)
      : cx(context), env(env), places(places), scalar(context.scalar()), lowest(lowest) {}
  // Of a function that `caller` calls.
  ResolvedRun(const ResolvedRun& caller, const EnvironmentP& env)
      : cx(caller.cx), env(env), places(nullptr), scalar(caller.scalar), lowest(caller.lowest) {}

  std::size_t place_of(std::uint32_t slot) const { return places ? (*places)[slot] : slot; }
  // The variable of a slot, in this environment; null: there is none.
  Value* own(std::uint32_t slot) const { return env->variables.find_at(place_of(slot)); }
  // The same of a name, also in those around.
  Value* find(const ResolvedExpr& e) const {
    Value* v = own(e.slot);
    return v || !env->outer ? v : env->outer->find(std::get<ast::Name>(e.source->node).name);
  }
  // Whether a variable hides the function that a call names.
  bool hidden(const ResolvedExpr& call) const { return own(call.slot) || (env->outer && env->outer->find(*call.name)); }

  EvalContext& cx;
  const EnvironmentP& env;
  const std::vector<std::uint32_t>* places;
  Elem scalar;
  const char* lowest;
  bool in_small = false;  // a loop that does little each time is under way, with what is inside
  bool left = false;      // an assignment was left to the evaluator
};

}  // namespace qc::host
