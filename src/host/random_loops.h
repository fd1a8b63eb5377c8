// Loops that draw random numbers, in the form that needs no order (analysis/random_calls.h): texts, and what they read.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "analysis/random_calls.h"
#include "host/evaluator.h"

namespace qc::host {

class RandomLoops {
 public:
  // Null when the loop draws no numbers, or not as many in every iteration. The text stays valid as long as this object.
  const RandomLoop* find(const ast::Stmt& loop, Evaluator& evaluator, const EnvironmentP& env);
  // Adds what the text reads to `values`; returns how many numbers the loop draws.
  std::uint64_t begin(const RandomLoop& loop, Evaluator& evaluator, const EnvironmentP& env, std::map<std::string, Value, std::less<>>& values) const;

 private:
  std::map<const ast::Stmt*, std::optional<RandomLoop>> known_;
};

}  // namespace qc::host
