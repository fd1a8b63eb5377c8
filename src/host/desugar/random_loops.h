// Loops that draw random numbers, in the form that needs no order (desugar/counter_based_random.h): texts, and what
// they read.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "desugar/counter_based_random.h"
#include "host/desugar/loop_environment.h"

namespace qc::host {

class RandomLoops {
 public:
  // Whether the loop draws numbers, whatever the program means by the names of the functions that do.
  bool draws(const ast::Stmt& loop, const Scope& scope);
  // Null when the loop draws no numbers. The text stays valid as long as this object.
  const RandomLoop* find(const ast::Stmt& loop, LoopEnvironment& evaluator, const EnvironmentP& env,
                         const Scope& scope);
  // Adds what the text reads to `values`, and to `env` the place of the next number where the text counts; returns how
  // many numbers the loop draws otherwise.
  std::uint64_t begin(const RandomLoop& loop, LoopEnvironment& evaluator, const EnvironmentP& env,
                      std::map<std::string, Value, std::less<>>& values) const;

 private:
  std::optional<RandomLoop>& known(const ast::Stmt& loop, const Scope& scope);
  std::map<const ast::Stmt*, std::optional<RandomLoop>> known_;
};

}  // namespace qc::host
