// Calls: which thing a call means (call.cpp).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "host/eval/interface/names.h"
#include "host/eval/state/eval_context.h"

namespace qc::host {

// Calls the built-in that a name means; nothing: it means none.
std::optional<std::vector<Value>> call_builtin(EvalContext& cx, const std::string& name, const Meaning& m,
                                               Arguments& arguments, Span span, const EnvironmentP& env, int outputs);
// A call by a name that is no variable: user functions first, then classes, built-ins, words of the language for types.
std::vector<Value> call_meant(EvalContext& cx, const std::string& name, const Meaning& m, Arguments arguments,
                              Span span, const EnvironmentP& env, int outputs);
// The values of a call of which the caller takes `outputs`.
std::vector<Value> eval_call(EvalContext& cx, const ast::Call& c, Span span, const EnvironmentP& env, int outputs);

// The same of a name as the file that is running means it.
inline std::vector<Value> call_named(EvalContext& cx, const std::string& name, Arguments arguments, Span span,
                                     const EnvironmentP& env, int outputs) {
  return call_meant(cx, name, meaning(cx, name), std::move(arguments), span, env, outputs);
}

}  // namespace qc::host
