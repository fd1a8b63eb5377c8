// All that the evaluation of a program knows and keeps. What it does are functions of it (src/host/eval/interface).
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "host/context/session_context.h"
#include "host/desugar/loop_environment.h"
#include "host/eval/state/arguments.h"
#include "host/eval/state/deferred_list.h"
#include "host/eval/state/definitions.h"
#include "host/eval/state/given_warnings.h"
#include "host/eval/state/live_variables.h"
#include "host/eval/state/loop_rewrites.h"
#include "host/eval/state/meanings.h"
#include "host/eval/state/progress.h"
#include "host/eval/state/type_words.h"
#include "host/fusion/evaluate_expr.h"
#include "host/loops/run_loop.h"
#include "value/environment.h"
#include "value/value.h"

namespace qc::host {

class EvalContext final : public LoopEnvironment {
 public:
  explicit EvalContext(SessionContext& session);
  ~EvalContext() override;

  Elem scalar() const override { return session_.options().scalar; }
  SessionContext& session() override { return session_; }
  SessionContext& session() const { return session_; }
  // What rewrites of loops ask (view_of_rewrites.cpp): the functions of the same names.
  Value eval(const ast::Expr& e, const EnvironmentP& env) override;
  bool is_function(std::string_view name) const override;
  bool is_defined(std::string_view name) const override;
  bool has_class_like(const ast::TypeDef& def) const override;
  std::int64_t iterations_of(const ast::Stmt& loop, const EnvironmentP& env) override;

 private:
  SessionContext& session_;

 public:
  EnvironmentP globals;
  Definitions defined;
  Meanings meanings;
  TypesOfWords type_words;
  std::set<const ast::TypeDef*> defaulted;  // classes whose empty instance is being made
  std::unordered_map<const void*, std::set<std::string, std::less<>>>
      free_names;  // of functions and lambdas, by their syntax
  GivenWarnings warned;
  LiveVariables live;
  LoopRunner loops;
  ArrayRunner arrays;
  DeferredList deferred;
  LoopRewrites rewrites;
  Progress progress;
};

}  // namespace qc::host
