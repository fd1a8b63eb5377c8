// Calls of functions that take their arguments as they are (direct_calls.cpp).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ast/ast.h"
#include "host/eval/state/eval_context.h"
#include "value/plain_function.h"

namespace qc::host {

// What is known of a function before it is called, for as long as the overload is there. Null: it is not plain.
std::unique_ptr<PlainFunction> plain_function(EvalContext& cx, const Overload& f);
// The function that a name means, when there is one and it is plain.
PlainFunction* plain_of(EvalContext& cx, const Meaning& m);
// The one of several overloads that takes the arguments; null: none, or more than one alike.
const Overload* chosen_overload(EvalContext& cx, const Meaning& m, const Arguments& arguments, bool& ambiguous);
// A call of the one of several overloads that fits its arguments. Nothing: it is not plain, and nothing has been done.
std::optional<std::vector<Value>> call_plain_overload(EvalContext& cx, const Meaning& m, const Overload& chosen,
                                                      Arguments& arguments, Span span, int outputs);
// Whether a variable takes a number as it is: it is declared as no other.
bool takes_as_it_is(const std::string& name, const Number& n, const Environment& env);
// One with a place for each variable that the text names, those of the parameters and outputs first.
EnvironmentP environment_for(EvalContext& cx, PlainFunction& f);
// The same of a direct function.
EnvironmentP direct_environment(EvalContext& cx, PlainFunction& f);
// Makes the arguments of a direct function its own, of which so many are given.
void bind_direct(EvalContext& cx, const PlainFunction& f, const EnvironmentP& inner, std::size_t given, Span span);
// The k-th output of a call that has run, as it was assigned.
Value assigned_output(EvalContext& cx, PlainFunction& f, std::size_t k, const EnvironmentP& inner, Span span);
// The first output of a call whose arguments stand in `inner`, so many; `out` stays as it is where there is none.
void run_plain(EvalContext& cx, PlainFunction& f, const std::string& name, const Meaning& m, EnvironmentP& inner,
               std::size_t given, Span span, const EnvironmentP& env, int outputs, Value& out);
// A call has ended: the next one may have its environment.
void end_plain(PlainFunction& f, EnvironmentP& inner);
// All outputs that the caller takes, and those behind them that were assigned.
std::vector<Value> plain_results(EvalContext& cx, PlainFunction& f, const std::string& name, const Meaning& m,
                                 EnvironmentP& inner, std::size_t given, Span span, const EnvironmentP& env,
                                 int outputs);
// Whether the parameters take the arguments, and those that have none have defaults.
bool takes(EvalContext& cx, const PlainFunction& f, const std::vector<Value>& arguments);
// All outputs of a call that takes them all, with arguments that the function takes.
std::vector<Value> call_plain(EvalContext& cx, PlainFunction& f, std::vector<Value> arguments, Span span);
// A call by name of a plain function, with no named arguments. Nothing: it is another call, and nothing has been done.
std::optional<std::vector<Value>> call_plain(EvalContext& cx, const std::string& name, const Meaning& m,
                                             const ast::Call& c, Span span, const EnvironmentP& env, int outputs);

}  // namespace qc::host
