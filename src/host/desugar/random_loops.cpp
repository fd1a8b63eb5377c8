#include "host/desugar/random_loops.h"

#include "host/arrays/arith.h"
#include "host/context/builtin_state.h"

namespace qc::host {

std::optional<RandomLoop>& RandomLoops::known(const ast::Stmt& loop, const Scope& scope) {
  auto [it, fresh] = known_.try_emplace(&loop);
  if (fresh) it->second = with_counter_based_random(loop, functions_draw(loop, scope));
  return it->second;
}

bool RandomLoops::draws(const ast::Stmt& loop, const Scope& scope) { return known(loop, scope).has_value(); }

const RandomLoop* RandomLoops::find(const ast::Stmt& loop, LoopEnvironment& evaluator, const EnvironmentP& env,
                                    const Scope& scope) {
  const std::optional<RandomLoop>& found = known(loop, scope);
  if (!found) return nullptr;
  for (const std::string& name : found->functions)  // the program's own meaning of the name
    if (env->find(name) || evaluator.is_defined(name)) return nullptr;
  return &*found;
}

std::uint64_t RandomLoops::begin(const RandomLoop& loop, LoopEnvironment& evaluator, const EnvironmentP& env,
                                 std::map<std::string, Value, std::less<>>& values) const {
  const BuiltinState& state = evaluator.session().builtin_state();
  if (!loop.drawn) env->variables[std::string(kRandomNext)] = Value(Number::integer(std::int64_t(state.drawn)));
  values[std::string(kRandomPlace)] = Value(Number::integer(std::int64_t(state.drawn)));
  values[std::string(kRandomKey)] = Value(Number::integer(std::int64_t(state.seed)));
  if (!loop.drawn) return 0;
  return std::uint64_t(to_index(evaluator.eval(*loop.drawn, env), {}));
}

}  // namespace qc::host
