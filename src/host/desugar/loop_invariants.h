// Values of calls that are the same in every iteration of a loop (desugar/hoist_invariant_calls.h), taken when the loop
// is reached.
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "desugar/hoist_invariant_calls.h"
#include "host/desugar/loop_environment.h"
#include "sema/scope.h"

namespace qc::host {

class LoopInvariants {
 public:
  // Whether there are calls in the loop that may be the same in every iteration.
  bool has_calls(const ast::Stmt& loop) { return !known(loop).found.calls.empty(); }
  using Values = std::map<std::string, Value, std::less<>>;
  // The loop with variables for such calls of large arrays, and their values; null when it has none. The statement
  // stays valid as long as this object, and is the same one for the same calls.
  const ast::Stmt* replace(const ast::Stmt& loop, LoopEnvironment& evaluator, const EnvironmentP& env,
                           const Scope& scope, Values& values);

 private:
  struct Variant {
    std::set<std::string> names;
    std::unique_ptr<const ast::Stmt> text;
  };
  struct Known {
    InvariantCalls found;
    std::vector<Variant> variants;
  };
  Known& known(const ast::Stmt& loop);
  std::map<const ast::Stmt*, Known> known_;
  std::map<const void*, FunctionWrites> functions_;  // by their syntax
};

}  // namespace qc::host
